internal import Touch

/// A shape to draw.
public struct StrokePattern: Hashable, Sendable {
  /// The name of the shape.
  public var name: String
  /// The drawings to compare with: a drawing must resemble one of them.
  public var templates: [StrokeTemplate]

  public init(_ name: String, templates: [StrokeTemplate]) {
    self.name = name
    self.templates = templates
  }
}

extension StrokePattern: GesturePattern {
  var traits: PatternTraits {
    PatternTraits(
      taps: nil, tapsBefore: 0, directionBits: .max, forthBits: .max, isDirected: false, angles: [], goesBack: false,
      onlyDirection: nil, opposite: nil, path: .any, line: [], legs: [], leastMovement: nil, speed: nil,
      stepTime: nil,
      needsOnlyCount: false)
  }

  var parts: Int { 0 }

  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer { .stroke(StrokeRecognizer(self)) }

  func stepper(begunIn direction: Direction?) -> Stepper? { nil }

  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource { fingers == 1 ? .contacts : .libinput }

  func isImplied(by other: Pattern) -> Bool { other == .stroke(self) }

  func longestWait(of other: Pattern) -> LongestWait? { other.kind.movesAtOnce ? .lift : nil }

  func requiresMore(than other: Pattern) -> Bool { true }

  var words: String { name }

  var limits: String { "the shape '\(name)'" }

  var outline: LimitOutline { .none }

  func movement(_ stated: StatedAmounts) -> HandMovement? {
    let points = templates.first?.grid ?? []
    var hand = HandMovement()
    hand.legs = zip(points, points.dropFirst()).map { ($1 - $0) * (HandMovement.usualDistance / 99) }
    hand.moving = .milliseconds(1_000)
    return hand
  }
}

extension Pattern {
  /// The name of a shape; nil for other gestures.
  var stroke: String? { if case .stroke(let pattern) = self { pattern.name } else { nil } }
}

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
