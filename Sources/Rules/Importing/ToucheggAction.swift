/// An `action` of touchegg.conf.
struct ToucheggAction {
  private let element: XMLElement
  private let translator: CommandTranslator
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
    switch type {
    case "RUN_COMMAND": return commands(&rule, threshold)
    case "SEND_KEYS": return keys(&rule, threshold)
    case "MOUSE_CLICK": return click(&rule)
    case "CHANGE_DESKTOP": return changeDesktop(&rule, threshold)
    case "MAXIMIZE_RESTORE_WINDOW": return deed(.maximize, &rule, threshold)
    case "MINIMIZE_WINDOW": return deed(.minimize, &rule, threshold)
    case "FULLSCREEN_WINDOW": return deed(.fullscreen, &rule, threshold)
    case "CLOSE_WINDOW": return deed(.close, &rule, threshold)
    case "SHOW_DESKTOP": return deed(.showDesktop, &rule, threshold)
    case "TILE_WINDOW":
      let way = (element.text(of: "direction") ?? rule.value).lowercased()
      guard let way = DesktopDeed.Way(rawValue: way) else { return .left("a window is tiled to the left or right") }
      return deed(.tile(way), &rule, threshold)
    case "SCROLL", "MOVE_WINDOW", "RESIZE_WINDOW", "DRAG_AND_DROP":
      return .left("\(type) is done by the desktop itself, or not at all: no rule does it")
    case "NO_ACTION", "": return .nothing("this gesture does nothing")
    default: return .nothing("Touchégg knows no action \(Phrase.quote(type)): this never did anything")
    }
  }

  // MARK: When

  private var repeats: Bool { element.text(of: "repeat") == "true" }

  /// Sets how far the fingers go, and when the rule acts. Answers what is to be said of it.
  private func setMoment(_ rule: inout ImportedRule, _ threshold: Double) -> [String] {
    guard ["swipe", "pinch", "rotate"].contains(rule.gesture) else { return [] }
    if repeats {
      // Touchégg does it again after every tenth of its 100 %.
      if rule.gesture == "swipe" {
        rule.gesture = "pan"
        rule["every"] = "5mm"
        return ["'repeat' acts after every tenth of a touchpad's tenth in Touchégg; as a pan it acts every 5mm."]
      }
      rule["every"] = rule.gesture == "pinch" ? "10%" : "10°"
      return rule.gesture == "pinch" ? ["'repeat' acts every 10%, as in Touchégg."] : []
    }
    let on = element.text(of: "on")
    if on == "end" { rule["at"] = "end" }
    guard on != "begin" else { return [] }
    var said = [
      "Actions that are not said to be done at the end act on the way, as soon as the fingers have come far enough; "
        + "Touchégg waits until they lift, as 'at: end' does here."
    ]
    if rule.gesture == "pinch" {
      rule["distance"] = ImportedQuantity.text(min(max(threshold, 5), 95), "%")
      said.append(
        "'action_execute_threshold' \(ImportedQuantity.text(threshold, "%")) is the 'distance' of a pinch here, too.")
    } else if rule.gesture == "swipe", threshold != 20 {
      let length = ImportedQuantity.length(12 * threshold / 20)
      rule["distance"] = length
      said.append(
        "'action_execute_threshold' is \(ImportedQuantity.text(threshold, "%")) where 20% is usual, and the 'distance' "
          + "of a swipe \(length) where 12mm is usual.")
    }
    return said
  }

  private func deed(_ deed: DesktopDeed, _ rule: inout ImportedRule, _ threshold: Double) -> Result {
    guard let action = deed.action(on: translator.desktop) else {
      return .left("\(translator.desktop?.rawValue ?? "no desktop") has nothing for \(type)")
    }
    rule.act = [action]
    rule.notes.append("was \(type)")
    return .carried(setMoment(&rule, threshold) + [DesktopDeed.explanation(translator.desktop)])
  }

  /// `auto`, or no direction, depends on whether content follows the fingers, which it does on most touchpads.
  private func changeDesktop(_ rule: inout ImportedRule, _ threshold: Double) -> Result {
    let direction = (element.text(of: "direction") ?? element.text).lowercased()
    if let way = DesktopDeed.Way(rawValue: direction) { return deed(.workspace(way), &rule, threshold) }
    guard ["", "auto", "unknown"].contains(direction) else {
      return .left("there is no desktop \(Phrase.quote(direction))")
    }
    let isForward = ["left", "up", "in"].contains(rule.value)
    rule.notes.append("the workspace follows the fingers, as it does with natural scrolling")
    return deed(.workspace(isForward ? .next : .previous), &rule, threshold)
  }

  // MARK: What

  private func commands(_ rule: inout ImportedRule, _ threshold: Double) -> Result {
    let command = element.text(of: "command") ?? element.text
    guard !command.isEmpty else { return .left("there is no command") }
    let translation = translator.translate(command)
    rule.act = translation.actions
    if let note = translation.note { rule.notes.append(note) }
    let said = setMoment(&rule, threshold)
    if rule["every"] != nil, let back = element.text(of: "decreaseCommand"), !back.isEmpty {
      rule.back = translator.translate(back).actions
    }
    return .carried(said)
  }

  private func keys(_ rule: inout ImportedRule, _ threshold: Double) -> Result {
    let keys = element.text(of: "keys") ?? (element.children.isEmpty ? element.text : "")
    let modifiers = element.text(of: "modifiers") ?? ""
    guard let chord = chord(modifiers, keys) else {
      return .left("\(Phrase.quote(keys)) with \(Phrase.quote(modifiers)) is no chord of known keys")
    }
    rule.act = [.keys([chord])]
    let said = setMoment(&rule, threshold)
    if rule["every"] != nil, let back = element.text(of: "decreaseKeys"), !back.isEmpty {
      if let chord = self.chord(modifiers, back) { rule.back = [.keys([chord])] }
    }
    return .carried(said)
  }

  /// Touchégg presses the key that a capital letter is on, without shift.
  private func chord(_ modifiers: String, _ keys: String) -> String? {
    let text = [modifiers, keys].filter { !$0.isEmpty }.joined(separator: "+")
    return ImportedChord.keysyms(text.words.joined(), shiftsCapitals: false, keyNames: translator.keyNames)
  }

  /// `<button>3</button>`, or `BUTTON=3` in version 1.
  private func click(_ rule: inout ImportedRule) -> Result {
    let number = element.text(of: "button") ?? element.text.split(separator: "=").last.map(String.init) ?? ""
    let buttons = ["1": "left", "2": "middle", "3": "right", "8": "back", "9": "forward"]
    guard let button = buttons[number.bare] else { return .left("there is no button \(Phrase.quote(number))") }
    rule.act = [.other("click", button)]
    return .carried(rule.gesture == "swipe" ? setMoment(&rule, 20) : [])
  }
}
