internal import Time
public import Touch

/// The limits of a tap.
public struct TapPattern: Hashable, Sendable {
  /// The number of taps, 1 to 10.
  public var taps: Int
  /// The longest time during which all fingers of one tap may be down; nil, the default, for the time until a long
  /// press with these fingers begins, or `longest` if no rule requests one. So a press is never nothing. Taps of real
  /// hands take 24 to 124 ms.
  public var within: Duration?
  /// The largest movement of a finger in one tap. Default 2.5 mm.
  public var movement: Millimetres
  /// The longest time from a tap to the landing of the next. Default 300 ms (Android, Flutter).
  public var gap: Duration
  /// The largest distance from a tap to the next. Default 16 mm (100 dp, Android).
  public var distance: Millimetres
  /// The least time from a tap that was reported to the next one with these fingers: they bounced, or the hand
  /// trembles. Taps of a series may follow one another at once. Default 30 ms: Android requires 40 ms
  /// (ViewConfiguration, DOUBLE_TAP_MIN_TIME), of which a touchscreen may report one frame less.
  public var pause: Duration

  /// The largest number of taps.
  public static let mostTaps = 10

  /// A tap; omitted limits have their defaults.
  public init(
    _ taps: Int = 1, within: Duration? = nil, movement: Millimetres = 2.5,
    gap: Duration = .milliseconds(300), distance: Millimetres = 16, pause: Duration = .milliseconds(30)
  ) {
    self.taps = taps
    self.within = within
    self.movement = movement
    self.gap = gap
    self.distance = distance
    self.pause = pause
  }

  /// The longest tap where no rule requests a long press: the time after which Android takes a touch for one
  /// (ViewConfiguration, DEFAULT_LONG_PRESS_TIMEOUT).
  public static let longest = Duration.milliseconds(400)
  /// The longest tap of fingers that libinput reports late or that tap beside others.
  static let usual = Duration.milliseconds(250)

  /// The longest time of a tap with fingers of which long presses begin after `presses`.
  public func limit(beforeLongPresses presses: [Duration]) -> Duration {
    within ?? presses.min().map { $0 - .microseconds(1) } ?? Self.longest
  }
}

extension TapPattern: GesturePattern {
  static var facts: KindFacts { KindFacts(.rest, nil, usualValue: "single", .madeOfTaps) }

  var traits: PatternTraits { .still(taps: taps, tapsBefore: taps - 1, stepTime: nil, needsOnlyCount: true) }

  var parts: Int { 0 }

  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer { .tap(TapRecognizer(self, at: sample)) }

  func stepper(begunIn direction: Direction?) -> Stepper? { nil }

  // libinput takes a finger at the edge for a palm, whose tap it does not report.
  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource {
    fingers <= 3 && !inRegion ? .libinput : .contacts
  }

  func isImplied(by other: Pattern) -> Bool {
    guard case .tap(let other) = other else { return false }
    return taps == other.taps && within ?? Self.longest >= other.within ?? Self.longest
      && movement >= other.movement && gap >= other.gap && distance >= other.distance
  }

  func longestWait(of other: Pattern) -> LongestWait? {
    if case .longPress(let press) = other { return within.flatMap { $0 >= press.duration ? .time($0) : nil } }
    return other.leastMovement.map { movement > $0 } == true ? .time(within ?? Self.longest) : nil
  }

  func requiresMore(than other: Pattern) -> Bool { true }

  var words: String { Self.words(taps) }

  /// The word of rules files for a number of taps; for more than three, the number.
  package static func words(_ taps: Int) -> String {
    taps == 1 ? "single" : taps == 2 ? "double" : taps == 3 ? "triple" : "\(taps)"
  }

  var limits: String {
    "touches of at most \((within ?? Self.longest).milliseconds) that move at most \(movement.text)"
  }

  var outline: LimitOutline { .rest(movement) }

  func movement(_ stated: StatedAmounts) -> HandMovement? {
    var hand = HandMovement(resting: within ?? HandMovement.usualTap)
    (hand.taps, hand.tapTime, hand.endsWithTap) = (taps - 1, hand.resting, true)
    return hand
  }
}

extension Pattern {
  /// States the longest time of a tap with fingers of which long presses begin after `presses`.
  mutating func limitTaps(beforeLongPresses presses: [Duration]) {
    guard case .tap(var tap) = self else { return }
    tap.within = tap.limit(beforeLongPresses: presses)
    self = .tap(tap)
  }

  /// The limits of its taps: its own, or those of the taps before another gesture.
  public var tapLimits: TapPattern { if case .tap(let pattern) = self { pattern } else { TapPattern() } }
}

/// A recogniser of fingers that touch for a moment.
///
///     fingers  ──▼─▼▼────────────▲──▲▲──
///     landed        │◀─ within ─▶│
///     state    possible             recognized
///
/// A tap is recognised when the last finger has lifted, if none has moved and all were down together for a short time
/// only. `TapSeries` counts several taps in a row; this recognises one of them.
struct TapRecognizer: Hashable, Sendable {
  private let movement: Millimetres
  private let landed: Timestamp
  /// The last moment at which the first finger may lift.
  private var end: Timestamp
  private var hasLifted = false

  init(_ pattern: TapPattern, at sample: Sample) {
    movement = pattern.movement
    landed = sample.landed
    end = sample.landed + (pattern.within ?? TapPattern.longest)
  }

  /// The first moment that is too late; a lift at `end` itself is in time.
  var deadline: Timestamp? { hasLifted ? nil : end + .microseconds(1) }

  func observe(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts: break
    // libinput reports the tap after the lift.
    case .hold, .tap: return .undecided
    default: return .failed(sample.source.failure)
    }
    guard sample.reach <= movement else {
      return .failed(.movedTooFar(sample.reach, limit: movement, held: sample.time - landed, within: end - landed))
    }
    return expire(at: sample.time)
  }

  func expire(at time: Timestamp) -> Verdict {
    guard !hasLifted, time > end else { return .undecided }
    return .failed(.heldTooLong(time - landed, limit: end - landed))
  }

  mutating func lift() { hasLifted = true }

  /// Takes in that the finger was only lost, for so long: that it was down meanwhile is not known, and no part of the
  /// tap.
  mutating func restore(after gone: Duration) {
    hasLifted = false
    end = end + gone
  }

  func complete(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts:
      if sample.reach > movement {
        .failed(.movedTooFar(sample.reach, limit: movement, held: sample.time - landed, within: end - landed))
      } else if !sample.wereDownTogether {
        .failed(.apart(share: sample.shareTogether, least: Sample.leastTogetherShare, time: Sample.longTogether))
      } else {
        .matched(Match())
      }
    // Reported after the last lift. The last landing may be estimated from a hold that began before, so several fingers
    // have additional time to land and lift.
    case .tap:
      sample.time <= (sample.fingers == 1 ? end : end + Thresholds.tapSkew)
        ? .matched(Match())
        : .failed(.heldTooLong(sample.time - landed, limit: end - landed))
    // Fingers that rested on a touchpad and lifted: libinput reports separately if that was a tap.
    default: .failed(sample.source.failure)
    }
  }
}
