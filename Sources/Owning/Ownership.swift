public import Time
public import Touch

/// An owned device: what is real, what the desktop is shown, and the decision between the two. It has no descriptor and
/// no clock: the kernel's events and the claims of the recognisers in, the events of the shown device out.
///
///     passing ───▶ withheld ──▶ claimed      what the rules take, nobody else gets
///        ▲  │          │           ▲
///        │  └──────────┼── draining┤         two contacts stay for 130 ms, so that libinput cancels its swipe
///        └─────────────┴───────────┘         no rule took it, or all fingers have lifted
///
/// On a touchpad a contact that is claimed before libinput can have begun a gesture becomes a palm, and the desktop
/// sees nothing. A withheld contact is shown where it is by then. On a touchscreen a claimed contact becomes a palm at
/// any time, which libinput reports as cancelled; what was withheld is replayed with its times.
public struct Ownership: Sendable {
  /// The decision about the fingers that are down.
  enum Phase: Hashable, Sendable {
    /// The desktop sees them.
    case passing
    /// The desktop does not see them yet: until a time on touchscreens, until the rules have decided on touchpads.
    case withheld(until: Timestamp?)
    /// The desktop does not see them. If no rule has taken them yet, a tap or a press is given back.
    case claimed(isTaken: Bool)
    /// The rules have taken a gesture that libinput may have begun.
    case draining(until: Timestamp)
  }

  /// libinput takes 100 ms to notice that fingers have left a gesture (DEFAULT_GESTURE_SWITCH_TIMEOUT); measured.
  static let drain = Duration.milliseconds(130)
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
  private var shown: ShownDevice
  private(set) var phase = Phase.passing
  private var visible: [ShownDevice.Visibility]
  private var suppressed: [Bool]
  /// The real contacts and keys of the last frame.
  private var known: SurfaceState
  private var lastClaim = TouchClaim.none
  private var timestamp: Int32?

  /// The device as it would be if what is withheld had been shown, and the events that lead there.
  private var planned: ShownDevice
  private var queue: [DeviceEvent] = []

  private var movement: HandMovement
  private var includesTaps = false
  /// True if all fingers have lifted since the drain began.
  private var isOver = false
  /// True if the first frame of a drain may not be written yet: `begin(drainAt:)` is next.
  public private(set) var isDrainNew = false

  /// The number of fingers with which the desktop is to see the hand; nil for those that it has.
  private var wanted: Int?
  /// True if a finger has lifted since the last one landed.
  private var hasLifted = false
  private var otherHand: OtherHand
  /// The device as another hand touches it, what is visible of it, and true for each contact that is left out. Kept, so
  /// that a frame allocates nothing.
  private var otherState: SurfaceState
  private var otherVisible: [ShownDevice.Visibility]
  private var omitted: [Bool]

  private var chord: PanicChord
  /// The time for which fingers rest until the device is given back.
  public var panicTime: Duration { didSet { findDeadline() } }
  /// True if five fingers have rested for that time: the user wants the device back.
  public private(set) var isPanic = false

  /// A device in its present state, with nothing touching it.
  /// - Parameter state: the values that the kernel keeps. A contact or key that is down counts as one that comes with the
  ///   next frame.
  public init(_ surface: OwnedSurface, state: SurfaceState? = nil, panicTime: Duration = .seconds(3)) {
    self.surface = surface
    self.panicTime = panicTime
    known = SurfaceState(of: surface)
    real = state ?? known
    shown = ShownDevice(of: surface)
    planned = shown
    otherHand = OtherHand(of: surface)
    otherState = known
    omitted = Array(repeating: false, count: surface.slots)
    otherVisible = Array(repeating: .hidden, count: surface.slots)
    visible = Array(repeating: .hidden, count: surface.slots)
    suppressed = Array(repeating: false, count: surface.keys.count)
    movement = HandMovement(of: surface)
    chord = PanicChord(of: surface)
    if surface.kind == .touchscreen { queue.reserveCapacity(1024) }
  }

  /// The state of the device that the desktop sees.
  public var shownState: SurfaceState { shown.state }

  /// True if nothing touches the device, and nothing is shown or due.
  public var isAtRest: Bool { real.isUntouched && shown.state.isUntouched && deadline == nil }

  /// True if the next frame, as far as it is known, passes whatever the rules say: it may be written before they are
  /// asked.
  public var passes: Bool {
    phase == .passing && lastClaim.stage == .none && (wanted == nil || otherHand.fingers != nil) && !hasLanding
      && !hasLift
  }

  /// True if the next frame may be copied to the shown device, which is like the real one, if it changes only axes:
  /// that is faster than `handle` and `close`: in `make bench`, a frame of two fingers takes 29 µs instead of 38, and one
  /// of ten fingers 72 instead of 93.
  public var copies: Bool {
    isMirror && phase == .passing && lastClaim.stage == .none && wanted == nil && otherHand.fingers == nil
  }
  private var isMirror = false

  /// The slot to be named before a frame is copied; nil if both devices have selected the same one.
  public var copiedSlot: Int? { real.current == shown.state.current ? nil : real.current }

  /// The time of the next `expire`; nil if nothing is decided by passing time alone. Stored, since it is read several
  /// times per frame: a property computed in another module is computed on a copy of the whole struct.
  public private(set) var deadline: Timestamp?

  private mutating func findDeadline() {
    deadline =
      switch phase {
      case .passing:
        wanted == nil || otherHand.fingers != nil || isButtonDown ? nil : movement.marked + Self.disguise.time
      case .claimed: nil
      case .withheld(let until): until
      case .draining(let until): until
      }
    guard !isPanic, let panic = chord.deadline(resting: panicTime) else { return }
    deadline = deadline.map { min($0, panic) } ?? panic
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
    if type == EventCode.miscellaneous { return }
    if let slot = copiedSlot {
      shown.mirror(type: EventCode.absolute, code: EventCode.slot, value: Int32(slot))
    }
    real.handle(type: type, code: code, value: value, of: surface)
    shown.mirror(type: type, code: code, value: value)
  }

  /// Replaces the state of the real device, after events were lost.
  public mutating func replace(with state: SurfaceState) {
    real = state
    isMirror = false
  }

  /// Ends a frame of the real device, and writes what the desktop sees of it.
  /// - Parameter claim: the claim of the recognisers after this frame.
  public mutating func close(at time: Timestamp, claim: TouchClaim, into events: inout [DeviceEvent]) {
    let presses = hasPress
    let lands = hasLanding
    var showsContactsFirst = false
    let lifts = hasLift
    if lifts, phase == .passing, surface.kind == .touchpad, lastClaim.includesTaps {
      takeTap(at: time, into: &events)
    }
    updateContacts(at: time)
    if lands || lifts { movement.mark(real, of: surface, at: time) }
    movement.updateReach(real, of: surface)
    chord.update(real, of: surface, lands: lands, at: time)
    includesTaps = includesTaps || claim.includesTaps
    switch phase {
    case .passing:
      switch claim.stage {
      case .none, .possible: break
      case .awaited: if lands { withhold(at: time) }
      case .reserved: if lands { seize(isTaken: false, at: time, into: &events) }
      case .taken: seize(isTaken: true, at: time, into: &events)
      }
    case .withheld(let until):
      switch claim.stage {
      case .reserved: seize(isTaken: false, at: time, into: &events)
      case .taken: seize(isTaken: true, at: time, into: &events)
      case .none, .possible, .awaited:
        let isDue = until.map { time >= $0 || movement.reach > Self.patience.distance } ?? false
        guard claim.stage != .awaited || presses || isDue || !hasContacts else { break }
        if !hasContacts, surface.kind == .touchpad { giveTapBack(at: time, into: &events) }
        reveal(into: &events)
        showsContactsFirst = presses
      }
    case .claimed(isTaken: true): break
    case .claimed(isTaken: false):
      switch claim.stage {
      case .taken: phase = .claimed(isTaken: true)
      case .none, .possible, .awaited, .reserved:
        let isOthers = lands && claim.stage != .reserved
        // A rule shows them with another number of fingers.
        if isOthers || presses || claim.fingers != nil {
          reveal(into: &events)
          showsContactsFirst = presses
        } else if !hasContacts {
          giveTapBack(at: time, into: &events)
        }
      }
    case .draining(let until):
      lastClaim = claim
      if until <= time { endDrain(into: &events) }
    }
    suppressButtons()
    if updateHand(claim, lands: lands, lifts: lifts, at: time), presses { showsContactsFirst = true }
    if showsContactsFirst { write(holdsButtons: true, at: time, into: &events) }
    write(at: time, into: &events)
    finishFrame(claim, at: time, into: &events)
  }

  /// Ends a frame that was copied to the shown device. Nothing is to be decided: contacts and keys are as before.
  public mutating func closeCopy(at time: Timestamp) {
    movement.updateReach(real, of: surface)
    chord.update(real, of: surface, lands: false, at: time)
    findDeadline()
  }

  /// Counts the time of a drain from when its first frame was written. libinput counts it by the kernel's time stamps of
  /// the shown device, and a frame may be written long after its fingers moved.
  public mutating func begin(drainAt now: Timestamp) {
    isDrainNew = false
    guard case .draining(let until) = phase else { return }
    phase = .draining(until: max(until, now + Self.drain))
    findDeadline()
  }

  /// Lets time pass, at `deadline`.
  public mutating func expire(at now: Timestamp, into events: inout [DeviceEvent]) {
    if let panic = chord.deadline(resting: panicTime), panic <= now {
      isPanic = true
      findDeadline()
    }
    switch phase {
    case .withheld(let until?) where until <= now: reveal(into: &events)
    case .draining(let until) where until <= now: endDrain(into: &events)
    case .passing:
      guard wanted != nil, otherHand.fingers == nil else { return }
      _ = updateHand(lastClaim, lands: false, lifts: false, at: now)
    case .withheld, .claimed, .draining: return
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
    phase = hasContacts ? .claimed(isTaken: true) : .passing
    queue.removeAll(keepingCapacity: true)
    otherHand.end()
    wanted = nil
    chord.end()
    findDeadline()
  }

  // MARK: Bookkeeping

  private var hasContacts: Bool { real.ids.contains { $0 >= 0 } }
  private var hasLanding: Bool { real.ids.indices.contains { real.ids[$0] >= 0 && real.ids[$0] != known.ids[$0] } }
  private var hasLift: Bool { real.ids.indices.contains { known.ids[$0] >= 0 && real.ids[$0] != known.ids[$0] } }
  /// True if a button was pressed in this frame.
  private var hasPress: Bool {
    real.keys.indices.contains { EventCode.isButton(surface.keys[$0]) && real.keys[$0] && !known.keys[$0] }
  }

  private var isButtonDown: Bool {
    real.keys.indices.contains { EventCode.isButton(surface.keys[$0]) && real.keys[$0] }
  }

  private mutating func updateContacts(at time: Timestamp) {
    if !known.ids.contains(where: { $0 >= 0 }) {
      movement.begin(at: time)
      includesTaps = false
    }
    for slot in real.ids.indices where real.ids[slot] != known.ids[slot] {
      if visible[slot] != .frozen { visible[slot] = .hidden }
      guard real.ids[slot] >= 0 else { continue }
      movement.land(slot, real, of: surface)
      guard visible[slot] != .frozen else { continue }
      switch phase {
      case .passing: visible[slot] = .shown
      case .withheld: visible[slot] = surface.kind == .touchscreen ? .shown : .hidden
      case .claimed, .draining: break
      }
    }
  }

  /// Begins or ends to show the hand with another number of fingers.
  /// - Returns: true if it ends.
  private mutating func updateHand(_ claim: TouchClaim, lands: Bool, lifts: Bool, at time: Timestamp) -> Bool {
    otherHand.update(real, known: known)
    hasLifted = lifts || hasLifted && !lands && hasContacts
    if lands || lifts && otherHand.fingers == nil || !hasContacts { wanted = nil }
    // Fingers that lift are those of the hand as it was.
    if !hasLifted, let fingers = claim.fingers { wanted = fingers }
    guard phase == .passing, let fingers = wanted, !isButtonDown else {
      let isOther = otherHand.isOther
      otherHand.end()
      return isOther
    }
    guard otherHand.fingers != fingers else { return false }
    let isDecided = claim.stage == .none && claim.fingers != nil
    guard isDecided || otherHand.fingers != nil || hasExceeded(Self.disguise, real, at: time) else { return false }
    if !otherHand.begin(fingers, real) { wanted = nil }
    return false
  }

  private mutating func suppressButtons() {
    let hides: Bool =
      switch phase {
      case .passing, .withheld, .claimed(isTaken: false): false
      case .claimed(isTaken: true), .draining: true
      }
    for index in real.keys.indices where EventCode.isButton(surface.keys[index]) {
      if !real.keys[index] {
        suppressed[index] = false
      } else if hides, !known.keys[index] {
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
      // Not lifted: of three contacts that have not moved far, that would be a tap.
      for slot in omitted.indices { omitted[slot] = otherHand.omissions[slot] >= 0 }
      shown.cancel(real, slots: omitted, suppressed: suppressed, at: time, into: &events)
      otherState.copy(real)
      for slot in visible.indices { otherVisible[slot] = visible[slot] }
      otherHand.apply(to: &otherState, &otherVisible)
      shown.show(
        otherState, otherVisible, suppressed: suppressed, holdsButtons: holdsButtons, isOther: true,
        timestamp: timestamp, at: time, into: &events)
    }
  }

  private mutating func finishFrame(_ claim: TouchClaim, at time: Timestamp, into events: inout [DeviceEvent]) {
    timestamp = nil
    lastClaim = claim
    isMirror = shown.isMirror(of: real, visible)
    for slot in real.ids.indices { known.ids[slot] = real.ids[slot] }
    for index in real.keys.indices { known.keys[index] = real.keys[index] }
    if !hasContacts {
      lastClaim = .none
      switch phase {
      case .draining: isOver = true
      case .passing, .withheld, .claimed: phase = .passing
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

  private mutating func hideAll() { for slot in visible.indices { visible[slot] = .hidden } }

  /// Takes the fingers from the desktop.
  private mutating func seize(isTaken: Bool, at time: Timestamp, into events: inout [DeviceEvent]) {
    queue.removeAll(keepingCapacity: true)
    if surface.kind == .touchpad, shown.count >= 3, mayHaveBegun(at: time) {
      var kept = 0
      for slot in visible.indices {
        let isKept = shown.state.ids[slot] >= 0 && kept < 2
        visible[slot] = isKept ? .frozen : .hidden
        if isKept { kept += 1 }
      }
      isOver = false
      isDrainNew = true
      phase = .draining(until: time + Self.drain)
    } else {
      shown.cancel(real, suppressed: suppressed, at: time, into: &events)
      hideAll()
      phase = .claimed(isTaken: isTaken)
    }
  }

  /// Takes a tap from the desktop, before it sees the lift.
  private mutating func takeTap(at time: Timestamp, into events: inout [DeviceEvent]) {
    guard movement.isTap(at: time) else { return }
    shown.cancel(real, suppressed: suppressed, at: time, into: &events)
    hideAll()
    phase = .claimed(isTaken: true)
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
    for slot in visible.indices where real.ids[slot] >= 0 { visible[slot] = .shown }
    phase = .passing
  }

  /// Shows a tap that no rule has taken.
  private mutating func giveTapBack(at time: Timestamp, into events: inout [DeviceEvent]) {
    guard movement.isTap(at: time), !includesTaps else { return }
    shown.tap(real, slots: movement.used, at: time, into: &events)
  }

  private mutating func endDrain(into events: inout [DeviceEvent]) {
    hideAll()
    guard isOver else {
      phase = .claimed(isTaken: true)
      return
    }
    // Fingers that landed meanwhile are a sequence of their own.
    switch lastClaim.stage {
    case .none, .possible, .awaited: reveal(into: &events)
    case .reserved: phase = .claimed(isTaken: false)
    case .taken: phase = .claimed(isTaken: true)
    }
  }
}
