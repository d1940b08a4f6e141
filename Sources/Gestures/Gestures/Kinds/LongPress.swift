internal import Diagnostics
internal import Time
public import Touch

/// The limits of a long press.
public struct LongPressPattern: Hashable, Sendable {
  /// The time for which the fingers must rest before it begins. Default 500 ms (UIKit).
  public var duration: Duration
  /// The largest movement before it begins. Default 3 mm: a hand that rests for 0.5 s drifts 0.6 mm, for 2 s 2.1 mm.
  public var movement: Millimetres
  /// The number of taps right before it, with a tap's default limits; 0 to 10. Default 0.
  public var taps: Int
  /// The time from one step to the next while the fingers stay; nil for no steps.
  public var step: Duration?
  /// The swipe after which the fingers rest, in the same touch; nil if they rest where they landed. Default nil.
  public var moved: SwipePattern?

  /// A long press; omitted limits have their defaults.
  public init(
    _ duration: Duration = .milliseconds(500), movement: Millimetres = 3, taps: Int = 0, step: Duration? = nil,
    moved: SwipePattern? = nil
  ) {
    self.duration = duration
    self.movement = movement
    self.taps = taps
    self.step = step
    self.moved = moved
  }
}

extension LongPressPattern: TappedPattern {
  static var facts: KindFacts { KindFacts(.rest, nil, usualValue: "1s", [.continuous, .rests]) }

  var traits: PatternTraits {
    guard let moved else {
      return .still(taps: taps == 0 ? nil : taps, tapsBefore: taps, stepTime: step, needsOnlyCount: false)
    }
    return PatternTraits(
      taps: taps == 0 ? nil : taps, tapsBefore: taps, directionBits: moved.directions.rawValue,
      forthBits: moved.directions.rawValue, isDirected: true, angles: moved.angles, goesBack: false,
      onlyDirection: moved.lastDirections.only, opposite: nil, path: moved.directions, line: [],
      leastMovement: moved.distance, speed: nil, stepTime: step, needsOnlyCount: false, projected: nil)
  }

  var parts: Int { moved.map { $0.legs + 1 } ?? 0 }

  func recognizer(at sample: Sample, sharesFingers: Bool) -> Recognizer {
    moved.map { .rest(RestAfterSwipeRecognizer(self, after: $0)) } ?? .longPress(LongPressRecognizer(self, at: sample))
  }

  func stepper(begunIn direction: Direction?) -> Stepper? { nil }

  func source(ofFingers fingers: Int, inRegion: Bool) -> GestureSource {
    hidesTaps(of: fingers) || fingers == 1 && (inRegion || moved != nil) ? .contacts : .libinput
  }

  func isImplied(by other: Pattern) -> Bool {
    guard case .longPress(let other) = other else { return false }
    return taps == other.taps && duration <= other.duration && movement >= other.movement && moved == other.moved
  }

  func longestWait(of other: Pattern) -> LongestWait? {
    if moved != nil { return other.kind.motion == .move ? .lift : nil }
    if case .longPress = other { return .time(duration) }
    return other.leastMovement.map { movement > $0 } == true ? .time(duration) : nil
  }

  func requiresMore(than other: Pattern) -> Bool {
    guard case .longPress(let other) = other else { return true }
    return taps == other.taps && duration > other.duration
  }

  var words: String { Phrase.time(duration) + (moved.map { " after moving \($0.words)" } ?? "") }

  var limits: String {
    (moved.map { $0.limits + ", then " } ?? "")
      + "a rest of \(duration.milliseconds) that moves at most \(movement.text)"
  }

  var outline: LimitOutline { moved?.outline ?? .rest(movement) }

  func movement(_ stated: StatedAmounts) -> HandMovement? {
    var hand = HandMovement(resting: duration)
    if let moved {
      guard let legs = moved.usualLegs else { return nil }
      hand = HandMovement(legs, speed: HandMovement.usualSpeed.swipe, resting: duration)
    }
    hand.taps = taps
    return hand
  }
}

extension Pattern {
  /// The swipe that a long press continues; nil for other gestures and if its fingers rest from their landing.
  public var swipeBefore: SwipePattern? { if case .longPress(let pattern) = self { pattern.moved } else { nil } }

  /// The recogniser of fingers that make it after another gesture, without lifting.
  func recognizer(after sample: Sample) -> Recognizer {
    guard case .longPress(let pattern) = self, pattern.moved == nil else {
      return recognizer(at: sample, sharesFingers: false)
    }
    return .longPress(LongPressRecognizer(pattern, after: sample))
  }

  /// The time of a long press of fingers that rest from their landing; nil for other gestures.
  public var restingTime: Duration? {
    if case .longPress(let pattern) = self, pattern.moved == nil { pattern.duration } else { nil }
  }
}

/// A recogniser of resting fingers.
///
///     fingers  ──▼▼▼─────────────────────────────▲──
///     landed        │◀──── duration ────▶│
///     state    possible                  began   ended
///
/// The gesture begins at its time, while the fingers are still down; from then on they may move freely. A touchpad
/// reports resting fingers only some time after they landed, and no longer once they have moved 2 mm. Fingers that go
/// on from another gesture may move first: they rest from the moment at which they no longer do.
struct LongPressRecognizer: Hashable, Sendable {
  /// The largest rotation of fingers that rest, in degrees.
  private static let largestTurn = 5.0

  /// The place of fingers that rest, as far as they can leave it.
  private struct Place: Hashable, Sendable {
    let translation: Vector
    let spread: Millimetres
    let rotation: Double

    init(_ sample: Sample) {
      translation = sample.translation
      spread = sample.spread ?? 0
      rotation = sample.rotation
    }
  }

  // Not the whole pattern: the largest recogniser decides what each one takes to move.
  private let duration: Duration
  private let movement: Millimetres
  private(set) var deadline: Timestamp
  /// The place of fingers that go on from another gesture; nil for those that have landed.
  private var place: Place?

  init(_ pattern: LongPressPattern, at sample: Sample) {
    (duration, movement) = (pattern.duration, pattern.movement)
    deadline = sample.landed + pattern.duration
  }

  /// The recogniser of fingers that make the gesture after another one, without lifting.
  init(_ pattern: LongPressPattern, after sample: Sample) {
    (duration, movement) = (pattern.duration, pattern.movement)
    place = Place(sample)
    deadline = sample.time + pattern.duration
  }

  mutating func observe(_ sample: Sample) -> Verdict {
    if let place {
      let present = Place(sample)
      if moved(from: place, to: present) {
        self.place = present
        deadline = sample.time + duration
      }
      return expire(at: sample.time)
    }
    switch sample.source {
    case .contacts, .hold: break
    default: return .failed(sample.source.failure)
    }
    guard sample.reach <= movement else {
      return .failed(.movedTooFar(sample.reach, limit: movement, held: nil, within: nil))
    }
    return expire(at: sample.time)
  }

  private func moved(from place: Place, to present: Place) -> Bool {
    let spread = present.spread.value - place.spread.value
    return max((present.translation - place.translation).length.value, abs(spread) / 2) > movement.value
      || abs(present.rotation - place.rotation) > Self.largestTurn
  }

  /// The reason why it was undecided until the fingers lifted.
  func unfinished(_ sample: Sample) -> Failure { .restedTooBriefly(rested(sample), least: duration) }

  func amount(_ sample: Sample) -> Amount { Amount(rested(sample), of: duration) }

  private func rested(_ sample: Sample) -> Duration { duration - (deadline - sample.time) }

  func expire(at time: Timestamp) -> Verdict { time >= deadline ? .matched(Match()) : .undecided }
}
