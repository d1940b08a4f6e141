internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import RulesFile
internal import YAML

/// An expression of the Nix language.
private let nixExpression = /\$\{[^}]*\}/

/// The rules read from a configuration, before they are written.
struct ImportDraft {
  /// The tool of the configuration.
  let kind: ImportKind
  let tool: Tool
  let translator: CommandTranslator
  var rules: [ImportedRule] = []
  /// Shapes for the rules file: drawings by name.
  var strokes: [(name: String, drawings: [String])] = []
  /// The devices that are ignored or not, by name, in order of precedence: `true` or `false`.
  private(set) var ignoredDevices: [YAMLValue.Entry] = []
  var remarks: [Remark] = []
  var comments: [SourceComment] = []
  /// The lines that only contain rules, such as the header of a table. A comment may be separated from its rule by them.
  var openers: Set<Int> = []
  /// True for a comment that disables a line of the configuration.
  var isStatement: (String) -> Bool = { _ in false }
  /// Explanations of the conversion that apply to several rules, for the header of the file.
  var explanations: [String] = []
  /// True to remark on variables in commands: the tool, or the shell that starts it, replaces them.
  var reportsVariables: Bool
  /// The line of the first length that depends on the touchscreen; nil if there is none.
  var screenLine: Int?

  /// True if the configuration has a gesture, whether a rule was made of it or not.
  var hasGestures = false
  /// The number of comment lines that belong to no rule and are dropped.
  private(set) var droppedCommentCount = 0
  /// The number of bindings without a counterpart.
  private(set) var leftOutCount = 0

  init(_ kind: ImportKind, _ translator: CommandTranslator) {
    self.kind = kind
    self.translator = translator
    tool = Tool.of(kind)
    reportsVariables = tool.replacesVariables
  }

  /// Adds a remark on a difference from the configuration.
  mutating func remark(_ kind: ImportRemark.Kind, line: Int, _ message: ImportText) {
    if kind == .leftOut { leftOutCount += 1 }
    if [.leftOut, .kept].contains(kind) { hasGestures = true }
    // Limits the memory for a hostile file.
    if remarks.count < 2_000 { remarks.append(Remark(kind, line: line, message)) }
  }

  mutating func remark(_ kind: ImportRemark.Kind, line: Int, _ message: String) {
    remark(kind, line: line, ImportText(message))
  }

  /// Notes at a binding that is left out which other one acts in its place.
  mutating func note(substitute line: Int, forLeftOut leftOut: Int) {
    guard let index = remarks.firstIndex(where: { $0.kind == .leftOut && $0.line == leftOut }) else { return }
    remarks[index].text = remarks[index].text + "; \(line: line) acts in its place"
  }

  /// Ignores the devices of a name, or makes an exception; the first of several statements on a name counts.
  mutating func ignore(device name: String, _ value: String) {
    let isKnown = ignoredDevices.contains { $0.key.lowercased() == name.lowercased() }
    guard !isKnown, ignoredDevices.count < 100 else { return }
    ignoredDevices.append(.init(name, .mapping([.init(.ignore, .word(value))])))
  }

  /// Adds an explanation that applies to several rules, once.
  mutating func explain(_ text: String) {
    if !explanations.contains(text) { explanations.append(text) }
  }

  /// The message about a key or a property that the tool does not know here.
  /// - Parameters:
  ///   - words: the keys that it knows here.
  ///   - places: the keys that it knows elsewhere, with their places for people.
  static func unknownKey(
    _ name: String, among words: some Sequence<String>, elsewhere places: [(keys: [String], place: String)] = []
  ) -> String {
    if let home = places.first(where: { $0.keys.contains(name) }) {
      return "\(Phrase.quote(name)) has no effect here: it belongs \(home.place)"
    }
    // A known key with a value of another kind is no misspelling of itself.
    let meant = Suggestion.nearest(to: name, among: words.filter { $0 != name })
    return "unknown key \(Phrase.quote(name))" + (meant.map { "; did you mean '\($0)'?" } ?? "")
  }

  /// Completes the draft: attaches comments to their rules, drops or joins rules that cannot act beside others, and
  /// sorts the rules so that each can act.
  mutating func finish(_ source: ImportSource, for desktop: DesktopKind?) {
    attachComments(source)
    if source.shortName.hasSuffix(".nix") { leaveOutExpressions() }
    dropShadowedRules()
    dropLongerLongPresses()
    if reportsVariables { remarkVariables() }
    for index in rules.indices {
      rules[index].resolveHeldModifiers()
      limitQuantities(of: index)
    }
    joinOpposites()
    if let desktop { remarkForeignCommands(desktop) }
    remarkObstacles()
    // The first rule that matches acts, so narrower rules come first: those with more conditions, then those for a
    // single number of fingers.
    let ordered = rules.enumerated().sorted { left, right in
      (left.element.rank, left.element.breadth, left.offset) < (right.element.rank, right.element.breadth, right.offset)
    }
    rules = ordered.map(\.element)
    remarks.sortByLine()
  }

  /// Remarks that lengths are those of the usual touchscreen.
  mutating func remarkAssumedScreen() {
    guard let screenLine else { return }
    remark(
      .note, line: screenLine,
      "lengths are for a touchscreen of \(ImportScreen.usual.text): import with --screen for another")
  }

  /// Replaces quantities that no rule can have by the nearest ones.
  private mutating func limitQuantities(of index: Int) {
    let rule = rules[index]
    func nearest(_ text: String, _ key: Word) -> String? {
      ImportedQuantity.nearest(to: text, for: key, of: rule.gesture, direction: rule.value)
    }
    for (key, value) in rule.qualifiers.map({ ($0.key, $0.value) }) {
      guard let text = value.text else { continue }
      if rule.gesture == .swipe, key == .distance, let readable = ImportedQuantity.readableSwipe(text) {
        rules[index][key] = readable
        remark(
          .better, line: rule.line, "'distance: \(text)' is too short to tell a direction: 'distance: \(readable)'")
        continue
      }
      guard let limited = nearest(text, key) else { continue }
      rules[index][key] = limited
      // A gesture from the first movement on begins with the least one.
      if text.prefix(while: \.isNumber) == "0", !text.contains(".") { continue }
      remark(.better, line: rule.line, "'\(key.name): \(text)' is out of range: '\(key.name): \(limited)'")
    }
    guard rule.gesture == .longPress, let limited = nearest(rule.value, .longPress) else { return }
    rules[index].value = limited
    remark(.better, line: rule.line, "a press of \(rule.value) is out of range: \(limited)")
  }

  /// Drops the rules to which there is an objection, each with a remark.
  private mutating func drop(_ kind: ImportRemark.Kind, _ objection: (Int, ImportedRule) -> ImportText?) {
    let all = rules
    rules = []
    for (index, rule) in all.enumerated() {
      if let objection = objection(index, rule) {
        remark(kind, line: rule.line, objection)
      } else {
        rules.append(rule)
      }
    }
  }

  /// Leaves out rules whose actions contain expressions of the Nix language.
  private mutating func leaveOutExpressions() {
    drop(.leftOut) { _, rule in
      let texts = rule.allActions.compactMap { action -> String? in
        switch action {
        case .shell(let command), .compositor(_, let command), .held(_, _, let command): command
        case .keys, .click, .scroll, .type, .wait, .nothing, .other: nil
        }
      }
      return texts.lazy.compactMap { $0.firstMatch(of: nixExpression)?.0 }.first.map {
        "\(Phrase.quote(String($0))) is an expression of the Nix language"
      }
    }
  }

  /// Drops rules that another rule for the same gesture disabled in the tool.
  private mutating func dropShadowedRules() {
    var winners: [[YAMLValue.Entry]: Int] = [:]
    for (index, rule) in rules.enumerated() where tool.lastWins || winners[rule.trigger] == nil {
      winners[rule.trigger] = index
    }
    drop(.ignored) { [rules] index, rule in
      guard let other = winners[rule.trigger], other != index else { return nil }
      return "had no effect: \(line: rules[other].line) binds the same gesture"
    }
  }

  /// Drops long presses that are longer than others with the same number of fingers: the shorter one claims the touch
  /// sequence first.
  private mutating func dropLongerLongPresses() {
    var shortest: [[YAMLValue.Entry]: (seconds: Double, line: Int)] = [:]
    func seconds(_ rule: ImportedRule) -> Double { ImportedQuantity.seconds(rule.value) }
    for rule in rules where rule.gesture == .longPress {
      if seconds(rule) < shortest[rule.scope]?.seconds ?? .infinity {
        shortest[rule.scope] = (seconds(rule), rule.line)
      }
    }
    drop(.leftOut) { _, rule in
      guard rule.gesture == .longPress, let other = shortest[rule.scope], seconds(rule) > other.seconds else {
        return nil
      }
      return "the shorter hold of \(line: other.line) acts first"
    }
  }

  /// Remarks on variables in commands that neither the configuration nor the session sets.
  private mutating func remarkVariables() {
    for rule in rules {
      for case .shell(let command) in rule.allActions {
        for name in ImportedVariables.missing(in: command) {
          remark(
            .note, line: rule.line,
            "the variable \(Phrase.quote(name)) is not set in this file: the daemon's environment requires it")
        }
      }
    }
  }

  /// Remarks on commands that have no effect on a Wayland desktop, whichever tool starts them.
  private mutating func remarkObstacles() {
    for rule in rules {
      let obstacles = rule.allActions.lazy.compactMap { action in
        if case .shell(let command) = action { InputCommands.obstacle(to: ShellText(command)) } else { nil }
      }
      if let obstacle = obstacles.first { remark(.note, line: rule.line, obstacle) }
    }
  }

  /// Remarks that a file which the configuration includes is not read.
  mutating func remark(include path: String, by statement: String, line: Int) {
    remark(.ignored, line: line, "'\(statement)' is not followed: import \(Phrase.quote(path)) as well")
  }

  /// Remarks on commands of compositors other than `desktop`.
  private mutating func remarkForeignCommands(_ desktop: DesktopKind) {
    for rule in rules {
      let programs = rule.allActions.compactMap(\.compositorProgram)
      guard let other = programs.first(where: { $0.desktop != desktop }) else { continue }
      remark(.changed, line: rule.line, "'\(other.name)' works in \(other.desktop.rawValue) only")
    }
  }
}

extension [ImportDraft.Remark] {
  /// Sorts by line; remarks on the same line keep their order.
  mutating func sortByLine() {
    self = enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }.map(\.element)
  }
}

extension ImportedRule {
  /// The sort key for precedence: narrower rules have lower values.
  fileprivate var breadth: Int { (fingers.count > 1 ? 1 : 0) - 2 * (conditions.count + entries(of: [.zone]).count) }
}

// MARK: Comments

extension ImportDraft {
  /// Attaches each comment to the rule in whose lines it is, or which directly follows it.
  fileprivate mutating func attachComments(_ source: ImportSource) {
    let spans = rules.indices.flatMap { rule in rules[rule].spans.map { (lines: $0, rule: rule) } }
      .sorted { $0.lines.lowerBound < $1.lines.lowerBound }
    let starts = bindingStarts
    let blocks = SourceComment.blocks(of: comments)
    let commentLines = Set(comments.lazy.filter { !$0.isTrailing }.map(\.line))
    for (index, block) in blocks.enumerated() {
      if let rule = Self.rule(around: block[0].line, in: spans) {
        rules[rule].comments += block.map(\.text)
        continue
      }
      let last = block[block.count - 1]
      let end = index + 1 < blocks.count ? blocks[index + 1][0].line : .max
      let following = starts[Self.first(in: starts) { $0.line > last.line }...].first
      guard !last.isTrailing, let start = following, let rule = start.rule, start.line <= end else {
        droppedCommentCount += block.count
        continue
      }
      let texts = heading(block, of: start.line, source, commentLines)
      rules[rule].comments = texts + rules[rule].comments
      droppedCommentCount += block.count - texts.count
    }
  }

  /// The lines at which bindings begin, in order, with their rules; nil for a binding that is left out.
  private var bindingStarts: [(line: Int, rule: Int?)] {
    let kept = rules.indices.map { (line: rules[$0].line, rule: Int?.some($0)) }
    let others = remarks.filter { [.leftOut, .kept, .ignored].contains($0.kind) }.map {
      (line: $0.line, rule: Int?.none)
    }
    return (kept + others).sorted { ($0.line, $0.rule ?? .max) < ($1.line, $1.rule ?? .max) }
  }

  /// The lines of `block` that describe the rule in line `start`; empty if it describes anything else.
  private func heading(
    _ block: [SourceComment], of start: Int, _ source: ImportSource, _ commentLines: Set<Int>
  ) -> [String] {
    func text(_ line: Int) -> String { source.lines.indices.contains(line - 1) ? source.lines[line - 1] : "" }
    func indentation(_ line: Int) -> Int { text(line).prefix(while: \.isWhitespace).count }
    let end = block[block.count - 1].line
    let content = (end + 1..<max(start, end + 1)).filter { !commentLines.contains($0) && !text($0).trimmed.isEmpty }
    guard content.allSatisfy(openers.contains) else { return [] }
    // A comment that is indented further belongs to what precedes it.
    let next = indentation(content.first ?? start)
    let deeper = block.lastIndex { text($0.line).trimmed.hasPrefix("#") && indentation($0.line) > next }
    let block = block[(deeper.map { $0 + 1 } ?? 0)...]
    // A longer block that is not adjacent most likely explains the tool, not the rule.
    guard block.count <= 3 || end + 1 == start || content.first == end + 1 else { return [] }
    // Comments before a disabled statement belong to it, unless it is an alternative to the rule.
    guard let disabled = block.lastIndex(where: { isStatement($0.text) }) else { return block.map(\.text) }
    let isAlternative = block[disabled].text.words.prefix(3) == text(start).words.prefix(3)
    return zip(block.indices, block).filter { ($0.0 > disabled || isAlternative) && !isStatement($0.1.text) }
      .map(\.1.text)
  }

  /// The rule with the innermost of the `spans` that contain a line; nil if none does.
  private static func rule(around line: Int, in spans: [(lines: ClosedRange<Int>, rule: Int)]) -> Int? {
    let next = first(in: spans) { $0.lines.lowerBound > line }
    // Spans are nested a few levels deep only.
    return spans[..<next].suffix(8).last { $0.lines.contains(line) }?.rule
  }

  /// The index of the first element for which `isBehind` is true, by binary search; the count if there is none.
  private static func first<Element>(in elements: [Element], _ isBehind: (Element) -> Bool) -> Int {
    var low = 0
    var high = elements.count
    while low < high {
      let middle = (low + high) / 2
      if isBehind(elements[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A comment line of a configuration.
struct SourceComment {
  var line: Int
  /// The text without the comment sign.
  var text: String
  /// True if the comment follows other content on its line.
  var isTrailing = false

  /// The comments grouped into blocks of consecutive lines, without decoration at either end. No block is empty.
  static func blocks(of comments: [SourceComment]) -> [[SourceComment]] {
    var blocks: [[SourceComment]] = []
    var lastLine: Int?
    for comment in comments {
      defer { lastLine = comment.isTrailing ? nil : comment.line }
      let isJoined = lastLine.map { $0 + 1 == comment.line } ?? false && !comment.isTrailing
      if isJoined, !blocks.isEmpty {
        blocks[blocks.count - 1].append(comment)
      } else {
        blocks.append([comment])
      }
    }
    return blocks.map { block in
      var block = block.drop(while: \.isDecoration)
      while block.last?.isDecoration == true { block.removeLast() }
      return Array(block)
    }.filter { !$0.isEmpty }
  }

  /// True if it has no words or is a shebang line.
  private var isDecoration: Bool { text.hasPrefix("!/") || !text.contains { $0.isLetter || $0.isNumber } }
}

extension SourceComment {
  /// A comment with its signs at the beginning, which are removed.
  init(line: Int, marked text: some StringProtocol, by signs: String = "#", isTrailing: Bool = false) {
    self.init(line: line, text: text.drop { signs.contains($0) }.trimmed, isTrailing: isTrailing)
  }
}
