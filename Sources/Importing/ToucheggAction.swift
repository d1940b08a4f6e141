internal import Diagnostics
internal import Foreign
internal import Rules
internal import RulesFile

/// An `action` of touchegg.conf.
///
/// The semantics of actions and their settings are those of JoseExposito/touchegg: README.md and src/actions.
struct ToucheggAction {
  let element: XMLElement
  let translator: CommandTranslator
  private let type: String

  /// The outcome of a conversion.
  enum Outcome {
    /// The action is in the rule; with explanations for the header of the file.
    case imported([String])
    /// The action has no counterpart, for this reason.
    case leftOut(String)
    /// The action never had an effect, for this reason.
    case ignored(String)
  }

  init(_ element: XMLElement, _ translator: CommandTranslator) {
    self.element = element
    self.translator = translator
    type = (element.attributes["type"] ?? "").uppercased()
  }

  /// Adds the action to `rule`.
  func apply(to rule: inout ImportedRule, threshold: Double) -> Outcome {
    let timing = ToucheggTiming(element, threshold: threshold)
    switch type {
    case "RUN_COMMAND": return addCommands(&rule, timing)
    case "COMMAND":
      rule.notes.append("was COMMAND, for RUN_COMMAND")
      return addCommands(&rule, timing)
    case "SEND_KEYS": return addKeys(&rule, timing)
    case "MOUSE_CLICK": return addClick(&rule, timing)
    case "CHANGE_DESKTOP": return addWorkspaceSwitch(&rule, timing)
    case "MAXIMIZE_RESTORE_WINDOW": return addDesktopAction(.operation(.window(.maximize)), &rule, timing)
    case "MINIMIZE_WINDOW": return addDesktopAction(.operation(.window(.minimize)), &rule, timing)
    case "FULLSCREEN_WINDOW": return addDesktopAction(.operation(.window(.fullscreen)), &rule, timing)
    case "CLOSE_WINDOW": return addDesktopAction(.operation(.window(.close)), &rule, timing)
    case "SHOW_DESKTOP": return addDesktopAction(.operation(.desktop(.showDesktop)), &rule, timing)
    // The default is left (tile-window.h).
    case "TILE_WINDOW":
      return addDesktopAction(.tile(element.text(of: "direction") == "right" ? .right : .left), &rule, timing)
    case "SCROLL", "DRAG_AND_DROP", "MOVE_WINDOW", "RESIZE_WINDOW": return addPointerAction(&rule)
    case "GNOME_SHELL": return .ignored("GNOME_SHELL leaves the gesture to GNOME Shell")
    case "NO_ACTION", "": return .ignored("no action")
    default: return .ignored("unknown action \(Phrase.quote(type)): the gesture does nothing")
    }
  }

  // MARK: Desktops and windows

  private func addDesktopAction(
    _ desktopAction: DesktopAction, _ rule: inout ImportedRule, _ timing: ToucheggTiming
  ) -> Outcome {
    guard let action = desktopAction.action(on: translator.desktop) else {
      return .leftOut(DesktopAction.absence(of: type, on: translator.desktop))
    }
    rule.notes.append("was \(type)")
    return .imported(
      timing.add([action], to: &rule, isRepeatable: false) + [DesktopAction.explanation])
  }

  /// Adds a switch of the workspace. Without a direction, or with `auto`, it depends on natural scrolling, which most
  /// touchpads use: then left and up are forward (change-desktop.cpp). Version 1 has `DIRECTION=NEXT` as text.
  private func addWorkspaceSwitch(_ rule: inout ImportedRule, _ timing: ToucheggTiming) -> Outcome {
    let text = element.text(of: "direction") ?? element.text.split(separator: "=").last.map(String.init) ?? ""
    let direction = text.trimmed.lowercased()
    if let action = DesktopAction.workspace(direction, movesWindow: false) {
      return addDesktopAction(action, &rule, timing)
    }
    guard ["", "auto", "unknown"].contains(direction) else {
      return .leftOut("unknown desktop \(Phrase.quote(direction))")
    }
    rule.notes.append("the direction is that of natural scrolling")
    return addDesktopAction(.workspace(isNext: ["left", "up"].contains(rule.value)), &rule, timing)
  }

  // MARK: Commands and keys

  private func addCommands(_ rule: inout ImportedRule, _ timing: ToucheggTiming) -> Outcome {
    let command = element.text(of: "command") ?? element.text
    guard !command.isEmpty else { return .ignored("the command is missing") }
    let translation = translator.translate(command)
    rule.notes += translation.notes
    let explanations = timing.add(translation.actions, to: &rule, isRepeatable: true)
    if timing.repeats, let back = element.text(of: "decreaseCommand"), !back.isEmpty {
      rule.back = translator.translate(back).actions
    }
    return .imported(explanations)
  }

  private func addKeys(_ rule: inout ImportedRule, _ timing: ToucheggTiming) -> Outcome {
    let keys = element.text(of: "keys") ?? (element.children.isEmpty ? element.text : "")
    let modifiers = element.text(of: "modifiers") ?? ""
    guard !(keys + modifiers).isEmpty else { return .ignored("the keys are missing") }
    guard let chord = chord(modifiers, keys) else {
      return .leftOut("\(Phrase.quote(keys)) with \(Phrase.quote(modifiers)) is not a chord of known keys")
    }
    // Touchégg holds the modifiers until the end of the gesture, which keeps a window switcher open.
    if timing.repeats, let held = self.chord(modifiers, ""), let key = self.chord("", keys), keepsOpen(held) {
      let explanations = timing.add([.keys([key])], to: &rule, isRepeatable: true)
      if rule.isContinuous {
        rule.begin = [.other("hold", held)]
        rule.back = backChord("").map { [.keys([$0])] } ?? []
        return .imported(explanations)
      }
    }
    let explanations = timing.add([.keys([chord])], to: &rule, isRepeatable: true)
    if timing.repeats, let back = backChord(modifiers) { rule.back = [.keys([back])] }
    return .imported(explanations)
  }

  /// True if the desktop may show a window, such as a switcher, while these modifiers are held.
  private func keepsOpen(_ modifiers: String) -> Bool {
    modifiers.split(separator: "+").contains { $0 == "alt" || $0 == "super" }
  }

  private func backChord(_ modifiers: String) -> String? {
    element.text(of: "decreaseKeys").flatMap { $0.isEmpty ? nil : chord(modifiers, $0) }
  }

  /// Converts a chord. Touchégg presses the key of a capital letter without shift (x11.cpp: sendKeys).
  private func chord(_ modifiers: String, _ keys: String) -> String? {
    let text = [modifiers, keys].filter { !$0.isEmpty }.joined(separator: "+")
    return ImportedChord.keysyms(text.words.joined(), shiftsCapitals: false, keyNames: translator.keyNames)
  }

  // MARK: The pointer

  /// Adds a click: `<button>3</button>`, or `BUTTON=3` in version 1.
  private func addClick(_ rule: inout ImportedRule, _ timing: ToucheggTiming) -> Outcome {
    let number = element.text(of: "button") ?? element.text.split(separator: "=").last.map(String.init) ?? "1"
    guard let button = Int(number.trimmed).flatMap({ InputScript.buttons[$0] }) else {
      return .leftOut("unknown button \(Phrase.quote(number))")
    }
    if timing.on == .beginAndEnd, rule.gesture == "swipe" {
      // The button is held for the duration of the gesture.
      rule.gesture = "pan"
      rule["drag"] = button
      return .imported([])
    }
    let isTap = !["swipe", "pinch", "rotate"].contains(rule.gesture)
    rule.act = [.click([button])]
    return .imported(isTap || timing.on == .beginAndEnd ? [] : timing.add(rule.act, to: &rule, isRepeatable: true))
  }

  /// Adds an action of version 1 that uses the pointer while the fingers move.
  private func addPointerAction(_ rule: inout ImportedRule) -> Outcome {
    guard rule.gesture == "swipe" || rule.gesture == "long-press" else {
      return .leftOut("\(type) requires a drag")
    }
    guard rule.gesture != "swipe" || rule.fingers.lowerBound > (type == "SCROLL" ? 2 : 1) else {
      return .ignored(
        rule.fingers.lowerBound == 1 ? "the pointer moves with one finger anyway" : "two fingers scroll anyway")
    }
    if rule.gesture == "swipe" {
      rule.gesture = "pan"
      if rule.fingers.lowerBound <= 2 { rule["device"] = "touchpad" }
    }
    switch type {
    case "SCROLL": rule.begin = [.other("scroll", "fingers")]
    case "MOVE_WINDOW": rule["drag"] = translator.desktop.windowButtons.move
    case "RESIZE_WINDOW": rule["drag"] = translator.desktop.windowButtons.resize
    default:
      let number = element.text.split(separator: "=").last.flatMap { Int(String($0).trimmed) } ?? 1
      rule["drag"] = InputScript.buttons[number] ?? "left"
    }
    rule.notes.append("was \(type)")
    return .imported([])
  }
}
