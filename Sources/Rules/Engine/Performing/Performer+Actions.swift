internal import Gestures
internal import Rules
internal import Time
internal import Touch

/// Actions: each is converted to effects, queued input events, or held keys.
extension Performer {
  mutating func perform(_ step: ActionStep, of run: ActionRun) {
    switch step.action {
    case .shell(let line):
      let program = shellCommands.arguments(of: line)
      start(program.arguments, isShell: program.isShell, line, step.laneEntry, of: run)
    case .run(let arguments):
      start(arguments, isShell: false, arguments.joined(separator: " "), step.laneEntry, of: run)
    case .feed(let line): feed(line, of: run)
    case .keys(let chords): press(chords, of: run)
    case .hold(let chord):
      guard let keys = keys(of: [chord], of: run)?.first else { return }
      hold(keys, of: run)
    case .type(let text): type(text, of: run)
    case .click(let clicks, let position):
      press(
        clicks.map(\.modifierChord), buttons: clicks.map { KeyCode($0.button) },
        at: site(position, of: run)?.position(), of: run)
    case .scroll(.steps(let direction, let steps)): append(Self.turns(direction, steps), of: run)
    case .scroll(.fingers): follow(.scrolling(isReversed: run.context.scrollsReversed), for: run)
    case .drag(let click, let position, let speed):
      guard let keys = keys(of: [click.modifierChord], of: run)?.first else { return }
      // A drag grabs the point where the fingers landed, or where the pointer is, and moves it as far as the fingers.
      let landing = site(position, of: run)?.moved(by: run.gesture.translation * -1)
      hold(KeyPresses(keys.keys + [KeyCode(click.button)]), at: landing?.position(), of: run)
      follow(pointer(speed, of: run), from: landing, isWhole: true, for: run)
    case .pointer(let speed): follow(pointer(speed, of: run), for: run)
    case .mode(let name, let lasting): modeChange = ModeChange(mode: name, lasting: lasting)
    case .shown(let fingers, let speed): show(fingers: fingers, speed: speed, of: run)
    case .none: break
    // `continueRun(_:at:)` handles it.
    case .wait: break
    case .compositor(let compositor, let command):
      effects.append(.tell(compositor, command: command, location: run.location))
    case .desktop(.touchedWorkspace(let workspace)) where run.context.isOnTouchpad:
      // A touchpad lies over no output.
      append(.workspace(workspace), at: nil, of: run)
    case .desktop(let operation):
      append(operation, at: operation.isAtFingers ? touched(by: run)?.position() : nil, of: run)
    }
  }

  private mutating func append(_ operation: DesktopOperation, at position: DesktopPosition?, of run: ActionRun) {
    let window = operation.touchedWindow(in: run.context.situation)
    effects.append(.desktop(operation, window: window, at: position, location: run.location))
  }

  // MARK: Keys and buttons

  /// Presses and releases the chords of an action; none of them if one has no keys.
  private mutating func press(_ chords: [Chord], of run: ActionRun) {
    guard let presses = keys(of: chords, of: run) else { return }
    append(presses, of: run)
    typed = Typed(source: .chords(chords), spelling: .chords(presses), run: run)
  }

  /// Presses and releases buttons, each with the modifiers of its chord.
  private mutating func press(
    _ chords: [Chord], buttons: [KeyCode], at position: DesktopPosition?, of run: ActionRun
  ) {
    guard let modifiers = keys(of: chords, of: run) else { return }
    append(zip(modifiers, buttons).map { KeyPresses($0.keys + [$1]) }, at: position, of: run)
  }

  /// The fingers of a gesture on a touchscreen; nil to click at the pointer. An unknown output is reported once for
  /// each touchscreen.
  private mutating func site(_ position: Action.Position?, of run: ActionRun) -> TouchSite? {
    guard position != .pointer, !run.context.isOnTouchpad, run.gesture.position != nil else { return nil }
    if let site = touched(by: run) { return site }
    if reportedUnmapped.insert(run.gesture.device).inserted {
      effects.append(.note(.outputUnknown(device: run.context.device, location: run.location)))
    }
    return nil
  }

  /// The place of the fingers on the desktop; nil if it is unknown, and for a touchpad.
  private func touched(by run: ActionRun) -> TouchSite? {
    guard let mapping = run.context.mapping, let point = run.gesture.position else { return nil }
    return TouchSite(mapping: mapping, point: point)
  }

  private mutating func type(_ text: String, of run: ActionRun) {
    guard let spelling = spelling(of: text, of: run) else { return }
    append(spelling, of: run)
    typed = Typed(source: .text(text), spelling: spelling, run: run)
  }

  /// The keys of a text; nil if it cannot be typed, which is reported.
  private mutating func spelling(of text: String, of run: ActionRun) -> Spelling? {
    switch bindings.texts[text] {
    case .success(let spelling)?: return spelling
    case .failure(let error)?: report(.text(error), of: run)
    case nil: report(.text(.notAKeymap), of: run)
    }
    return nil
  }

  private mutating func append(_ spelling: Spelling, of run: ActionRun) {
    switch spelling {
    case .chords(let presses): append(presses, of: run)
    case .characters(let keys): append(keys.map { .character($0) }, of: run)
    }
  }

  /// Replaces the pending keys of chords or a text by those of the present bindings: the keymap has changed.
  mutating func retype() {
    guard !queue.isEmpty, var typed else { return }
    let new: Spelling?
    switch typed.source {
    case .chords(let chords):
      // Without bindings, the rule is not in force any more.
      guard chords.allSatisfy({ bindings.chords[$0] != nil }) else { return }
      new = keys(of: chords, of: typed.run).map { .chords($0) }
    case .text(let text):
      guard bindings.texts[text] != nil else { return }
      new = spelling(of: text, of: typed.run)
    }
    guard new != typed.spelling else { return }
    // A character may take several chords, with Compose: which ones is unknown.
    if let new, new.count != typed.spelling.count { return }
    self.typed = nil
    guard let remaining = queue.removePending(), let new else { return }
    typed.first += remaining
    append(new.dropFirst(typed.first), of: typed.run)
    typed.spelling = new
    self.typed = typed
  }

  private mutating func append(_ presses: [KeyPresses], at position: DesktopPosition? = nil, of run: ActionRun) {
    injectingRule = run.location
    typed = nil
    if !queue.append(presses, at: position) { report(.tooManyKeys, of: run) }
  }

  private mutating func append(_ events: [InputEvent], of run: ActionRun) {
    injectingRule = run.location
    typed = nil
    if !queue.append(events) { report(.tooManyKeys, of: run) }
  }

  /// The keys of all `chords`; nil if one of them has none, which is reported.
  private mutating func keys(of chords: [Chord], of run: ActionRun) -> [KeyPresses]? {
    var presses: [KeyPresses] = []
    for chord in chords {
      // A click without modifiers needs no keymap.
      guard chord.key != nil || !chord.modifiers.isEmpty else {
        presses.append(KeyPresses([]))
        continue
      }
      switch bindings.chords[chord] {
      case .success(let keys)?: presses.append(keys)
      case .failure(let error)?:
        report(.chord(chord.text, error), of: run)
        return nil
      case nil:
        report(.chord(chord.text, .notAKeymap), of: run)
        return nil
      }
    }
    return presses
  }

  /// The wheel events for a number of clicks: whole clicks, as from a real wheel, then the remainder.
  private static func turns(_ direction: Scroll.Direction, _ steps: Double) -> [InputEvent] {
    let parts = Int32((steps * Double(WheelUnits.perClick)).rounded())
    let (clicks, rest) = parts.quotientAndRemainder(dividingBy: WheelUnits.perClick)
    let amounts = Array(repeating: WheelUnits.perClick, count: Int(clicks)) + (rest == 0 ? [] : [rest])
    return amounts.map { amount in
      switch direction {
      case .up: .wheel(right: 0, up: amount)
      case .down: .wheel(right: 0, up: -amount)
      case .left: .wheel(right: -amount, up: 0)
      case .right: .wheel(right: amount, up: 0)
      }
    }
  }

  // MARK: Actions that last as long as a gesture

  /// The gesture that `run` lasts as long as; nil unless it has just begun. The rules file allows such actions only
  /// under `begin`.
  static func holder(_ run: ActionRun) -> GestureID? { run.gesture.phase == .began ? run.owner : nil }

  private mutating func hold(_ keys: KeyPresses, at position: DesktopPosition? = nil, of run: ActionRun) {
    guard let owner = Self.holder(run) else { return }
    injectingRule = run.location
    typed = nil
    guard queue.press(keys, at: position) else {
      report(.tooManyKeys, of: run)
      return
    }
    holds.append(Hold(owner: owner, keys: keys))
  }

  private func pointer(_ speed: Double, of run: ActionRun) -> Follower.Kind {
    .pointer(PointerMotion(run.context.acceleration, speed: speed, isMouse: bindings.isMouse))
  }

  private mutating func follow(
    _ kind: Follower.Kind, from landing: TouchSite? = nil, isWhole: Bool = false, for run: ActionRun
  ) {
    guard let owner = Self.holder(run) else { return }
    followers.append(
      Follower(kind, from: landing, isWhole: isWhole, run.gesture, owner: owner, location: run.location))
  }

  /// Moves by as much as the fingers of `gesture` have moved, unless other events are pending: the next call then
  /// includes that motion.
  mutating func follow(_ gesture: Gesture) {
    guard queue.isEmpty else { return }
    catchUp(with: gesture)
  }

  /// Moves by the rest of the gesture's motion, and releases the keys that the gesture holds, the last first.
  mutating func release(_ run: ActionRun) {
    // The commands that were started after the end.
    if !feeds.isEmpty { feed(run.context) }
    catchUp(with: run.gesture)
    if followers.contains(where: { $0.owner == run.owner && $0.ability == .scrolling }) { queue.endScrolling() }
    followers.removeAll { $0.owner == run.owner }
    for hold in holds.reversed() where hold.owner == run.owner { queue.release(hold.keys) }
    holds.removeAll { $0.owner == run.owner }
  }

  private mutating func catchUp(with gesture: Gesture) {
    let id = GestureID(gesture)
    for index in followers.indices where followers[index].owner == id {
      guard let event = followers[index].event(for: gesture) else { continue }
      injectingRule = followers[index].location
      _ = queue.append([event])
    }
  }
}
