internal import Time
internal import Touch

/// Turns the contacts of one device into touch sequences, one for each hand: for all gestures on a touchscreen, and on
/// a touchpad for those whose source they are (`GestureSource`).
///
///     contacts ──▶ fingers (FingerTracker) ──▶ hands (TrackedHand) ──▶ touch sequences
struct ContactSequencer: Sendable {
  /// The device, whose size positions and edges refer to.
  private(set) var device: Device
  var palmZone: PalmZone
  var fingers = FingerTracker()
  /// The hands, of which the first is always there. Others are made when they are needed, and kept.
  var hands: [TrackedHand]
  /// The index of the hand that landed or was recognised last.
  var main = 0
  private(set) var deadline: Timestamp?
  /// The number of fingers that a touchpad with few slots counts.
  var count = 0
  var tipTaps = TipTapTracker()
  var presences = PresenceTracker()
  /// The slots whose contacts rules withhold from the desktop, a bit each.
  private(set) var withheld: UInt64 = 0
  /// True if the last gesture was a tap beside resting fingers.
  var isTipTap = false
  /// True if the movement of two fingers is that of libinput's pinches.
  var followsPairs = false
  /// True if the fingers that are down do nothing more until all have lifted.
  var isCancelled = false
  /// The reason why the fingers that are down were left to the desktop; nil if they were not.
  var left: LeftFingers?
  /// The slot of a thumb that rested in the last frame beside fingers that moved; nil if there was none.
  private var thumb: Int?
  /// The slot of one that rested beside the fingers that are down, and is none of them; nil if there is none.
  private(set) var foundThumb: Int?
  /// True while the button of a touchpad is pressed, as of the last frame and of the present one.
  var button = (was: false, is: false)
  var firmPress = FirmPressTracker()
  /// The force of the press that the sequence is; nil if it is none.
  var press: PressPattern.Force?

  init(device: Device, candidates: CandidateTable) {
    self.device = device
    palmZone = PalmZone(of: device)
    hands = [TrackedHand(device: device.id, candidates: candidates)]
    fingers.isSizeKnown = !device.isSizeAssumed
    fingers.bounce = device.bounce ?? .zero
    fingers.movements.extent = device.extent
    if device.kind == .touchpad { fingers.movements.greatestSpeed = ContactMovements.greatestSpeedOnTouchpads }
  }

  mutating func replaceDevice(with device: Device) {
    self.device = device
    palmZone = PalmZone(of: device)
    fingers.isSizeKnown = !device.isSizeAssumed
    fingers.bounce = device.bounce ?? .zero
    fingers.movements.extent = device.extent
  }

  /// Replaces the candidates from the next touch sequence on.
  mutating func replaceCandidates(with candidates: CandidateTable) {
    for index in hands.indices { hands[index].sequence.candidates = candidates }
  }

  // MARK: The hands together

  /// The candidates, which all hands share.
  var candidates: CandidateTable { hands[0].sequence.candidates }

  /// True if a touch sequence goes on whose fingers are not all missing.
  var hasFingers: Bool { fingers.arePresent && hands.contains { !$0.sequence.isIdle } }

  /// True if a gesture of a rule owns fingers that are down.
  var ownsFingers: Bool { hands.indices.contains { isOwned($0) } }

  /// True if a gesture goes on with fewer fingers than can make it.
  var goesOnWithFewer: Bool {
    hands.contains { hand in
      hand.sequence.ongoing.contains { !$0.isUnasked && $0.fingers.lowerBound > hand.sequence.fingers }
    }
  }

  func isOwned(_ hand: Int) -> Bool { hands[hand].sequence.isOwned }

  /// True if fingers that are down may still make a gesture.
  var mayRecognize: Bool {
    hands.contains {
      switch $0.sequence.stage {
      case .idle, .spent: false
      case .landing, .steady, .lifting: true
      }
    }
  }

  /// True if the rules own fingers that are down, and the desktop may not see them.
  @inline(__always)
  var isTaken: Bool { hands.contains { $0.sequence.view?.isTaken ?? false } }

  /// True if the main hand moves beside a finger that rests.
  var isAnchored: Bool { hands[main].anchor != nil }

  /// The number of fingers of the main hand that are down.
  var mainDown: Int { hands[main].down }

  /// The touch sequence of the main hand.
  var sequence: TouchSequence {
    _read { yield hands[main].sequence }
  }

  /// Returns the finished drawing once.
  mutating func takeDrawing() -> Drawing? {
    for index in hands.indices { if let drawing = hands[index].sequence.takeDrawing() { return drawing } }
    return nil
  }

  /// Records a failure of all fingers, if failures are asked for.
  mutating func noteAll(_ failure: Failure, at time: Timestamp) {
    guard hands[0].sequence.candidates.isExplained else { return }
    hands[0].sequence.failureLog.add(TouchFailure(time: time, trigger: nil, failure: failure))
  }

  // MARK: Events

  mutating func handle(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]) {
    switch event {
    case .touchDown(let slot, let position):
      guard device.reportsPositions else { break }
      if foundThumb == slot { foundThumb = nil }
      let place = device.inMillimetres(position).clamped
      fingers.down(slot: slot, at: place, time)
      noteWithheld(candidates.mayWithhold && candidates.withhold(place, on: device), slot: slot)
    case .touchMotion(let slot, let position): fingers.move(slot: slot, to: device.inMillimetres(position).clamped)
    case .touchUp(let slot):
      end(slot)
      noteWithheld(false, slot: slot)
    case .touchCancel(let slot):
      fingers.cancel(slot: slot)
      noteWithheld(false, slot: slot)
    case .fingerCount(let fingers): count = fingers
    case .touchFrame: closeFrame(at: time, into: &gestures)
    case .deviceAdded, .deviceRemoved, .eventsLost, .swipeBegin, .swipeUpdate, .swipeEnd, .pinchBegin, .pinchUpdate,
      .pinchEnd, .holdBegin, .holdEnd, .scroll, .tap:
      break
    case .touchPressure(let slot, let pressure): fingers.setPressure(pressure, of: slot)
    case .button(let isPressed): button.is = isPressed
    case .fingersLeft(let fingers): leave(because: fingers)
    }
  }

  /// Takes in if rules withhold the contact of a slot. A recording may have slots that no device has.
  private mutating func noteWithheld(_ isWithheld: Bool, slot: Int) {
    guard isWithheld || withheld != 0, (0..<UInt64.bitWidth).contains(slot) else { return }
    let bit: UInt64 = 1 << UInt64(slot)
    withheld = isWithheld ? withheld | bit : withheld & ~bit
  }

  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    if let tap = tipTaps.expire(at: now) { report(tap, at: now, into: &gestures) }
    if let due = fingers.deadline, due <= now {
      let frame = fingers.expire(at: now, lingering: lingering)
      if frame.down == 0 { forgetFingers() }
      watchPresences(frame, at: now, into: &gestures)
      if candidates.hasFirmPresses { watchPressure(frame, hasClicked: false, at: now, into: &gestures) }
      follow(frame, at: now, into: &gestures)
      fingers.completeFrame()
    } else if let due = presences.deadline, due <= now {
      watchPresences(FingerTracker.Frame(hasChanges: true), at: now, into: &gestures)
    }
    for index in hands.indices {
      guard let due = hands[index].sequence.nextDeadline(), due <= now else { continue }
      hands[index].sequence.expire(at: now, into: &gestures)
      reserveOngoing(of: index)
      if !hands[index].sequence.isIdle { hands[index].takeCount() }
    }
    stillOthers(at: now, into: &gestures)
    findDeadline()
  }

  mutating func findDeadline() {
    deadline = fingers.deadline
    for index in hands.indices { deadline.limit(to: hands[index].sequence.nextDeadline()) }
    deadline.limit(to: tipTaps.deadline)
    deadline.limit(to: presences.deadline)
  }

  mutating func setActiveRules(_ rules: ActiveRules) {
    for index in hands.indices { hands[index].sequence.setActiveRules(rules) }
    findDeadline()
  }

  /// Cancels what is going on. Fingers that are down do nothing more until all have lifted.
  mutating func cancel(at time: Timestamp, into gestures: inout [Gesture]) {
    tipTaps.reset()
    isCancelled = fingers.down > 0
    press = nil
    isTipTap = false
    for index in hands.indices {
      hands[index].anchor = nil
      hands[index].isStill = hands[index].down > 0
      hands[index].sequence.cancel(at: time, remaining: hands[index].down, into: &gestures)
    }
    findDeadline()
  }

  mutating func breakOffAll(at time: Timestamp, into gestures: inout [Gesture]) {
    for index in hands.indices { breakOff(index, at: time, into: &gestures) }
  }

  /// Breaks off what a hand has begun. Its fingers make no gesture until they have lifted.
  mutating func breakOff(_ hand: Int, at time: Timestamp, into gestures: inout [Gesture]) {
    hands[hand].anchor = nil
    hands[hand].isStill = hands[hand].down > 0
    hands[hand].sequence.breakOff(at: time, remaining: hands[hand].down, into: &gestures)
  }

  /// The hands whose last finger may be missing for a moment. Fingers that were left to the desktop are not taken when
  /// they return.
  @inline(__always)
  private var lingering: FingerTracker.Lingering {
    var lingering = FingerTracker.Lingering()
    for index in hands.indices {
      var linger = left != nil && hands[index].sequence.isFutile ? .long : hands[index].sequence.linger
      if linger == .none, fingers.leavesMoving(index), hands[index].sequence.mayTap { linger = .short }
      lingering.set(linger, of: index)
    }
    return lingering
  }

  /// Forgets what concerns fingers of which none is down any more.
  private mutating func forgetFingers() { (isCancelled, left, foundThumb) = (false, nil, nil) }

  private mutating func closeFrame(at time: Timestamp, into gestures: inout [Gesture]) {
    if device.countsFingers { fingers.setCount(count) }
    if let thumb {
      fingers.cancel(slot: thumb)
      foundThumb = thumb
    }
    thumb = nil
    let frame = fingers.closeFrame(at: time, lingering: fingers.mayMiss ? lingering : FingerTracker.Lingering())
    if frame.down == 0 { forgetFingers() }
    defer {
      leaveJoined()
      fingers.completeFrame()
      findDeadline()
    }
    watchPresences(frame, at: time, into: &gestures)
    let hasClicked = button.is != button.was
    if hasClicked {
      button.was = button.is
      if button.is { beginPress(.click, at: time, into: &gestures) } else { endPress(at: time, into: &gestures) }
    }
    if candidates.hasFirmPresses { watchPressure(frame, hasClicked: hasClicked, at: time, into: &gestures) }
    guard !button.is, press == nil else { return followPressing(at: time, into: &gestures) }
    if candidates.hasTipTaps { watchTipTaps(frame, at: time, into: &gestures) }
    follow(frame, at: time, into: &gestures)
    if frame.landed > 0 || fingers.movements.hasDisplaced { land(at: time, into: &gestures) }
    stillOthers(at: time, into: &gestures)
  }

  // MARK: Fingers that are down

  /// Takes in the movements and the lifts of the hands' fingers. Movements precede lifts of the same frame.
  private mutating func follow(_ frame: FingerTracker.Frame, at time: Timestamp, into gestures: inout [Gesture]) {
    for index in hands.indices where hands[index].down > 0 {
      follow(index, frame, at: time, into: &gestures)
      reserveOngoing(of: index)
    }
  }

  private mutating func follow(
    _ hand: Int, _ frame: FingerTracker.Frame, at time: Timestamp, into gestures: inout [Gesture]
  ) {
    if !frame.hasChanges, isFutile(hand, at: time) { return }
    let changes = takeChanges(of: hand, frame, at: time)
    let anchor = anchorMovement(of: hand)
    updateMotion(of: hand, frame, changes, anchorMovement: anchor, at: time)
    if hands[hand].anchor != nil, anchor == nil {
      // The finger that rested has lifted.
      hands[hand].sequence.lift(hands[hand].sample(at: time), remaining: 0, into: &gestures)
      return breakOff(hand, at: time, into: &gestures)
    }
    if let anchor, anchor > Thresholds.slop, !hands[hand].isOwned { return breakOff(hand, at: time, into: &gestures) }
    if frame.moved { compareWithNeighbour(hand, at: time, into: &gestures) }
    if device.kind == .touchpad { excludePointing(hand, at: time) }
    guard !hands[hand].isStill else {
      hands[hand].followStill(at: time)
      if hands[hand].down == 0 {
        hands[hand].sequence.lift(hands[hand].sample(at: time), remaining: 0, into: &gestures)
      }
      return
    }
    report(changes, frame, of: hand, at: time, into: &gestures)
  }

  /// Takes in how the fingers of a hand have moved, and which of them are there.
  @inline(__always)
  private mutating func updateMotion(
    of hand: Int, _ frame: FingerTracker.Frame, _ changes: Changes, anchorMovement: Millimetres?, at time: Timestamp
  ) {
    hands[hand].follow(fingers.fingers)
    if changes.areBack { forgetMovement(of: hand, at: time) }
    if changes.areAny {
      let isSameHand = changes.lifted + changes.cancelled == 0
      fingers.update { hands[hand].motion.rebaseOnLast(&$0, of: hand, isSameHand: isSameHand) }
    }
    // Nobody may have followed a hand that is still.
    if frame.moved || hands[hand].isStill {
      fingers.update { hands[hand].motion.advance(&$0, of: hand, anchorMovement: anchorMovement, at: time) }
    }
  }

  /// Passes the movement of a hand and the changes of its fingers to its touch sequence, in this order.
  @inline(__always)
  private mutating func report(
    _ changes: Changes, _ frame: FingerTracker.Frame, of hand: Int, at time: Timestamp, into gestures: inout [Gesture]
  ) {
    // A contact that is none never moved.
    if changes.cancelled > 0 { withdraw(changes.cancelled, of: hand, at: time, into: &gestures) }
    if frame.moved {
      if !changes.areAny, findThumb(of: hand, at: time) { return }
      if !mayPoint(hand) || !fingers.points(of: hand) {
        hands[hand].sequence.move(hands[hand].sample(at: time), into: &gestures)
      }
    }
    if !hands[hand].sequence.isIdle { hands[hand].takeCount() }
    if changes.missed > 0 {
      // Both fingers have lifted: what they did together decides.
      if !fingers.fingers.contains(where: { $0.hand == hand && $0.isPresent }), hands[hand].motion.endWaiting() {
        hands[hand].sequence.move(hands[hand].sample(at: time), into: &gestures)
      }
      hands[hand].sequence.miss(at: time)
    }
    if changes.returned > 0 { hands[hand].sequence.restore(at: time) }
    if changes.lifted > 0 {
      hands[hand].sequence.lift(
        hands[hand].sample(at: time), remaining: hands[hand].down, since: changes.firstLift,
        into: &gestures)
      // A gesture that continues with the remaining fingers is made of them alone.
      if !hands[hand].sequence.isIdle { hands[hand].takeCount() }
    }
  }

  /// Finds a thumb on a touchpad that rests beside fingers of a hand that move. From the next frame on, it is no
  /// finger, as for libinput, which ignores it also in a pinch.
  private mutating func findThumb(of hand: Int, at time: Timestamp) -> Bool {
    guard mayHaveThumb(hand), hands[hand].motion.isPastLag(at: time) else { return false }
    thumb = fingers.thumb(of: hand)
    return thumb != nil
  }

  /// Ends a contact. A thumb that has rested beside fingers that moved was no finger.
  private mutating func end(_ slot: Int) {
    if foundThumb == slot { foundThumb = nil }
    if hands.indices.contains(where: { mayHaveThumb($0) && fingers.thumb(of: $0) == slot }) {
      fingers.cancel(slot: slot)
    } else {
      fingers.up(slot: slot)
    }
  }
}
