internal import Time
internal import Touch

/// Fingers that land, and changes of their number.
extension TouchSequence {
  /// The longest time from the first landing to any other, as a multiple of the longest time between two landings
  /// (`CandidateTable.settling`): on a real hand the fourth has been seen 111 ms after the first.
  private static let longestLanding = 2.5

  /// The time by which a landing is reported late, added where fingers land in different frames: one frame of most
  /// touchscreens.
  private static let frame = Duration.milliseconds(12)

  /// The largest distance between a finger that was lost and the position at which it is expected, in mm, without its
  /// own change of speed meanwhile.
  private static let lossDistance = 10.0

  /// The time in which a finger that landed beside fingers that move shows that it moves along, slow as they may be.
  private static let joining = Duration.milliseconds(100)

  /// Starts a sequence with fingers that landed, or adds them to one that is landing.
  /// - Parameters:
  ///   - down: the number of fingers that are down now.
  ///   - landingSite: the landing site of all of them.
  ///   - positions: the positions of all of them.
  ///   - reserved: the candidates whose gestures another hand makes: no recogniser starts for them.
  ///   - settled: true if the source itself settles the number of fingers (libinput, for touchpads).
  ///   - isLate: true if a finger joins although the number was settled.
  mutating func land(
    _ sample: Sample, down: Int, landingSite: LandingSite? = nil, positions: FingerPositions = FingerPositions(),
    reserved: [Int] = [], settled: Bool = false, isLate: Bool = false, into gestures: inout [Gesture]
  ) {
    if isOver, resume(sample, down: down, landingSite: landingSite, positions, into: &gestures) { return }
    switch stage {
    case .idle:
      velocity.reset()
      touch = Touch(
        firstLanding: sample.source == .contacts ? sample.time : sample.landed,
        repeatsTap: taps.hasMissed(sample) || taps.takeBounce(sample, at: landingSite, pause: candidates.tapPause))
      owner = .nobody
      let settling =
        sample.source == .anchored ? candidates.settling : candidates.settling(fingers: sample.fingers)
      stage = settled ? .steady : .landing(until: sample.time + settling)
    case .landing, .lifting, .steady:
      guard landingEnd != nil || isLate, !isClaimed else { return join(sample, down: down, positions, into: &gestures) }
      if resume(sample, down: down, landingSite: landingSite, positions, into: &gestures) { return }
      let settling = candidates.settling + (sample.time > touch.firstLanding ? Self.frame : .zero)
      stage = .landing(
        until: max(
          sample.time, min(sample.time + settling, touch.firstLanding + candidates.settling * Self.longestLanding)))
    case .spent: return
    }
    last.time = sample.time
    cancelOngoing(unless: { $0.goesOn(with: sample.fingers) }, into: &gestures)
    // The fingers are not those that lifted.
    if settled || suspended.areExceeded(by: down) { endSuspended(into: &gestures) }
    owner = .nobody
    last = sample
    self.landingSite = landingSite
    self.positions = positions
    velocity.add(sample)
    startRecognizers(sample, reserved: reserved)
    // libinput does not report when fingers landed.
    excludePalm(landed: sample.source == .contacts ? sample.time - touch.firstLanding : .zero)
    startPaths(sample)
    observe(into: &gestures)
    if settled, possible.isEmpty, ongoing.isEmpty { stage = .spent() }
  }

  /// True if the last touch, which swiped or drew, has not ended: the sensor lost all its fingers, and those of
  /// `fingers` that have landed are where these would be by now, as far as there are as many. No finger lifts and lands
  /// so quickly.
  mutating func wasLost(before fingers: [FingerTracker.Finger], at time: Timestamp) -> Bool {
    let gap = time - last.time
    guard isIdle, case .rule(let claim) = owner, claim.isSwipe, gap <= FingerTracker.longestGap,
      last.source == .contacts
    else { return false }
    let way = velocity.velocity(at: last.time).translation * gap.inSeconds
    let limit = Self.lossDistance + way.length.value / 2
    var (landed, expected) = (0, 0)
    for index in fingers.indices where fingers[index].change == .landed && fingers[index].whole == nil {
      landed += 1
      let place = fingers[index].position
      if positions.contains(where: { (place - ($0 + way)).length.value <= limit }) { expected += 1 }
    }
    return expected > 0 && expected >= min(landed, positions.count)
  }

  /// Spends the fingers that have landed: they continue the last touch, and make no second gesture.
  mutating func continueSpent() { stage = .spent() }

  /// Adds a finger after the number was settled: gestures that do not permit the new number are cancelled.
  private mutating func join(
    _ sample: Sample, down: Int, _ positions: FingerPositions, into gestures: inout [Gesture]
  ) {
    last.time = sample.time
    settle(into: &gestures)
    guard ongoing.contains(where: { $0.goesOn(with: sample.fingers) }) else {
      return breakOff(at: sample.time, remaining: down, into: &gestures)
    }
    cancelOngoing(unless: { $0.goesOn(with: sample.fingers) }, into: &gestures)
    possible.removeAll(keepingCapacity: true)
    last = sample
    self.positions = positions
    velocity.add(sample)
    followEdge()
    stage = .steady
  }

  /// Begins the paths again at a sample of fingers that have not moved.
  mutating func forgetMovement(_ sample: Sample) {
    guard !isOver else { return }
    last = sample
    velocity.reset()
    startPaths(sample)
  }

  /// True if the fingers have moved farther than they do while others land: those of a hand that trembles go as far as
  /// its taps may.
  @inline(__always)
  var hasLeftLanding: Bool { motion.hasLeft && last.reach > candidates.tapMovement }

  /// Waits for a finger that has landed beside these and may belong to them.
  mutating func awaitFinger(at time: Timestamp) {
    switch stage {
    case .landing(let until): stage = .landing(until: max(until, time + Self.joining))
    case .steady: stage = .landing(until: time + Self.joining)
    case .lifting(var lift):
      lift.landingUntil = max(lift.landingUntil, time + Self.joining)
      stage = .lifting(lift)
    case .idle, .spent: break
    }
  }

  /// Goes on with another number of fingers, those of `sample`, as libinput reports it: gestures that permit it go on
  /// with their distance.
  mutating func changeFingers(_ sample: Sample, landingSite: LandingSite?, into gestures: inout [Gesture]) {
    last.time = sample.time
    cancelOngoing(unless: { $0.goesOn(with: sample.fingers) }, into: &gestures)
    last = sample
    velocity.add(sample)
    guard !isClaimed else {
      possible.removeAll(keepingCapacity: true)
      return
    }
    owner = .nobody
    if let landingSite { self.landingSite = landingSite }
    startRecognizers(sample, reserved: [])
    startPaths(sample)
    observe(into: &gestures)
  }

  /// Takes away contacts that were no fingers. The other fingers, those of `sample`, begin anew, with the movement that
  /// they have made.
  /// - Parameter reserved: as for `land`.
  /// - Returns: false if a gesture had begun that needs more fingers; it is cancelled.
  mutating func withdraw(
    _ sample: Sample, landingSite: LandingSite?, reserved: [Int], into gestures: inout [Gesture]
  ) -> Bool {
    guard !isOver else { return isClaimed }
    last.time = sample.time
    let isPermitted = ongoing.contains { $0.goesOn(with: sample.fingers) }
    if isClaimed, !ongoing.isEmpty, !isPermitted {
      cancel(at: sample.time, remaining: sample.fingers, into: &gestures)
      return false
    }
    cancelOngoing(unless: { $0.goesOn(with: sample.fingers) }, into: &gestures)
    last = sample
    guard !isClaimed else { return true }
    self.landingSite = landingSite
    owner = .nobody
    // The translation jumps to that of the fingers that are left.
    velocity.reset()
    startRecognizers(sample, reserved: reserved)
    excludeRests()
    startPaths(sample)
    return true
  }

  /// True if a gesture that goes on, or waits for an earlier rule, permits so many fingers, or if one waits for as many
  /// to return.
  ///
  /// Like the next one, it changes nothing: not mutating, it would be called on a copy of the sequence.
  mutating func permits(_ fingers: Int, down: Int) -> Bool {
    for index in ongoing.indices where ongoing[index].goesOn(with: fingers) { return true }
    for index in possible.indices
    where possible[index].isMatched && !possible[index].isUnasked && possible[index].fingers.contains(fingers) {
      return true
    }
    return suspended.permit(down)
  }

  /// True if a gesture that goes on, or may begin, permits more than one number of fingers.
  var mayChangeFingers: Bool {
    if isOver { return false }
    return ongoing.contains { !$0.isUnasked && $0.fingers.count > 1 }
      || !isClaimed && possible.contains { $0.mayChangeFingers && $0.fingers.count > 1 }
  }

  /// True if a gesture that may still begin permits so many fingers, too.
  mutating func sharesCandidate(with fingers: Int) -> Bool {
    for index in possible.indices
    where possible[index].mayChangeFingers && possible[index].fingers.contains(fingers) { return true }
    return false
  }
}

extension ActiveRecognizer {
  /// True if a finger may join or leave before it is recognised. The lift of one finishes a drawing.
  @inline(__always)
  fileprivate var mayChangeFingers: Bool { !isUnasked && kind.motion != .rest && !kind.isDrawn }
}
