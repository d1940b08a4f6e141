public import Time
public import Touch

/// A touchpad whose fingers are taken without a grab: they are palms in its node for everybody who reads it, so that
/// libinput in the desktop drops them. What is real, what the others believe, and what is written next. It has no
/// descriptor and no clock: the events of the kernel and the claims of the rules in, events to write out.
///
///     fingers   ▼▼▼                                             ▲▲▲
///     phase    │ held  ── a rule acts ──▶ kept                 │ open
///              │       ── no rule can any more ──▶ left        │
///              │       ── they rest ──▶ resting ── move ──▶ held
///
/// The phase, by what happens to the fingers (`answer(in:to:)`, in `Taking+Answer`):
///
///     phase    lands, possible  no claim  a rule acts  presses a button  late, lost, spent, off  all lift
///     open     hold (1)         -         kept (1)     -                 left (2)                -
///     held     hold the new     return    kept         return (left)     return (left)           open; tap (3)
///              ones             (4)
///     resting  hold (5)         return    kept         left              return (left)           open; tap (3)
///     kept     hold the new     - (6)     -            -                 return (left)           open
///              ones (6)
///     left     -                -         -            -                 -                       open
///
/// 1. From three fingers on: fewer point and scroll. Only in the frame of a landing, since libinput may have begun a
///    gesture later, which would then end without being cancelled.
/// 2. Only if they would be held.
/// 3. A tap that no rule wanted is written once more, since its fingers were palms. Its contacts have ids that no driver
///    gives.
/// 4. Open if another finger has landed in this frame, otherwise left; not yet while fingers lift that may have tapped.
/// 5. Or as soon as one of them moves. While fingers rest, the others see them, so that a click of the button counts them,
///    and a hold is the desktop's; libinput begins no gesture before one of them has moved by 1 mm. If they have moved so
///    far in one frame, they are left. Not while a rule wants them to rest.
///
/// 6. Held, or open without a claim, if one or two have stayed after the gesture: a thumb rests on, and other fingers
///    land.
///
/// A thumb that rests beside fingers which are given back stays a palm until those have lifted. libinput would wait for
/// 8 mm of the others until it takes it for one.
///
/// Held and kept fingers are written again after each frame in which the driver said that they are fingers. At most one
/// write follows a frame, so that two programs that write never answer each other; what is to be written after that waits
/// for the next frame, in which most drivers say by themselves that the fingers are fingers.
///
/// A palm stays in its slot: FINGER is written when its contact lifts. A contact that the driver takes for a palm stays
/// one.
public struct Taking: Sendable {
  /// The least time between two frames of a touchpad.
  public static let shortestFrame = Duration.milliseconds(2)
  /// The time for which fingers rest before the others see them, and the farthest movement meanwhile, in mm.
  static let rest = (time: Duration.milliseconds(45), distance: 0.5)
  /// The time for which libinput has seen fingers, before which they have to move farther than
  /// `LeftFingers.farthestStart`: it waits for 2 mm within 150 ms (src/evdev-mt-touchpad-gestures.c).
  static let early = (time: Duration.milliseconds(140), distance: 1.8)
  /// The least movement in one frame, in mm, that no finger makes which has rested.
  static let leastJump = 5.0
  /// The first id of the contacts of a tap that is returned. The kernel's own end at 0xffff.
  static let firstReturnedID: Int32 = 0x4000_0000

  /// The decision about the fingers that are down.
  enum Phase: Hashable, Sendable {
    /// The others see them. Those that land may be taken.
    case open
    /// They are palms for the others; no rule has acted yet.
    case held
    /// They rest, and the others see them. They are palms again once they move.
    case resting
    /// They are palms for the others; a rule has acted.
    case kept
    /// The others see them until all have lifted.
    case left
  }

  /// A slot, as the writer knows it.
  private struct Slot: Sendable {
    /// The tool type that the kernel has, and its contact.
    var tool: Int32 = 0
    var id: Int32 = -1
    var role = Role.driver
    /// True if the driver takes the contact for a palm.
    var isPalm = false
    /// True if the kernel told something about it in this frame, and if that was that it is a finger.
    var isChanged = false
    var isFinger = false
    /// True if it was held in this touch sequence.
    var wasHeld = false
    /// The last answer to `takePalm`.
    var wasPalm = false
  }

  /// Who says what the tool type of a slot is.
  private enum Role: Sendable {
    /// The driver.
    case driver
    /// This program: a palm.
    case held
    /// This program made it a palm, and has not made it a finger again.
    case owed
  }

  /// The device's description.
  public let surface: OwnedSurface
  private var real: SurfaceState
  private var known: SurfaceState
  private var slots: [Slot]
  private var tap: ShownDevice
  private(set) var phase = Phase.open
  private var movement: HandMovement
  /// The time and the positions since which the fingers rest, or since which the others see them; nil while unknown.
  private var restStart: Timestamp?
  private var restPositions: [OwnedSurface.Position]
  /// The distance of the second farthest one from there, in mm, and its change in the last frame: two move in each
  /// gesture.
  private var departure = (distance: 0.0, step: 0.0)
  /// True if a rule wants taps of these fingers.
  private var includesTaps = false
  /// True if the driver is known to repeat the tool type in each frame.
  private var repeats = false
  /// The time of the last write.
  private var written = Timestamp.zero
  /// The writes in this touch sequence.
  private var writes = 0
  /// True if something was written since the last frame.
  private var hasWritten = false
  /// The properties of the present frame.
  private var hasContent = false
  /// True if it says that fingers are fingers which are held.
  private var isUndoing = false
  /// The time of the last frame, and the frames in a row that nobody's touchpad reports.
  private var last = Timestamp.zero
  private var opposed = 0
  private var frame = (lands: false, lifts: false, presses: false)
  /// True if a contact has lifted in this touch sequence.
  private var hasLifted = false
  /// The frames of a returned tap that are still to be read back.
  private var echoes = 0

  /// The touch sequences whose fingers were taken so far: those that a rule has kept, and those that were given back.
  public private(set) var kept = 0
  /// The same, given back.
  public private(set) var returned = 0
  /// The touch sequences that were left although a rule wanted them, by reason.
  public private(set) var misses: [LeftFingers.Reason: Int] = [:]

  /// A device in its present state. Contacts that are down are left until they have lifted.
  /// - Parameter state: the values that the kernel keeps.
  public init(_ surface: OwnedSurface, state: SurfaceState) {
    self.surface = surface
    real = state
    known = state
    slots = Array(repeating: Slot(), count: surface.slots)
    tap = ShownDevice(of: surface)
    movement = HandMovement(of: surface)
    restPositions = Array(repeating: .init(), count: surface.slots)
    if !state.isUntouched { phase = .left }
    misses.reserveCapacity(LeftFingers.Reason.allCases.count)
  }

  /// True if the fingers that are down are palms for the others.
  public var isTaking: Bool { phase == .held || phase == .kept }
  /// True if they were in this touch sequence, and may be again.
  public var mayTake: Bool { isTaking || phase == .resting }

  /// The slot that the next event describes.
  public var currentSlot: Int { real.current }

  /// The reason why the fingers that are down were left to the desktop, once: the recognisers are to know it.
  private var left: LeftFingers?

  /// Returns it once.
  public mutating func takeLeft() -> LeftFingers? {
    defer { left = nil }
    return left
  }

  // MARK: Events

  /// Takes an event of the kernel.
  /// - Returns: false for one that is no event of the hand: of a tool type, or of a tap that was written.
  public mutating func handle(type: UInt16, code: UInt16, value: Int32) -> Bool {
    switch type {
    case EventCode.absolute:
      if code == EventCode.toolType {
        guard slots.indices.contains(real.current) else { return false }
        slots[real.current].tool = value
        if value != EventCode.palm || slots[real.current].role == .driver {
          isUndoing = isUndoing || slots[real.current].role != .owed
          slots[real.current].isFinger = value != EventCode.palm
        }
        return false
      }
      if code == EventCode.trackingID {
        if value >= Self.firstReturnedID { echoes = 2 }
        if echoes > 0 { return false }
      }
      real.handle(type: type, code: code, value: value, of: surface)
      guard code != EventCode.slot else { break }
      if code == EventCode.trackingID, slots.indices.contains(real.current) {
        slots[real.current].id = real.ids[real.current]
      }
      hasContent = true
      if EventCode.isOfContacts(code) || code == EventCode.trackingID, slots.indices.contains(real.current) {
        slots[real.current].isChanged = true
      }
    case EventCode.key:
      if echoes > 0 { return false }
      real.handle(type: type, code: code, value: value, of: surface)
      hasContent = true
    case EventCode.synchronization where code == EventCode.report:
      if echoes > 0 { echoes -= 1 }
    default: break
    }
    return true
  }

  /// True if the present frame is one of the driver's: `note`, `close` and `decide` are next.
  public var isFrame: Bool { hasContent || isUndoing }

  /// Takes what the kernel says about a slot at this moment.
  public mutating func note(_ slot: Int, id: Int32, tool: Int32) {
    guard slots.indices.contains(slot) else { return }
    slots[slot].id = id
    slots[slot].tool = tool
  }

  /// Returns true or false once if the driver now takes the contact of a slot for a palm, or does no longer.
  public mutating func takePalm(_ slot: Int) -> Bool? {
    guard slots[slot].wasPalm != slots[slot].isPalm else { return nil }
    slots[slot].wasPalm = slots[slot].isPalm
    return slots[slot].isPalm
  }

  /// Begins the end of a frame, before the rules know it: writes what they cannot change.
  /// - Parameters:
  ///   - time: the time of the frame.
  ///   - now: the present time.
  public mutating func close(at time: Timestamp, now: Timestamp, into events: inout [DeviceEvent]) {
    hasWritten = false
    frame = (
      real.hasLanding(since: known), real.hasLift(since: known), real.hasButton(of: surface, since: known)
    )
    if frame.lands || frame.lifts {
      if !known.hasContacts {
        movement.begin(at: time)
        (includesTaps, hasLifted, writes, opposed) = (false, false, 0, 0)
        for slot in slots.indices { slots[slot].wasHeld = false }
      }
      for slot in real.ids.indices where real.ids[slot] != known.ids[slot] {
        if slots[slot].role == .held { slots[slot].role = .owed }
        slots[slot].isPalm = false
        if real.ids[slot] >= 0 { movement.land(slot, real, of: surface) }
      }
      hasLifted = hasLifted || frame.lifts
    }
    movement.updateReach(real, of: surface)
    followRest(at: time)
    updateTools(at: time)
    opposed = hasContent || time - last >= Self.shortestFrame ? 0 : opposed + 1
    last = time
    if opposed > LeftFingers.mostOpposed, isHolding {
      return miss(LeftFingers(.opposed, amount: opposed), into: &events)
    }
    let isRestored = !real.hasContacts
    if phase == .left, frame.lifts, !hasOthers { owe() }
    let isKept = phase == .kept && !frame.lands
    if isRestored || !frame.lands && !frame.lifts && !frame.presses || phase == .left || isKept {
      if isKept { holdAll() }
      guard !isDelayed(at: time, now: now) else { return missLate(at: time, now: now, into: &events) }
      write(at: now, into: &events)
    }
    guard isRestored else { return }
    if phase == .held || phase == .resting {
      returned += 1
      if !includesTaps, movement.isTap(at: time) { returnTap(at: now, into: &events) }
    }
    phase = .open
  }

  /// Learns the driver's opinion of the contacts.
  private mutating func updateTools(at time: Timestamp) {
    for slot in slots.indices {
      let isPalm = slots[slot].tool == EventCode.palm
      switch slots[slot].role {
      case .driver: slots[slot].isPalm = isPalm && real.ids[slot] >= 0
      case .owed: if !isPalm { slots[slot].role = .driver }
      case .held:
        if !isPalm {
          // Not if another program has said so, in a frame of its own.
          repeats = repeats || slots[slot].isFinger && hasContent
        } else if repeats, slots[slot].isChanged, time > written {
          // The driver has not undone the palm.
          slots[slot].role = .driver
          slots[slot].isPalm = true
        }
      }
      slots[slot].isChanged = false
      slots[slot].isFinger = false
    }
  }

  /// True if the next write is decided by the rules: `decide` is next, with their claim.
  public var needsClaim: Bool {
    switch phase {
    case .open: frame.lands && count >= TakingClaim.fewest
    case .held, .resting: true
    case .kept: frame.lands
    case .left: false
    }
  }

  /// Ends a frame, or decides between two frames.
  /// - Parameter claim: the claim of the rules after this frame; nil if it is not needed.
  public mutating func decide(
    _ claim: TakingClaim?, at time: Timestamp, now: Timestamp, into events: inout [DeviceEvent]
  ) {
    defer { finishFrame() }
    guard let claim else { return write(at: now, into: &events) }
    includesTaps = includesTaps || claim.includesTaps
    let lands =
      switch phase {
      case .open: frame.lands && count >= TakingClaim.fewest && isCurrent && !real.hasButton(of: surface)
      case .held: frame.lands || hasOthers
      case .kept: frame.lands && staying < TakingClaim.fewest
      case .resting, .left: frame.lands
      }
    let answer = Self.answer(
      in: phase,
      to: Frame(
        claim: claim.stage, lands: lands, presses: frame.presses, isLate: now - time > LeftFingers.latest,
        isLiftingTap: hasLifted && movement.isTap(at: time), rests: !claim.includesRests && hasRested(at: time),
        starts: isStarting || claim.includesRests, isSudden: isSudden(at: time)))
    switch answer {
    case .keep: if phase == .kept { holdAll() }
    case .hold:
      phase = .held
      holdAll()
      beginRest(at: time)
    case .show:
      phase = .resting
      owe()
      beginRest(at: now)
    case .enterKept:
      phase = .kept
      kept += 1
      holdAll()
    case .reopen, .giveBack:
      if phase != .kept { returned += 1 }
      phase = answer == .reopen ? .open : .left
      let isMovement = answer == .giveBack && claim.stage == .none && real.hasContacts
      if isMovement { left = LeftFingers(.movement) }
      owe(but: isMovement && !frame.presses ? claim.thumb : nil)
    case .miss: return missLate(at: time, now: now, into: &events)
    case .missSudden:
      return miss(
        LeftFingers(.sudden, amount: Int((departure.distance * 1000).rounded())), into: &events)
    }
    guard !isDelayed(at: time, now: now) else { return missLate(at: time, now: now, into: &events) }
    write(at: now, into: &events)
  }

  /// Decides between two frames: time has passed, or the rules may not act any more.
  public mutating func update(_ claim: TakingClaim, at now: Timestamp, into events: inout [DeviceEvent]) {
    if claim.stage == .off, mayTake { return release(at: now, into: &events) }
    // The next frame is not awaited: a driver may report none while fingers rest.
    if now - written > LeftFingers.latest { hasWritten = false }
    guard phase == .held || phase == .resting else { return write(at: now, into: &events) }
    frame = (false, false, false)
    decide(claim, at: now, now: now, into: &events)
  }

  /// Gives the fingers back at once: the device is not taken any more, or the rules may not act.
  public mutating func release(at now: Timestamp, into events: inout [DeviceEvent]) {
    owe()
    hasWritten = false
    write(at: now, into: &events)
    phase = real.hasContacts ? .left : .open
  }

  /// Replaces the state of the device, after events were lost; `note` was called for each slot. All fingers have to lift
  /// before any are taken again.
  public mutating func replace(with state: SurfaceState, at now: Timestamp, into events: inout [DeviceEvent]) {
    if mayTake { misses[.lost, default: 0] += 1 }
    real = state
    release(at: now, into: &events)
    finishFrame()
    echoes = 0
  }

  /// Makes fingers of the palms in slots without a contact, which another program has left there.
  public mutating func clean(at now: Timestamp, into events: inout [DeviceEvent]) {
    for slot in slots.indices where slots[slot].id < 0 && slots[slot].tool == EventCode.palm {
      slots[slot].role = .owed
    }
    hasWritten = false
    write(at: now, into: &events)
  }

  // MARK: Bookkeeping

  /// The number of contacts that may be taken.
  private var count: Int {
    var count = 0
    for slot in slots.indices where real.ids[slot] >= 0 && !slots[slot].isPalm { count += 1 }
    return count
  }

  /// The number of contacts that were down before the present frame, too.
  private var staying: Int { slots.indices.count { real.ids[$0] >= 0 && real.ids[$0] == known.ids[$0] } }

  /// True if a contact is not held that others are beside.
  private var hasOthers: Bool {
    slots.indices.contains { real.ids[$0] >= 0 && !slots[$0].isPalm && slots[$0].role != .held }
  }

  /// True if the contacts are those that the kernel has at this moment.
  private var isCurrent: Bool { slots.indices.allSatisfy { slots[$0].id == real.ids[$0] } }

  /// True if fingers are to be palms and are not, and it is too late to write that.
  private func isDelayed(at time: Timestamp, now: Timestamp) -> Bool {
    now - time > LeftFingers.latest && slots.contains { $0.role == .held && $0.tool != EventCode.palm }
  }

  private mutating func beginRest(at time: Timestamp) {
    restStart = time
    departure = (0, 0)
    for slot in restPositions.indices { restPositions[slot] = surface.position(slot, in: real) }
  }

  /// Follows fingers that may rest, or that rest and may start.
  private mutating func followRest(at time: Timestamp) {
    guard phase == .held || phase == .resting else { return restStart = nil }
    guard restStart != nil, !frame.lands, !frame.lifts else { return beginRest(at: time) }
    var (farthest, second) = (0.0, 0.0)
    for slot in real.ids.indices where real.ids[slot] >= 0 && !slots[slot].isPalm {
      let distance = surface.distance(surface.position(slot, in: real), restPositions[slot])
      second = max(second, min(farthest, distance))
      farthest = max(farthest, distance)
    }
    departure = (second, max(0, second - departure.distance))
    if phase == .held, farthest > Self.rest.distance { beginRest(at: time) }
  }

  /// True if fingers that rested have started, and may reach the distance at which libinput begins a gesture in the next
  /// frame: the steps of a hand that starts grow to three times as much from one frame to the next.
  private var isStarting: Bool {
    departure.distance > Self.rest.distance || departure.distance + 3 * departure.step >= LeftFingers.farthestStart
  }

  /// True if they have reached it. Contacts that have jumped are none that move.
  private func isSudden(at time: Timestamp) -> Bool {
    let isEarly = restStart.map { time - $0 < Self.early.time } ?? false
    let limit = isEarly ? Self.early.distance : LeftFingers.farthestStart
    return departure.distance >= limit && departure.step < Self.leastJump
  }

  /// True if they have rested for some time.
  private func hasRested(at time: Timestamp) -> Bool { restStart.map { time - $0 >= Self.rest.time } ?? false }

  private mutating func holdAll() {
    for slot in slots.indices where real.ids[slot] >= 0 && !slots[slot].isPalm {
      slots[slot].role = .held
      slots[slot].wasHeld = true
    }
  }

  /// - Parameter thumb: the slot of one that stays a palm.
  private mutating func owe(but thumb: Int? = nil) {
    for slot in slots.indices where slots[slot].role == .held && slot != thumb { slots[slot].role = .owed }
  }

  /// True if this program holds a contact.
  private var isHolding: Bool { slots.contains { $0.role == .held } }

  /// Leaves the fingers until all have lifted, although a rule wants them.
  private mutating func miss(_ fingers: LeftFingers, into events: inout [DeviceEvent]) {
    guard phase != .left else {
      // Of these, only a thumb was held.
      owe()
      return write(at: written, into: &events)
    }
    misses[fingers.reason, default: 0] += 1
    if real.hasContacts, phase != .kept { left = fingers }
    phase = real.hasContacts ? .left : .open
    owe()
    write(at: written, into: &events)
  }

  private mutating func missLate(at time: Timestamp, now: Timestamp, into events: inout [DeviceEvent]) {
    miss(LeftFingers(.late, amount: Int((now - time).wholeMicroseconds)), into: &events)
  }

  private mutating func finishFrame() {
    for slot in real.ids.indices { known.ids[slot] = real.ids[slot] }
    for index in real.keys.indices { known.keys[index] = real.keys[index] }
    hasContent = false
    isUndoing = false
    frame = (false, false, false)
  }

  // MARK: Writing

  /// Writes the differences between what the kernel has and what it is to have, unless this frame was written already.
  private mutating func write(at now: Timestamp, into events: inout [DeviceEvent]) {
    guard !hasWritten else { return }
    guard appendTools(at: now, into: &events) else { return }
    finishWriting(at: now, into: &events)
    guard writes > LeftFingers.mostWrites, isHolding else { return }
    hasWritten = false
    miss(LeftFingers(.spent, amount: writes), into: &events)
  }

  /// - Returns: true if there is a difference.
  private mutating func appendTools(at now: Timestamp, into events: inout [DeviceEvent]) -> Bool {
    var isChanged = false
    for slot in slots.indices {
      let tool: Int32
      switch slots[slot].role {
      case .driver: continue
      // A contact that has come since has not been seen yet.
      case .held:
        guard slots[slot].id == real.ids[slot], slots[slot].id >= 0 else { continue }
        tool = EventCode.palm
      case .owed:
        tool = EventCode.finger
        slots[slot].role = .driver
      }
      guard slots[slot].tool != tool else { continue }
      slots[slot].tool = tool
      append(EventCode.absolute, EventCode.slot, Int32(slot), at: now, into: &events)
      append(EventCode.absolute, EventCode.toolType, tool, at: now, into: &events)
      isChanged = true
    }
    return isChanged
  }

  private mutating func finishWriting(at now: Timestamp, into events: inout [DeviceEvent]) {
    append(EventCode.absolute, EventCode.slot, Int32(real.current), at: now, into: &events)
    append(EventCode.synchronization, EventCode.report, 0, at: now, into: &events)
    written = now
    writes += 1
    hasWritten = true
  }

  /// Writes a tap of the contacts that have lifted.
  private mutating func returnTap(at now: Timestamp, into events: inout [DeviceEvent]) {
    let first = events.count
    append(EventCode.absolute, EventCode.slot, Int32(tap.state.current), at: now, into: &events)
    tap.tap(real, slots: slots.map(\.wasHeld), at: now, into: &events)
    for index in events.indices[first...] where events[index].code == EventCode.trackingID {
      if events[index].value >= 0, events[index].type == EventCode.absolute {
        events[index].value |= Self.firstReturnedID
      }
    }
    finishWriting(at: now, into: &events)
  }

  private func append(
    _ type: UInt16, _ code: UInt16, _ value: Int32, at time: Timestamp, into events: inout [DeviceEvent]
  ) {
    events.append(DeviceEvent(time: time, type: type, code: code, value: value))
  }
}
