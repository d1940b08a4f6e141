public import Time
public import Touch

/// The reason why a recogniser failed, with its amount and its limit.
public enum Failure: Hashable, Sendable {
  /// A finger landed too late to belong to the others: its number, the time since the landing before, and the limit.
  case lateFinger(Int, after: Duration, limit: Duration)
  /// The last finger lifted too long after the first one.
  case lateLift(after: Duration, limit: Duration)
  /// The fingers were down together for less than the least share of the shorter touch, and for less than `time`.
  case apart(share: Double, least: Double, time: Duration)
  /// A finger moved too far from its landing. Of a tap, also the time for which the fingers stayed, and its limit.
  case movedTooFar(Millimetres, limit: Millimetres, held: Duration?, within: Duration?)
  /// The fingers stayed too long; a finger moved so far meanwhile.
  case heldTooLong(Duration, limit: Duration, moved: Millimetres, most: Millimetres)
  /// The fingers lifted before their time.
  case liftedEarly
  /// The movement reached less than its distance.
  case tooShort(Millimetres, least: Millimetres)
  /// The movement took too long, or the fingers can no longer come its distance in time.
  case tooLate(limit: Duration)
  /// The movement was quicker than a rule permits.
  case tooEarly(Duration, least: Duration)
  /// The speed, in mm/s, was outside its range.
  case speed(Double, ClosedRange<Double>)
  /// The path turned, bent or left its direction.
  case bent
  /// The path had fewer legs than a rule asks for.
  case legs(Int, least: Int)
  /// The path turned less than its angle, in degrees.
  case turnedTooLittle(Double, least: Double)
  /// The movement had another direction.
  case otherDirection
  /// The fingers did not move together.
  case notTogether
  /// The fingers moved together.
  case together
  /// Of three fingers or more, the one that moved farthest but one moved so far; the limit follows the farthest.
  case oneMoved(Millimetres, least: Millimetres)
  /// The contacts landed as the parts of a palm.
  case palm
  /// A finger rested beside those that moved or landed.
  case rested
  /// The touch started so far from an edge or corner.
  case outside(distance: Millimetres, margin: Millimetres)
  /// The outermost fingers landed at this distance from each other.
  case distanceApart(Millimetres, ClosedRange<Millimetres>)
  /// libinput reports another gesture.
  case reported(Gesture.Kind)
  /// The fingers have scrolled before.
  case scrolled
  /// A contact moved so far in one frame, which no finger can.
  case jumped(Millimetres, in: Duration)
  /// One finger left the region in which it leaves the pointer where it is.
  case pointed
  /// The finger that tapped beside the resting ones landed too near to them.
  case tooNearBeside(Millimetres, limit: Millimetres)
  /// The same, too far beside.
  case tooFarBeside(Millimetres, limit: Millimetres)
  /// The same, too far above or below.
  case tooFarAcross(Millimetres, limit: Millimetres)
  /// The drawing was not the shape.
  case otherShape
  /// Decided by something else.
  case other
}

public struct TouchFailure: Hashable, Sendable {
  /// The time at which it was certain.
  public var time: Timestamp
  /// The index of the trigger whose recogniser failed; nil if the failure concerns all fingers.
  public var trigger: Int?
  public var failure: Failure

  public init(time: Timestamp, trigger: Int?, failure: Failure) {
    self.time = time
    self.trigger = trigger
    self.failure = failure
  }
}

/// The latest failures of one device, if they are asked for.
struct FailureLog: Sendable {
  /// More than the recognisers of several touches have.
  private static let capacity = 512

  private(set) var failures: [TouchFailure] = []

  mutating func add(_ failure: TouchFailure) {
    if failures.count == Self.capacity { failures.removeFirst(Self.capacity / 2) }
    failures.append(failure)
  }

  /// States how long the fingers stayed that landed at `landed`: when the recognisers failed, this was still unknown.
  mutating func completeHolds(from landed: Timestamp, to lift: Timestamp) {
    for index in failures.indices.reversed() {
      guard failures[index].time >= landed else { return }
      switch failures[index].failure {
      case .heldTooLong(_, let limit, let moved, let most):
        failures[index].failure = .heldTooLong(lift - landed, limit: limit, moved: moved, most: most)
      case .movedTooFar(let distance, let limit, .some, let within):
        failures[index].failure = .movedTooFar(distance, limit: limit, held: lift - landed, within: within)
      default: break
      }
    }
  }

  /// States how late the last finger lifted: when the recognisers failed, this was still unknown.
  mutating func completeLateLifts(_ after: Duration, since time: Timestamp) {
    for index in failures.indices.reversed() {
      guard failures[index].time >= time else { return }
      if case .lateLift(_, let limit) = failures[index].failure {
        failures[index].failure = .lateLift(after: after, limit: limit)
      }
    }
  }
}

extension TouchSequence {
  /// Records a failure, if failures are asked for.
  /// - Parameter trigger: the index of the trigger; nil if the failure concerns all fingers.
  mutating func note(_ failure: Failure, of trigger: Int? = nil, at time: Timestamp? = nil) {
    guard candidates.isExplained else { return }
    failureLog.add(TouchFailure(time: time ?? last.time, trigger: trigger, failure: failure))
  }

  /// Records that a recogniser failed.
  mutating func note(_ failure: Failure, of active: ActiveRecognizer) {
    guard candidates.isExplained, let trigger = active.trigger else { return }
    failureLog.add(
      TouchFailure(
        time: last.time, trigger: trigger,
        failure: failure == .liftedEarly ? active.recognizer.unfinished(last, motion, legs) : failure))
  }
}

extension Sample {
  /// The failure of fingers of which only one has moved, farther than all tremble; nil if there is none.
  fileprivate var oneMoved: Failure? {
    guard !movesSeveral, let ways, ways.first > Thresholds.slop.value else { return nil }
    return .oneMoved(Millimetres(ways.second), least: Millimetres(ways.least))
  }
}

extension Recognizer {
  /// The reason why it was undecided until the fingers lifted.
  fileprivate func unfinished(_ sample: Sample, _ motion: MotionPath, _ legs: LegPath) -> Failure {
    switch self {
    case .turn(let recognizer): recognizer.unfinished(legs)
    case .rest(let recognizer): recognizer.unfinished(legs)
    case .circle(let recognizer): recognizer.unfinished(sample, legs)
    case .swipe(let recognizer): recognizer.unfinished(motion)
    case .pan(let recognizer): recognizer.unfinished(sample, motion)
    case .pinch, .rotate: sample.oneMoved ?? (sample.isTogether ? .together : .liftedEarly)
    case .tap, .longPress, .stroke, .press, .tipTap: .liftedEarly
    }
  }
}
