public import Gestures
public import Rules
public import Time
public import Touch

/// The pipeline from touch events to actions, without I/O: inputs with their times in, effects out.
///
///     touch event ──▶ device adjustments ──▶ lock gate ──▶ recognition ──▶ rules ──▶ performer ──▶ effects
///
/// The engine has no clock, no descriptor and no log: the same inputs give the same effects. The caller passes each input
/// with its time, does the effects in order, and passes `.timePassed` at `deadline`.
public struct Engine: Sendable {
  /// The rules in force.
  public private(set) var rules: RuleSet
  /// The devices, with the properties that the rules file and the outputs give them.
  public private(set) var adjustments: DeviceAdjustments
  /// The pause of all rules.
  public private(set) var pause = Pause()
  /// The last action of a rule; nil if none has acted.
  public private(set) var lastAction: LastAction?
  /// The state of the session: behind a lock screen only some rules may act, and none while another session is active.
  public private(set) var sessionCondition = SessionCondition.unknown
  /// The time of the next `.timePassed`; nil if nothing is decided by passing time alone.
  public private(set) var deadline: Timestamp?

  /// The recognisers' deadline that `deadline` was found with: most events change neither.
  private var knownDeadline: Timestamp?
  private let isObserved: Bool
  /// True to report the changes of continuous gestures, as if the engine were observed.
  public var reportsChanges = false
  private var ignoresPointerWhileTouched = false
  private var recognition: Recognition
  private var current: CurrentSituation
  private var lock = SessionLock()
  private var gate = ProbeGate()
  private var windows = WindowGate()
  private var performer = Performer()
  private var history = TouchHistory()
  private var typing = TypingGuard()
  private var touchpadNeed = TouchpadNeed()
  /// The reason for which gestures are being cancelled, while they are.
  private var interruption: Interruption?
  /// Gestures that were recognised and not acted on yet. A stored property to reuse its memory.
  private var gestures: [Gesture] = []
  /// The time of the current input.
  private var now = Timestamp.zero

  /// An engine without devices.
  /// - Parameters:
  ///   - situation: the state of the desktop at the start, with its mode.
  ///   - isObserved: true to report touch events as well, and gestures that no rule asks for.
  public init(_ rules: RuleSet = RuleSet(), in situation: Situation = Situation(), isObserved: Bool = false) {
    self.rules = rules
    self.isObserved = isObserved
    adjustments = DeviceAdjustments(rules.devices)
    recognition = Recognition(rules, in: situation, unasked: isObserved)
    typing.isOn = rules.yieldsToTyping
    windows.reset(isOn: rules.needsTouchedWindow)
    current = CurrentSituation(situation)
  }

  // MARK: State

  /// The state of the desktop, with the mode.
  public var situation: Situation { current.situation }
  /// The time at which the mode ends on its own; nil if it has no end.
  public var modeDeadline: Timestamp? { current.deadline }
  /// The source that reports the session as locked; nil if it is not locked.
  public var lockSource: LockSource? { lock.source }
  /// The window under the fingers of the last touch for which the desktop was asked, since the rules were loaded and since
  /// the last pause or lock.
  public var lastTouchedWindow: WindowAnswer { windows.last }
  /// The devices that are not ignored, after adjustment.
  public var devices: [Device] { recognition.devices }
  /// The pressed keys and buttons, in the order they were pressed.
  public var pressed: [KeyCode] { performer.pressed }
  /// True if nothing is in progress that must end under the rules it began with.
  public var isAtRest: Bool { performer.isIdle && recognition.isAtRest && !gate.isProbeRunning && !windows.isAsking }
  /// True while the probe of the session lock is running: no rule acts until it has answered, or is given up.
  public var isProbeRunning: Bool { gate.isProbeRunning }
  /// True if actions are pending.
  public var isActing: Bool { !performer.isIdle }

  /// The device after adjustment; nil if it is absent or ignored.
  public func device(_ id: DeviceID) -> Device? { recognition.device(id) }
  /// True if no finger is down on a device and no gesture waits there for another touch.
  public func isRecognitionAtRest(on device: DeviceID) -> Bool { recognition.isAtRest(on: device) }
  /// The claim of the rules on the fingers that are down on a device: nothing while no rule may act. It changes nothing.
  public mutating func claim(on device: DeviceID) -> TouchClaim {
    mayAct && !isHeldBack(device) ? recognition.claim(on: device) : .none
  }
  /// The state of the touch sequence on a device; nil while no finger is down.
  public func observation(on device: DeviceID) -> Observation? { recognition.observation(on: device) }

  /// The latest failures of the recognisers on a device, if the engine is observed.
  public func failures(on device: DeviceID) -> [TouchFailure] { recognition.failures(on: device) }

  /// The contacts that are down, with the time since which each rests; computed when it is asked for.
  public var restingContacts: [RestingContact] { recognition.restingContacts }

  /// Returns the drawing that was finished on a device, once; nil if there is none, or if fingers have landed since.
  mutating func takeDrawing(on device: DeviceID) -> Drawing? { recognition.takeDrawing(on: device) }

  // MARK: Inputs

  /// Handles an input and appends its effects, in order.
  ///
  /// The answer to `Effect.inject` (`.injection`) must precede any other input. A time before that of the last input
  /// counts as that time.
  /// - Parameter input: is consumed: a copy of an event would cost as much as a part of its recognition.
  public mutating func handle(_ input: consuming Input, at time: Timestamp, into effects: inout [Effect]) {
    // Time never goes back: events can be older than the last input.
    now = max(now, time)
    // Appends directly to the caller's buffer, without a copy.
    swap(&effects, &performer.effects)
    if handle(input) {
      emit()
      findDeadline()
    }
    swap(&effects, &performer.effects)
  }

  /// Handles an input, and performs its effects in order.
  /// - Parameters:
  ///   - buffer: is empty before and after; it is kept by the caller so that its memory is.
  ///   - perform: returns the answer to an effect, if it has one. The effects of answers follow the others.
  public mutating func handle(
    _ input: consuming Input, at time: Timestamp, buffer effects: inout [Effect], perform: (Effect) throws -> Input?
  ) rethrows {
    defer { effects.removeAll(keepingCapacity: true) }
    handle(input, at: time, into: &effects)
    // By index: answers append more.
    var index = 0
    while index < effects.count {
      let answer = try perform(effects[index])
      index += 1
      if let answer { handle(answer, at: time, into: &effects) }
    }
  }

  private mutating func emit() {
    if let device = performer.shownHandDevice { followHand(on: device) }
    performer.isPointerIgnored =
      ignoresPointerWhileTouched && performer.hasInput && recognition.isTouchscreenTouched
    performer.emit(at: now)
    if touchpadNeed.mayDiffer { updateTouchpad() }
  }

  /// Takes in what the hand does that the virtual touchpad shows.
  private mutating func followHand(on device: DeviceID) {
    // A device that is gone or ignored has no hand.
    performer.followHand(recognition.followedHand(on: device) ?? FollowedHand(.cancelled), at: now)
  }

  /// Has the virtual touchpad made or removed, if rules show hands on a touchscreen that is there, or none does any more.
  private mutating func updateTouchpad() {
    let isNeeded = rules.showHands(on: recognition.devices)
    if let isNeeded = touchpadNeed.update(isNeeded: isNeeded, isShowing: performer.shownHand != nil) {
      performer.effects.append(.virtualTouchpad(isNeeded: isNeeded))
    }
  }

  /// - Returns: false if no effect is due and the deadline is the same.
  private mutating func handle(_ input: consuming Input) -> Bool {
    switch consume input {
    case .touch(var event): return handle(&event)
    case .timePassed: expire()
    case .injection(let answer):
      performer.answer(answer, at: now)
      applyModeChange()
    case .commandEnded(let id):
      performer.commandEnded(id, at: now)
      applyModeChange()
    case .commandRefused(let id):
      performer.commandRefused(id, at: now)
      applyModeChange()
    case .injectorReady(let isReady):
      performer.isInjectorReady = isReady
      guard isReady else { break }
      performer.advance(at: now)
      applyModeChange()
    case .bindings(let bindings): performer.bindings = bindings
    case .probe(let answer):
      gate.handleAnswer(answer, into: &performer.effects)
      handleHeldEvents()
    case .window(let window, let number): if number == windows.count { endQuestion(with: window) }
    case .rules(let rules): replaceRules(with: rules)
    case .panels(let panels): replacePanels(with: panels)
    case .touchpads(let touchpads): replaceSettings(with: touchpads)
    case .pointerIgnoredWhileTouched(let isIgnored): ignoresPointerWhileTouched = isIgnored
    case .input(let report): typing.update(report, at: now)
    case .typingKnown(let isKnown): typing.isKnown = isKnown
    case .typed(let time): typing.typed = time
    case .situation(let situation):
      if current.update(situation, conditionSubjects: rules.subjects) { updateActiveRules() }
    case .session(let report): updateSession(report)
    case .lock(let isLocked, let source): updateLock(isLocked, from: source)
    case .pause(let time): beginPause(lasting: time)
    case .resume: endPause()
    case .mode(let mode, let time): setMode(mode, lasting: time)
    case .probeLock: gate.requestAnswer(at: now, into: &performer.effects)
    case .trigger(let rule): trigger(rule)
    case .release: releaseAndAct()
    case .finish:
      endQuestion(with: nil)
      recognition.finish(into: &gestures)
      act()
    case .stop:
      recognition.cancel(into: &gestures)
      releaseAndAct()
      gate.stop(into: &performer.effects)
    }
    return true
  }

  private mutating func findDeadline() {
    knownDeadline = recognition.deadline
    var earliest = gate.isProbeRunning ? gate.probe.deadline : windows.isAsking ? windows.deadline : knownDeadline
    // One by one: this runs after each event, and an array would be allocated each time.
    func consider(_ moment: Timestamp?) {
      guard let moment else { return }
      earliest = earliest.map { min($0, moment) } ?? moment
    }
    consider(performer.deadline)
    consider(current.deadline)
    consider(pause.deadline)
    deadline = earliest
  }

  private mutating func expire() {
    if gate.isProbeRunning {
      gate.expire(at: now, into: &performer.effects)
      handleHeldEvents()
    }
    if let due = windows.deadline, due <= now { endQuestion(with: nil) }
    // Events that wait for an answer precede decisions by passing time.
    if !gate.isProbeRunning, !windows.isAsking {
      recognition.expire(at: now, into: &gestures)
      act()
    }
    if let due = performer.deadline, due <= now {
      performer.advance(at: now)
      applyModeChange()
    }
    if current.expire(at: now) { announceMode() }
    if let due = pause.deadline, due <= now { endPause() }
  }

  // MARK: Touch

  /// Handles an event of a device. Most events have no effect, and pay for nothing but their recognition here.
  /// - Parameter event: is adjusted in place.
  /// - Returns: false if no effect is due and the deadline is the same.
  private mutating func handle(_ event: inout TouchEvent) -> Bool {
    // Movements are most events. The time of one is that of the end of its frame, with which it is noted.
    let isMovement = event.kind.isMovement
    if history.isOn, !isMovement || history.keepsMovements { keep(event) }
    if typing.isOn, !isMovement { watchTyping(event) }
    guard adjustments.leavesAll && !event.kind.changesDevices || adjustments.adjust(&event) else { return false }
    guard gate.isIdle, !windows.concerns(event.kind) else {
      admit(event)
      return true
    }
    if recogniseNow(event) || recognition.deadline != knownDeadline { return true }
    // Nothing is decided within a frame.
    return !isMovement && (performer.isWaitingForPointer || performer.shownHand != nil || touchpadNeed.mayDiffer)
  }

  /// Recognises `event`, or holds it back until the probe has told whether the session is locked.
  private mutating func admit(_ event: TouchEvent) {
    if gate.isIdle || !holdBack(event) { recognise(event) } else { handleHeldEvents() }
    forgetLockedTouches()
  }

  /// Recognises `event`, or holds it back until the desktop has told which window is under the fingers.
  private mutating func recognise(_ event: TouchEvent) {
    guard windows.isOn || windows.isAsking else {
      recogniseNow(event)
      return
    }
    if windows.isAsking {
      if !windows.holdBack(event) { endQuestion(with: nil) }
    } else if !askForWindow(with: event) {
      recogniseNow(event)
    }
  }

  /// - Returns: false if no effect is due.
  @discardableResult
  private mutating func recogniseNow(_ event: TouchEvent) -> Bool {
    if isObserved { performer.effects.append(.touch(event)) }
    recognition.handle(event, into: &gestures)
    if event.kind.changesDevices { touchpadNeed.noteChange() }
    if gestures.isEmpty { return isObserved }
    act()
    return true
  }

  private mutating func holdBack(_ event: TouchEvent) -> Bool {
    let mayBegin = gate.probe.isDue(at: now) && mayAct && rules.mayBegin(with: event.kind, on: device(event.device))
    return gate.holdBack(event, mayBegin: mayBegin, at: now, into: &performer.effects)
  }

  /// Recognises the events that waited, if the probe has answered or was given up.
  private mutating func handleHeldEvents() {
    guard !gate.isProbeRunning else { return }
    updateLock(gate.probe.isLocked, from: .probe)
    forgetLockedTouches()
    for event in gate.takeEvents() { recognise(event) }
  }

  // MARK: The window under the fingers

  /// Asks the desktop for the window if rules depend on it and fingers land with `event`.
  /// - Returns: false if not.
  private mutating func askForWindow(with event: TouchEvent) -> Bool {
    guard let device = device(event.device), let fewest = rules.fewestFingersOverWindow(on: device),
      let step = windows.update(
        with: event, fewest: fewest, isAtRest: recognition.isAtRest(on: event.device))
    else { return false }
    let last = current.situation.touched
    setTouched(nil)
    // Behind a lock screen nobody may learn of windows. With fingers on two devices, it is unknown whose window counts.
    guard case .ask(let landing, let hasPending) = step, mayAct, !current.situation.isLocked,
      recognition.isAtRest(besides: event.device)
    else { return false }
    windows.begin(with: event, last: last, hasPending: hasPending, at: now)
    performer.effects.append(.findWindow(place(of: landing, on: device), number: windows.count))
    return true
  }

  /// The place at which to ask for the window; nil if it is unknown.
  private func place(of landing: Point?, on device: Device) -> TouchedPlace? {
    guard device.kind == .touchscreen else { return .pointer }
    guard let landing, let mapping = adjustments.mapping(of: device.id) else { return nil }
    return .position(mapping.position(under: device.inMillimetres(landing)))
  }

  private mutating func endQuestion(with answer: TouchedWindow?) {
    guard let device = windows.device else { return }
    let window = windows.end(with: mayAct && !current.situation.isLocked ? answer : nil)
    setTouched(window)
    if history.isOn { history.note(window, on: device) }
    let events = windows.takeEvents()
    // It has been asked for this one.
    if let first = events.first { recogniseNow(first) }
    for event in events.dropFirst() { recognise(event) }
  }

  /// The window under the fingers of a gesture that was recognised or began, as conditions see it; not asked for if no
  /// rule for so many fingers depends on it.
  private func windowUnder(_ gesture: Gesture) -> WindowAnswer {
    guard gesture.phase == .recognized || gesture.phase == .began,
      let fewest = device(gesture.device).flatMap(rules.fewestFingersOverWindow), gesture.fingers >= fewest
    else { return .notAsked }
    return WindowAnswer(current.situation.touched)
  }

  private mutating func setTouched(_ window: TouchedWindow?) {
    let isOfRules = rules.subjects.contains(.under)
    if current.setTouched(window), isOfRules { updateActiveRules() }
  }

  // MARK: The last touches

  /// Keeps the last touch sequences from now on. None is kept while no rule may act, or behind a lock screen.
  public mutating func keepTouches() { history.isOn = true }

  /// Forgets the touch sequences that are kept.
  public mutating func forgetTouches() {
    history.forget()
    windows.forgetLast()
  }

  /// The last touch sequences, the latest first, each with its events, as the device reported them.
  public var keptTouches: [(touch: KeptTouch, events: [KeptEvent])] {
    history.kept(withCurrent: !current.situation.isLocked)
  }

  private mutating func keep(_ event: TouchEvent) {
    if event.kind.canBeginTouch { beginTouch(with: event) }
    history.add(event)
  }

  private mutating func beginTouch(with event: TouchEvent) {
    // Events that wait for an answer belong to a touch that the recognisers do not know yet.
    guard recognition.isAtRest(on: event.device), !gate.isProbeRunning, windows.device != event.device,
      !history.isContinued(by: event)
    else { return }
    history.end(on: event.device)
    // Behind a lock screen, a probe may report that it is gone.
    guard mayAct, !current.situation.isLocked || !gate.isIdle, let adjusted = device(event.device),
      let reported = adjustments.reported.first(where: { $0.id == event.device })
    else { return }
    var start: Point?
    if case .touchDown(_, let position)? = adjustments.adjusted(event)?.kind {
      start = adjusted.inMillimetres(position)
    }
    history.begin(
      on: reported, at: event.time, in: current.situation.withoutTouch,
      hasPositions: reported.kind == .touchpad || rules.keepsPositions,
      pointsWithOne: !rules.triggers.includeOneFinger(from: start, on: adjusted))
  }

  /// Forgets the touches that go on, and keeps those that are over.
  private mutating func forgetCurrentTouches() {
    if !gate.isHolding {
      for device in history.landedDevices where recognition.isAtRest(on: device) { history.end(on: device) }
    }
    history.forgetCurrent()
    windows.forgetLast()
  }

  /// Forgets the touches that go on behind a lock screen, unless a probe is about to report whether it is there.
  private mutating func forgetLockedTouches() {
    if history.isOn, current.situation.isLocked, !gate.isProbeRunning { history.forgetCurrent() }
  }

  private mutating func note(_ rule: RuleIndex, for gesture: Gesture) {
    history.note(
      KeptTouch.Deed(
        rule: rules[rule].location, name: rules[rule].name, gesture: gesture.kind.rawValue,
        direction: gesture.direction?.rawValue, fingers: gesture.fingers), on: gesture.device)
  }

  /// Notes for `why` that an action of the rule at `location`, a source location, failed or changed nothing.
  public mutating func noteFailure(_ reason: String, of location: String) {
    history.note(failure: reason, of: location)
  }

  // MARK: Typing

  /// True if rules keep from acting while somebody types: the desktop is to report input.
  public var watchesTyping: Bool { typing.isOn }

  /// Notes that there was input at a time that is none of others: that of a device that is read here, also of fingers that
  /// only point, or that of a rule.
  public mutating func noteOwnInput(at time: Timestamp) { typing.note(ownInput: time) }

  /// True if the time of the last key is to be told before an event: a touch on a touchpad may begin with it. It changes
  /// nothing; not `mutating`, it would be called on a copy of the engine, with each event.
  public mutating func awaitsTyping(before event: borrowing TouchEvent) -> Bool {
    typing.isOn && event.kind.canBeginTouch && typing.mayJudge(at: event.time)
      && device(event.device)?.kind == .touchpad
  }

  private mutating func watchTyping(_ event: borrowing TouchEvent) {
    typing.note(ownInput: event.time)
    guard awaitsTyping(before: event) else { return }
    // A modifier that is known to be held belongs to the gesture.
    typing.judge(at: event.time, isExpected: current.situation.modifiers?.isEmpty == false)
  }

  /// True if the touch on a device began while somebody typed.
  private func isHeldBack(_ device: DeviceID) -> Bool { typing.isHeld && self.device(device)?.kind == .touchpad }

  /// True if a gesture was made, or began, while somebody typed. Its device may be gone when it is cancelled.
  private func isHeldBack(_ gesture: Gesture) -> Bool {
    switch gesture.phase {
    case .recognized, .began: isHeldBack(gesture.device)
    case .changed, .ended, .cancelled: typing.holdsBack(gesture)
    }
  }

  // MARK: Acting

  /// True if rules may act: the session is active and there is no pause.
  public var mayAct: Bool { sessionCondition != .inactive && !pause.isOn }

  private mutating func act() {
    guard !gestures.isEmpty else { return }
    // Swapped out and back: the buffer keeps its memory, and acting may change all other state.
    var recognised: [Gesture] = []
    swap(&recognised, &gestures)
    // By index: a loop over the elements would copy each of them.
    for index in recognised.indices { act(on: recognised[index]) }
    recognised.removeAll(keepingCapacity: true)
    swap(&recognised, &gestures)
  }

  private mutating func act(on gesture: Gesture) {
    var rule = mayAct ? rules.index(for: gesture) : nil
    if typing.isOn {
      let isHeldBack = rule != nil && isHeldBack(gesture)
      typing.note(gesture, isHeldBack: isHeldBack)
      if isHeldBack {
        rule = nil
        history.noteHeldBack(on: gesture.device)
      }
    }
    // Of a gesture that goes on, only an observer wants to know each step.
    if isObserved || reportsChanges || gesture.phase != .changed {
      performer.effects.append(.gesture(gesture, rule: rule, under: windows.isOn ? windowUnder(gesture) : .notAsked))
    }
    guard let rule else { return }
    if history.isOn, gesture.phase == .recognized || gesture.phase == .began { note(rule, for: gesture) }
    perform(rule, for: gesture)
  }

  /// Does the actions of a rule for the gesture's current phase.
  private mutating func perform(_ rule: RuleIndex, for gesture: Gesture) {
    var steps = ActionStep.list(rules[rule].reaction, for: gesture)
    if let interruption { interruption.limit(&steps) }
    guard !steps.isEmpty || performer.handles(gesture) else { return }
    // Looked up once: each look-up copies the device.
    let device = device(gesture.device)
    let context = ActionContext(
      location: rules[rule].location, name: rules[rule].name, gesture: gesture,
      device: gesture.isImitation ? "" : device?.name ?? "device \(gesture.device.number)",
      situation: gesture.isImitation ? current.situation.withoutTouch : current.situation,
      mapping: gesture.position == nil ? nil : adjustments.mapping(of: gesture.device),
      isOnTouchpad: device?.kind == .touchpad,
      scrollsReversed: adjustments.scrollsReversed(on: gesture.device),
      acceleration: adjustments.acceleration(on: gesture.device))
    if !steps.isEmpty { lastAction = LastAction(context: context, time: now) }
    performer.perform(steps, for: context, at: now)
    applyModeChange()
  }

  private mutating func trigger(_ index: RuleIndex) {
    for gesture in Gesture.imitation(of: rules[index].trigger, rule: index, at: now) {
      performer.effects.append(.gesture(gesture, rule: index, under: .notAsked))
      perform(index, for: gesture)
    }
  }

  /// Drops pending actions and releases pressed keys, then acts on cancelled gestures: the keys of their `cancel`
  /// actions are not dropped, unless the session is left.
  private mutating func releaseAndAct(_ interruption: Interruption = .ofRules) {
    performer.releaseEverything(at: now)
    self.interruption = interruption
    act()
    self.interruption = nil
  }

  private mutating func applyModeChange() {
    guard let change = performer.takeModeChange() else { return }
    setMode(change.mode, lasting: change.lasting)
  }

  private mutating func setMode(_ mode: String, lasting time: Duration?) {
    if current.setMode(mode, lasting: time, at: now) { announceMode() }
  }

  private mutating func announceMode() {
    performer.effects.append(.note(.mode(current.situation.mode)))
    updateActiveRules()
  }

  private mutating func updateActiveRules() { recognition.setActiveRules(rules.activeRules(in: current.situation)) }

  // MARK: Rules and devices

  private mutating func replaceRules(with new: RuleSet) {
    // First of all: these gestures end under the old rules, which may set a mode then.
    recognition.cancel(into: &gestures)
    releaseAndAct()
    current.resetMode()
    recognition.replaceRules(with: new, in: current.situation, into: &gestures)
    let before = adjustments
    adjustments.replaceStatements(with: new.devices)
    recognition.replaceDevices(with: adjustments.devices, into: &gestures)
    for device in adjustments.reported where adjustments.properties(of: device) != before.properties(of: device) {
      performer.effects.append(.deviceChanged(device))
    }
    rules = new
    touchpadNeed.noteChange()
    typing.isOn = new.yieldsToTyping
    windows.reset(isOn: new.needsTouchedWindow)
    setTouched(nil)
    history.setOutdated()
    gate.replaceCommand(with: new.lockProbe, at: now, into: &performer.effects)
    handleHeldEvents()
  }

  /// Rotates touchscreens with the outputs under them. Gestures on a rotated touchscreen are cancelled.
  private mutating func replacePanels(with panels: [Panel]) {
    let turned = adjustments.replacePanels(with: panels)
    for device in turned { recognition.cancel(on: device, into: &gestures) }
    recognition.replaceDevices(with: adjustments.devices, into: &gestures)
    act()
    for device in adjustments.reported where turned.contains(device.id) {
      performer.effects.append(.deviceTurned(device))
    }
  }

  private mutating func replaceSettings(with touchpads: DesktopTouchpads) {
    for device in adjustments.replaceSettings(with: touchpads) { recognition.cancel(on: device, into: &gestures) }
    recognition.replaceDevices(with: adjustments.devices, into: &gestures)
    act()
  }

  // MARK: Session and pause

  private mutating func updateSession(_ report: SessionReport?) {
    lock.update(from: report, at: now)
    // The lock may have changed while another session was active or the machine was asleep.
    gate.invalidate()
    applySession()
  }

  private mutating func updateLock(_ isLocked: Bool?, from source: LockSource) {
    if lock.update(isLocked, from: source, at: now) { performer.effects.append(.forgetLockRequest) }
    applySession()
  }

  /// Updates the session's state. Cancels gestures and releases keys if that changes which rules may act.
  private mutating func applySession() {
    let new = lock.condition
    let isChanged =
      (new == .inactive) != (sessionCondition == .inactive) || lock.isLocked != current.situation.isLocked
    guard isChanged else {
      sessionCondition = new
      return
    }
    // A gesture does not continue across a lock or unlock: it ends first, with the actions for its end. Fingers that
    // are down are ignored until they have lifted.
    recognition.cancel(into: &gestures)
    let isLeft = lock.isLocked || new == .inactive
    releaseAndAct(isLeft ? .ofSession : .ofRules)
    // At an unlock, only touches that waited for the probe go on.
    if isLeft { forgetCurrentTouches() }
    sessionCondition = new
    if current.setLocked(lock.isLocked) { updateActiveRules() }
    performer.effects.append(.note(.session(new)))
  }

  private mutating func beginPause(lasting time: Duration?) {
    // A gesture that began before the pause ends now, with the actions for its end.
    recognition.cancel(into: &gestures)
    releaseAndAct()
    forgetCurrentTouches()
    pause.begin(lasting: time, at: now)
    performer.effects.append(.note(.paused(lasting: time)))
  }

  private mutating func endPause() {
    guard pause.isOn else { return }
    // A gesture that began during the pause ends without an action.
    recognition.cancel(into: &gestures)
    releaseAndAct()
    pause.end()
    performer.effects.append(.note(.resumed))
  }
}
