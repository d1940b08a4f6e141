internal import Time
internal import Touch

/// One hand on a device: fingers that landed together, their movement, and their touch sequence.
///
///     fingers   ▼ ▼▼     (▼)                           ▲  ▲▲
///     stage    │ landing │ resting │ moving │ owned   │ lifting │ away
///               ◀─ 100 ms ─▶        3 mm     a gesture
///
/// Fingers that land within the settling time of one another, in a chain, are one hand. What a later finger does is in
/// this table; `near` is within the span of a thumb and a forefinger, `in time` 160 ms after the hand's first landing,
/// and `asked` if a rule requests as many fingers or more.
///
///     stage      near, in time, asked   near, otherwise   far          in its chain
///     away       apart                  apart             apart        apart
///     landing    join                   join              join         join
///     resting    join late              apart             apart        apart
///     moving     beside                 beside            apart        beside
///     owned      beside                 beside            apart        beside
///     lifting    beside                 beside            apart        beside; join while fingers may still land
///     still      apart                  apart             apart        join
///
/// A finger that a gesture which goes on, or waits for an earlier rule, permits joins in any case. One with which the
/// fingers would be farther apart than any hand spans (`Trigger.handSpan`), and than a rule permits, is always apart:
/// two people at one surface do not disturb each other.
///
/// - apart: the finger is the first of another hand. The two have touch sequences of their own. Once one is recognised,
///   the other is still if it rests or is near.
/// - beside: the same, but it is still unless more fingers land with it, because it may be a palm or one finger too
///   many.
///
/// A hand that is still makes no gesture until its fingers have lifted, and takes none from the others: a palm, or a
/// thumb that holds the device. A finger that landed while the hand beside it moved, in its chain or in time and asked
/// for, joins that hand once it moves along; so does one that makes three fingers on a touchpad as many as a rule
/// requests. If it moves along otherwise, the hand has another number of fingers than it seemed to have, and makes no
/// gesture either.
struct TrackedHand: Sendable {
  enum Stage: Hashable, Sendable, CaseIterable {
    /// No finger is down.
    case away
    /// Fingers land one after another.
    case landing
    /// The number of fingers is settled, and none has moved.
    case resting
    /// The fingers have moved, and no gesture is recognised.
    case moving
    /// A gesture of a rule owns the fingers.
    case owned
    /// Fingers lift one after another.
    case lifting
    /// The fingers make no gesture.
    case still
  }

  /// The answer to a finger that lands.
  enum Answer: Hashable, Sendable {
    case join
    /// It joins, and the touch is no tap.
    case joinLate
    case beside
    case apart
  }

  /// The relation of a landing to a hand.
  struct Landing: Hashable, Sendable {
    var isNear: Bool
    /// True if one hand, or both of one person for a rule that requests them, can span the fingers of the hand and this
    /// one.
    var isInReach = true
    /// True if the last finger of the hand landed within the settling time, or if others may still land.
    var isInChain: Bool
    /// True if it is within `latest` of the hand's first landing.
    var isInTime: Bool
    /// True if a rule requests as many fingers, or more.
    var isAsked: Bool
    /// True if the gesture that goes on permits one more finger.
    var isPermitted: Bool
    /// True if a gesture that may still begin permits one more finger.
    var isShared = false
  }

  /// A finger that rests beside those that move, and its position when they landed.
  struct Anchor: Hashable, Sendable {
    var finger: Int
    var position: Point
  }

  /// The hand that was down already when this one landed.
  struct Neighbour: Hashable, Sendable {
    var hand: Int
    var isNear: Bool
    /// The distance of the landing from its nearest finger, in mm.
    var distance: Double
    /// True if it moved, or a gesture owned its fingers, at that time.
    var wasMoving: Bool
    /// The part of its fingers that this one is, if it moves.
    var membership = Membership.none
    /// True if the fingers, as many as have landed, may be some of its own: they neither tap nor rest.
    var mayRestAlong = false
    /// True if the movements of both have been compared.
    var isCompared = false
    /// The movement of the other one when this one landed.
    var translation: Vector
  }

  /// The gestures that fingers cannot mean, which landed late or beside others.
  enum Exclusion: Int, Comparable, Sendable {
    case none
    case taps
    /// Taps and long presses.
    case rests

    static func < (left: Exclusion, right: Exclusion) -> Bool { left.rawValue < right.rawValue }
  }

  /// The relation of a finger to the hand that moved already when it landed.
  enum Membership: Hashable, Sendable {
    case none
    /// It belongs to the hand if it moves along with it.
    case ifAlong
    /// It landed in the chain, and belongs to the hand if it moves.
    case ifMoving
  }

  /// The time of one finger on the surface.
  private struct Touch: Sendable {
    var finger: Int?
    var landed: Timestamp
    var lifted: Timestamp?
    /// The present position, or that of the lift.
    var position: Point?
  }

  /// The latest landing of a finger of a hand that rests, after the first one. The last finger of four has been seen to
  /// land 150 ms late, and one more frame passes until it is reported. The parts of a palm take longer.
  static let latest = Duration.milliseconds(160)
  /// The same of the second finger, on a touchscreen: that of a pan has been seen to land 180 ms late.
  static let latestSecond = Duration.milliseconds(200)
  /// The same of fingers at several places of the surface, or farther apart than a hand spans, that rest there as a
  /// rule requests: nothing else can be meant.
  static let latestElsewhere = Duration.seconds(1)
  /// The largest distance between two neighbouring fingers of one hand, in mm: that of a spread thumb and forefinger.
  static let span = 100.0

  /// The least movement, in mm, and the longest time for it, of a hand that moves although it is still: noise and the
  /// roll of a palm are less.
  private static let leastStillMovement = 1.5
  private static let longestStillRest = Duration.milliseconds(100)

  var sequence: TouchSequence
  var motion = HandMotion()
  /// True if the fingers make no gesture until they have lifted.
  var isStill = false
  /// True if they are still only as long as no more fingers land with them.
  var isBeside = false
  /// True if a finger has joined although the number was settled.
  var isLate = false
  /// True if fingers have landed in this frame that the touch sequence does not know yet.
  var isLanding = false
  /// True if a gesture owned the fingers in the last frame.
  var wasOwned = false
  /// The place at which a hand that is still was last seen to move, and the time.
  private var moved = (to: Vector.zero, at: Timestamp.zero)
  /// The gestures that the fingers cannot mean.
  var exclusion = Exclusion.none
  /// The lateness of a finger that joined late.
  var lateness: Failure?
  var anchor: Anchor?
  var neighbour: Neighbour?
  /// The number of fingers of the touch sequence.
  var fingers = 0
  /// The number of fingers that are down.
  var down = 0
  var firstLanded = Timestamp.zero
  var landed = Timestamp.zero
  private var touches: [Touch] = []

  init(device: DeviceID, candidates: CandidateTable) {
    sequence = TouchSequence(device: device, candidates: candidates)
    touches.reserveCapacity(FingerTracker.mostFingers)
  }

  /// True if a gesture of a rule owns the fingers.
  var isOwned: Bool { sequence.isOwned && down > 0 }

  /// True if nothing is recognised yet, so that a finger that moves along can still join.
  var mayGrow: Bool {
    switch stage {
    case .landing, .resting, .moving, .lifting: true
    case .away, .owned, .still: false
    }
  }

  var stage: Stage {
    if down == 0 { return .away }
    if isStill { return .still }
    if isLanding, sequence.isIdle { return .landing }
    switch sequence.stage {
    case .idle: return .away
    case .spent: return sequence.isClaimed ? .owned : .still
    case .lifting: return .lifting
    case .landing where !sequence.isClaimed && sequence.landingEnd != nil:
      return sequence.hasLeftLanding ? .moving : .landing
    case .landing, .steady:
      if sequence.isClaimed { return .owned }
      return sequence.motion.hasLeft ? .moving : .resting
    }
  }

  /// The answer to a finger that lands: the table above.
  static func answer(in stage: Stage, to landing: Landing) -> Answer {
    guard landing.isInReach else { return .apart }
    return switch stage {
    case .away: .apart
    case .landing: .join
    case .resting: landing.isNear && landing.isInTime && landing.isAsked ? .joinLate : .apart
    case .moving:
      if landing.isPermitted { .join } else { landing.isNear || landing.isInChain ? .beside : .apart }
    case .owned: landing.isPermitted ? .join : landing.isNear ? .beside : .apart
    case .lifting: landing.isInChain ? .join : landing.isNear ? .beside : .apart
    case .still: landing.isInChain ? .join : .apart
    }
  }

  /// Begins the touch of a hand that was away.
  mutating func begin() {
    motion = HandMotion()
    (isStill, isBeside, isLate, wasOwned) = (false, false, false, false)
    moved = (.zero, .zero)
    exclusion = .none
    lateness = nil
    anchor = nil
    neighbour = nil
    fingers = 0
    down = 0
    touches.removeAll(keepingCapacity: true)
  }

  /// Counts a finger that has landed; nil for one without a slot.
  mutating func recordLanding(_ finger: Int?, at position: Point?, _ time: Timestamp) {
    if down == 0 { firstLanded = time }
    landed = time
    fingers += 1
    down += 1
    isLanding = true
    if touches.count < FingerTracker.mostFingers {
      touches.append(Touch(finger: finger, landed: time, position: position))
      locate()
    }
  }

  mutating func recordLift(_ finger: Int, at time: Timestamp) {
    for index in touches.indices where touches[index].finger == finger { touches[index].lifted = time }
  }

  /// Takes in the movement of a hand that is still.
  mutating func followStill(at time: Timestamp) {
    if (motion.translation - moved.to).length.value > Self.leastStillMovement { moved = (motion.translation, time) }
  }

  /// True if the hand is still, and its fingers move.
  func movesStill(at time: Timestamp) -> Bool { isStill && time - moved.at <= Self.longestStillRest }

  /// Forgets the touch of a contact that was no finger. Beside a palm, fingers neither tap nor rest.
  mutating func forget(_ finger: Int) {
    touches.removeAll { $0.finger == finger }
    exclusion = .rests
  }

  /// The positions of the fingers of the touch sequence, in the order of their landings.
  var positions: FingerPositions { sequence.positions }

  /// Takes in the positions of the fingers.
  mutating func follow(_ fingers: [FingerTracker.Finger]) {
    // The touches without a position, of fingers without a slot, have no place among the positions.
    var positioned = 0
    for index in touches.indices {
      guard var position = touches[index].position else { continue }
      var (phase, pressure) = (FingerPositions.Phase.still, 0.0)
      if touches[index].lifted == nil {
        // Fingers that land one after another are in the order of the touches.
        let place =
          index < fingers.count && fingers[index].id == touches[index].finger
          ? index : fingers.firstIndex { [id = touches[index].finger] in $0.id == id }
        if let place {
          position = fingers[place].position
          (phase, pressure) = (fingers[place].phase, fingers[place].pressure)
          touches[index].position = position
        }
      }
      if positioned < sequence.positions.count {
        sequence.positions[positioned] = position
        sequence.positions.set(touches[index].lifted == nil ? phase : .lifted, pressure: pressure, at: positioned)
      }
      positioned += 1
    }
    if min(positioned, FingerPositions.capacity) != sequence.positions.count { locate() }
  }

  /// Takes the number of fingers from the touch sequence: a gesture may go on without those that have lifted.
  mutating func takeCount() {
    fingers = sequence.fingers
    if fingers < touches.count { touches.removeAll { $0.lifted != nil } }
  }

  private mutating func locate() {
    let before = sequence.positions
    sequence.positions = FingerPositions(touches.lazy.compactMap(\.position))
    // Those that are new have landed; if some are gone, the others are found again with the next frame.
    guard before.count <= sequence.positions.count else { return }
    for index in before.indices {
      sequence.positions.set(before.phase(at: index), pressure: before.pressure(at: index) ?? 0, at: index)
    }
  }

  /// Drops the recognisers of gestures that the fingers cannot mean.
  mutating func exclude() {
    switch neighbour?.mayRestAlong == true ? .rests : exclusion {
    case .none: break
    case .taps: sequence.exclude(because: lateness ?? .rested) { $0.pattern.kind.isMadeOfTaps }
    case .rests: sequence.excludeRests()
    }
  }

  /// The sums as a sample, at the lift of the last finger if all have lifted.
  ///
  /// Mutating, as `follow` is: other methods are called with a copy of the hand, which costs as much as a finger.
  mutating func sample(at time: Timestamp) -> Sample {
    let time = down > 0 ? time : touches.reduce(Timestamp.zero) { max($0, $1.lifted ?? time) }
    var sample = motion.sample(at: time, anchor == nil ? .contacts : .anchored, fingers: fingers, landed: landed)
    if down == 0, touches.count > 1 { sample.shareTogether = shareTogether(until: time) }
    return sample
  }

  /// The least share of the shorter touch for which two fingers that landed one after the other were down together; 1
  /// for those that were together for long enough in any case.
  private func shareTogether(until time: Timestamp) -> Double {
    var least = 1.0
    for index in touches.indices.dropFirst() {
      let (one, two) = (touches[index - 1], touches[index])
      let lifts = (one.lifted ?? time, two.lifted ?? time)
      let overlap = (min(lifts.0, lifts.1) - max(one.landed, two.landed)).inSeconds
      let shorter = min(lifts.0 - one.landed, lifts.1 - two.landed).inSeconds
      if overlap < shorter, overlap < Sample.longTogether.inSeconds { least = min(least, overlap / shorter) }
    }
    return least
  }
}
