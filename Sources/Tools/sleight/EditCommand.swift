import ArgumentParser
import Diagnostics
internal import Foreign
import JSONLines
import Linux
import Rules
internal import RulesFile
internal import Surroundings

struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change single rules of the rules file, and keep the rest as it is.",
    usage: """
      sleight edit --json [--config <file>]
      sleight edit <change> [--dry-run] [--json] [--expect <sum>] [-c <file>]
      """,
    discussion: """
      For programs that edit rules. Without a change, prints the text of each rule, the text of the file and its sum. \
      A change prints the difference; the file is replaced only if the result has no errors, and with --expect only if \
      its sum is still this one. Comments, anchors and the order of all else are kept. Exit status 1 if nothing was \
      changed.
      """)

  @OptionGroup var config: ConfigOption

  @Flag(name: .shortAndLong, help: "Print JSON objects: the file, then rules or messages, one per line.")
  var json = false

  @Flag(help: "Print the change as a diff, and write nothing.")
  var dryRun = false

  // Nobody types a sum.
  @Option(
    help: ArgumentHelp("Refuse if the file has another sum, as it was changed meanwhile.", valueName: "sum"),
    completion: .list([]))
  var expect: String?

  @OptionGroup(title: "Change") var change: ChangeOptions

  func validate() throws {
    if change.count > 1 { throw ValidationError("specify one change") }
    if change.count == 0, !json || dryRun || expect != nil {
      throw ValidationError("specify a change, or --json alone")
    }
    if change.before != nil, change.move == nil, !change.add {
      throw ValidationError("--before requires --move or --add")
    }
  }

  func run() throws {
    try Failure.report {
      let path = try config.path
      let original = try InputFile.read(path, limit: RulesFile.sizeLimit)
      guard change.count > 0 else { return try list(original, of: path) }
      if let expect, expect != original.sum {
        throw InputFile.changed(path)
      }
      let edited = try change.apply(to: original, of: path)
      let machine = CheckedMachine()
      let checked = machine.check(edited, path)
      let diagnostics = machine.diagnostics(of: checked)
      let isGood = checked.rules != nil
      if isGood, !dryRun, edited != original { try InputFile.replace(path, original, with: edited) }
      try report(Difference(from: original, to: edited, name: path).text, of: checked, diagnostics, edited)
      if !isGood {
        Failure.warn("error: \(path) is unchanged: the change has errors")
        throw ExitCode(1)
      }
    }
  }

  /// Prints the rules of the file.
  private func list(_ bytes: [UInt8], of path: String) throws {
    var line = JSONLine()
    line.add("file", path)
    line.add("sum", bytes.sum)
    line.add("text", String(decoding: bytes, as: UTF8.self))
    var lines = [line]
    for entry in EntryEditor.entries(in: bytes) {
      var line = JSONLine()
      line.add("rule", "\(path.lastComponent):\(entry.line)")
      line.add("text", entry.text)
      line.add("groups", .array(entry.groups.map { .string("\(path.lastComponent):\($0)") }))
      lines.append(line)
    }
    try StandardStream.output.write(lines.map { $0.text + "\n" }.joined())
  }

  /// Prints the change, and the messages on its result.
  private func report(
    _ difference: String, of file: RulesFile, _ diagnostics: [Diagnostic], _ bytes: [UInt8]
  ) throws {
    guard json else {
      if file.rules == nil { try StandardStream.error.write(rendered(file.mistakes, of: file, on: .error)) }
      return try StandardStream.output.write(difference)
    }
    var line = JSONLine()
    line.add("file", file.sources.main.name)
    line.add("sum", bytes.sum)
    line.add("diff", difference)
    let lines = [line] + diagnostics.map { JSONRenderer.line($0, in: file.sources) }
    try StandardStream.output.write(lines.map { $0.text + "\n" }.joined())
  }
}

/// The changes of which a command names one.
struct ChangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Delete a rule, or the group at a location.", valueName: "rule"),
    completion: .custom(Completion.ruleNames))
  var delete: String?

  @Option(
    help: ArgumentHelp("Remove 'enabled: false' from a rule.", valueName: "rule"),
    completion: .custom(Completion.ruleNames))
  var enable: String?

  @Option(
    help: ArgumentHelp("Add 'enabled: false' to a rule.", valueName: "rule"),
    completion: .custom(Completion.ruleNames))
  var disable: String?

  @Option(
    help: ArgumentHelp("Move a rule or group, by default to the end of its list.", valueName: "rule"),
    completion: .custom(Completion.ruleNames))
  var move: String?

  @Option(
    help: ArgumentHelp("Replace a rule by rules from standard input.", valueName: "rule"),
    completion: .custom(Completion.ruleNames))
  var replace: String?

  @Flag(help: "Add rules from standard input, by default to the end of the list.")
  var add = false

  @Option(
    help: ArgumentHelp("The rule or group before which it is moved or added.", valueName: "rule"),
    completion: .custom(Completion.ruleNames))
  var before: String?

  @Flag(help: "Replace the whole text by that of standard input.")
  var text = false

  /// The number of changes.
  var count: Int { [delete, enable, disable, move, replace].count { $0 != nil } + (add ? 1 : 0) + (text ? 1 : 0) }

  /// The text of the file with the change.
  fileprivate func apply(to bytes: [UInt8], of path: String) throws -> [UInt8] {
    if text { return try input() }
    let rules = KnownRules(path)
    let before = try before.map(rules.line)
    if add {
      let text = String(decoding: try input(), as: UTF8.self)
      return try changed(EntryEditor.add(text, before: before, to: bytes), path)
    }
    if let move { return try edit(.move(before: before), move, rules, bytes) }
    if let delete { return try edit(.delete, delete, rules, bytes) }
    if let enable { return try edit(.enable(true), enable, rules, bytes) }
    if let disable { return try edit(.enable(false), disable, rules, bytes) }
    return try edit(.replace(String(decoding: input(), as: UTF8.self)), replace ?? "", rules, bytes)
  }

  private func edit(
    _ change: EntryEditor.Change, _ rule: String, _ rules: KnownRules, _ bytes: [UInt8]
  ) throws -> [UInt8] {
    try changed(EntryEditor.apply(change, toRuleAt: rules.line(of: rule), in: bytes), rules.path)
  }

  private func changed(_ bytes: [UInt8]?, _ path: String) throws -> [UInt8] {
    guard let bytes else {
      throw Failure("\(path) cannot be changed safely there, and is left as it is; use an editor")
    }
    return bytes
  }

  private func input() throws -> [UInt8] { try InputFile.read("-", limit: RulesFile.sizeLimit) }
}

/// The rules of a file, by their names and locations.
private struct KnownRules {
  let path: String
  /// All rules, disabled ones as well; nil if the file has errors.
  private let rules: RuleSet?

  init(_ path: String) {
    self.path = path
    rules = RulesFile.load(path: path, keyNames: .xkb, mayWait: false).rules.map { RuleSet($0.rules + $0.disabled) }
  }

  /// The first line of a rule in this file.
  /// - Parameter text: its name, or its location, which alone is known if the file has errors.
  func line(of text: String) throws -> Int {
    if rules?.names.contains(text) != true, let line = try line(at: text) { return line }
    guard let rules else {
      throw Failure("\(path) has errors, so its rules have no names; use a location such as \(path.lastComponent):4")
    }
    let location = rules[try rules.index(ofRuleCalled: text)].location
    // Every rule of a file has such a location.
    guard let line = try line(at: location) else { throw Failure("\(location) is no location in \(path)") }
    return line
  }

  /// The line of a location in this file, `rules.yml:12`; nil if the text is none.
  private func line(at location: String) throws -> Int? {
    guard let colon = location.lastIndex(of: ":"), let line = Int(location[location.index(after: colon)...]) else {
      return nil
    }
    guard location[..<colon] == path.lastComponent else {
      throw Failure("\(location) is in another file than \(path); use --config")
    }
    return line
  }
}

extension [UInt8] {
  /// A sum that tells texts apart which people and programs have written: FNV-1a of 64 bits.
  fileprivate var sum: String {
    let sum = reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(sum, radix: 16)
  }
}
