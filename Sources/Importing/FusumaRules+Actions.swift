internal import RulesFile
internal import YAML

extension FusumaRules {
  /// The number of this name: the binding's own, or its gesture's.
  func number(_ name: String, of binding: FusumaBinding) -> Double? {
    let own = binding.properties[name]?.text.flatMap(ImportedQuantity.number)
    let general = (name == "threshold" ? thresholds : intervals)[binding.occasion.gesture]
    return (own ?? general).flatMap { $0 >= 0 ? $0 : nil }
  }

  /// What a binding does; nil, and a remark, where that has no counterpart.
  mutating func actions(of binding: FusumaBinding) -> (actions: [ImportedAction], notes: [String])? {
    let line = binding.lines.lowerBound
    if let command = binding.properties["command"]?.text {
      if command.contains("$move_") || command.contains("$unaccelerated_") {
        harvest.remark(.leftOut, line: line, "no command is told how far the fingers have moved since the last time")
        return nil
      }
      guard !command.bare.isEmpty else {
        harvest.remark(.ignored, line: line, "an empty command")
        return nil
      }
      let translation = translator.translate(command)
      return (translation.actions, translation.note.map { [$0] } ?? [])
    }
    if let keys = binding.properties["sendkey"] ?? binding.properties["shortcut"] {
      return pressed(keys, isEvdev: binding.properties["sendkey"] != nil, line: line).map { ($0, []) }
    }
    if let value = binding.properties["workspace"] { return deed(value, line) { .workspace($0) } }
    if let value = binding.properties["window"] { return window(value, line) }
    for (name, pipe) in pipes.sorted(by: { $0.key < $1.key }) {
      guard let text = binding.properties[name]?.text, !text.bare.isEmpty else { continue }
      let word = "'" + text.replacing("'", with: "'\\''") + "'"
      harvest.explain("'\(name)' is a plugin's, and taken to write its text to the pipe that it is told.")
      return ([.shell("echo \(word) > \(pipe)")], [])
    }
    let names = binding.properties.keys.filter { !["threshold", "interval", "accel", "clearmodifiers"].contains($0) }
    harvest.remark(
      .leftOut, line: line, "Fusuma itself knows no \(Phrase.list(names.sorted())): it belongs to a plugin")
    return nil
  }

  /// The buttons of a mouse by their names in linux/input-event-codes.h, without `BTN_`.
  private static let buttons = [
    "LEFT": "left", "RIGHT": "right", "MIDDLE": "middle", "SIDE": "back", "EXTRA": "forward", "BACK": "back",
    "FORWARD": "forward",
  ]

  /// `LEFTCTRL+T`, `BTN_LEFT`, or a list of these that are pressed one after the other.
  private mutating func pressed(_ node: Node, isEvdev: Bool, line: Int) -> [ImportedAction]? {
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
        harvest.remark(.leftOut, line: line, "\(Phrase.quote(text)) is no chord of known keys")
        return nil
      }
      if case .keys(let chords)? = actions.last {
        actions[actions.count - 1] = .keys(chords + [chord])
      } else {
        actions.append(.keys([chord]))
      }
    }
    if actions.isEmpty { harvest.remark(.ignored, line: line, "there are no keys") }
    return actions.isEmpty ? nil : actions
  }

  // MARK: Workspaces and windows

  private mutating func deed(
    _ value: Node, _ line: Int, _ make: (DesktopDeed.Way) -> DesktopDeed
  ) -> (actions: [ImportedAction], notes: [String])? {
    let text = value.text ?? ""
    let way = text == "prev" ? .previous : DesktopDeed.Way(rawValue: text)
    guard let way else {
      harvest.remark(.leftOut, line: line, "there is no workspace \(Phrase.quote(text))")
      return nil
    }
    return done(make(way), "'\(text)'", line)
  }

  private mutating func window(_ value: Node, _ line: Int) -> (actions: [ImportedAction], notes: [String])? {
    let name = value.text ?? value.lastEntries.first?.key.text ?? ""
    let deeds: [String: DesktopDeed] = ["fullscreen": .fullscreen, "maximized": .maximize, "close": .close]
    if let deed = deeds[name] { return done(deed, "'window: \(name)'", line) }
    return deed(value, line) { .moveWindow($0) }
  }

  private mutating func done(
    _ deed: DesktopDeed, _ name: String, _ line: Int
  ) -> (actions: [ImportedAction], notes: [String])? {
    guard let action = deed.action(on: translator.desktop) else {
      harvest.remark(.leftOut, line: line, "\(translator.desktop?.rawValue ?? "no desktop") has nothing for \(name)")
      return nil
    }
    harvest.explain(DesktopDeed.explanation(translator.desktop))
    return ([action], [])
  }
}
