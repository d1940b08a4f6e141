internal import RulesFile

/// An `action` of touchegg.conf.
///
/// What the actions and their settings mean is as JoseExposito/touchegg has it, in README.md and src/actions.
struct ToucheggAction {
  let element: XMLElement
  let translator: CommandTranslator
  private let type: String

  /// What has become of it.
  enum Result {
    /// It is in the rule; with what there is to say of it at the head of the file.
    case carried([String])
    /// It has no counterpart, for this reason.
    case left(String)
    /// It never did anything, for this reason.
    case nothing(String)
  }

  init(_ element: XMLElement, _ translator: CommandTranslator) {
    self.element = element
    self.translator = translator
    type = (element.attributes["type"] ?? "").uppercased()
  }

  /// Completes `rule` by what is done and when.
  func apply(to rule: inout ImportedRule, threshold: Double) -> Result {
    let moment = ToucheggMoment(element, threshold: threshold)
    switch type {
    case "RUN_COMMAND": return commands(&rule, moment)
    case "COMMAND":
      rule.notes.append("was COMMAND, which Touchégg does not know: it is called RUN_COMMAND")
      return commands(&rule, moment)
    case "SEND_KEYS": return keys(&rule, moment)
    case "MOUSE_CLICK": return click(&rule, moment)
    case "CHANGE_DESKTOP": return changeDesktop(&rule, moment)
    case "MAXIMIZE_RESTORE_WINDOW": return deed(.maximize, &rule, moment)
    case "MINIMIZE_WINDOW": return deed(.minimize, &rule, moment)
    case "FULLSCREEN_WINDOW": return deed(.fullscreen, &rule, moment)
    case "CLOSE_WINDOW": return deed(.close, &rule, moment)
    case "SHOW_DESKTOP": return deed(.showDesktop, &rule, moment)
    // To the left where it does not say (tile-window.h).
    case "TILE_WINDOW": return deed(.tile(element.text(of: "direction") == "right" ? .right : .left), &rule, moment)
    case "SCROLL", "DRAG_AND_DROP", "MOVE_WINDOW", "RESIZE_WINDOW": return drag(&rule)
    case "GNOME_SHELL": return .nothing("this leaves the gesture to GNOME Shell, which needs no rule for it")
    case "NO_ACTION", "": return .nothing("this gesture does nothing")
    default: return .nothing("Touchégg knows no action \(Phrase.quote(type)): this never did anything")
    }
  }

  // MARK: Desktops and windows

  private func deed(_ deed: DesktopDeed, _ rule: inout ImportedRule, _ moment: ToucheggMoment) -> Result {
    guard let action = deed.action(on: translator.desktop) else {
      return .left("\(translator.desktop?.rawValue ?? "no desktop") has nothing for \(type)")
    }
    rule.notes.append("was \(type)")
    return .carried(
      moment.place([action], in: &rule, lasting: false) + [DesktopDeed.explanation(translator.desktop)])
  }

  /// `auto`, or no direction, depends on whether content follows the fingers, which it does on most touchpads: then left
  /// and up are forward (change-desktop.cpp). Version 1 has `DIRECTION=NEXT` as text.
  private func changeDesktop(_ rule: inout ImportedRule, _ moment: ToucheggMoment) -> Result {
    let text = element.text(of: "direction") ?? element.text.split(separator: "=").last.map(String.init) ?? ""
    let direction = text.bare.lowercased()
    if let way = DesktopDeed.Way(rawValue: direction) { return deed(.workspace(way), &rule, moment) }
    guard ["", "auto", "unknown"].contains(direction) else {
      return .left("there is no desktop \(Phrase.quote(direction))")
    }
    rule.notes.append("the workspace follows the fingers, as it does with natural scrolling")
    return deed(.workspace(["left", "up"].contains(rule.value) ? .next : .previous), &rule, moment)
  }

  // MARK: Commands and keys

  private func commands(_ rule: inout ImportedRule, _ moment: ToucheggMoment) -> Result {
    let command = element.text(of: "command") ?? element.text
    guard !command.isEmpty else { return .nothing("there is no command") }
    let translation = translator.translate(command)
    if let note = translation.note { rule.notes.append(note) }
    let said = moment.place(translation.actions, in: &rule, lasting: true)
    if moment.repeats, let back = element.text(of: "decreaseCommand"), !back.isEmpty {
      rule.back = translator.translate(back).actions
    }
    return .carried(said)
  }

  private func keys(_ rule: inout ImportedRule, _ moment: ToucheggMoment) -> Result {
    let keys = element.text(of: "keys") ?? (element.children.isEmpty ? element.text : "")
    let modifiers = element.text(of: "modifiers") ?? ""
    guard !(keys + modifiers).isEmpty else { return .nothing("there are no keys") }
    guard let chord = chord(modifiers, keys) else {
      return .left("\(Phrase.quote(keys)) with \(Phrase.quote(modifiers)) is no chord of known keys")
    }
    // Touchégg holds the modifiers from the beginning to the end: a switcher stays open for as long.
    if moment.repeats, let held = self.chord(modifiers, ""), let key = self.chord("", keys), keepsOpen(held) {
      let said = moment.place([.keys([key])], in: &rule, lasting: true)
      if rule.lasts {
        rule.begin = [.other("hold", held)]
        rule.back = back("").map { [.keys([$0])] } ?? []
        return .carried(said)
      }
    }
    let said = moment.place([.keys([chord])], in: &rule, lasting: true)
    if moment.repeats, let back = back(modifiers) { rule.back = [.keys([back])] }
    return .carried(said)
  }

  /// Whether a window of the desktop's may stay open for as long as these modifiers are held.
  private func keepsOpen(_ modifiers: String) -> Bool {
    modifiers.split(separator: "+").contains { $0 == "alt" || $0 == "super" }
  }

  private func back(_ modifiers: String) -> String? {
    element.text(of: "decreaseKeys").flatMap { $0.isEmpty ? nil : chord(modifiers, $0) }
  }

  /// Touchégg presses the key that a capital letter is on, without shift (x11.cpp: sendKeys).
  private func chord(_ modifiers: String, _ keys: String) -> String? {
    let text = [modifiers, keys].filter { !$0.isEmpty }.joined(separator: "+")
    return ImportedChord.keysyms(text.words.joined(), shiftsCapitals: false, keyNames: translator.keyNames)
  }

  // MARK: The pointer

  /// `<button>3</button>`, or `BUTTON=3` in version 1.
  private func click(_ rule: inout ImportedRule, _ moment: ToucheggMoment) -> Result {
    let number = element.text(of: "button") ?? element.text.split(separator: "=").last.map(String.init) ?? "1"
    guard let button = Int(number.bare).flatMap({ InputScript.buttons[$0] }) else {
      return .left("there is no button \(Phrase.quote(number))")
    }
    if moment.on == .beginAndEnd, rule.gesture == "swipe" {
      // The button is down meanwhile.
      rule.gesture = "pan"
      rule["drag"] = button
      return .carried([])
    }
    let isTap = !["swipe", "pinch", "rotate"].contains(rule.gesture)
    rule.act = [.click([button])]
    return .carried(isTap || moment.on == .beginAndEnd ? [] : moment.place(rule.act, in: &rule, lasting: true))
  }

  /// What version 1 did with the pointer while fingers moved.
  private func drag(_ rule: inout ImportedRule) -> Result {
    guard rule.gesture == "swipe" || rule.gesture == "long-press" else {
      return .left("\(type) goes with fingers that move")
    }
    guard rule.gesture != "swipe" || rule.fingers.lowerBound > (type == "SCROLL" ? 2 : 1) else {
      return .nothing(
        rule.fingers.lowerBound == 1 ? "one finger does this by itself" : "two fingers do this by themselves")
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
      let number = element.text.split(separator: "=").last.flatMap { Int(String($0).bare) } ?? 1
      rule["drag"] = InputScript.buttons[number] ?? "left"
    }
    rule.notes.append("was \(type)")
    return .carried([])
  }
}
