internal import Time
internal import Touch

/// Turns the contacts of one device into touch sequences: all of a touchscreen's, and of a touchpad's those that
/// libinput does not recognise.
struct ContactSequencer: Sendable {
  /// The device, whose size positions and edges refer to.
  private var device: Device
  private var palmZone: PalmZone
  private(set) var contacts = ContactTracker()
  var sequence: TouchSequence
  private(set) var deadline: Timestamp?
  /// The number of fingers that have landed in this sequence, and the time of the last landing.
  private var fingers = 0
  /// The positions of these fingers.
  private var places = FingerPlaces()
  private var landed = Timestamp.zero
  /// The number of fingers that a touchpad with few slots counts.
  private var count = 0
  private var tipTaps = TipTapTracker()
  /// True if the sequence was a tap beside resting fingers.
  private var isTipTap = false
  /// True if the fingers that are down do nothing more until all have lifted.
  private var isCancelled = false
  /// True while the button of a touchpad is pressed, as of the last frame and of the present one.
  private var button = (was: false, is: false)
  private var firmPress = FirmPressTracker()
  /// The force of the press that the sequence is; nil if it is none.
  private var press: PressPattern.Force?

  init(device: Device, candidates: CandidateTable) {
    self.device = device
    palmZone = PalmZone(of: device)
    sequence = TouchSequence(device: device.id, candidates: candidates)
  }

  mutating func replaceDevice(with device: Device) {
    self.device = device
    palmZone = PalmZone(of: device)
  }

  mutating func handle(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]) {
    switch event {
    case .touchDown(let slot, let position):
      guard hasPositions else { break }
      contacts.down(slot: slot, at: device.inMillimetres(position).clamped, time)
    case .touchMotion(let slot, let position): contacts.move(slot: slot, to: device.inMillimetres(position).clamped)
    case .touchUp(let slot): contacts.up(slot: slot)
    case .touchCancel(let slot): contacts.cancel(slot: slot)
    case .fingerCount(let fingers): count = fingers
    case .touchFrame: closeFrame(at: time, into: &gestures)
    case .deviceAdded, .deviceRemoved, .eventsLost, .swipeBegin, .swipeUpdate, .swipeEnd, .pinchBegin, .pinchUpdate,
      .pinchEnd, .holdBegin, .holdEnd, .scroll, .tap:
      break
    case .touchPressure(let slot, let pressure): contacts.setPressure(pressure, of: slot)
    case .button(let isPressed): button.is = isPressed
    }
  }

  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    if let tap = tipTaps.expire(at: now) { report(tap, at: now, into: &gestures) }
    if let due = sequence.nextDeadline(), due <= now {
      sequence.expire(at: now, into: &gestures)
      fingers = sequence.fingers
    }
    findDeadline()
  }

  private mutating func findDeadline() {
    deadline = sequence.nextDeadline()
    if let tap = tipTaps.deadline { deadline = deadline.map { min($0, tap) } ?? tap }
  }

  mutating func setActiveRules(_ rules: [RuleIndex?]) {
    sequence.setActiveRules(rules)
    findDeadline()
  }

  /// Cancels what is going on. Fingers that are down do nothing more until all have lifted.
  mutating func cancel(at time: Timestamp, into gestures: inout [Gesture]) {
    tipTaps.reset()
    contacts.clearAnchor()
    isCancelled = contacts.down > 0
    press = nil
    isTipTap = false
    sequence.cancel(at: time, remaining: contacts.isEmpty ? 0 : 1, into: &gestures)
    deadline = sequence.nextDeadline()
  }

  /// Breaks off what the fingers that are down have begun, because libinput reports that they do something else.
  mutating func breakOff(at time: Timestamp, into gestures: inout [Gesture]) {
    // Beside a finger that rests, libinput takes one that moves for scrolling.
    guard press == nil, !contacts.hasAnchor else { return }
    tipTaps.reset()
    sequence.breakOff(at: time, remaining: contacts.isEmpty ? 0 : 1, into: &gestures)
    deadline = sequence.nextDeadline()
  }

  /// The landing site of a gesture of libinput's with so many fingers; nil if it is unknown.
  func landingSite(of event: TouchEvent.Kind) -> LandingSite? {
    switch event {
    case .holdBegin(let fingers), .swipeBegin(let fingers), .pinchBegin(let fingers):
      contacts.landingSite(ofLast: fingers, on: device.extent)
    case .scroll: contacts.landingSite(ofLast: 2, on: device.extent)
    case .tap(let fingers, _): contacts.landingSite(ofLifted: fingers, on: device.extent)
    default: nil
    }
  }

  /// The positions of the fingers of a gesture of libinput's that begins with `event`; empty if they are unknown.
  func positions(of event: TouchEvent.Kind) -> FingerPositions {
    switch event {
    case .holdBegin(let fingers), .swipeBegin(let fingers), .pinchBegin(let fingers):
      contacts.positions(ofLast: fingers) ?? FingerPositions()
    case .scroll: contacts.positions(ofLast: 2) ?? FingerPositions()
    case .tap(let fingers, _):
      // In the order in which they landed, unless others have landed since.
      places.positions.count == fingers ? places.positions : contacts.positions(ofLifted: fingers)
    default: FingerPositions()
    }
  }

  /// The landing site of the fingers that are down; nil if it is unknown.
  var landingSite: LandingSite? { contacts.landingSite(on: device.extent) }

  /// True if the contacts are where the fingers are.
  private var hasPositions: Bool { device.contacts?.hasPositions ?? true }

  private mutating func closeFrame(at time: Timestamp, into gestures: inout [Gesture]) {
    if let reports = device.contacts, reports.slots < Trigger.handFingers || !reports.hasPositions {
      contacts.setCount(count)
    }
    if contacts.isEmpty || sequence.stage == .idle {
      fingers = 0
      places.removeAll()
      contacts.startSums()
    }
    if fingers < places.positions.count { places.dropLifted() }
    let hadAnchor = contacts.hasAnchor
    let frame = contacts.closeFrame()
    places.move(with: contacts.contacts)
    if frame.down == 0 { isCancelled = false }
    let hasClicked = button.is != button.was
    if hasClicked {
      button.was = button.is
      if button.is { beginPress(.click, at: time, into: &gestures) } else { endPress(at: time, into: &gestures) }
    }
    if sequence.candidates.hasFirmPresses {
      watchPressure(frame, hasClicked: hasClicked, at: time, into: &gestures)
    }
    defer { findDeadline() }
    guard !button.is, press == nil else {
      if press == nil { sequence.breakOff(at: time, remaining: frame.down, into: &gestures) }
      return
    }
    sequence.positions = places.positions
    if sequence.candidates.hasTipTaps {
      let isOwned = sequence.isClaimed && sequence.stage != .idle && !isTipTap
      if isOwned || contacts.isEmpty { tipTaps.reset() }
      if contacts.isEmpty { isTipTap = false }
      if !isOwned, let tap = tipTaps.observe(frame, contacts, at: time) { report(tap, at: time, into: &gestures) }
    }
    if hadAnchor, !contacts.hasAnchor { return liftAnchor(at: time, into: &gestures) }
    if sequence.candidates.hasAnchored { watchAnchor(frame, at: time, into: &gestures) }
    let moving = frame.down - (contacts.hasAnchor ? 1 : 0)
    if device.kind == .touchpad { excludePointing(at: time) }
    // Movements precede the landings and lifts of the same frame.
    if frame.moved {
      sequence.move(sample(at: time), into: &gestures)
      fingers = sequence.fingers
    }
    if frame.cancelled > 0 { sequence.cancel(at: time, remaining: frame.down, into: &gestures) }
    if frame.lifted > 0 {
      sequence.lift(sample(at: time), remaining: moving - frame.landed, into: &gestures)
      // A gesture that continues with the remaining fingers is made of them alone.
      fingers = sequence.fingers
    }
    if frame.landed > 0 {
      // Beside an anchor, one may have landed too far away before.
      if sequence.stage == .idle {
        fingers = contacts.hasAnchor ? moving - frame.landed : 0
        places.removeAll()
      }
      fingers += frame.landed
      landed = time
      places.land(contacts.contacts)
      sequence.land(
        sample(at: time), down: moving, landingSite: contacts.landingSite(on: device.extent),
        positions: places.positions, into: &gestures)
      if device.kind == .touchpad { excludePointing(at: time) }
    }
  }

  // MARK: Gestures that are a sequence of their own

  /// Makes the finger that rests the anchor of others that land beside it, and drops it once it moves itself.
  private mutating func watchAnchor(_ frame: ContactTracker.Frame, at time: Timestamp, into gestures: inout [Gesture]) {
    if contacts.hasAnchor, !sequence.isClaimed || sequence.stage == .idle, contacts.anchorMovement > Thresholds.slop {
      isCancelled = true
      contacts.clearAnchor()
      sequence.breakOff(at: time, remaining: frame.down, into: &gestures)
    }
    guard frame.landed > 0, frame.lifted == 0, frame.cancelled == 0, frame.down == contacts.contacts.count,
      !isCancelled, !sequence.isClaimed || sequence.stage == .idle || isTipTap,
      !sequence.ongoing.contains(where: { !$0.isUnasked }),
      contacts.hasAnchor
        ? frame.down == frame.landed + 1
        : contacts.isFirstResting(
          for: sequence.candidates.settling(fingers: 1), others: sequence.candidates.settling, at: time),
      device.kind == .touchscreen || contacts.isBesideFirst
    else { return }
    sequence.breakOff(at: time, remaining: 0, into: &gestures)
    contacts.setAnchor()
    isTipTap = false
  }

  /// Ends what the other fingers do beside the anchor, which has lifted.
  private mutating func liftAnchor(at time: Timestamp, into gestures: inout [Gesture]) {
    var sample = sample(at: time)
    sample.source = .anchored
    sequence.lift(sample, remaining: 0, into: &gestures)
    sequence.breakOff(at: time, remaining: contacts.isEmpty ? 0 : 1, into: &gestures)
  }

  /// Begins and ends firm presses. Where the button is under the surface, whoever clicks presses hard: a firm press is
  /// what follows with the button down, and ends the press that the click was.
  private mutating func watchPressure(
    _ frame: ContactTracker.Frame, hasClicked: Bool, at time: Timestamp, into gestures: inout [Gesture]
  ) {
    let wasFirm = firmPress.isFirm
    firmPress.observe(frame, contacts.contacts, hasClicked: hasClicked, at: time)
    if firmPress.isFirm, !wasFirm, button.is == (device.contacts?.isClickpad ?? false) {
      if press != nil { liftPress(at: time, into: &gestures) }
      beginPress(.firm, at: time, into: &gestures)
    } else if !firmPress.isFirm, press == .firm {
      endPress(at: time, into: &gestures)
    }
  }

  /// Begins a press, if a rule requests it. The fingers that press do nothing else until they have lifted.
  private mutating func beginPress(
    _ force: PressPattern.Force, at time: Timestamp, into gestures: inout [Gesture]
  ) {
    tipTaps.reset()
    contacts.clearAnchor()
    isCancelled = contacts.down > 0
    let mayPress = !(sequence.isClaimed && sequence.stage != .idle) || isTipTap
    sequence.breakOff(at: time, remaining: 0, into: &gestures)
    if mayPress, let hand = contacts.press(on: device.extent) {
      let sample = Sample(time: time, source: .press, fingers: hand.fingers, landed: time, force: force)
      sequence.land(
        sample, down: hand.fingers, landingSite: hand.site,
        positions: hand.site == nil ? FingerPositions() : contacts.positions, settled: true, into: &gestures)
      if sequence.isClaimed { press = force }
    }
    if press == nil { sequence.breakOff(at: time, remaining: contacts.isEmpty ? 0 : 1, into: &gestures) }
  }

  private mutating func endPress(at time: Timestamp, into gestures: inout [Gesture]) {
    guard press != nil else { return }
    liftPress(at: time, into: &gestures)
    sequence.breakOff(at: time, remaining: contacts.isEmpty ? 0 : 1, into: &gestures)
  }

  private mutating func liftPress(at time: Timestamp, into gestures: inout [Gesture]) {
    press = nil
    sequence.lift(
      Sample(time: time, source: .press, fingers: sequence.fingers, landed: time), remaining: 0, into: &gestures)
  }

  /// Reports a tap beside resting fingers, if a rule requests it. They may be tapped beside again.
  private mutating func report(_ tap: TipTapTracker.Found, at time: Timestamp, into gestures: inout [Gesture]) {
    sequence.breakOff(at: time, remaining: 0, into: &gestures)
    let sample = Sample(time: time, source: .tipTap, fingers: tap.resting, landed: tap.landed, side: tap.side)
    sequence.land(
      sample, down: tap.resting, landingSite: contacts.landingSite(on: device.extent), positions: contacts.positions,
      settled: true, into: &gestures)
    isTipTap = sequence.isClaimed
    sequence.breakOff(at: time, remaining: contacts.isEmpty ? 0 : 1, into: &gestures)
  }

  /// Excludes the gestures that one finger on a touchpad cannot mean: those that leave the pointer where it is, if the
  /// finger moves it, and slides, if it has rested.
  private mutating func excludePointing(at time: Timestamp) {
    guard !sequence.possible.isEmpty, sequence.fingers == 1, let finger = contacts.only else { return }
    let age = time - finger.landed
    if !palmZone.holds(landing: finger.landing) || age <= PalmZone.patience && !palmZone.contains(finger.position) {
      sequence.exclude { candidate, _ in candidate.holdsPointer }
    }
    if age > Thresholds.longestSlideRest, (finger.position - finger.landing).length <= Thresholds.slideSlop {
      sequence.exclude { _, kind in kind != .longPress }
    }
  }

  private func sample(at time: Timestamp) -> Sample { contacts.sample(at: time, fingers: fingers, landed: landed) }
}

extension Point {
  /// The position, clamped to what a device can have: no surface is 10 m wide. NaN becomes 0.
  var clamped: Point { Point(x: Vector.clamp(x), y: Vector.clamp(y)) }
}

extension Vector {
  /// The movement, clamped to what a surface has room for. NaN becomes 0.
  var clamped: Vector { Vector(dx: Self.clamp(dx), dy: Self.clamp(dy)) }

  fileprivate static func clamp(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, -10_000), 10_000)
  }
}
