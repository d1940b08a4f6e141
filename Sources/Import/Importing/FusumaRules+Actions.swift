internal import Diagnostics
internal import Foreign
internal import Rules
internal import RulesFile
internal import Text
internal import YAML

extension FusumaRules {
  /// The non-negative number of a property: that of the binding, or else the default of its gesture.
  func number(_ name: String, of binding: FusumaBinding) -> Double? {
    let own = binding.properties[name]?.text.flatMap(ImportedQuantity.number)
    let general = (name == "threshold" ? thresholds : intervals)[binding.scope.gesture]
    return (own ?? general).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// The actions of a binding, and comments on them; nil, with a remark, if they have no counterpart.
  mutating func actions(of binding: FusumaBinding) -> (actions: [ImportedAction], notes: [ImportText])? {
    let line = binding.lines.lowerBound
    remarkUnusedProperties(of: binding)
    if let command = binding.properties["command"]?.text {
      if command.contains("$move_") || command.contains("$unaccelerated_") {
        return draft.leaveOut(line, "a command cannot get the motion since the last step")
      }
      guard !command.trimmed.isEmpty else { return draft.ignore(line, "the command is empty") }
      let translation = draft.translator.translate(command)
      return (translation.actions, translation.notes)
    }
    if let keys = binding.properties["sendkey"] ?? binding.properties["shortcut"] {
      return inputActions(keys, isEvdev: binding.properties["sendkey"] != nil, line: line).map { ($0, []) }
    }
    if let value = binding.properties["workspace"] { return directedAction(value, line, movesWindow: false) }
    if let value = binding.properties["window"] { return window(value, line) }
    for (name, pipe) in pipes.sorted(by: { $0.key < $1.key }) {
      guard let text = binding.properties[name]?.text, !text.trimmed.isEmpty else { continue }
      let word = "'" + text.replacing("'", with: "'\\''") + "'"
      draft.explain("'\(name)' belongs to a plugin and writes its text to a pipe.")
      return ([.shell("echo \(word) > \(pipe)")], [])
    }
    let names = binding.properties.filter { !FusumaImporter.settings.contains($0.key) }
      .sorted { $0.value.span.start.line < $1.value.span.start.line }.map(\.key)
    let meant = names.first.flatMap { Suggestion.nearest(to: $0, among: FusumaImporter.actions) }
    return draft.leaveOut(
      line, "unknown key \(Phrase.list(names))" + (meant.map { "; did you mean '\($0)'?" } ?? ", perhaps of a plugin"))
  }

  /// Remarks on properties beside the action that have no effect.
  private mutating func remarkUnusedProperties(of binding: FusumaBinding) {
    let order = FusumaImporter.actions + pipes.keys.sorted()
    guard let action = order.first(where: { binding.properties[$0] != nil }) else { return }
    let others = binding.properties.filter { $0.key != action && !FusumaImporter.settings.contains($0.key) }
    for (name, value) in others.sorted(by: { $0.key < $1.key }) {
      draft.ignore(
        value.line,
        order.contains(name)
          ? "'\(name)' has no effect beside '\(action)'"
          : ImportDraft.unknownKey(name, among: FusumaImporter.settings))
    }
  }

  /// Mouse buttons by their names in linux/input-event-codes.h, without `BTN_`.
  private static let buttons = [
    "LEFT": "left", "RIGHT": "right", "MIDDLE": "middle", "SIDE": "back", "EXTRA": "forward", "BACK": "back",
    "FORWARD": "forward",
  ]

  /// The actions that press `LEFTCTRL+T`, `BTN_LEFT`, or a list of these, one after the other.
  private mutating func inputActions(_ node: Node, isEvdev: Bool, line: Int) -> [ImportedAction]? {
    var actions: [ImportedAction] = []
    // Consecutive chords are one action.
    var chords: [String] = []
    func endChords() {
      if !chords.isEmpty { actions.append(.keys(chords)) }
      chords = []
    }
    for text in node.texts {
      if isEvdev, text.uppercased().hasPrefix("BTN_"), let button = Self.buttons[String(text.uppercased().dropFirst(4))]
      {
        endChords()
        actions.append(.click([button]))
        continue
      }
      let chord =
        isEvdev
        ? ImportedChord.evdev(text)
        : ImportedChord.keysyms(text, shiftsCapitals: true, keyNames: draft.translator.keyNames)
      guard let chord else { return draft.leaveOut(line, "\(Phrase.quote(text)) is not a chord of known keys") }
      chords.append(chord)
    }
    endChords()
    if actions.isEmpty { draft.ignore(line, "the list of keys is empty") }
    return actions.isEmpty ? nil : actions
  }

  // MARK: Workspaces and windows

  private mutating func directedAction(
    _ value: Node, _ line: Int, movesWindow: Bool
  ) -> (actions: [ImportedAction], notes: [ImportText])? {
    let text = value.text ?? ""
    guard let action = DesktopAction.workspace(text, movesWindow: movesWindow) else {
      return draft.leaveOut(line, "unknown workspace \(Phrase.quote(text))")
    }
    return desktopAction(action, "'\(text)'", line)
  }

  /// The condition with which changing a window's state sets or removes it: `window: {maximized: add}`; nil for other
  /// bindings.
  static func state(of binding: FusumaBinding) -> YAMLValue.Entry? {
    let states: [String: Word] = ["fullscreen": .fullscreen, "maximized": .maximized]
    guard let entry = binding.properties["window"]?.lastEntries.first, let state = states[entry.key.text ?? ""],
      let change = entry.value.text, ["add", "remove"].contains(change)
    else { return nil }
    return .init(state, .word(change == "remove" ? "true" : "false"))
  }

  private mutating func window(_ value: Node, _ line: Int) -> (actions: [ImportedAction], notes: [ImportText])? {
    let name = value.text ?? value.lastEntries.first?.key.text ?? ""
    let operations: [String: DesktopOperation] = [
      "fullscreen": .window(.fullscreen), "maximized": .window(.maximize), "close": .window(.close),
    ]
    if let operation = operations[name] { return desktopAction(.operation(operation), "'window: \(name)'", line) }
    return directedAction(value, line, movesWindow: true)
  }

  private mutating func desktopAction(
    _ desktopAction: DesktopAction, _ name: String, _ line: Int
  ) -> (actions: [ImportedAction], notes: [ImportText])? {
    draft.action(for: desktopAction).map { ([$0], []) }
      ?? draft.leaveOut(line, DesktopAction.absence(of: name, on: draft.translator.desktop))
  }
}
