internal import Touch

/// A recogniser of fingers that draw a shape. A drawing is judged when all fingers have lifted, because its end is
/// unknown before.
struct StrokeRecognizer: Hashable, Sendable {
  /// The permitted scale. The fingers draw with one pen, so the distance between them stays about the same.
  private static let scales = 0.6...1.6

  private let pattern: StrokePattern

  init(_ pattern: StrokePattern) { self.pattern = pattern }

  func observe(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts, .hold, .swipe, .scroll:
      Self.scales.contains(sample.scale) ? .undecided : .failed(.scaled(sample.scale, Self.scales))
    default: .failed(sample.source.failure)
    }
  }

  /// The more a drawing resembles its shape, the better it fits; of several shapes the best fit wins.
  func complete(_ shape: StrokeShape?) -> Verdict {
    guard let score = shape.flatMap({ pattern.score(of: $0) }) else {
      return .failed(.otherShape(0, least: StrokePattern.leastScore))
    }
    return .matched(Match(fit: score))
  }
}
