internal import Diagnostics
internal import Rules
internal import YAML

/// The memory of a check for the next one, of similar text: the decoded entries of `rules`, of which an edit changes
/// few.
///
/// An entry is decoded again if its text differs, and all are if the rest of a file does: settings, shapes and gestures
/// count for all rules. Places in an entry stay those of the text in which it was decoded; `Places` has the present
/// ones.
///
/// A file is not kept if values outside of an entry depend on it or are part of it, other than those before `rules`:
/// aliases, and gestures below the rules that use them.
public struct CheckMemory: Sendable {
  /// A file, and what its entries gave.
  struct File: Sendable {
    var name: String
    var text: EntryText
    var entries = DecodedEntries()
  }

  /// The files, by their numbers.
  var files: [File] = []
  /// The commands that were judged.
  var judged = JudgedCommands()
  /// The number of the last rule.
  var ruleNumber = 0
  /// The number of texts of entries that were parsed.
  private var texts = 0
  /// The number of entries that the last check decoded.
  package var decodedCount = 0

  /// A memory of nothing.
  public init() {}

  /// True if the next check has to read all.
  public var isEmpty: Bool { files.isEmpty }

  /// Exchanges the commands, so that they are in memory once.
  mutating func exchange(_ commands: inout JudgedCommands) { swap(&judged, &commands) }

  /// Exchanges the entries of a file.
  mutating func exchange(_ entries: inout DecodedEntries, ofFile number: Int) { swap(&files[number].entries, &entries) }

  /// Notes that all entries were decoded.
  mutating func countDecoded() { decodedCount = files.reduce(0) { $0 + $1.text.count } }

  /// A number for the marks of entries that are parsed alone.
  mutating func nextNumber() -> Int {
    texts += 1
    return Places.firstOfEntries + texts
  }
}

/// The results of the entries of a file, in their order.
struct DecodedEntries: Sendable {
  var records: [EntryRecord] = []
  var rules: [CheckedRule] = []
  var findings: [Finding] = []
  var effects: [RuleEffect] = []

  /// How much the entries before `index` gave.
  func tally(before index: Int) -> EntryTally {
    records[..<index].reduce(into: EntryTally()) { $0.add($1.tally) }
  }

  /// Replaces entries.
  mutating func replace(_ range: Range<Int>, with others: DecodedEntries) {
    let (start, end) = (tally(before: range.lowerBound), tally(before: range.upperBound))
    rules.replaceSubrange(start.rules..<end.rules, with: others.rules)
    findings.replaceSubrange(start.findings..<end.findings, with: others.findings)
    effects.replaceSubrange(start.effects..<end.effects, with: others.effects)
    records.replaceSubrange(range, with: others.records)
  }

  /// Moves the entries to other lines.
  mutating func move(to lines: [Int], fileName: String) {
    var rule = 0
    for index in records.indices {
      let shift = lines[index] - records[index].line
      let end = rule + records[index].tally.rules
      if shift != records[index].shift {
        records[index].shift = shift
        for rule in rule..<end { rules[rule].rule.location = "\(fileName):\(rules[rule].line + shift)" }
      }
      rule = end
    }
  }

  /// True if two entries could be one rule, of which each key was given a dash.
  var mayBeJoined: Bool {
    zip(records, records.dropFirst()).contains { $0.part == .first && $1.part == .later }
  }

  /// Places the entries at lines of the text in which they were decoded.
  /// - Parameter lines: the first line of each entry, and the one behind the last.
  /// - Returns: false if an entry is not there, or if a message about it is elsewhere.
  mutating func place(at lines: [Int]) -> Bool {
    guard records.count + 1 == lines.count else { return false }
    var finding = 0
    for index in records.indices {
      let record = records[index]
      let range = lines[index]..<lines[index + 1]
      let isClosed = findings[finding..<finding + record.tally.findings].allSatisfy { found in
        found.spans.allSatisfy { $0.file == record.number && range.contains($0.start.line) }
      }
      guard isClosed, range.contains(record.line) else { return false }
      finding += record.tally.findings
      records[index].line = lines[index]
    }
    return true
  }
}

/// An entry of `rules` that was decoded.
struct EntryRecord: Sendable {
  /// A part of a rule of which each key was given a dash.
  enum Part {
    /// A gesture without an action.
    case first
    /// Keys without a gesture.
    case later
  }

  var tally: EntryTally
  /// The number of values in it.
  var values: Int
  var part: Part?
  /// The number of its marks, and its line in them.
  var number: Int
  var line: Int
  /// The number of lines that it has moved down since it was decoded.
  var shift = 0
}

/// How much entries of `rules` gave.
struct EntryTally: Sendable {
  var rules = 0
  var findings = 0
  var effects = 0
  var errors = 0
  var mismatches = 0
  var comparisons = 0

  mutating func add(_ other: EntryTally, _ sign: Int = 1) {
    rules += sign * other.rules
    findings += sign * other.findings
    effects += sign * other.effects
    errors += sign * other.errors
    mismatches += sign * other.mismatches
    comparisons += sign * other.comparisons
  }
}

/// A change of a rule to the content of its file.
enum RuleEffect: Sendable {
  case operation(DesktopOperation, Span)
  case mode(String, Span, isSet: Bool)
  /// It uses a gesture of the file.
  case gesture(String)
}

extension FileContent {
  /// Adds what rules change, in their order.
  mutating func apply(_ effects: [RuleEffect]) {
    for effect in effects {
      switch effect {
      case .operation(let operation, let span): operations.append((operation, span))
      case .mode(let name, let span, let isSet): modes[name, default: ModeUse()].note(span, isSet: isSet)
      case .gesture(let name): gestureUses[name]?.isUsed = true
      }
    }
  }
}
