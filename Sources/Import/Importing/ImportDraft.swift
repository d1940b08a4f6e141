internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import RulesFile
internal import Text
internal import YAML

/// An expression of the Nix language.
private let nixExpression = TextPattern(#"\$\{[^}]*\}"#)

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
  /// The lines that only contain rules, such as the header of a table. A comment may be separated from its rule by
  /// them.
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
  var droppedCommentCount = 0
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

  /// Leaves out a binding.
  mutating func leaveOut(_ line: Int, _ reason: ImportText) { remark(.leftOut, line: line, reason) }

  /// Leaves out a binding, in place of what was to be made of it.
  mutating func leaveOut<Result: ExpressibleByNilLiteral>(_ line: Int, _ reason: ImportText) -> Result {
    remark(.leftOut, line: line, reason)
    return nil
  }

  /// Remarks that a setting, or a binding that had no effect, is not kept.
  mutating func ignore(_ line: Int, _ reason: ImportText) { remark(.ignored, line: line, reason) }

  /// Remarks that something is not kept, in place of what was to be made of it.
  mutating func ignore<Result: ExpressibleByNilLiteral>(_ line: Int, _ reason: ImportText) -> Result {
    remark(.ignored, line: line, reason)
    return nil
  }

  /// Remarks that a binding had no effect, because the one of another line is in force.
  mutating func ignore(_ line: Int, replacedBy other: Int) { ignore(line, Self.replaced(by: other)) }

  private static func replaced(by line: Int) -> ImportText { "had no effect: \(line: line) binds the same gesture" }

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
  ) -> ImportText {
    if let home = places.first(where: { $0.keys.contains(name) }) {
      return "\(Phrase.quote(name)) has no effect here: it belongs \(home.place)"
    }
    // A known key with a value of another kind is no misspelling of itself.
    let meant = Suggestion.nearest(to: name, among: words.filter { $0 != name })
    return "unknown key \(Phrase.quote(name))\(meant.map { "; did you mean '\($0)'?" } ?? "")"
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
      return texts.lazy.compactMap { $0.firstMatch(of: nixExpression)?[0] }.first.map {
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
      return Self.replaced(by: rules[other].line)
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
