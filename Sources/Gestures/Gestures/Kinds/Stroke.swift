internal import Time
internal import Touch

/// A shape to draw.
public struct StrokePattern: Hashable, Sendable {
  /// The name of the shape.
  public var name: String
  /// The drawings to compare with: a drawing must resemble one of them.
  public var templates: [StrokeTemplate]
  /// The longest time from the first movement to the lift; nil, the default, for no limit.
  public var within: Duration?
  /// The number of taps right before it, with a tap's default limits; 0 to 10. Default 0.
  public var taps: Int
  /// The side where the drawing begins; nil, the default, for any that its drawings permit.
  public var drawnFrom: StrokeSide?

  public init(
    _ name: String, templates: [StrokeTemplate], within: Duration? = nil, taps: Int = 0, drawnFrom: StrokeSide? = nil
  ) {
    self.name = name
    self.templates = templates
    self.within = within
    self.taps = taps
    self.drawnFrom = drawnFrom
  }
}

extension StrokePattern {
  /// The number of drawings with which nearly all others of the same hand are recognised: of the gesture logs of the $1
  /// recognizer 97 to 98 % with one, and 99 % with three.
  public static let enoughDrawings = 3

  /// The number of drawings by a hand; 0 for a built-in shape.
  public var drawings: Int { templates.count { $0.isDrawn } }
}

extension Pattern {
  /// The limits of a shape; nil for other gestures.
  public var shape: StrokePattern? { if case .stroke(let pattern) = self { pattern } else { nil } }
}

extension StrokePattern: TappedPattern {
  static var facts: KindFacts { KindFacts(.move, .speed, .drawn) }

  var traits: PatternTraits {
    PatternTraits(
      taps: taps == 0 ? nil : taps, tapsBefore: taps, directionBits: .max, forthBits: .max, isDirected: false,
      angles: [], goesBack: false,
      onlyDirection: nil, opposite: nil, path: .any, line: [], leastMovement: nil, speed: nil, stepTime: nil,
      needsOnlyCount: false, projected: nil)
  }

  var parts: Int { 0 }

  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer { .stroke(StrokeRecognizer(self)) }

  func stepper(begunIn direction: Direction?) -> Stepper? { nil }

  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource {
    hidesTaps(of: fingers) || fingers == 1 ? .contacts : .libinput
  }

  func isImplied(by other: Pattern) -> Bool {
    guard case .stroke(var other) = other, within.isLongEnough(for: other.within) else { return false }
    other.within = within
    if drawnFrom == nil { other.drawnFrom = nil }
    return self == other
  }

  func longestWait(of other: Pattern) -> LongestWait? { other.kind.movesAtOnce ? .lift : nil }

  func requiresMore(than other: Pattern) -> Bool { true }

  var words: String { name }

  var limits: String {
    precededBy(taps: taps) + "the shape '\(name)'" + (drawnFrom.map { " from the \($0.rawValue)" } ?? "")
  }

  var outline: LimitOutline { .none }

  func movement(_ stated: StatedAmounts) -> HandMovement? {
    let points = templates.first.map { template in drawnFrom.map(template.grid(from:)) ?? template.grid } ?? []
    var hand = HandMovement()
    hand.legs = zip(points, points.dropFirst()).map { ($1 - $0) * (HandMovement.usualDistance / 99) }
    hand.moving = within ?? .milliseconds(1_000)
    hand.taps = taps
    return hand
  }
}

extension Pattern {
  /// The name of a shape; nil for other gestures.
  var stroke: String? { if case .stroke(let pattern) = self { pattern.name } else { nil } }
}

/// A recogniser of fingers that draw a shape. A drawing is judged when all fingers have lifted, because its end is
/// unknown before.
struct StrokeRecognizer: TimedRecognizer, Hashable, Sendable {
  /// The permitted scale. The fingers draw with one pen, so the distance between them stays about the same.
  private static let scales = 0.6...1.6

  private let pattern: StrokePattern

  /// The last moment at which the drawing may end, once the fingers have moved; nil if it has no limit.
  private(set) var lastChance: Timestamp?

  init(_ pattern: StrokePattern) { self.pattern = pattern }

  var limit: Duration? { pattern.within }

  mutating func observe(_ sample: Sample, _ motion: MotionPath) -> Verdict {
    if let within = pattern.within {
      lastChance = motion.hasLeft ? motion.start + within : nil
      guard !isTooLate(at: sample.time) else { return tooLate }
    }
    return switch sample.source {
    case .contacts, .hold, .swipe, .scroll:
      Self.scales.contains(sample.scale) ? .undecided : .failed(.scaled(sample.scale, Self.scales))
    default: .failed(sample.source.failure)
    }
  }

  /// The more a drawing resembles its shape, the better it fits; of several shapes the best fit wins.
  func complete(_ shape: StrokeShape?, at time: Timestamp) -> Verdict {
    guard !isTooLate(at: time) else { return tooLate }
    guard let score = shape.flatMap({ pattern.score(of: $0) }) else {
      return .failed(.otherShape(0, least: StrokePattern.leastScore))
    }
    return .matched(Match(fit: score))
  }
}
