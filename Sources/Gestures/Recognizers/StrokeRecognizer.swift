internal import Touch

/// Fingers that draw a shape.
///
/// Nobody knows what a drawing becomes before it is finished: it is judged when all fingers have lifted.
struct StrokeRecognizer: Hashable, Sendable {
  /// The fingers draw with one pen, so their distance stays about the same.
  private static let scales = 0.6...1.6

  private let pattern: StrokePattern

  init(_ pattern: StrokePattern) { self.pattern = pattern }

  func observe(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts, .hold, .swipe, .scroll: Self.scales.contains(sample.scale) ? .undecided : .failed
    case .tap, .pinch: .failed
    }
  }

  /// A drawing that is like its shape fits the better the more it is; of several shapes the one that fits best goes
  /// first, and each goes before the movements it is made of.
  func complete(_ shape: StrokeShape?) -> Verdict {
    guard let score = shape.flatMap({ pattern.score(of: $0) }) else { return .failed }
    return .matched(Match(fit: 1 + score))
  }
}
