internal import Desktop
internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import Text
internal import YAML

/// A variable at the beginning.
private let leadingVariable = TextPattern(#"^\$[A-Z_{]"#)
/// The parts of a text that a shell would replace.
private let shellExpansion = TextPattern(#"\$\(|\$\{|\$[A-Z_]{3,}|`.+`"#)
/// A node of /dev/input.
private let eventNode = WholePattern("event[0-9]+")
/// The numbers of a vendor and a product.
private let vendorAndProduct = TextPattern("^([0-9]+|[0-9a-f]{4}):([0-9]+|[0-9a-f]{4})(:.*)?$")

/// Values that are valid and probably have another meaning than their author intends.
extension RulesAdviser {
  /// Adds a message about a valid value, if there is a reason to doubt it.
  mutating func advise(on value: ValidValue) {
    switch value {
    case .pattern(let text, let key, let isElement, let span):
      if !warn(ofPattern: text, for: key, isElement: isElement, at: span), key == .title {
        note(ofTitle: text, at: span)
      }
    case .device(let name, let isElement, let span): warn(ofDevice: name, at: span, isElement: isElement)
    case .key(let part, let node): warn(ofKey: part, node)
    case .taps(let taps, let span):
      report(
        .ambiguousCount, "these are \(taps) taps of one finger", at: span,
        help: "for one tap of \(taps) fingers, write 'tap: single' and 'fingers: \(taps)'; otherwise add 'fingers: 1'")
    case _ where isTrial: break
    case .shell(let command, let node, let isPlain, let isInList):
      warn(ofShell: command, node, isPlain: isPlain, isInList: isInList)
    case .arguments(let arguments, let span): warn(ofRun: arguments, at: span)
    case .commands(let commands, let node): warn(ofCommands: commands, node)
    case .command(let command, let compositor, let node): warn(ofCommand: command, for: compositor, node)
    case .chords(let chords, let span): warn(ofSplit: chords, at: span)
    case .typed(let text, let node): warn(ofTyped: text, node)
    case .steps(let begin, let steps): warnOfReleasedModifier(begin.last, steps)
    }
  }

  // MARK: Commands

  private mutating func warn(ofShell command: String, _ node: Node, isPlain: Bool, isInList: Bool) {
    let judgement = judgement(of: command, isPlain: isPlain, isInList: isInList)
    if let doubt = judgement.doubt {
      report(doubt.id, doubt.message, at: node.span, suggestion: doubt.suggestion, help: doubt.help)
    } else if let problem = judgement.problem {
      warn(of: problem, node, isPlain: isPlain)
    }
    warnOfColour(behind: node, isPlain: isPlain)
  }

  /// The judgement of a shell command: that of the same command of another rule, if there is one.
  private mutating func judgement(of command: String, isPlain: Bool, isInList: Bool) -> JudgedCommands.Judgement {
    let key = JudgedCommands.Command(
      text: command, isPlain: isPlain, isInList: isInList, seeksSuggestions: messages.seeksSuggestions)
    if let known = judged[key] { return known }
    let text = ShellText(command)
    let judgement = JudgedCommands.Judgement(
      doubt: doubt(about: command, text, isPlain: isPlain, isInList: isInList), problem: text.problem)
    judged[key] = judgement
    return judgement
  }

  /// Reports a command that the shell cannot parse.
  private mutating func warn(of problem: ShellText.Problem, _ node: Node, isPlain: Bool) {
    let start = node.span.start.advanced(by: problem.offset)
    // Only a plain scalar on one line has its characters at the same offsets in the file.
    let isThere = isPlain && node.span.start.line == node.span.end.line
    let isCutOff = problem.isQuote && isPlain && comment(behind: node.span.end) != nil
    report(
      .malformedCommand, "\(problem.message): the shell cannot run the command",
      at: isThere ? Span(start, start.advanced(by: 1)) : node.span.firstCharacter,
      help: isCutOff
        ? "' #' starts a YAML comment, also in a command's quotes: put the whole command in single quotes"
        : problem.help)
  }

  /// Reports a colour that YAML takes for a comment: no comment consists of six or eight hexadecimal digits.
  private mutating func warnOfColour(behind node: Node, isPlain: Bool) {
    guard isPlain, let comment = comment(behind: node.span.end) else { return }
    let colour = comment.prefix { !$0.isWhitespace }
    guard [7, 9].contains(colour.utf8.count), colour.dropFirst().allSatisfy(\.isHexDigit) else { return }
    report(
      .malformedCommand, "the command ends here: ' #' starts a YAML comment", at: node.span,
      help: "if '\(colour)' is part of the command, put it in double quotes and the whole command in single quotes")
  }

  /// The longest line, in bytes, that is searched for comments: a file of one line would be searched again for each of
  /// its commands, and no line with a comment is that long.
  static let longestLine = 1000

  /// The comment after `mark` on its line; nil if there is none.
  private func comment(behind mark: Mark) -> String? {
    let place = places.place(mark)
    guard let line = sources?[place.file].line(place.line), line.count <= Self.longestLine,
      line.contains(UInt8(ascii: "#"))
    else { return nil }
    let text = String(decoding: line, as: UTF8.self).unicodeScalars.dropFirst(mark.column - 1)
    let rest = text.drop { $0 == " " || $0 == "\t" }
    return rest.first == "#" ? String(rest) : nil
  }

  /// Reports a command that the compositor would refuse.
  private mutating func warn(ofCommand text: String, for compositor: DesktopKind, _ value: Node) {
    if messages.seeksSuggestions, let doubt = CompositorCommands.doubt(about: text, for: compositor) {
      report(
        .malformedCommand, doubt.message, at: value.span,
        suggestion: doubt.suggestion.flatMap { $0.isEmpty ? nil : YAMLText.element($0) }, help: doubt.help)
    } else {
      warnOfLanguage(text, for: compositor, value)
    }
  }

  /// Reports a command that the running compositor refuses because of the language of its configuration. If none runs,
  /// this is a note about the newest language.
  private mutating func warnOfLanguage(_ command: String, for compositor: DesktopKind, _ value: Node) {
    guard let newest = compositor.socket?.languages?.newest else { return }
    let running = release?.kind == compositor ? release : nil
    let assumed = running ?? CompositorRelease(compositor, version: nil, language: newest)
    guard let problem = assumed.problem(with: command) else { return }
    report(
      running == nil ? .classicCommand : .refusedCommand, "\(assumed.text) refuses this: \(problem)", at: value.span,
      help: problem.form.map { "write '\($0)'" })
  }

  /// Reports a list of single words, which are a program and its arguments: each entry runs as a command of its own.
  private mutating func warn(ofCommands words: [String], _ node: Node) {
    let isProgram = words[0].allSatisfy { $0.isLetter || $0.isNumber || "-_./+".contains($0) }
    guard isProgram, !words[0].isEmpty, words.dropFirst().allSatisfy({ !$0.contains("/") }),
      !words.contains(where: { $0.contains(where: \.isWhitespace) || $0 == "none" || $0.hasSuffix(".sh") })
    else { return }
    report(
      .commandLikeAction, "each entry of this list is a command of its own: this runs \(words.count) commands",
      at: node.span, suggestion: "{run: \(YAMLText.list(words))}",
      help: "for one program with its arguments, write 'run'")
  }

  /// Reports a program of `run` that the shell would read in another way.
  private mutating func warn(ofRun arguments: [String], at span: Span) {
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
    } else if let found = arguments.first(where: { $0.hasPrefix("~/") || $0.contains(leadingVariable) }) {
      report(
        .malformedCommand, "'run' uses no shell: \(Phrase.quote(found)) is not expanded", at: span,
        help: "write a shell command without 'run', or the whole path")
    }
  }

  // MARK: Keys and text

  /// Reports a chord that is written as a list: `[alt, Left]` presses alt alone, and then Left.
  private mutating func warn(ofSplit chords: [Chord], at span: Span) {
    guard chords.count > 1, let last = chords.last, last.key != nil,
      chords.dropLast().allSatisfy({ $0.key == nil && $0.modifiers.count == 1 }),
      last.modifiers.isEmpty
    else { return }
    let meant = chords.map(\.text).joined(separator: "+")
    report(
      .commandLikeKeys, "a list presses one chord after another: '\(chords[0].text)' is released before '\(last.text)'",
      at: span, suggestion: meant)
  }

  /// Reports modifiers that 'begin' presses and releases, as if they were held for the keys of the steps. 'super' alone
  /// opens the overview of many desktops, and is meant as written.
  private mutating func warnOfReleasedModifier(_ begin: LocatedAction?, _ steps: [LocatedAction]) {
    let pressesKeys = steps.contains {
      if case .keys(let chords) = $0.action { chords.contains { $0.key != nil } } else { false }
    }
    guard pressesKeys, let begin, case .keys(let chords) = begin.action, chords.count == 1, chords[0].key == nil,
      chords[0].modifiers != [.super]
    else { return }
    report(
      .commandLikeKeys, "'keys' releases '\(chords[0].text)' at once, before the keys of 'do'", at: begin.location,
      suggestion: "{hold: \(chords[0].text)}", help: "'hold' keeps keys pressed until the gesture ends")
  }

  /// Reports a capital letter, which presses no shift, and a key that no layout has.
  private mutating func warn(ofKey part: ChordPart, _ node: Node) {
    let name = part.text
    if name.unicodeScalars.count == 1 {
      guard node.text == name, !isTrial else { return }
      report(
        .capitalLetter, "'\(name)' presses the key without shift", at: node.span,
        suggestion: "shift+\(name.lowercased())", help: "write '\(name.lowercased())' to press the key alone")
    } else if keyNames != nil, AbsentKeys.contains(name) {
      report(
        .absentKey, "no keyboard layout has the key \(Phrase.quote(name))", at: node.span(of: part.range),
        suggestion: AbsentKeys.meant(by: name))
    }
  }

  /// Reports text that `type` does not take literally in other tools.
  private mutating func warn(ofTyped text: String, _ node: Node) {
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
    } else if let (whole, name) = Self.bracketed(text), isKey(name) {
      report(
        .literalText, "\(Phrase.quote(whole)) is typed as text", at: node.span,
        help: "to press a key, use 'keys'; in double quotes, \\n types Return and \\t Tab")
    } else if text.contains("+"), checks("{keys: \(text)}") {
      report(
        .literalText, "'type' types this text, and presses no chord", at: node.span,
        help: "to press keys, write {keys: \(text)}")
    } else if text.contains(shellExpansion) {
      report(
        .literalText, "'type' types the text as it is: only the shell expands variables and commands", at: node.span)
    }
  }

  /// The first name in angle brackets or braces, with them and alone: `<Return>`.
  private static func bracketed(_ text: String) -> (whole: String, name: String)? {
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "<" || $0 == "{" }) {
      rest = rest[start...].dropFirst()
      let name = rest.prefix { $0.isASCII && $0.isLetter || $0 == "_" }
      if !name.isEmpty, let end = rest[name.endIndex...].first, end == ">" || end == "}" {
        return (String(text[start...name.endIndex]), String(name))
      }
    }
    return nil
  }

  private func isKey(_ name: String) -> Bool {
    guard name.count > 1 else { return false }
    return keyNames?.isKnown(name) == true || KeyAlias.keysym(for: name) != nil
      || ["return", "tab", "space", "backspace", "escape"].contains(name.lowercased())
  }

  // MARK: Names

  /// Reports a name or pattern in another tool's syntax. Returns true if it reported something.
  @discardableResult
  private mutating func warn(ofPattern text: String, for key: String, isElement: Bool, at span: Span) -> Bool {
    guard let doubt = doubt(aboutPattern: text, for: key, isElement: isElement) else { return false }
    report(doubt.id, doubt.message, at: span, suggestion: doubt.suggestion, help: doubt.help)
    return true
  }

  /// Reports a title that is compared with whole titles: most name the document or the program as well. The small
  /// window of a browser's video has one of its own.
  private mutating func note(ofTitle text: String, at span: Span) {
    let folded = text.lowercased().replacing("-", with: " ")
    guard !text.isEmpty, Wildcard(text).isLiteral, folded != "picture in picture" else { return }
    report(
      .wholeTitle, "this matches only windows whose whole title is \(Phrase.quote(text))", at: span,
      suggestion: YAMLText.element("*\(text)*"), help: "most titles also name the document, the page or the program")
  }

  /// Reports the name of a device that no connected one has.
  private mutating func note(ofAbsentDevice name: String, at span: Span) {
    guard !deviceNames.isEmpty, !deviceNames.contains(where: { Wildcard(name).matches($0) }) else { return }
    let words = Set(name.lowercased().split { !$0.isLetter && !$0.isNumber })
    func commonWords(_ other: String) -> Int {
      words.intersection(other.lowercased().split { !$0.isLetter && !$0.isNumber }).count
    }
    // The same kind of device by another name shares most of its words.
    let meant = deviceNames.max { commonWords($0) < commonWords($1) }.flatMap {
      2 * commonWords($0) > words.count ? $0 : nil
    }
    report(
      .absentDevice, "no connected touchpad or touchscreen is named \(Phrase.quote(name))", at: span,
      suggestion: meant.map { YAMLText.element($0) },
      help:
        "the whole name counts, with '*' for any text; connected: \(deviceNames.map { Phrase.quote($0) }.joined(separator: ", "))"
    )
  }

  /// Reports a device's name that no touchpad or touchscreen has.
  private mutating func warn(ofDevice name: String, at span: Span, isElement: Bool) {
    if warn(ofPattern: name, for: Word.device.name, isElement: isElement, at: span) || !searchesPatterns { return }
    let names = "'sleight devices' lists the names of devices"
    let folded = name.lowercased()
    if name.hasPrefix("/dev/") || name.hasPrefix("/sys/")
      || folded.wholeMatch(of: eventNode) != nil
    {
      report(.unlikelyDevice, "\(Phrase.quote(name)) is a path, and 'device' takes a name", at: span, help: names)
    } else if folded.contains(vendorAndProduct) {
      let rest = name.split(separator: ":", maxSplits: 2).dropFirst(2).first
      report(
        .unlikelyDevice, "\(Phrase.quote(name)) is an identifier, and 'device' takes a name", at: span,
        suggestion: rest.map { YAMLText.element(String($0).replacing("_", with: " ")) }, help: names)
    } else if Self.otherDevices.contains(where: { folded.hasSuffix(" \($0)") }),
      !["touchpad", "touchscreen", "trackpad", "finger"].contains(where: { folded.contains($0) })
    {
      report(
        .unlikelyDevice, "\(Phrase.quote(name)) is hardly a touchpad or touchscreen, and only those are read", at: span,
        help: names)
    } else if Self.otherDevices.contains(folded.replacing("_", with: "-").replacing(" ", with: "-")) {
      report(
        .unlikelyDevice, "\(Phrase.quote(name)) is taken as a device's name; only touchpads and touchscreens are read",
        at: span, help: "write 'touchpad', 'touchscreen' or the name of one; \(names)")
    } else if Vocabulary.word(name, in: .device) == nil {
      note(ofAbsentDevice: name, at: span)
    }
  }

  private static let otherDevices: Set = [
    "mouse", "mice", "trackball", "trackpoint", "pointing-stick", "pointer", "pen", "stylus", "tablet",
    "drawing-tablet",
    "keyboard", "joystick", "gamepad", "magic-mouse", "finger", "fingers", "default", "internal", "external", "builtin",
    "built-in", "laptop",
  ]
}
