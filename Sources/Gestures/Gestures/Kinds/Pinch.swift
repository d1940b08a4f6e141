internal import Diagnostics
internal import Time
internal import Touch

/// The limits of a pinch.
public struct PinchPattern: Hashable, Sendable {
  /// The directions in which it may begin; without the opposite ones if it goes back.
  public var directions: PinchDirections
  /// The least change of the distance between the fingers, as a fraction of the initial one: it begins at 1 + change or
  /// 1 - change. Default 0.1.
  public var change: Double
  /// The least time from the first movement to the change. Default 0.
  public var after: Duration
  /// The longest time from the first movement to the change; nil, the default, for no limit.
  public var within: Duration?
  /// The change from one step to the next, as a fraction of the initial distance; nil for no steps.
  public var step: Double?
  /// True if it may also begin in the opposite direction.
  public var goesBack: Bool
  /// The permitted speed when it begins: of the change of the distance, in multiples of the initial one per second; nil
  /// for any.
  public var speed: ClosedRange<Double>?
  /// The number of taps right before it, with a tap's default limits; 0 to 10. Default 0.
  public var taps: Int
  /// The least change of the distance between the fingers, as a fraction of the initial one, at which the fingers would
  /// come to rest, with which it ends; with less it is cancelled. Nil, the default, for any.
  public var projected: Double?

  /// A pinch; omitted limits have their defaults.
  public init(
    _ directions: PinchDirections, change: Double = 0.1, after: Duration = .zero, within: Duration? = nil,
    step: Double? = nil, goesBack: Bool = false, speed: ClosedRange<Double>? = nil, taps: Int = 0,
    projected: Double? = nil
  ) {
    self.directions = directions
    self.change = change
    self.after = after
    self.within = within
    self.step = step
    self.goesBack = goesBack
    self.speed = speed
    self.taps = taps
    self.projected = projected
  }

  /// The directions in which it may begin, with the opposite one if it goes back.
  var allDirections: PinchDirections { goesBack ? .any : directions }
}

extension PinchPattern: TappedPattern {
  static var facts: KindFacts { KindFacts(.turn, .scale, usualFingers: 2, .continuous) }

  var traits: PatternTraits {
    .turning(
      allDirections.rawValue, forth: directions.rawValue, goesBack: goesBack,
      onlyDirection: directions == .any ? nil : directions == .inwards ? .inwards : .outwards,
      opposite: directions == .any && step != nil ? .outwards : nil, isDirected: true,
      path: nil, taps: taps, speed: speed, projected: projected)
  }

  var parts: Int { 0 }

  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer {
    .pinch(PinchRecognizer(self, at: sample, sharesFingers: sharesFingers))
  }

  func stepper(begunIn direction: Direction?) -> Stepper? {
    guard let step else { return nil }
    let isInwards = directions == .any ? direction == .inwards : directions == .inwards
    return .line(
      LineStepper(
        step: step, measure: .scale, sign: isInwards ? -1 : 1,
        names: isInwards ? (.inwards, .outwards) : (.outwards, .inwards),
        other: goesBack ? .back : directions == .any ? .step : .silent))
  }

  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource {
    hidesTaps(of: fingers) ? .contacts : .libinput
  }

  func isImplied(by other: Pattern) -> Bool {
    guard case .pinch(let other) = other else { return false }
    let areAtOnce = change == other.change
    return taps == other.taps && change <= other.change && within.isLongEnough(for: other.within)
      && speed.includes(other.speed, areAtOnce: areAtOnce)
      && after.isInTime(where: other.after, areAtOnce: areAtOnce)
  }

  func longestWait(of other: Pattern) -> LongestWait? {
    other.kind == .pinch ? within.map { .time($0) } ?? .lift : nil
  }

  func requiresMore(than other: Pattern) -> Bool {
    if case .pinch(let other) = other { change > other.change } else { true }
  }

  var words: String { directions == .any ? "any" : directions.names.joined(separator: " or ") }

  var limits: String {
    let step = step.map { ", then \(($0 * 100).tenths)\u{a0}% per step" } ?? ""
    return precededBy(taps: taps) + "\((change * 100).tenths)\u{a0}%\(step)"
  }

  var outline: LimitOutline {
    .spreads(
      (allDirections.contains(.outwards) ? [1 + change] : [])
        + (allDirections.contains(.inwards) && change < 1 ? [1 - change] : []))
  }

  func movement(_ stated: StatedAmounts) -> HandMovement? {
    guard directions != .any else { return nil }
    var hand = HandMovement()
    let change = stated.contains(.distance) ? change : directions == .inwards ? 0.5 : 1
    hand.scale = directions == .inwards ? 1 - change : 1 + change
    hand.moving = within ?? speed.map { HandMovement.time(of: change, at: $0) } ?? HandMovement.usualTime
    hand.taps = taps
    return hand
  }
}

extension Pattern {
  /// The directions of a pinch; none for other gestures.
  public var pinchDirections: PinchDirections {
    if case .pinch(let pattern) = self { pattern.allDirections } else { [] }
  }
}

/// A recogniser of fingers that come together or part.
///
///     scale    1.0 ── 1 ± slop ───────── 1 ± change ──────────▲──
///                        │◀─── after…within ───▶│
///     state    possible                        began  changed  ended
///
/// The gesture begins when the distance between the fingers has changed by its share. On touchscreens it must also have
/// changed by 4 mm (ChromeOS's guess), so that fingers that lie close do not pinch by trembling, and the fingers must
/// not be moving together, so that a swipe of a spreading hand is no pinch. If they have turned farther than they have
/// parted, the hand turns something, or one finger moves past another that rests. While a finger may only lag behind
/// the others, nothing is decided. Of three fingers, two move, and of more, three: beside one that draws and two that
/// scroll, a palm rests.
struct PinchRecognizer: TimedRecognizer, Hashable, Sendable {
  private static let leastSpread = 4.0

  private let pattern: PinchPattern
  private let directions: PinchDirections
  /// True if it runs alongside other gestures.
  var sharesFingers: Bool
  private var start: Timestamp
  /// The last moment at which it is in time, once the fingers have moved; nil if it has no limit.
  private(set) var lastChance: Timestamp?

  init(_ pattern: PinchPattern, at sample: Sample, sharesFingers: Bool) {
    self.pattern = pattern
    self.sharesFingers = sharesFingers
    directions = pattern.allDirections
    start = sample.landed
  }

  var limit: Duration? { pattern.within }

  func permits(_ direction: Direction?) -> Bool { directions.contains(direction == .inwards ? .inwards : .outwards) }

  mutating func observe(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts, .hold, .pinch: break
    // libinput has classified the touchpad's fingers as something else, and does not revise that.
    default: return .failed(sample.source.failure)
    }
    guard !isTooLate(at: sample.time) else { return tooLate }
    let change = sample.scale - 1
    let hasMoved = abs(change) > Thresholds.pinchSlop
    if !hasMoved { start = sample.time }
    lastChance = hasMoved ? pattern.within.map { start + $0 } : nil
    guard !isTooLate(at: sample.time) else { return tooLate }
    // Rounded, because 1.1 - 1 is a little less than 0.1.
    guard abs(change) >= pattern.change - 1e-9 else { return .undecided }
    if let spread = sample.spread {
      guard abs(spread.value) >= Self.leastSpread else { return .undecided }
    }
    guard sample.moveMost, sharesFingers || sample.pinches else { return .undecided }
    guard directions.contains(change > 0 ? .outwards : .inwards) else {
      return .failed(.otherDirection(change > 0 ? .outwards : .inwards))
    }
    guard sample.time - start >= pattern.after else {
      return .failed(.tooEarly(sample.time - start, least: pattern.after))
    }
    return .matched(Match(direction: change > 0 ? .outwards : .inwards))
  }

  /// The reason why it was undecided until the fingers lifted.
  func unfinished(_ sample: Sample) -> Failure {
    if let fewMoved = sample.fewMoved { return fewMoved }
    if amount(sample).share < 1 - 1e-9 { return .scaledTooLittle(abs(sample.scale - 1), least: pattern.change) }
    if let spread = sample.spread, abs(spread.value) < Self.leastSpread {
      return .spreadTooLittle(Millimetres(abs(spread.value)), least: Millimetres(Self.leastSpread))
    }
    return sample.turnFailure
  }

  func amount(_ sample: Sample) -> Amount {
    Amount(abs(sample.scale - 1) * 100, of: pattern.change * 100, .percent)
  }
}
