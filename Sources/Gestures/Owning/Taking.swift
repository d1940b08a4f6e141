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
/// Fingers that have moved when they are given back land once more, at once (`RepeatedLanding`).
///
/// A thumb that rests beside fingers which are given back stays a palm until those have lifted. libinput would wait for
/// 8 mm of the others until it takes it for one. It is given back where the driver says in each frame that it is a
/// finger: libinput would count one finger more in each frame and one less after each write, and begin no gesture.
///
/// Held and kept fingers are written again after each frame in which the driver said that they are fingers. At most one
/// write follows a frame, so that two programs that write never answer each other; what is to be written after that,
/// but for that landing once in a touch sequence, waits for the next frame, in which most drivers say by themselves
/// that the fingers are fingers.
///
/// libinput in this program believes the palms that it has received once, and need not receive them again with each
/// frame (`hidesTools`). Before a write that is no repetition it receives tool types again, and the write says all of
/// them.
///
/// A palm stays in its slot: FINGER is written when its contact lifts. A contact that the driver takes for a palm stays
/// one.
public struct Taking: Sendable {
  /// The least time between two frames of a touchpad.
  public static let shortestFrame = Duration.milliseconds(2)
  /// The first id of the contacts of a tap that is returned. The kernel's own end at 0xffff.
  static let firstReturnedID: Int32 = 0x4000_0000

  /// The device's description.
  public let surface: OwnedSurface
  var real: SurfaceState
  private var known: SurfaceState
  @usableFromInline var palms: PalmSlots
  var tap: ShownDevice
  @usableFromInline private(set) var phase = Phase.open
  var movement: HandMovement
  private var rest: FingerRest
  var budget = WriteBudget()
  /// True if a rule wants taps of these fingers.
  private var includesTaps = false
  /// True if the present frame says more than tool types.
  private var hasContent = false
  /// True if it says that fingers are fingers which are held.
  private var isUndoing = false
  private var frame = (lands: false, lifts: false, presses: false)
  /// True if a contact has lifted in this touch sequence.
  private var hasLifted = false
  /// The returned taps and repeated landings that were written, as they are read back.
  var echoes = Echoes()
  /// The landing whose start is to be written, and when.
  var landing: (landing: RepeatedLanding, due: Timestamp)?

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
    palms = PalmSlots(count: surface.slots)
    tap = ShownDevice(of: surface)
    movement = HandMovement(of: surface)
    rest = FingerRest(of: surface)
    if !state.isUntouched { phase = .left }
    misses.reserveCapacity(LeftFingers.Reason.allCases.count)
  }

  // Inlined, as those below: with each frame, a class would hand over a copy of this for the question.
  /// True if the fingers that are down are palms for the others.
  @inlinable public var isTaking: Bool { phase == .held || phase == .kept }
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

  /// The time of the next write that follows no frame: `update` is due then; nil if there is none.
  public var deadline: Timestamp? { landing?.due }

  /// True if libinput in this program has not received the tool types since the last write; to be set by the writer.
  @inlinable public var hidesTools: Bool {
    get { palms.areHidden }
    set { palms.areHidden = newValue }
  }

  /// True if the last write only repeats palms that were written before.
  @inlinable public var isRepetition: Bool { palms.isRepetition }

  // MARK: Events

  /// Takes an event of the kernel.
  /// - Returns: false for one that is no event of the hand: of a tool type, or of a tap that was written.
  public mutating func handle(type: UInt16, code: UInt16, value: Int32) -> Bool {
    switch type {
    case EventCode.absolute:
      if code == EventCode.toolType {
        if value == EventCode.pen { echoes.begin() }
        if !echoes.areRead, palms.setTool(value, in: real.current) { isUndoing = true }
        return false
      }
      if code == EventCode.trackingID, value >= Self.firstReturnedID, !echoes.areRead { echoes.begin() }
      if echoes.areRead, code != EventCode.slot { return false }
      real.handle(type: type, code: code, value: value, of: surface)
      guard code != EventCode.slot else { break }
      (hasContent, landing) = (true, nil)
      if EventCode.isOfContacts(code) || code == EventCode.trackingID, real.ids.indices.contains(real.current) {
        palms.change(real.current, id: real.ids[real.current])
      }
    case EventCode.key:
      if echoes.areRead { return false }
      real.handle(type: type, code: code, value: value, of: surface)
      (hasContent, landing) = (true, nil)
    case EventCode.synchronization where code == EventCode.report:
      echoes.endFrame()
    default: break
    }
    return true
  }

  /// True if the present frame is one of the driver's: `note`, `close` and `decide` are next.
  public var isFrame: Bool { hasContent || isUndoing }

  /// Takes what the kernel says about a slot at this moment.
  public mutating func note(_ slot: Int, id: Int32, tool: Int32) {
    palms.note(slot, id: id, tool: tool)
  }

  /// Returns true or false once if the driver now takes the contact of a slot for a palm, or does no longer.
  public mutating func takePalm(_ slot: Int) -> Bool? {
    palms.takePalm(slot)
  }

  /// Begins the end of a frame, before the rules know it: writes what they cannot change.
  /// - Parameters:
  ///   - time: the time of the frame.
  ///   - now: the present time.
  public mutating func close(at time: Timestamp, now: Timestamp, into events: inout [DeviceEvent]) {
    budget.allow()
    frame = (
      real.hasLanding(since: known), real.hasLift(since: known), real.hasButton(of: surface, since: known)
    )
    if frame.lands || frame.lifts {
      if !known.hasContacts {
        movement.begin(at: time)
        (includesTaps, hasLifted) = (false, false)
        budget.begin()
        palms.begin()
      }
      for slot in real.ids.indices where real.ids[slot] != known.ids[slot] {
        palms.replaceContact(of: slot)
        if real.ids[slot] >= 0 { movement.land(slot, real, of: surface) }
      }
      hasLifted = hasLifted || frame.lifts
    }
    movement.updateReach(real, of: surface)
    if hasContent {
      movement.leaveOutJumps(real, of: surface)
      movement.mark(real, of: surface, at: time)
    }
    followRest(at: time)
    palms.update(real, at: time, written: budget.written, isOfDriver: hasContent)
    budget.follow(time, isOfDriver: hasContent)
    if budget.isOpposed, palms.isHolding {
      return miss(LeftFingers(.opposed, amount: budget.opposed), into: &events)
    }
    let isRestored = !real.hasContacts
    if phase == .left, frame.lifts, !palms.hasOthers(real) { palms.owe() }
    let isKept = phase == .kept && !frame.lands
    if isRestored || !frame.lands && !frame.lifts && !frame.presses || phase == .left || isKept {
      if isKept { palms.holdAll(real) }
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

  /// True if the next write is decided by the rules: `decide` is next, with their claim.
  public var needsClaim: Bool {
    switch phase {
    case .open: frame.lands && palms.count(real) >= TakingClaim.fewest
    case .held, .resting: true
    case .kept: frame.lands
    case .left: false
    }
  }

  /// True if the frame has a landing that decides something in this phase.
  private var lands: Bool {
    switch phase {
    case .open:
      frame.lands && palms.count(real) >= TakingClaim.fewest && palms.isCurrent(real) && !real.hasButton(of: surface)
    case .held: frame.lands || palms.hasOthers(real)
    case .kept: frame.lands && staying < TakingClaim.fewest
    case .resting, .left: frame.lands
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
    var landing: RepeatedLanding?
    let answer = Self.answer(
      in: phase,
      to: Frame(
        claim: claim.stage, lands: lands, presses: frame.presses, isLate: now - time > LeftFingers.latest,
        isLiftingTap: hasLifted && movement.isTap(at: time), rests: !claim.includesRests && rest.isReached(at: time),
        starts: rest.isStarting || claim.includesRests, isSudden: rest.isSudden(at: time)))
    switch answer {
    case .keep: if phase == .kept { palms.holdAll(real) }
    case .hold:
      phase = .held
      palms.holdAll(real)
      rest.begin(real, of: surface, at: time)
    case .show:
      phase = .resting
      palms.owe()
      rest.begin(real, of: surface, at: now)
    case .enterKept:
      phase = .kept
      kept += 1
      palms.holdAll(real)
    case .reopen, .giveBack: landing = giveBack(to: answer, claim, at: time, now: now)
    case .miss: return missLate(at: time, now: now, into: &events)
    case .missSudden:
      return miss(LeftFingers(.sudden, amount: rest.micrometres), into: &events)
    }
    guard !isDelayed(at: time, now: now) else { return missLate(at: time, now: now, into: &events) }
    write(at: now, landing: landing, into: &events)
  }

  /// Owes the fingers to everybody else.
  /// - Returns: their landing, if it is to be repeated.
  private mutating func giveBack(
    to answer: Answer, _ claim: TakingClaim, at time: Timestamp, now: Timestamp
  ) -> RepeatedLanding? {
    if phase != .kept { returned += 1 }
    let mayLand = phase == .held && !frame.presses && now - time <= LeftFingers.latest
    phase = answer == .reopen ? .open : .left
    let isMovement = answer == .giveBack && claim.stage == .none && real.hasContacts
    if isMovement { left = LeftFingers(.movement) }
    palms.owe(but: isMovement && !frame.presses && !palms.areUndone ? claim.thumb : nil)
    guard isMovement, mayLand, palms.isCurrent(real) else { return nil }
    return RepeatedLanding(palms.held(real, but: claim.thumb), real, movement, of: surface, at: now)
  }

  /// Decides between two frames: time has passed, or the rules may not act any more.
  public mutating func update(_ claim: TakingClaim, at now: Timestamp, into events: inout [DeviceEvent]) {
    if claim.stage == .off, mayTake { return release(at: now, into: &events) }
    if let due = landing?.due, due <= now { return start(at: now, into: &events) }
    budget.allow(at: now)
    guard phase == .held || phase == .resting else { return write(at: now, into: &events) }
    frame = (false, false, false)
    decide(claim, at: now, now: now, into: &events)
  }

  /// Gives the fingers back at once: the device is not taken any more, or the rules may not act.
  public mutating func release(at now: Timestamp, into events: inout [DeviceEvent]) {
    palms.owe()
    budget.allow()
    landing = nil
    write(at: now, into: &events)
    phase = real.hasContacts ? .left : .open
  }

  /// Replaces the state of the device, after events were lost; `note` was called for each slot. All fingers have to
  /// lift before any are taken again.
  public mutating func replace(with state: SurfaceState, at now: Timestamp, into events: inout [DeviceEvent]) {
    if mayTake { misses[.lost, default: 0] += 1 }
    real = state
    release(at: now, into: &events)
    finishFrame()
    echoes.lose()
  }

  /// Makes fingers of the palms in slots without a contact, which another program has left there.
  public mutating func clean(at now: Timestamp, into events: inout [DeviceEvent]) {
    palms.oweAbsent()
    budget.allow()
    write(at: now, into: &events)
  }

  // MARK: Bookkeeping

  /// The number of contacts that were down before the present frame, too.
  private var staying: Int { real.ids.indices.count { real.ids[$0] >= 0 && real.ids[$0] == known.ids[$0] } }

  /// True if fingers are to be palms and are not, and it is too late to write that.
  private func isDelayed(at time: Timestamp, now: Timestamp) -> Bool {
    now - time > LeftFingers.latest && palms.lacksPalms
  }

  /// Follows fingers that may rest, or that rest and may start.
  private mutating func followRest(at time: Timestamp) {
    guard phase == .held || phase == .resting else { return rest.end() }
    let palms = palms
    rest.follow(
      real, of: surface, at: time, isNew: frame.lands || frame.lifts, mayRestart: phase == .held
    ) { !palms.isPalm($0) }
  }

  /// Leaves the fingers until all have lifted, although a rule wants them.
  mutating func miss(_ fingers: LeftFingers, into events: inout [DeviceEvent]) {
    guard phase != .left else {
      // Of these, only a thumb was held.
      palms.owe()
      return write(at: budget.written, into: &events)
    }
    misses[fingers.reason, default: 0] += 1
    if real.hasContacts, phase != .kept { left = fingers }
    phase = real.hasContacts ? .left : .open
    palms.owe()
    write(at: budget.written, into: &events)
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
}
