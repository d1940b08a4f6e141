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
  /// A finger moved too far from its landing. Of a tap of all fingers, also the time for which they stayed, and its
  /// limit.
  case movedTooFar(Millimetres, limit: Millimetres, held: Duration?, within: Duration?)
  /// The fingers stayed too long.
  case heldTooLong(Duration, limit: Duration)
  /// The fingers lifted before their time. The log has the amount in place of it: see `Recognizer.unfinished`.
  case liftedEarly
  /// The fingers rested for less than their time.
  case restedTooBriefly(Duration, least: Duration)
  /// The fingers beside which another one tapped stayed for less than their time after it.
  case stayedTooBriefly(Duration, least: Duration)
  /// The movement reached less than its distance.
  case tooShort(Millimetres, least: Millimetres)
  /// The distance between the fingers changed by less than this share.
  case scaledTooLittle(Double, least: Double)
  /// The distance between the fingers changed by less than this.
  case spreadTooLittle(Millimetres, least: Millimetres)
  /// The fingers turned by less than this, in degrees.
  case rotatedTooLittle(Double, least: Double)
  /// The fingers turned farther than they parted or came together, or the other way round: the change of their distance
  /// as a share of it, and the rotation in degrees.
  case mixed(scale: Double, rotation: Double)
  /// The distance between fingers that draw changed beyond these shares.
  case scaled(Double, ClosedRange<Double>)
  /// The movement took too long, or the fingers can no longer come its distance in time: the share of it that they
  /// came.
  case tooLate(share: Double, limit: Duration)
  /// The movement was quicker than a rule permits.
  case tooEarly(Duration, least: Duration)
  /// The speed was outside its range; in the unit of the gesture (`VelocityEstimator.Velocity.speed(of:)`).
  case speed(Double, ClosedRange<Double>)
  /// The path was this far beside its direction.
  case beside(Millimetres, limit: Millimetres)
  /// The path led back so far.
  case back(Millimetres, limit: Millimetres)
  /// The path was this far off its direction, in degrees.
  case offDirection(Double, limit: Double)
  /// The angle of the movement was outside of the rule's; the nearest of those, in degrees.
  case otherAngle(Double, nearest: Double)
  /// The path turned by this at its end, in degrees.
  case turning(Double, limit: Double)
  /// The path had fewer legs than a rule asks for; the angle by which it turned, in degrees, and that of a corner; and
  /// the longest rest between two legs, if the fingers rested longer.
  case legs(Int, least: Int, turned: Double, corner: Double, rest: Duration? = nil)
  /// One of the legs, from 1, had another direction.
  case otherLeg(Int, Direction, Directions)
  /// The path turned less than its angle, in degrees.
  case turnedTooLittle(Double, least: Double)
  /// The path turned by its angle on curves of this mean radius.
  case tight(radius: Millimetres, least: Millimetres)
  /// The movement had another direction: this one.
  case otherDirection(Direction)
  /// The movement of one finger differed from the common one by this share of it.
  case notTogether(share: Double, limit: Double)
  /// The fingers moved together for no more than this, since the last one of them started.
  case togetherFor(Millimetres, least: Millimetres)
  /// The movement of one finger differed from the common one by no more than this share of it.
  case together(share: Double, limit: Double)
  /// Of three fingers or more, at most this many moved: the next one moved so far; the limit follows the farthest.
  case fewMoved(Int, Millimetres, least: Millimetres)
  /// The contacts landed as the parts of a palm, by this sign.
  case palm(PalmSign)
  /// A finger rested beside those that moved or landed.
  case rested
  /// The finger rested for so long before it moved.
  case restedBefore(Duration, limit: Duration)
  /// No finger had rested for so long when those that moved landed.
  case notAnchored(least: Duration)
  /// Each finger landed outside of the surface, so that nobody knows where.
  case offSurface
  /// The touch started so far from an edge or corner.
  case outside(distance: Millimetres, margin: Millimetres)
  /// The fingers landed so far from a zone.
  case outsideZone(Millimetres)
  /// No finger landed in one of several places that all require one; the nearest was so far away.
  case unoccupied(StartRegion, distance: Millimetres, margin: Millimetres)
  /// Of several places that all require a finger, only so many have one of their own.
  case shared(Int, of: Int)
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
  /// The similarity of the drawing to the shape, from 0 to 1.
  case otherShape(Double, least: Double)
  /// The drawing was more similar to a known shape, with this name and similarity.
  case nearerShape(String?, Double, own: Double)
  /// The drawing began at this side of the shape, and not at that one.
  case drawnFrom(StrokeSide, wanted: StrokeSide)
  /// So many of these taps were made.
  case taps(Int, of: Int)
  /// So many taps, too few or too many, were made before the gesture that follows them.
  case tapsBefore(Int, of: Int)
  /// Nothing followed the taps in time.
  case unfollowed(limit: Duration)
  /// The fingers landed too long after the tap before.
  case lateTap(after: Duration, limit: Duration)
  /// The fingers landed too far from the tap before.
  case distantTap(Millimetres, limit: Millimetres)
  /// The button of the touchpad was not pressed, or the fingers did not press firmly.
  case unpressed
  /// The fingers pressed harder than at rest by this factor.
  case pressedLightly(Double, least: Double)
  /// The same by this share of the device's range.
  case pressedWeakly(Double, least: Double)
  /// No finger tapped beside resting ones.
  case noTipTap
  /// The fingers were left to the desktop.
  case leftToDesktop(LeftFingers)
  /// A gesture was made that a rule names with `unless`.
  case prevented
  /// A step of a chain, from 1, was not made; the reason.
  indirect case step(Int, of: Int, Failure)
  /// Nothing followed the step before in time.
  case notFollowed(limit: Duration)
  /// Another gesture came in its place.
  case followedBy(Gesture.Kind)
  /// This number of fingers came in their place.
  case otherFingers(Int)
  /// Decided by something else.
  case other
}

/// A failure in a touch sequence.
public struct TouchFailure: Hashable, Sendable {
  /// The time at which it was certain.
  public var time: Timestamp
  /// The index of the trigger whose recogniser failed; nil if the failure concerns all fingers.
  public var trigger: Int?
  /// Why it failed, with the amount and its limit.
  public var failure: Failure
  /// The number of times that the path of trembling fingers turned back; 0 if they are steady, or if the touch goes on.
  public var tremor = 0
  /// The failure of a step's recogniser that this one repeats as that of a chain.
  var source: Source?

  /// A failure of a trigger's recogniser, by its time.
  struct Source: Hashable, Sendable {
    var trigger: Int
    var time: Timestamp
  }

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

  /// The latest failure of the recogniser of a trigger since a time.
  func last(of trigger: Int, since time: Timestamp) -> TouchFailure? {
    failures.last { $0.trigger == trigger && $0.time >= time }
  }

  /// True if fingers that landed at `landed` or later did not continue the taps of a trigger.
  func hasTapFailure(of trigger: Int, since landed: Timestamp) -> Bool {
    failures.last { $0.trigger == trigger }.map {
      switch $0.failure {
      case .lateTap, .distantTap: $0.time >= landed
      default: false
      }
    } ?? false
  }

  /// States how long the fingers stayed that landed at `landed`: when the recognisers failed, this was still unknown.
  mutating func completeHolds(from landed: Timestamp, to lift: Timestamp) {
    for index in failures.indices.reversed() {
      guard failures[index].time >= landed else { return }
      // A finger that taps beside others has a time of its own.
      guard failures[index].trigger != nil else { continue }
      switch failures[index].failure {
      case .heldTooLong(_, let limit): failures[index].failure = .heldTooLong(lift - landed, limit: limit)
      case .movedTooFar(let distance, let limit, .some, let within):
        failures[index].failure = .movedTooFar(distance, limit: limit, held: lift - landed, within: within)
      default: break
      }
    }
  }

  /// States that the fingers which landed at `landed` trembled: how often they turned back.
  mutating func completeTremor(_ turns: Int, since landed: Timestamp) {
    for index in failures.indices.reversed() {
      guard failures[index].time >= landed else { return }
      failures[index].tremor = turns
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
  /// The reason why fingers that landed at a time or later did not make the gesture of a trigger, if failures are asked
  /// for; nil if it is unknown.
  func failure(of trigger: Int, since landing: Timestamp) -> TouchFailure? {
    guard candidates.isExplained, touch.firstLanding >= landing else { return nil }
    if let failure = failureLog.last(of: trigger, since: landing) { return failure }
    return candidates.exclude(fingers, of: trigger)
      ? TouchFailure(time: last.time, trigger: trigger, failure: .otherFingers(fingers)) : nil
  }

  /// Records a failure, if failures are asked for.
  /// - Parameter trigger: the index of the trigger; nil if the failure concerns all fingers.
  mutating func note(_ failure: Failure, of trigger: Int? = nil, at time: Timestamp? = nil) {
    guard candidates.isExplained else { return }
    failureLog.add(TouchFailure(time: time ?? last.time, trigger: trigger, failure: failure))
  }

  /// The number of taps before this touch: of those that a recogniser has counted, or of more than it needs.
  private func tapsBefore(_ active: ActiveRecognizer) -> Int {
    let inRow = taps.tapsInRow(fingers: last.fingers, landing: touch.firstLanding, landingSite: landingSite)
    return inRow > active.taps.needed ? inRow : active.taps.made
  }

  /// Records that a recogniser failed.
  mutating func note(_ failure: Failure, of active: ActiveRecognizer) {
    guard candidates.isExplained, let trigger = active.trigger else { return }
    // The landing has told why there are no taps before.
    if !active.isAtLastTouch, failureLog.hasTapFailure(of: trigger, since: last.landed) { return }
    let paths = paths(of: active)
    failureLog.add(
      TouchFailure(
        time: last.time, trigger: trigger,
        failure: active.isAtLastTouch
          ? active.recognizer.complete(failure, last, paths.motion, paths.legs)
          : .tapsBefore(tapsBefore(active), of: active.taps.needed)))
  }
}

extension Sample {
  /// The failure of fingers of which too few have moved, one farther than all tremble; nil if there is none.
  var fewMoved: Failure? {
    guard !moveMost, let ways, ways.first > Thresholds.slop.value else { return nil }
    let needed = Ways.needed(of: fingers)
    return .fewMoved(needed - 1, Millimetres(ways[needed - 1]), least: Millimetres(ways.least))
  }
}

extension Recognizer {
  /// A failure with the amounts that are only computed for explanations.
  fileprivate func complete(_ failure: Failure, _ sample: Sample, _ motion: MotionPath, _ legs: LegPath) -> Failure {
    switch failure {
    case .liftedEarly: unfinished(sample, motion, legs)
    case .tooLate(_, let limit): .tooLate(share: min(amount(sample, motion, legs)?.share ?? 1, 0.99), limit: limit)
    case .notTogether:
      switch sample.disagreementFailure(over: followsLegs ? legs.farthest : motion.length) {
      case .togetherFor: unfinished(sample, motion, legs)
      case let failure: failure
      }
    default: failure
    }
  }
}
