internal import RulesFile
internal import YAML

extension FusumaRules {
  /// The non-negative number of a property: that of the binding, or else the default of its gesture.
  func number(_ name: String, of binding: FusumaBinding) -> Double? {
    let own = binding.properties[name]?.text.flatMap(ImportedQuantity.number)
    let general = (name == "threshold" ? thresholds : intervals)[binding.scope.gesture]
    return (own ?? general).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The actions of a binding, and comments on them; nil, with a remark, if they have no counterpart.
  mutating func actions(of binding: FusumaBinding) -> (actions: [ImportedAction], notes: [String])? {
    let line = binding.lines.lowerBound
    if let command = binding.properties["command"]?.text {
      if command.contains("$move_") || command.contains("$unaccelerated_") {
        draft.remark(.leftOut, line: line, "no command is told how far the fingers have moved since the last time")
        return nil
      }
      guard !command.trimmed.isEmpty else {
        draft.remark(.ignored, line: line, "an empty command")
        return nil
      }
      let translation = translator.translate(command)
      return (translation.actions, translation.note.map { [$0] } ?? [])
    }
    if let keys = binding.properties["sendkey"] ?? binding.properties["shortcut"] {
      return inputActions(keys, isEvdev: binding.properties["sendkey"] != nil, line: line).map { ($0, []) }
    }
    if let value = binding.properties["workspace"] { return directedAction(value, line) { .workspace($0) } }
    if let value = binding.properties["window"] { return window(value, line) }
    for (name, pipe) in pipes.sorted(by: { $0.key < $1.key }) {
      guard let text = binding.properties[name]?.text, !text.trimmed.isEmpty else { continue }
      let word = "'" + text.replacing("'", with: "'\\''") + "'"
      draft.explain("'\(name)' is a plugin's, and taken to write its text to the pipe that it is told.")
      return ([.shell("echo \(word) > \(pipe)")], [])
    }
    let names = binding.properties.keys.filter { !["threshold", "interval", "accel", "clearmodifiers"].contains($0) }
    draft.remark(
      .leftOut, line: line, "Fusuma itself knows no \(Phrase.list(names.sorted())): it belongs to a plugin")
    return nil
  }

  /// Mouse buttons by their names in linux/input-event-codes.h, without `BTN_`.
  private static let buttons = [
    "LEFT": "left", "RIGHT": "right", "MIDDLE": "middle", "SIDE": "back", "EXTRA": "forward", "BACK": "back",
    "FORWARD": "forward",
  ]

  /// The actions that press `LEFTCTRL+T`, `BTN_LEFT`, or a list of these, one after the other.
  private mutating func inputActions(_ node: Node, isEvdev: Bool, line: Int) -> [ImportedAction]? {
    let texts: [String] =
      switch node.content {
      case .scalar(let text, _): [text]
      case .sequence(let nodes): nodes.compactMap(\.text)
      case .mapping: []
      }
    var actions: [ImportedAction] = []
    for text in texts {
      if isEvdev, text.uppercased().hasPrefix("BTN_"), let button = Self.buttons[String(text.uppercased().dropFirst(4))]
      {
        actions.append(.click([button]))
        continue
      }
      let chord =
        isEvdev
        ? ImportedChord.evdev(text)
        : ImportedChord.keysyms(text, shiftsCapitals: true, keyNames: translator.keyNames)
      guard let chord else {
        draft.remark(.leftOut, line: line, "\(Phrase.quote(text)) is no chord of known keys")
        return nil
      }
      if case .keys(let chords)? = actions.last {
        actions[actions.count - 1] = .keys(chords + [chord])
      } else {
        actions.append(.keys([chord]))
      }
    }
    if actions.isEmpty { draft.remark(.ignored, line: line, "there are no keys") }
    return actions.isEmpty ? nil : actions
  }

  // MARK: Workspaces and windows

  private mutating func directedAction(
    _ value: Node, _ line: Int, _ make: (DesktopAction.Direction) -> DesktopAction
  ) -> (actions: [ImportedAction], notes: [String])? {
    let text = value.text ?? ""
    let direction = text == "prev" ? .previous : DesktopAction.Direction(rawValue: text)
    guard let direction else {
      draft.remark(.leftOut, line: line, "there is no workspace \(Phrase.quote(text))")
      return nil
    }
    return desktopAction(make(direction), "'\(text)'", line)
  }

  private mutating func window(_ value: Node, _ line: Int) -> (actions: [ImportedAction], notes: [String])? {
    let name = value.text ?? value.lastEntries.first?.key.text ?? ""
    let actions: [String: DesktopAction] = ["fullscreen": .fullscreen, "maximized": .maximize, "close": .close]
    if let action = actions[name] { return desktopAction(action, "'window: \(name)'", line) }
    return directedAction(value, line) { .moveWindow($0) }
  }

  private mutating func desktopAction(
    _ desktopAction: DesktopAction, _ name: String, _ line: Int
  ) -> (actions: [ImportedAction], notes: [String])? {
    guard let action = desktopAction.action(on: translator.desktop) else {
      draft.remark(.leftOut, line: line, "\(translator.desktop?.rawValue ?? "no desktop") has nothing for \(name)")
      return nil
    }
    draft.explain(DesktopAction.explanation(translator.desktop))
    return ([action], [])
  }
}
