internal import Diagnostics
internal import Foreign
internal import Gestures
internal import RulesFile
internal import Text

/// A gesture in quotes.
private let quotedGesture = TextPattern(
  #"""
  "([0-9]+,([LR]{2}|[UD]{2}|[UDLR]{4}),[^"]+)"|'([0-9]+,([LR]{2}|[UD]{2}|[UDLR]{4}),[^']+)'
  """#)

/// A parser of lisgd's command line (lisgd(1)), alone or in a shell script.
struct LisgdCommandLine {
  private var gestures: [LisgdGesture] = []
  /// The number of gestures of the commands before.
  private var first = 0
  /// The options of the command: each has its own.
  private var own: LisgdSettings
  /// The option whose value follows.
  private var option: String?
  /// The command that includes the file whose name follows.
  private var include: (word: String, line: Int)?
  private var startsCommand = true
  /// True among the words of a command of lisgd.
  private var isInside: Bool
  /// True among those of another command, which may name lisgd's process: 'pkill -x lisgd'.
  private var isOther = false

  private init(_ source: ImportSource, _ settings: LisgdSettings) {
    own = LisgdSettings(screen: settings.screen)
    // A file may consist of options only, without the program's name.
    isInside = source.lines.first { !$0.trimmed.isEmpty }?.trimmed.hasPrefix("-") ?? false
  }

  static func read(
    _ source: ImportSource, _ settings: inout LisgdSettings, _ comments: inout [SourceComment]
  ) -> [LisgdGesture] {
    var line = LisgdCommandLine(source, settings)
    let tokens = ShellText(source.text).tokens
    for (index, token) in tokens.enumerated() {
      switch token {
      case .comment(let text, let line): comments.append(SourceComment(line: line, text: text))
      case .operation: line.endCommand(&settings)
      case .word(let word): line.add(word, isRedirection: isRedirection(word, tokens, at: index), &settings)
      }
    }
    line.endGestures(&settings)
    return line.gestures.isEmpty ? quotedGestures(source) : line.gestures
  }

  private mutating func endGestures(_ settings: inout LisgdSettings) {
    for index in first..<gestures.count { gestures[index].settings = own }
    first = gestures.count
    settings.remarks += own.remarks
    own = LisgdSettings(screen: settings.screen)
  }

  private mutating func endCommand(_ settings: inout LisgdSettings) {
    if isInside { endGestures(&settings) }
    (isInside, isOther, startsCommand) = (false, false, true)
    (option, include) = (nil, nil)
  }

  private mutating func add(_ word: ShellText.Word, isRedirection: Bool, _ settings: inout LisgdSettings) {
    if let start = include {
      settings.includes.append((word.text, start.word, start.line))
      include = nil
    } else if startsCommand, !word.isQuoted, [".", "source"].contains(word.text) {
      include = (word.text, word.line)
    }
    if startsCommand { isOther = Self.otherCommands.contains(word.text) }
    startsCommand = false
    if isInside {
      addOption(word, isRedirection: isRedirection)
    } else {
      isInside = !isOther && !word.isQuoted && (word.text == "lisgd" || word.text.hasSuffix("/lisgd"))
    }
  }

  private mutating func addOption(_ word: ShellText.Word, isRedirection: Bool) {
    if let name = option {
      if name == "-g", let gesture = Self.gesture(word) { gestures.append(gesture) }
      own.set(LisgdSettings.options[name] ?? "", word.text, by: name, line: word.line)
      option = nil
    } else if LisgdSettings.options[word.text] != nil {
      option = word.text
    } else if word.text != "-v", !isRedirection {
      own.remarks.append((word.line, "lisgd has no option \(Phrase.quote(word.text))"))
    }
  }

  /// Commands that name processes or programs, and start none.
  private static let otherCommands: Set = [
    "pkill", "killall", "pgrep", "pidof", "command", "which", "type", "hash", "systemctl", "echo", "printf",
  ]

  /// True for a redirection, or its descriptor: `2>/dev/null`.
  private static func isRedirection(_ word: ShellText.Word, _ tokens: [ShellText.Token], at index: Int) -> Bool {
    func isArrow(_ token: ShellText.Token?) -> Bool {
      switch token {
      case .operation(let text): text.hasPrefix(">") || text.hasPrefix("<")
      case .word(let word): !word.isQuoted && (word.text.hasPrefix(">") || word.text.hasPrefix("<"))
      case .comment, nil: false
      }
    }
    let text = word.text.drop { $0.isNumber }
    return !word.isQuoted
      && (isArrow(tokens[index]) || text.hasPrefix(">")
        || text.isEmpty && tokens.indices.contains(index + 1) && isArrow(tokens[index + 1]))
  }

  /// The gestures in quotes anywhere in the text: in a list of arguments, or in string expressions of another language.
  private static func quotedGestures(_ source: ImportSource) -> [LisgdGesture] {
    source.lines.enumerated().flatMap { index, line in
      line.trimmed.hasPrefix("#")
        ? []
        : line.matches(of: quotedGesture).compactMap { match in
          gesture(.init(text: String(match[1] ?? match[3] ?? ""), line: index + 1))
        }
    }
  }

  private static let swipes = Set(Tool.words(of: .lisgd, .swipe).keys)

  /// True for a field before the command: `*`, capital letters, or a number, which lisgd does not know.
  private static func isField(_ text: String, letters: Int) -> Bool {
    text == "*" || !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
      || (1...max(letters, 1)).contains(text.count) && letters > 0 && text.allSatisfy { ("A"..."Z").contains($0) }
  }

  /// Parses `fingers,swipe[,edge[,distance[,mode]]],command`: older versions have fewer fields. An unknown field means
  /// any, as in lisgd.
  private static func gesture(_ word: ShellText.Word) -> LisgdGesture? {
    var fields = word.text.split(separator: ",", omittingEmptySubsequences: false)[...]
    guard fields.count > 2, let fingers = fields.popFirst().flatMap({ Int(String($0).trimmed) }),
      let first = fields.popFirst()
    else { return nil }
    var gesture = LisgdGesture(line: word.line, fingers: fingers, swipe: String(first).trimmed, command: "")
    func next(_ isField: (String) -> Bool) -> String? {
      guard fields.count > 1, let field = fields.first.map({ String($0).trimmed }), isField(field) else { return nil }
      fields.removeFirst()
      return field
    }
    if let edge = next({ isField($0, letters: 2) || swipes.contains($0) }) {
      gesture.edge = edge
      if let distance = next({ isField($0, letters: 1) }) {
        gesture.distance = distance
        if let mode = next({ ["R", "P"].contains($0) || isField($0, letters: 0) }) { gesture.isPressed = mode == "P" }
      } else if let mode = next({ $0 == "R" || $0 == "P" }) {
        gesture.isPressed = mode == "P"
      }
    }
    if !swipes.contains(gesture.swipe), swipes.contains(gesture.edge) {
      swap(&gesture.swipe, &gesture.edge)
    }
    gesture.command = fields.joined(separator: ",").trimmed
    return gesture
  }
}
