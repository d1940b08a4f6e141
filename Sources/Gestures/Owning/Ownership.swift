public import Time
public import Touch

/// An owned device: what is real, what the desktop is shown, and the decision between the two. It has no descriptor and
/// no clock: the kernel's events and the claims of the recognisers in, the events of the shown device out.
///
///     passing ───▶ withheld ──▶ reserved, taken   what the rules take, nobody else gets
///        ▲  │          │           ▲
///        │  └──────────┼── draining┤              two contacts stay for 130 ms, so that libinput cancels its swipe
///        └─────────────┴───────────┘              no rule took it, or all fingers have lifted
///
/// On a touchpad a contact that is claimed before libinput can have begun a gesture becomes a palm, and the desktop
/// sees nothing. A withheld contact is shown where it is by then. On a touchscreen a claimed contact becomes a palm at
/// any time, which libinput reports as cancelled; what was withheld is replayed with its times. Ownership+Answer has
/// the table of all phases and claims.
public struct Ownership: Sendable {
  /// The longest time for which a touchscreen's contact is withheld, and the farthest that it moves meanwhile.
  static let patience = (time: Duration.milliseconds(50), distance: 4.0)
  /// libinput begins a swipe of three fingers 2.0 mm after their landing, and after 150 ms already 1 mm; measured.
  static let begin = (time: Duration.milliseconds(150), distance: 1.9)
  /// Before it begins, and before it reports resting fingers 180 ms after their landing, it takes another number of
  /// fingers for theirs at once. Fingers that tap have not moved as far.
  static let disguise = (time: Duration.milliseconds(140), distance: 0.7)

  private let surface: OwnedSurface
  /// The state of the real device.
  public private(set) var real: SurfaceState
  private(set) var shown: ShownDevice
  private(set) var phase = Phase.passing
  private var visible: [ShownDevice.Visibility]
  private var suppressed: [Bool]
  /// True for the slots whose contacts rules withhold (`TouchClaim.withheld`): they are hidden from their landing to
  /// their lift, in any phase.
  private var isWithheld: [Bool]
  /// The real contacts and keys of the last frame.
  private var known: SurfaceState
  private var lastClaim = TouchClaim.none
  private var timestamp: Int32?

  /// The device as it would be if what is withheld had been shown, and the events that lead there.
  private var planned: ShownDevice
  private var queue: [DeviceEvent] = []

  private var movement: HandMovement
  /// True if the rules have claimed taps of this touch sequence.
  private var includesTaps = false
  /// True if the first frame of a drain may not be written yet: `begin(drainAt:)` is next.
  public private(set) var isDrainNew = false
  private var otherHand: OtherHand
  private var chord: PanicChord
  /// The time for which fingers rest until the device is given back.
  public var panicTime: Duration {
    get { chord.patience }
    set {
      chord.patience = newValue
      findDeadline()
    }
  }
  /// True if five fingers have rested for that time: the user wants the device back.
  public private(set) var isPanic = false

  /// A device in its present state, with nothing touching it.
  /// - Parameter state: the values that the kernel keeps. A contact or key that is down counts as one that comes with
  ///   the next frame.
  public init(_ surface: OwnedSurface, state: SurfaceState? = nil, panicTime: Duration = .seconds(3)) {
    self.surface = surface
    known = SurfaceState(of: surface)
    real = state ?? known
    shown = ShownDevice(of: surface)
    planned = shown
    otherHand = OtherHand(of: surface)
    visible = Array(repeating: .hidden, count: surface.slots)
    suppressed = Array(repeating: false, count: surface.keys.count)
    isWithheld = Array(repeating: false, count: surface.slots)
    movement = HandMovement(of: surface)
    chord = PanicChord(of: surface, patience: panicTime)
    if surface.kind == .touchscreen { queue.reserveCapacity(1024) }
  }

  /// True if nothing touches the device, and nothing is shown or due.
  public var isAtRest: Bool { real.isUntouched && shown.state.isUntouched && deadline == nil }

  // The properties that follow are read with each frame. They change nothing, and are `mutating` all the same: else
  // each would be computed on a copy of the whole struct in another module.

  /// True if the next frame, as far as it is known, passes whatever the rules say: it may be written before they are
  /// asked.
  public var passes: Bool {
    mutating get {
      phase == .passing && lastClaim.stage == .none && !otherHand.isAwaited && !real.hasLanding(since: known)
        && !real.hasLift(since: known)
    }
  }

  /// True if the next frame may be copied to the shown device, which is like the real one, if it changes only axes:
  /// that is faster than `handle` and `close`: in `make bench`, a frame of two fingers takes 29 µs instead of 38, and
  /// one of ten fingers 72 instead of 93.
  public var copies: Bool {
    mutating get {
      isMirror && phase == .passing && lastClaim.stage == .none && otherHand.wanted == nil && otherHand.fingers == nil
    }
  }
  private var isMirror = false

  /// True if fingers are down and the recognisers claim more or less of them than after the last frame. The kernel
  /// sends no frame for fingers that are still, so a long press is taken between two frames: `close` is next.
  public mutating func isOutdated(_ claim: TouchClaim) -> Bool {
    guard real.hasContacts else { return false }
    // Contacts are withheld when they land, or not at all.
    var claim = claim
    claim.withheld = lastClaim.withheld
    return claim != lastClaim
  }

  /// The slot to be named before a frame is copied; nil if both devices have selected the same one.
  public var copiedSlot: Int? { mutating get { real.current == shown.state.current ? nil : real.current } }

  /// The time of the next `expire`; nil if nothing is decided by passing time alone. Stored, since it is read several
  /// times per frame.
  public private(set) var deadline: Timestamp?

  private mutating func findDeadline() {
    let awaitsHand = phase == .passing && otherHand.isAwaited && !real.hasButton(of: surface)
    deadline = awaitsHand ? movement.marked + Self.disguise.time : phase.end
    deadline.limit(to: chord.deadline)
  }

  // MARK: Events

  /// Takes an event of the real device. It counts from the next `close` on.
  public mutating func handle(type: UInt16, code: UInt16, value: Int32) {
    if type == EventCode.miscellaneous, code == EventCode.timestamp {
      timestamp = value
    } else {
      real.handle(type: type, code: code, value: value, of: surface)
    }
  }

  /// Takes an event that was copied to the shown device, after `copiedSlot` was. `closeCopy` ends the frame.
  public mutating func mirror(type: UInt16, code: UInt16, value: Int32) {
    guard type == EventCode.absolute, let axis = surface.axis(code) else { return }
    if let slot = copiedSlot { shown.mirror(.slot, Int32(slot)) }
    real.set(axis, to: value, axesPerContact: surface.contactAxes.count)
    shown.mirror(axis, value)
  }

  /// Replaces the state of the real device, after events were lost.
  public mutating func replace(with state: SurfaceState) {
    real = state
    isMirror = false
  }

  /// Ends a frame of the real device, which has no events if only the claim has changed, and writes what the desktop
  /// sees of it.
  /// - Parameter claim: the claim of the recognisers after this frame.
  public mutating func close(at time: Timestamp, claim: TouchClaim, into events: inout [DeviceEvent]) {
    let (lands, lifts) = (real.hasLanding(since: known), real.hasLift(since: known))
    var frame = Frame(
      claim: claim.stage, lands: lands, presses: real.hasButton(of: surface, since: known), isEmpty: !real.hasContacts)
    frame.endsClaimedTap =
      lifts && surface.kind == .touchpad && lastClaim.includesTaps && movement.isTap(at: time)
    frame.showsOtherHand = claim.fingers != nil
    updateContacts(withheld: claim.withheld, at: time)
    if lands || lifts { movement.mark(real, of: surface, at: time) }
    movement.updateReach(real, of: surface)
    chord.update(real, of: surface, lands: lands, at: time)
    includesTaps = includesTaps || claim.includesTaps
    frame.isDue = isDue(at: time)
    frame.hasMoved = movement.reach > Self.patience.distance
    let answer = Self.answer(in: phase, to: frame)
    perform(answer, at: time, into: &events)
    suppressButtons()
    let endsOtherHand = updateHand(claim, lands: lands, lifts: lifts, at: time)
    if frame.presses, endsOtherHand || answer == .reveal || answer == .returnTap {
      write(holdsButtons: true, at: time, into: &events)
    }
    write(at: time, into: &events)
    finishFrame(claim, at: time, into: &events)
  }

  /// Ends a frame that was copied to the shown device. Nothing is to be decided: contacts and keys are as before.
  public mutating func closeCopy(at time: Timestamp) {
    movement.updateReach(real, of: surface)
    chord.update(real, of: surface, lands: false, at: time)
    findDeadline()
  }

  /// Counts the time of a drain from when its first frame was written. libinput counts it by the kernel's time stamps
  /// of the shown device, and a frame may be written long after its fingers moved.
  public mutating func begin(drainAt now: Timestamp) {
    isDrainNew = false
    guard case .draining(let until) = phase else { return }
    phase = .draining(until: max(until, now + LibinputUnits.cancellation))
    findDeadline()
  }

  /// Lets time pass, at `deadline`.
  public mutating func expire(at now: Timestamp, into events: inout [DeviceEvent]) {
    if chord.expire(at: now) {
      isPanic = true
      findDeadline()
    }
    if phase == .passing {
      guard otherHand.isAwaited else { return }
      _ = updateHand(lastClaim, lands: false, lifts: false, at: now)
    } else {
      guard isDue(at: now) else { return }
      perform(Self.answer(in: phase, to: Frame(claim: lastClaim.stage, isDue: true)), at: now, into: &events)
    }
    write(at: now, into: &events)
    finishFrame(lastClaim, at: now, into: &events)
  }

  /// Lifts everything that the desktop sees, because the device is given back or is gone.
  public mutating func release(at time: Timestamp, into events: inout [DeviceEvent]) {
    isMirror = false
    shown.cancel(real, suppressed: suppressed, at: time, into: &events)
    let untouched = SurfaceState(of: surface)
    for slot in visible.indices { visible[slot] = .hidden }
    shown.show(untouched, visible, suppressed: suppressed, at: time, into: &events)
    phase = real.hasContacts ? .taken : .passing
    queue.removeAll(keepingCapacity: true)
    otherHand.forget()
    chord.end()
    findDeadline()
  }

  // MARK: Bookkeeping

  private mutating func updateContacts(withheld: UInt64, at time: Timestamp) {
    if !known.hasContacts {
      movement.begin(at: time)
      includesTaps = false
    }
    for slot in real.ids.indices where real.ids[slot] != known.ids[slot] {
      if visible[slot] != .frozen { visible[slot] = .hidden }
      isWithheld[slot] = real.ids[slot] >= 0 && withheld.contains(slot)
      guard real.ids[slot] >= 0 else { continue }
      movement.land(slot, real, of: surface, isUsed: !isWithheld[slot])
      guard !isWithheld[slot], visible[slot] != .frozen else { continue }
      switch phase {
      case .passing: visible[slot] = .shown
      case .withheld: visible[slot] = surface.kind == .touchscreen ? .shown : .hidden
      case .reserved, .taken, .draining, .drained: break
      }
    }
  }

  /// Begins or ends to show the hand with another number of fingers.
  /// - Returns: true if it ends.
  private mutating func updateHand(_ claim: TouchClaim, lands: Bool, lifts: Bool, at time: Timestamp) -> Bool {
    otherHand.update(real, known: known, claim, lands: lands, lifts: lifts)
    guard phase == .passing, let fingers = otherHand.wanted, !real.hasButton(of: surface) else {
      let isOther = otherHand.isOther
      otherHand.end()
      return isOther
    }
    guard otherHand.fingers != fingers else { return false }
    let isDecided = claim.stage == .none && claim.fingers != nil
    guard isDecided || otherHand.fingers != nil || hasExceeded(Self.disguise, real, at: time) else { return false }
    otherHand.begin(fingers, real)
    return false
  }

  private mutating func suppressButtons() {
    for index in real.keys.indices where EventCode.isButton(surface.keys[index]) {
      if !real.keys[index] {
        suppressed[index] = false
      } else if phase.hidesButtons, !known.keys[index] {
        suppressed[index] = true
      }
    }
  }

  private mutating func write(holdsButtons: Bool = false, at time: Timestamp, into events: inout [DeviceEvent]) {
    if case .withheld(until: _?) = phase {
      planned.show(
        real, visible, suppressed: suppressed, holdsButtons: holdsButtons, timestamp: timestamp, at: time, into: &queue)
    } else {
      guard otherHand.isOther else {
        return shown.show(
          real, visible, suppressed: suppressed, holdsButtons: holdsButtons, timestamp: timestamp, at: time,
          into: &events)
      }
      otherHand.touch(real, visible)
      // Not lifted: of three contacts that have not moved far, that would be a tap.
      shown.cancel(real, slots: otherHand.omitted, suppressed: suppressed, at: time, into: &events)
      shown.show(
        otherHand.state, otherHand.visible, suppressed: suppressed, holdsButtons: holdsButtons, isOther: true,
        timestamp: timestamp, at: time, into: &events)
    }
  }

  private mutating func finishFrame(_ claim: TouchClaim, at time: Timestamp, into events: inout [DeviceEvent]) {
    timestamp = nil
    lastClaim = claim
    isMirror = shown.isMirror(of: real, visible)
    for slot in real.ids.indices { known.ids[slot] = real.ids[slot] }
    for index in real.keys.indices { known.keys[index] = real.keys[index] }
    if !real.hasContacts {
      lastClaim = .none
      switch phase {
      case .draining(let until), .drained(let until): phase = .drained(until: until)
      case .passing, .withheld, .reserved, .taken: phase = .passing
      }
    }
    findDeadline()
  }

  // MARK: Decisions

  /// True if libinput may have begun a gesture of the contacts that it sees.
  private func mayHaveBegun(at time: Timestamp) -> Bool { hasExceeded(Self.begin, shown.state, at: time) }

  private func hasExceeded(
    _ limits: (time: Duration, distance: Double), _ state: SurfaceState, at time: Timestamp
  ) -> Bool {
    movement.exceeds(limits, state, of: surface, at: time) { !otherHand.isAdded($0) }
  }

  /// Enters a phase in which the desktop sees all fingers or none.
  private mutating func enter(_ phase: Phase) {
    for slot in visible.indices { visible[slot] = .hidden }
    if phase == .passing { showAll() }
    self.phase = phase
  }

  private mutating func showAll() {
    for slot in visible.indices where real.ids[slot] >= 0 && !isWithheld[slot] { visible[slot] = .shown }
  }

  /// True if the time of the phase is over.
  private func isDue(at time: Timestamp) -> Bool { phase.end.map { $0 <= time } ?? false }

  private mutating func perform(_ answer: Answer, at time: Timestamp, into events: inout [DeviceEvent]) {
    switch answer {
    case .keep: break
    case .withhold: withhold(at: time)
    case .seize(let phase): seize(phase, at: time, into: &events)
    case .takeTap: cancel(.taken, at: time, into: &events)
    case .enter(let phase): enter(phase)
    case .reveal: reveal(into: &events)
    case .returnTap: returnTap(at: time, into: &events)
    }
  }

  /// Takes the fingers from the desktop.
  private mutating func seize(_ phase: Phase, at time: Timestamp, into events: inout [DeviceEvent]) {
    queue.removeAll(keepingCapacity: true)
    guard surface.kind == .touchpad, shown.count >= 3, mayHaveBegun(at: time) else {
      return cancel(phase, at: time, into: &events)
    }
    var kept = 0
    for slot in visible.indices {
      let isKept = shown.state.ids[slot] >= 0 && kept < 2
      visible[slot] = isKept ? .frozen : .hidden
      if isKept { kept += 1 }
    }
    isDrainNew = true
    self.phase = .draining(until: time + LibinputUnits.cancellation)
  }

  /// Takes the fingers from the desktop, which sees palms in their place.
  private mutating func cancel(_ phase: Phase, at time: Timestamp, into events: inout [DeviceEvent]) {
    shown.cancel(real, suppressed: suppressed, at: time, into: &events)
    enter(phase)
  }

  private mutating func withhold(at time: Timestamp) {
    if surface.kind == .touchscreen {
      planned = shown
      phase = .withheld(until: time + Self.patience.time)
    } else {
      for slot in visible.indices where shown.state.ids[slot] < 0 { visible[slot] = .hidden }
      phase = .withheld(until: nil)
    }
  }

  /// Gives the fingers to the desktop.
  private mutating func reveal(into events: inout [DeviceEvent]) {
    if case .withheld(until: _?) = phase {
      events += queue
      queue.removeAll(keepingCapacity: true)
      shown = planned
    }
    showAll()
    phase = .passing
  }

  /// Shows a tap that no rule has taken.
  private mutating func returnTap(at time: Timestamp, into events: inout [DeviceEvent]) {
    guard movement.isTap(at: time), !includesTaps else { return }
    shown.tap(real, slots: movement.used, at: time, into: &events)
  }
}
