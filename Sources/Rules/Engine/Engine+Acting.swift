internal import Gestures
internal import Rules
internal import Time
internal import Touch

/// From recognised gestures to the actions of their rules.
extension Engine {
  /// True if rules may act: the session is active and there is no pause.
  public var mayAct: Bool { sessionCondition != .inactive && !pause.isOn }

  mutating func act() {
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
      location: rules[rule].location, name: rules[rule].name, definition: rules[rule].definition, gesture: gesture,
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

  mutating func trigger(_ index: RuleIndex) {
    for gesture in Gesture.imitation(of: rules[index].trigger, rule: index, at: now) {
      performer.effects.append(.gesture(gesture, rule: index, under: .notAsked))
      perform(index, for: gesture)
    }
  }

  /// Drops pending actions and releases pressed keys, then acts on cancelled gestures: the keys of their `cancel`
  /// actions are not dropped, unless the session is left.
  mutating func releaseAndAct(_ interruption: Interruption = .ofRules) {
    performer.releaseEverything(at: now)
    self.interruption = interruption
    act()
    self.interruption = nil
  }

  mutating func applyModeChange() {
    guard let change = performer.takeModeChange() else { return }
    setMode(change.mode, lasting: change.lasting)
  }

  mutating func setMode(_ mode: String, lasting time: Duration?) {
    if current.setMode(mode, lasting: time, at: now) { announceMode() }
  }

  mutating func announceMode() {
    performer.effects.append(.note(.mode(current.situation.mode)))
    updateActiveRules()
  }

  mutating func updateActiveRules() { recognition.setActiveRules(rules.activeRules(in: current.situation)) }
}
