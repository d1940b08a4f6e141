public import Gestures
public import Rules
public import Time
public import Touch

/// The pipeline from touch events to actions, without I/O: inputs with their times in, effects out.
///
///     touch event ──▶ device adjustments ──▶ lock gate ──▶ recognition ──▶ rules ──▶ performer ──▶ effects
///
/// The engine has no clock, no descriptor and no log: the same inputs give the same effects. The caller passes each
/// input with its time, does the effects in order, and passes `.timePassed` at `deadline`.
// Not copyable: nobody needs a second one, and the code that copies an engine is large.
public struct Engine: ~Copyable, Sendable {
  /// The rules in force.
  public internal(set) var rules: RuleSet
  /// The devices, with the properties that the rules file and the outputs give them.
  public internal(set) var adjustments: DeviceAdjustments
  /// The pause of all rules.
  public internal(set) var pause = Pause()
  /// The last action of a rule; nil if none has acted.
  public internal(set) var lastAction: LastAction?
  /// The state of the session: behind a lock screen only some rules may act, and none while another session is active.
  public internal(set) var sessionCondition = SessionCondition.unknown
  /// The time of the next `.timePassed`; nil if nothing is decided by passing time alone.
  public private(set) var deadline: Timestamp?

  /// The recognisers' deadline that `deadline` was found with: most events change neither.
  private var knownDeadline: Timestamp?
  let isObserved: Bool
  /// True to report the changes of continuous gestures, as if the engine were observed.
  public var reportsChanges = false
  private var ignoresPointerWhileTouched = false
  var recognition: Recognition
  var current: CurrentSituation
  var lock = SessionLock()
  var gate = ProbeGate()
  var windows = WindowGate()
  var questions = QuestionGate()
  var performer = Performer()
  var history = TouchHistory()
  var typing = TypingGuard()
  var touchpadNeed = TouchpadNeed()
  /// The reason for which gestures are being cancelled, while they are.
  var interruption: Interruption?
  /// Gestures that were recognised and not acted on yet. A stored property to reuse its memory.
  var gestures: [Gesture] = []
  /// The time of the current input.
  var now = Timestamp.zero

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
    questions.reset(isOn: !rules.asking.isEmpty, into: &performer.effects)
    current = CurrentSituation(situation)
  }

  // MARK: State

  /// The state of the desktop, with the mode.
  public var situation: Situation { current.situation }
  /// The time at which the mode ends on its own; nil if it has no end.
  public var modeDeadline: Timestamp? { current.deadline }
  /// The source that reports the session as locked; nil if it is not locked.
  public var lockSource: LockSource? { lock.source }
  /// The window under the fingers of the last touch for which the desktop was asked, since the rules were loaded and
  /// since the last pause or lock.
  public var lastTouchedWindow: WindowAnswer { windows.last }
  /// The devices that are not ignored, after adjustment.
  public var devices: [Device] { recognition.devices }
  /// The pressed keys and buttons, in the order they were pressed.
  public var pressed: [KeyCode] { performer.pressed }
  /// True if nothing is in progress that must end under the rules it began with.
  public var isAtRest: Bool {
    performer.isIdle && recognition.isAtRest && !gate.isProbeRunning && !windows.isAsking
      && !questions.isHolding
  }
  /// True while the probe of the session lock is running: no rule acts until it has answered, or is given up.
  public var isProbeRunning: Bool { gate.isProbeRunning }
  /// True while a program is asked whether a gesture may begin.
  public var isAwaitingAnswer: Bool { questions.isPending }
  /// True if actions are pending.
  public var isActing: Bool { !performer.isIdle }
  /// True if a command is fed a gesture.
  public var isFeeding: Bool { !performer.feeds.isEmpty }

  /// The device after adjustment; nil if it is absent or ignored.
  public func device(_ id: DeviceID) -> Device? { recognition.device(id) }
  /// True if no finger is down on a device and no gesture waits there for another touch.
  public func isRecognitionAtRest(on device: DeviceID) -> Bool { recognition.isAtRest(on: device) }
  /// The claim of the rules on the fingers that are down on a device: nothing while no rule may act. It changes
  /// nothing.
  public mutating func claim(on device: DeviceID) -> TouchClaim {
    guard mayAct else { return .none }
    var claim = isHeldBack(device) ? .none : recognition.claim(on: device)
    claim.withheld = withheldTouches(on: device)
    return claim
  }
  /// The same, of a touchpad whose fingers are taken without a grab.
  public mutating func takingClaim(on device: DeviceID) -> TakingClaim {
    guard mayAct else { return TakingClaim(.off) }
    return isHeldBack(device) ? TakingClaim(.none) : recognition.takingClaim(on: device)
  }
  /// The slots on a device whose contacts rules withhold from the desktop, also while somebody types, a bit each.
  public func withheldTouches(on device: DeviceID) -> UInt64 {
    mayAct && rules.withholdsTouches ? recognition.withheldTouches(on: device) : 0
  }
  /// True if a rule has taken the touches that are down on a touchscreen.
  public func takesTouches(on device: DeviceID) -> Bool {
    mayAct && !isHeldBack(device) && recognition.hasTakenTouches(on: device)
  }
  /// The state of the touch sequence on a device; nil while no finger is down.
  public func observation(on device: DeviceID) -> Observation? { recognition.observation(on: device) }

  /// The gesture of a rule that the fingers on a device are nearest to; nil while no rule may act.
  public func approach(on device: DeviceID) -> Approach? {
    mayAct && !isHeldBack(device) ? recognition.approach(on: device) : nil
  }

  /// The position of an approach on the desktop; nil if it is unknown, and on touchpads.
  public func position(of approach: Approach, on device: DeviceID) -> DesktopPosition? {
    guard self.device(device)?.kind == .touchscreen, let point = approach.position else { return nil }
    return adjustments.mapping(of: device)?.position(under: point)
  }

  /// True if a finger is down on a device.
  public func hasFingers(on device: DeviceID) -> Bool { recognition.hasFingers(on: device) }

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
  // Consumed: an event is adjusted in place, and a copy would cost as much as a part of its recognition. Inlined: the
  // caller has the event, and would pack it for this to unpack.
  @inlinable
  public mutating func handle(_ input: consuming Input, at time: Timestamp, into effects: inout [Effect]) {
    switch consume input {
    case .touch(var event): handle(&event, at: time, into: &effects)
    case let input: handleOther(input, at: time, into: &effects)
    }
  }

  @usableFromInline
  mutating func handleOther(_ input: Input, at time: Timestamp, into effects: inout [Effect]) {
    // Time never goes back: events can be older than the last input.
    now = max(now, time)
    handle(into: &effects) { $0.handle(input) }
  }

  /// Handles an event of a device: most have no effect, and pay for nothing but their recognition here.
  @usableFromInline
  mutating func handle(_ event: inout TouchEvent, at time: Timestamp, into effects: inout [Effect]) {
    // Movements are most events. The time of one is that of the end of its frame, with which it is noted.
    let isMovement = event.kind.isMovement
    if history.isOn, !isMovement || history.keepsMovements { keep(event) }
    now = max(now, time)
    if typing.isOn, !isMovement { watchTyping(event) }
    let changesDevices = event.kind.changesDevices
    guard adjustments.leavesAll && !changesDevices || adjustments.adjust(&event) else { return }
    guard gate.isIdle, !isObserved, !windows.concerns(event.kind), !questions.concerns(event.kind) else {
      return handle(into: &effects) { $0.admit(event) }
    }
    recognition.handle(event, into: &gestures)
    // Nothing is decided within a frame.
    if isMovement, gestures.isEmpty, recognition.deadline == knownDeadline { return }
    if changesDevices { touchpadNeed.noteChange() }
    if !gestures.isEmpty || performer.isWaitingForPointer || performer.shownHand != nil || touchpadNeed.mayDiffer {
      handle(into: &effects) { $0.act() }
    } else if recognition.deadline != knownDeadline {
      findDeadline()
    }
  }

  /// Runs `body`, and emits what is due.
  // Not inlined: most events, which have no effect, would pay for its variables.
  @inline(never)
  private mutating func handle(into effects: inout [Effect], _ body: (inout Self) -> Void) {
    // Appends directly to the caller's buffer, without a copy.
    swap(&effects, &performer.effects)
    body(&self)
    emit()
    swap(&effects, &performer.effects)
    findDeadline()
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

  /// Has the virtual touchpad made or removed, if rules show hands on a touchscreen that is there, or none does any
  /// more.
  private mutating func updateTouchpad() {
    let isNeeded = rules.showHands(on: recognition.devices)
    if let isNeeded = touchpadNeed.update(isNeeded: isNeeded, isShowing: performer.shownHand != nil) {
      performer.effects.append(.virtualTouchpad(isNeeded: isNeeded))
    }
  }

  private mutating func handle(_ input: Input) {
    switch input {
    // Handled before: most have no effect.
    case .touch: break
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
    case .answer(let answer, let question): handleAnswer(answer, to: question)
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
      questions.giveUp(into: &performer.effects)
      applyAnswers()
      recognition.finish(into: &gestures)
      act()
    case .stop:
      recognition.cancel(into: &gestures)
      releaseAndAct()
      gate.stop(into: &performer.effects)
      questions.reset(isOn: false, into: &performer.effects)
    }
  }

  private mutating func findDeadline() {
    knownDeadline = recognition.deadline
    var earliest =
      gate.isProbeRunning
      ? gate.probe.deadline : windows.isAsking ? windows.deadline : questions.isHolding ? nil : knownDeadline
    earliest.limit(to: performer.deadline)
    if questions.isOn { earliest.limit(to: questions.deadline) }
    earliest.limit(to: current.deadline)
    earliest.limit(to: pause.deadline)
    deadline = earliest
  }

  private mutating func expire() {
    if gate.isProbeRunning {
      gate.expire(at: now, into: &performer.effects)
      handleHeldEvents()
    }
    if let due = windows.deadline, due <= now { endQuestion(with: nil) }
    if questions.isOn { expireQuestions() }
    // Events that wait for an answer precede decisions by passing time.
    if !gate.isProbeRunning, !windows.isAsking, !holdsTimeForAnswer() {
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

  /// Recognises `event`, or holds it back until the probe has told whether the session is locked.
  private mutating func admit(_ event: TouchEvent) {
    if gate.isIdle || !holdBack(event) { recognise(event) } else { handleHeldEvents() }
    forgetLockedTouches()
  }

  /// Recognises `event`, or holds it back until the desktop has told which window is under the fingers.
  mutating func recognise(_ event: TouchEvent) {
    guard windows.isOn || windows.isAsking else { return recogniseNow(event) }
    if windows.isAsking {
      if !windows.holdBack(event) { endQuestion(with: nil) }
    } else if !askForWindow(with: event) {
      recogniseNow(event)
    }
  }

  mutating func recogniseNow(_ event: TouchEvent) {
    guard !holdForAnswer(event) else { return }
    if isObserved { performer.effects.append(.touch(event)) }
    recognition.handle(event, into: &gestures)
    if event.kind.changesDevices { touchpadNeed.noteChange() }
    if !gestures.isEmpty { act() }
  }

  private mutating func holdBack(_ event: TouchEvent) -> Bool {
    let mayBegin = gate.probe.isDue(at: now) && mayAct && rules.mayBegin(with: event.kind, on: device(event.device))
    return gate.holdBack(event, mayBegin: mayBegin, at: now, into: &performer.effects)
  }

  /// Recognises the events that waited, if the probe has answered or was given up.
  mutating func handleHeldEvents() {
    guard !gate.isProbeRunning else { return }
    updateLock(gate.probe.isLocked, from: .probe)
    forgetLockedTouches()
    for event in gate.takeEvents() { recognise(event) }
  }
}
