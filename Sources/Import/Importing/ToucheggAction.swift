internal import Desktop
internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import RulesFile

/// An `action` of touchegg.conf.
///
/// The semantics of actions and their settings are those of JoseExposito/touchegg: README.md and src/actions.
struct ToucheggAction {
  let element: XMLElement
  let translator: CommandTranslator
  let timing: ToucheggTiming
  private let type: String

  /// The outcome of a conversion.
  enum Outcome {
    /// The action is in the rule; with explanations for the header of the file.
    case imported([String])
    /// The action has no counterpart, for this reason.
    case leftOut(ImportText)
    /// The action never had an effect, for this reason.
    case ignored(ImportText)
  }

  init(_ element: XMLElement, _ translator: CommandTranslator, _ timing: ToucheggTiming) {
    self.element = element
    self.translator = translator
    self.timing = timing
    type = (element.attributes["type"] ?? "").uppercased()
  }

  /// Adds the action to `rule`.
  func apply(to rule: inout ImportedRule) -> Outcome {
    switch type {
    case "RUN_COMMAND": return addCommands(&rule)
    case "COMMAND":
      rule.notes.append("was COMMAND, for RUN_COMMAND")
      return addCommands(&rule)
    case "SEND_KEYS": return addKeys(&rule)
    case "MOUSE_CLICK": return addClick(&rule)
    case "CHANGE_DESKTOP", "CHANGE_VIEWPORT": return addWorkspaceSwitch(&rule)
    case "MAXIMIZE_RESTORE_WINDOW": return addDesktopAction(.operation(.window(.maximize)), &rule)
    case "MINIMIZE_WINDOW": return addDesktopAction(.operation(.window(.minimize)), &rule)
    case "FULLSCREEN_WINDOW": return addDesktopAction(.operation(.window(.fullscreen)), &rule)
    case "CLOSE_WINDOW": return addDesktopAction(.operation(.window(.close)), &rule)
    case "SHOW_DESKTOP": return addDesktopAction(.operation(.desktop(.showDesktop)), &rule)
    // The default is left (tile-window.h).
    case "TILE_WINDOW":
      return addDesktopAction(.tile(element.text(of: "direction") == "right" ? .right : .left), &rule)
    case "SCROLL", "DRAG_AND_DROP", "MOVE_WINDOW", "RESIZE_WINDOW": return addPointerAction(&rule)
    case "GNOME_SHELL": return .ignored("GNOME_SHELL leaves the gesture to GNOME Shell")
    case "NO_ACTION", "": return .ignored("no action")
    default: return .ignored("unknown action \(Phrase.quote(type)): the gesture does nothing")
    }
  }

  // MARK: Properties

  /// The fate of a property.
  enum Reading {
    case kept
    /// It describes an animation.
    case animation
    /// It is not kept, for this reason.
    case dropped(String)
  }

  static let animationExplanation =
    "Touchégg's animations have no counterpart: 'animate', 'animationPosition', 'color', 'borderColor', "
    + "'animation_delay'."

  /// The properties of actions that act once or repeatedly, by the action's type.
  private static let properties: [String: Set<String>] = [
    "RUN_COMMAND": ["command", "decreaseCommand"], "COMMAND": ["command", "decreaseCommand"],
    "SEND_KEYS": ["keys", "modifiers", "decreaseKeys"], "MOUSE_CLICK": ["button"],
    "CHANGE_DESKTOP": ["direction", "cyclic"], "TILE_WINDOW": ["direction"],
  ]

  /// Tells what becomes of a property of an action (README.md of version 2).
  static func reading(of property: XMLElement, in action: XMLElement, _ timing: ToucheggTiming) -> Reading {
    let type = (action.attributes["type"] ?? "").uppercased()
    let own = properties[type] ?? []
    let isTimed = ["RUN_COMMAND", "COMMAND", "SEND_KEYS", "MOUSE_CLICK"].contains(type)
    switch property.name {
    case "animate", "animationPosition", "color", "borderColor":
      return isTimed ? .dropped("has no effect on \(type)") : .animation
    case "cyclic" where own.contains("cyclic"):
      return .dropped("has no counterpart: the desktop decides if its workspaces go round")
    case "decreaseCommand", "decreaseKeys", "times":
      guard own.contains(property.name) || isTimed && property.name == "times" else { break }
      return timing.repeats ? .kept : .dropped("has no effect without 'repeat'")
    case "repeat" where isTimed:
      return ["true", "false"].contains(property.text) ? .kept : .dropped("is true or false")
    case "on" where isTimed: return timing.repeats ? .dropped("has no effect with 'repeat'") : .kept
    case "direction" where type == "TILE_WINDOW":
      return ["left", "right"].contains(property.text) ? .kept : .dropped("is left or right; it was left")
    default: break
    }
    return own.contains(property.name) ? .kept : .dropped("has no effect on \(type)")
  }

  // MARK: Desktops and windows

  private func addDesktopAction(_ desktopAction: DesktopAction, _ rule: inout ImportedRule) -> Outcome {
    guard let action = desktopAction.action(on: translator.desktop) else {
      return .leftOut(DesktopAction.absence(of: type, on: translator.desktop))
    }
    rule.notes.append("was \(type)")
    return .imported(
      timing.add([action], to: &rule, isRepeatable: false) + desktopAction.explanations(on: translator.desktop))
  }

  /// Adds a switch of the workspace. Without a direction, or with `auto`, it depends on natural scrolling, which most
  /// touchpads use: then left and up are forward (change-desktop.cpp). Version 1 has `DIRECTION=NEXT` as text.
  private func addWorkspaceSwitch(_ rule: inout ImportedRule) -> Outcome {
    let text = element.text(of: "direction") ?? element.text.split(separator: "=").last.map(String.init) ?? ""
    let direction = text.trimmed.lowercased()
    if let action = DesktopAction.workspace(direction, movesWindow: false) {
      return addDesktopAction(action, &rule)
    }
    // Version 1 switches to the next one unless the text is PREVIOUS (ChangeDesktop.cpp).
    if timing.isFirstVersion { return addDesktopAction(.workspace(isNext: true), &rule) }
    guard ["", "auto", "unknown"].contains(direction) else {
      return .leftOut("unknown desktop \(Phrase.quote(direction))")
    }
    rule.notes.append("the direction is that of natural scrolling")
    return addDesktopAction(.workspace(isNext: ["left", "up"].contains(rule.value)), &rule)
  }

  // MARK: Commands and keys

  private func addCommands(_ rule: inout ImportedRule) -> Outcome {
    let command = element.text(of: "command") ?? element.text
    guard !command.isEmpty else { return .ignored("the command is missing") }
    let back = timing.repeats ? element.text(of: "decreaseCommand") ?? "" : ""
    let tool = Tool.of(.touchegg)
    if let objection = tool.renamed(command).objection ?? tool.renamed(back).objection { return .leftOut(objection) }
    let translation = translator.translate(command)
    rule.notes += translation.notes
    let explanations = timing.add(translation.actions, to: &rule, isRepeatable: true)
    if !back.isEmpty { rule.back = translator.translate(back).actions }
    return .imported(explanations)
  }

  private func addKeys(_ rule: inout ImportedRule) -> Outcome {
    let keys = element.text(of: "keys") ?? (element.children.isEmpty ? element.text : "")
    let modifiers = element.text(of: "modifiers") ?? ""
    guard !(keys + modifiers).isEmpty else { return .ignored("the keys are missing") }
    guard let chord = chord(modifiers, keys) else {
      return .leftOut("\(Phrase.quote(keys)) with \(Phrase.quote(modifiers)) is not a chord of known keys")
    }
    // Touchégg holds the modifiers until the end of the gesture, which keeps a window switcher open.
    if timing.repeats, let held = self.chord(modifiers, ""), let key = self.chord("", keys), keepsOpen(held) {
      let explanations = timing.add([.keys([key])], to: &rule, isRepeatable: true)
      if rule.gesture.isContinuous {
        rule.begin = [.performing(.hold, held)]
        addBack(to: &rule, modifiers: "", held: held)
        return .imported(explanations)
      }
    }
    let explanations = timing.add([.keys([chord])], to: &rule, isRepeatable: true)
    if timing.repeats { addBack(to: &rule, modifiers: modifiers, held: "") }
    return .imported(explanations)
  }

  /// Adds the keys of a step back, which can repeat modifiers.
  /// - Parameter held: the modifiers that the rule holds anyway.
  private func addBack(to rule: inout ImportedRule, modifiers: String, held: String) {
    guard let keys = element.text(of: "decreaseKeys"), !keys.isEmpty else { return }
    let own = Set(keys.split(separator: "+").map(\.trimmed))
    let others = modifiers.split(separator: "+").map(\.trimmed).filter { !own.contains($0) }
    if let chord = chord(others.joined(separator: "+"), keys) {
      rule.back = [ImportedAction.keys([chord]).removingModifiers(held)]
    } else {
      rule.notes.append("'decreaseKeys' \(Phrase.quote(keys)) is left out: this is not a chord of known keys")
    }
  }

  /// True if the desktop may show a window, such as a switcher, while these modifiers are held.
  private func keepsOpen(_ modifiers: String) -> Bool {
    modifiers.split(separator: "+").contains { $0 == "alt" || $0 == "super" }
  }

  /// Converts a chord. Touchégg presses the key of a capital letter without shift (x11.cpp: sendKeys).
  private func chord(_ modifiers: String, _ keys: String) -> String? {
    let text = [modifiers, keys].filter { !$0.isEmpty }.joined(separator: "+")
    return ImportedChord.keysyms(text.words.joined(), shiftsCapitals: false, keyNames: translator.keyNames)
  }

  // MARK: The pointer

  /// Adds a click: `<button>3</button>`, or `BUTTON=3` in version 1.
  private func addClick(_ rule: inout ImportedRule) -> Outcome {
    let number = element.text(of: "button") ?? buttonOfFirstVersion(&rule)
    guard let button = Int(number.trimmed).flatMap({ InputScript.buttons[$0] }) else {
      // X11 takes four buttons for the wheel.
      guard let actions = Int(number.trimmed).flatMap({ InputScript([.click($0, times: 1)])?.actions }) else {
        return .leftOut("unknown button \(Phrase.quote(number))")
      }
      return .imported(timing.add(actions, to: &rule, isRepeatable: true))
    }
    if timing.on == .beginAndEnd, rule.gesture == .swipe {
      // The button is held for the duration of the gesture.
      rule.gesture = .pan
      rule[.dragging] = button
      return .imported([])
    }
    rule.act = [.click([button])]
    return .imported(timing.on == .beginAndEnd ? [] : timing.add(rule.act, to: &rule, isRepeatable: true))
  }

  /// The button of `BUTTON=3`. With any other text, version 1 takes the left one (MouseClick.cpp, DragAndDrop.cpp).
  private func buttonOfFirstVersion(_ rule: inout ImportedRule) -> String {
    let text = element.text.trimmed
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    if parts.count == 2, parts[0].trimmed == "BUTTON", let number = Int(parts[1].trimmed), (1...9).contains(number) {
      return String(number)
    }
    if !text.isEmpty {
      rule.notes.append("Touchégg does not understand \(Phrase.quote(text)) and takes the left button")
    }
    return "1"
  }

  /// The outcome of an action on the pointer by fingers whose movement is the desktop's or the programs'; nil for more
  /// fingers.
  private func outcomeOfFewFingers(_ fingers: Int) -> Outcome? {
    switch (type, fingers) {
    case ("SCROLL", 1):
      return .leftOut("one finger scrolls in programs on a touchscreen anyway, and moves the pointer on a touchpad")
    case ("SCROLL", 2):
      return .ignored("two fingers scroll anyway\(scrollSettings.map { ": \($0)" } ?? "")")
    case ("DRAG_AND_DROP", 1):
      return .ignored("one finger drags in programs on a touchscreen anyway, and moves the pointer on a touchpad")
    case (_, 1): return .leftOut("one finger belongs to programs and to the pointer: \(type) requires more of them")
    default: return nil
    }
  }

  /// The words for `SPEED=7:INVERTED=true`; nil if there are no settings. Inverted, the content follows the fingers
  /// (Scroll.cpp).
  private var scrollSettings: String? {
    let text = element.text.trimmed
    guard !text.isEmpty else { return nil }
    let isInverted = text.split(separator: ":").last == "INVERTED=true"
    return "\(Phrase.quote(text)) is left out, and the desktop's settings for touchpads apply: turn natural scrolling "
      + (isInverted ? "on" : "off") + " there"
  }

  /// Adds an action of version 1 that uses the pointer while the fingers move.
  private func addPointerAction(_ rule: inout ImportedRule) -> Outcome {
    guard rule.gesture == .swipe || rule.gesture == .pan else {
      return .leftOut("\(type) requires a drag")
    }
    if rule.gesture == .swipe, let outcome = outcomeOfFewFingers(rule.fingers.lowerBound) { return outcome }
    rule.gesture = .pan
    if rule.fingers.lowerBound <= 2 { rule[.device] = "touchpad" }
    switch type {
    case "SCROLL":
      rule.begin = [.performing(.scroll, "fingers")]
      if let settings = scrollSettings { rule.notes.append(ImportText(settings)) }
    case "MOVE_WINDOW": rule[.dragging] = translator.desktop.equivalents.windowButtons.move
    case "RESIZE_WINDOW": rule[.dragging] = translator.desktop.equivalents.windowButtons.resize
    default:
      rule[.dragging] = Int(buttonOfFirstVersion(&rule)).flatMap { InputScript.buttons[$0] } ?? "left"
    }
    rule.notes.append("was \(type)")
    return .imported([])
  }
}
