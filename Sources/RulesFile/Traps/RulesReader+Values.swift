internal import Diagnostics
internal import Gestures
internal import YAML

/// Values that are valid and probably have another meaning than their author intends.
extension RulesReader {
  /// Reports a name or pattern in another tool's syntax. Returns true if it reported something.
  @discardableResult
  mutating func warn(ofPattern text: String, for key: String, isElement: Bool, at span: Span) -> Bool {
    guard !hasReportedEnough, searchedPatterns < Self.mostPatterns else { return false }
    searchedPatterns += 1
    guard let doubt = PatternDoubt.find(text, for: key, isElement: isElement) else { return false }
    report(doubt.id, doubt.message, at: span, suggestion: doubt.suggestion, help: doubt.help)
    return true
  }

  /// Reports a device's name that no touchpad or touchscreen has.
  mutating func warn(ofDevice name: String, at span: Span, isElement: Bool) {
    if warn(ofPattern: name, for: "device", isElement: isElement, at: span) || searchedPatterns == Self.mostPatterns {
      return
    }
    let names = "'sleight devices' lists the names of devices"
    let folded = name.lowercased()
    if name.hasPrefix("/dev/") || name.hasPrefix("/sys/")
      || folded.hasPrefix("event") && folded.wholeMatch(of: /event\d+/) != nil
    {
      report(.unlikelyDevice, "\(Phrase.quote(name)) is a path, and 'device' takes a name", at: span, help: names)
    } else if folded.contains(":"), folded.contains(/^([0-9]+|[0-9a-f]{4}):([0-9]+|[0-9a-f]{4})(:.*)?$/) {
      let rest = name.split(separator: ":", maxSplits: 2).dropFirst(2).first
      report(
        .unlikelyDevice, "\(Phrase.quote(name)) is an identifier, and 'device' takes a name", at: span,
        suggestion: rest.map { YAMLText.element(String($0).replacing("_", with: " ")) }, help: names)
    } else if Self.otherDevices.contains(folded.replacing("_", with: "-").replacing(" ", with: "-")) {
      report(
        .unlikelyDevice, "\(Phrase.quote(name)) is taken as a device's name; only touchpads and touchscreens are read",
        at: span, help: "write 'touchpad', 'touchscreen' or the name of one; \(names)")
    }
  }

  private static let otherDevices: Set = [
    "mouse", "mice", "trackball", "trackpoint", "pointing-stick", "pointer", "pen", "stylus", "tablet",
    "drawing-tablet",
    "keyboard", "joystick", "gamepad", "magic-mouse", "finger", "fingers", "default", "internal", "external", "builtin",
    "built-in", "laptop",
  ]

  /// Reports text that `type` does not take literally in other tools.
  mutating func warn(ofTyped text: String, _ node: Node) {
    guard text.utf8.count <= 1000 else { return }
    if text.count > 2, let first = text.unicodeScalars.first, first == "\u{201c}" || first == "\u{201e}",
      text.unicodeScalars.last == "\u{201d}" || text.unicodeScalars.last == "\u{201c}"
    {
      report(
        .lookAlike, "YAML reads curly quotes as part of the text", at: node.span,
        suggestion: YAMLText.element(String(text.dropFirst().dropLast())))
    } else if text.contains("\\n") || text.contains("\\t") {
      let meant = text.replacing("\\n", with: "\n").replacing("\\t", with: "\t")
      report(
        .literalText, "the backslash is typed: YAML reads escapes in double quotes only", at: node.span,
        suggestion: YAMLText.element(meant))
    } else if let match = text.firstMatch(of: /[<{]([A-Za-z_]+)[>}]/), isKey(String(match.1)) {
      report(
        .literalText, "\(Phrase.quote(String(match.0))) is typed as text", at: node.span,
        help: "to press a key, use 'keys'; in double quotes, \\n types Return and \\t Tab")
    } else if text.contains("+"), checks("{keys: \(text)}") {
      report(
        .literalText, "'type' types this text, and presses no chord", at: node.span,
        help: "to press keys, write {keys: \(text)}")
    } else if text.contains(/\$\(|\$\{|\$[A-Z_]{3,}|`.+`/) {
      report(
        .literalText, "'type' types the text as it is: only the shell expands variables and commands", at: node.span)
    }
  }

  private func isKey(_ name: String) -> Bool {
    guard name.count > 1 else { return false }
    return keyNames?.isKnown(name) == true || KeyAlias.keysym(for: name) != nil
      || ["return", "tab", "space", "backspace", "escape"].contains(name.lowercased())
  }

  /// Reports a program of `run` that the shell would read in another way.
  mutating func warn(ofRun arguments: [String], at span: Span) {
    guard let program = arguments.first else { return }
    let operators: Set = ["|", "||", "&&", "&", ";", ">", ">>", "<", "2>&1"]
    if let found = arguments.dropFirst().first(where: { operators.contains($0) }) {
      report(
        .malformedCommand, "'run' uses no shell: '\(found)' is an argument of the program", at: span,
        help: "write a shell command without 'run'")
    } else if arguments.count == 1, program.contains(where: \.isWhitespace), !program.hasPrefix("/") {
      report(
        .malformedCommand, "the program's name contains a space", at: span,
        suggestion: ShellText(program).words.map { YAMLText.list($0) }, help: "each argument is an element of the list")
    } else if let found = arguments.first(where: { $0.hasPrefix("~/") || $0.contains(/^\$[A-Z_{]/) }) {
      report(
        .malformedCommand, "'run' uses no shell: \(Phrase.quote(found)) is not expanded", at: span,
        help: "write a shell command without 'run', or the whole path")
    }
  }
}
