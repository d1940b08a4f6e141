internal import Desktop
internal import Diagnostics
internal import Gestures
internal import Rules
internal import Touch
internal import YAML

/// Finds rules that are valid and may not do what their author expects: they never act, wait, or act beside the
/// desktop.
struct RulesChecker {
  var messages: Messages

  /// Adds a message.
  mutating func report(
    _ id: MessageID, _ message: String, at span: Span?, help: String? = nil, notes: [Diagnostic.Note] = []
  ) {
    messages.add(Diagnostic(id, message, at: span, help: help, notes: notes))
  }
}

extension RulesChecker {
  /// Reports rules that are valid and may not do what their author expects.
  mutating func warn(ofConflictsIn content: FileContent) {
    let rules = content.rules
    let ranked = RankedRules(rules)
    let contradictions = ranked.conditions.all.map(\.contradictsItself)
    // By index, here and below: a loop over the elements would copy each of them.
    for index in rules.indices {
      if let obstacle = ranked.obstacle(to: index) {
        warn(of: obstacle, rules[index])
      } else if contradictions[ranked.conditions.numbers[index]] {
        report(
          .neverActs, "its conditions exclude each other: this rule can never act",
          at: rules[index].when ?? rules[index].gesture)
      } else if let other = ranked.hiding[index] {
        warn(of: rules[index], hiddenBy: rules[other], isMoved: index < other)
      }
    }
    noteTapWaits(among: ranked)
    // The longest wait of a gesture first, as only one is told.
    noteChains(among: ranked)
    noteWaits(among: ranked)
    noteContinuations(among: ranked)
    reportTies(in: content, ranked)
    noteHeldModes(among: ranked)
    // Notes would distract from errors.
    if messages.errorCount == 0 {
      noteTouchscreenRules(among: ranked)
      noteCommonGestures(in: content, ranked)
      noteRulesHiddenOnTouchpads(among: ranked)
      note(ofClicks: content)
    }
  }

  /// Notes taps that wait for another tap.
  private mutating func noteTapWaits(among ranked: RankedRules) {
    let rules = ranked.all
    let waits = TapWaits.find(among: ranked)
    for index in rules.indices where ranked.mayAct(index) {
      guard let wait = waits[ranked.triggers.numbers[index]] else { continue }
      let next = rules[wait.other].rule.trigger.pattern.kind.isMadeOfTaps ? "tap" : "touch"
      report(
        .tapWaits, "this tap waits \(Phrase.milliseconds(wait.gap)) for another \(next)", at: rules[index].gesture,
        notes: [.init("because of this rule", at: rules[wait.other].gesture)])
    }
  }

  /// Reports rules that act beside the desktop, or not on a touchpad of the machine.
  /// - Parameter devices: those of the machine; nil if nobody has looked for them.
  mutating func warn(of content: FileContent, on desktop: DesktopGestures?, _ devices: [Device]?) {
    let rules = content.rules
    let known = devices ?? []
    let touchpads = known.filter { $0.kind == .touchpad }
    // Before it can be read, a touchpad is taken for one of today.
    let taken = devices != nil && touchpads.isEmpty ? known + [.todaysTouchpad] : known
    warn(ofTouchpads: content, known: touchpads)
    warn(ofWithheldTouchesIn: content, known: known)
    guard let desktop else { return }
    if let setting = content.desktopSwipes, setting.state != .enabled {
      if desktop.obeysSetting {
        if desktop.lacksExtension {
          report(
            .desktopGesture, "'desktop-swipes' requires Sleight's extension of GNOME Shell, which is not installed",
            at: setting.location)
        }
        return
      }
      if !desktop.claims.isEmpty {
        report(
          .desktopGesture, "'desktop-swipes' has no effect on \(desktop.desktop)", at: setting.location,
          help: desktop.remedy ?? "choose gestures that \(desktop.desktop) does not use")
      }
    }
    for rule in rules where Reachability.obstacle(to: rule.rule.trigger) == nil {
      let claims = rule.rule.trigger.gestures.flatMap { desktop.claims(on: $0) }
      guard let claim = claims.first(where: { both($0, rule, content, known: known, taken: taken) }) else { continue }
      report(
        .desktopGesture,
        "\(desktop.desktop) also \(claim.purpose) with this gesture; on a \(claim.device.rawValue) both happen",
        at: rule.gesture,
        help: [
          claim.remedy ?? (desktop.obeysSetting && claim.device == .touchpad ? desktop.remedy : nil),
          Self.help(for: rule.rule.trigger, against: claim, of: desktop, in: content, taken),
        ]
        .compactMap { $0 }.joined(separator: "; "))
    }
  }

  /// True if the desktop handles a gesture beside its rule, on the devices that are there.
  private func both(
    _ claim: DesktopGestures.Claim, _ rule: CheckedRule, _ content: FileContent, known: [Device], taken: [Device]
  ) -> Bool {
    let (kind, trigger) = (claim.device, rule.rule.trigger)
    // A rule is for those that are there of the devices that it is for.
    let present = known.filter { trigger.includes($0) }
    let isAbsent = !present.isEmpty && !present.contains { $0.kind == kind }
    return !isAbsent && !content.owns(trigger, on: kind, known: known)
      && !(claim.canBeTaken && content.takes(trigger, on: kind, known: taken)
        && !(kind == .touchscreen && mayActLate(rule)))
  }

  /// True if the touches may have lifted when a rule acts, so that nothing cancels them then.
  private func mayActLate(_ rule: CheckedRule) -> Bool {
    if case .swipe(let pattern) = rule.rule.trigger.pattern, pattern.waitsForLift { return true }
    return messages.contain(.waits, at: rule.gesture)
  }

  /// Reports commands of rules that are in force whose program is missing, each program once.
  mutating func warn(ofProgramsOf rules: [CheckedRule], missingIn machine: KnownMachine) {
    var known: Set<String> = []
    var actions: Set<Action> = []
    for action in rules.indices.lazy.flatMap({ rules[$0].questions + rules[$0].actions }) {
      guard actions.insert(action.action).inserted, let name = action.action.program, known.insert(name).inserted,
        !machine.hasProgram(name)
      else { continue }
      report(
        .missingProgram, "no directory in PATH has the program \(Phrase.quote(name))", at: action.location,
        help: "install it, or write the whole path of a program in another directory")
    }
  }

  /// Reports actions that the running desktop cannot perform. Rules that are for several desktops may have them.
  mutating func warn(ofOperations operations: [(operation: DesktopOperation, location: Span)], on ways: DesktopWays) {
    for (operation, location) in operations {
      guard let reason = ways.obstacle(to: operation) else { continue }
      report(
        .unavailableAction, "\(ways.desktop.name) cannot perform '\(operation.text)': \(reason)", at: location)
    }
  }

  /// Reports keys of the keypad where they are what the session's NumLock makes of them.
  mutating func note(ofKeypadKeysIn content: FileContent, on desktop: DesktopKind?) {
    guard content.injection == .uinput || desktop?.hasOwnNumLock != true else { return }
    for action in content.rules.indices.lazy.flatMap({ content.rules[$0].actions }) {
      for chord in action.action.chords {
        guard let isOn = chord.requiredNumLock else { continue }
        report(
          .keypadKey, chord.numLockMessage(requiring: isOn), at: action.location,
          help: chord.numLockHelp
            ?? "compositors with zwp_virtual_keyboard_v1, such as sway, Hyprland and labwc, press it in any case")
      }
    }
  }

  /// The way in which a rule acts alone; nil if there is none.
  /// - Parameter taken: the devices whose fingers may be taken.
  private static func help(
    for trigger: Trigger, against claim: DesktopGestures.Claim, of desktop: DesktopGestures, in content: FileContent,
    _ taken: [Device]
  ) -> String? {
    var trigger = trigger
    let isKept = trigger.isKept
    trigger.isKept = false
    if claim.canBeTaken, content.takes(trigger, on: claim.device, known: taken, ignoresKeep: true),
      isKept || !content.takes(trigger, on: claim.device, known: taken)
    {
      return isKept ? "remove 'keep' from the rule" : "remove 'keep: true' from 'settings' and 'devices'"
    }
    if isKept {
      return content.owns(trigger, on: claim.device) ? "remove 'keep' from the rule" : nil
    }
    let owns = "'devices: {\(claim.device.rawValue): {own: true}}' withholds"
    if claim.device == .touchscreen || !desktop.finishesCancelled || content.withholdsLanding(of: trigger) {
      return "\(owns) from the desktop what rules take"
    }
    guard case .swipe = claim.motion else { return nil }
    return
      "\(owns) it from the desktop only if rules request all four directions of \(Phrase.range(trigger.fingers)) fingers"
  }

  /// Reports rules for all devices that no touchpad triggers: only the first for each reason, because users with a
  /// touchscreen may mean them.
  private mutating func noteTouchscreenRules(among ranked: RankedRules) {
    let obstacles = ranked.triggers.all.map { Reachability.obstacleOnTouchpads(to: $0) }
    var locations: [Reachability.Obstacle: [Span]] = [:]
    for index in ranked.all.indices {
      guard let obstacle = obstacles[ranked.triggers.numbers[index]] else { continue }
      locations[obstacle, default: []].append(ranked.all[index].gesture)
    }
    for (obstacle, locations) in locations {
      let others = locations.count - 1
      report(
        .touchscreenOnly,
        (others == 0 ? "this rule is" : "this rule and \(others) more are")
          + " for touchscreens only: \(obstacle.shortMessage)", at: locations.first,
        help: "add 'device: touchscreen' to state this"
          + ([.touchpadScrolls, .touchpadUnnamed, .touchpadTouched].contains(obstacle)
            ? ", or 'device: touchpad' for touchpads" : ""))
    }
  }

  /// Reports gestures with which people use programs and the pointer, such as every tap of one finger: only the first
  /// for each gesture.
  private mutating func noteCommonGestures(in content: FileContent, _ ranked: RankedRules) {
    var gestures: [(gesture: CommonGesture, locations: [Span])] = []
    for index in content.rules.indices where ranked.isAble(index) {
      guard let gesture = CommonGesture(content.rules[index].rule, in: content) else { continue }
      let location = content.rules[index].fingers ?? content.rules[index].gesture
      if let index = gestures.firstIndex(where: { $0.gesture.text == gesture.text }) {
        gestures[index].locations.append(location)
      } else {
        gestures.append((gesture, [location]))
      }
    }
    for (gesture, locations) in gestures {
      report(
        .commonGesture,
        "\(gesture.text) triggers this rule" + (locations.count == 1 ? "" : ", or one of \(locations.count - 1) more"),
        at: locations[0], help: gesture.help)
    }
  }

  /// Reports rules for all devices that an earlier rule for touchpads hides there. A general rule below the same
  /// gesture for one kind of device is meant so.
  private mutating func noteRulesHiddenOnTouchpads(among ranked: RankedRules) {
    let rules = ranked.all
    // Otherwise a rule is hidden on touchpads only where it is hidden anyway.
    guard ranked.triggers.all.contains(where: { $0.devices.areTouchpads }) else { return }
    let areOnTouchpads = ranked.triggers.all.map {
      ($0.devices.isEmpty || $0.devices.areTouchpads) && Reachability.obstacleOnTouchpads(to: $0) == nil
    }
    let onTouchpads = ranked.triggers.map { trigger in
      var trigger = trigger
      trigger.devices = [.kind(.touchpad)]
      return trigger
    }
    let hidden = Coverage.hiding(
      onTouchpads, ranked.conditions, in: ranked.order,
      where: { ranked.isAble($0) && areOnTouchpads[ranked.triggers.numbers[$0]] }
    ) { ranked.areTied($0, $1, by: .with) }
    for (index, other) in hidden.enumerated() {
      guard let other, other < index, ranked.hiding[index] == nil,
        case let (rule, earlier) = (rules[index].rule, rules[other].rule),
        rule.trigger.devices.isEmpty,
        rule.trigger.pattern.kind != earlier.trigger.pattern.kind
          || !rule.condition.clauses.isEmpty && rule.condition != earlier.condition
      else { continue }
      report(
        .touchscreenOnly, "this rule is for touchscreens only: on a touchpad, an earlier rule always acts before it",
        at: rules[index].gesture, help: "move this rule above that one to let it act first",
        notes: [.init(Self.label(isMoved: false), at: rules[other].gesture)])
    }
  }

  /// Reports gestures that the desktop is to see differently, on touchpads that are not owned.
  mutating func reportShownHands(of content: FileContent, hasUnreadFile: Bool) {
    // Which touchpads a name matches is not known.
    let mayBeOwned = content.devices.contains { $0.properties.isOwned == true && $0.filter != .kind(.touchscreen) }
    guard !hasUnreadFile, !mayBeOwned else { return }
    for index in content.rules.indices where content.rules[index].rule.trigger.shownFingers != nil {
      let rule = content.rules[index]
      let devices = rule.rule.trigger.devices
      // A name may be that of a touchscreen.
      guard devices.allSatisfy({ $0 == .kind(.touchpad) || $0 == .kind(.touchscreen) }),
        devices.contains(.kind(.touchpad))
      else { continue }
      report(
        .missingKey, "'as' requires an owned touchpad\(devices.areTouchpads ? "" : ", or a touchscreen")",
        at: rule.shownHand,
        help: "add 'devices: {touchpad: {own: true}}'"
          + (devices.areTouchpads ? "" : "; for touchscreens alone, add 'device: touchscreen' to the rule"))
    }
  }

  private mutating func warn(of obstacle: Reachability.Obstacle, _ rule: CheckedRule) {
    guard obstacle != .noRoom else {
      return report(
        .neverActs, obstacle.message, at: rule.gesture,
        help: "'edge' is where the touch starts: the gesture goes away from it")
    }
    // The fingers of a sequence are those of its steps.
    let isSequence = !rule.rule.trigger.before.isEmpty
    report(
      .neverActs, obstacle.message, at: isSequence ? rule.gesture : rule.fingers ?? rule.gesture,
      help: rule.fingers == nil && !isSequence
        ? "the default of 'fingers' is \(Phrase.range(rule.rule.trigger.fingers))" : nil)
  }

  /// - Parameter isMoved: true if the other rule is later in the file, and precedes this one by what rules state.
  private mutating func warn(of rule: CheckedRule, hiddenBy other: CheckedRule, isMoved: Bool) {
    // An alias gives two rules the same place.
    guard rule.gesture != other.gesture || rule.rule.definition == nil else {
      return report(
        .hiddenRule, "one of the ways to make this gesture has no effect: another one always acts before it",
        at: rule.gesture)
    }
    let areAlike = rule.rule.trigger == other.rule.trigger && rule.rule.condition == other.rule.condition
    let another = isMoved ? "another rule" : "an earlier rule"
    report(
      .hiddenRule,
      rule.rule.trigger.before.isEmpty || !other.rule.trigger.before.isEmpty
        ? "\(another) always acts before this one"
        : "the first step of this gesture is never made: \(another) always acts before it", at: rule.gesture,
      help: areAlike || isMoved ? nil : "move this rule above that one to let it act first",
      notes: [
        .init(
          Self.label(isMoved: isMoved)
            + (other.rule.trigger.pattern.coversOnlyBackwards(rule.rule.trigger.pattern)
              ? "; because of 'back', it also begins in the opposite direction" : ""),
          at: other.gesture)
      ])
  }
}

extension DesktopGestures.Claim {
  /// True if rules that act can take its fingers from the desktop without a grab.
  fileprivate var canBeTaken: Bool { device == .touchscreen || fingers.lowerBound >= TakingClaim.fewest }
}
