import ArgumentParser
internal import Desktop
import Diagnostics
import Doctor
import Glibc
import JSONLines
import Linux

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Diagnose what gestures need, and show the commands that fix it.",
    discussion: "Requires no daemon and changes nothing. Exit status 1 if something is wrong.")

  @OptionGroup var config: ConfigOption

  @Flag(name: .shortAndLong, help: "Print a JSON object per line for each finding.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Print a bug report, and write it to a file if you agree; '-' only prints it.",
      discussion: "It contains no window titles and no rules.", valueName: "file"),
    completion: .file(), transform: fileName)
  var report: String?

  @Flag(help: "Include the rules file in the report.")
  var rules = false

  func validate() throws {
    if json, report != nil { throw ValidationError("--report and --json exclude each other") }
    if rules, report == nil { throw ValidationError("--rules requires --report") }
  }

  func run() throws {
    if let report { return try writeReport(report) }
    try Failure.report {
      let findings = try findings()
      let wrong = findings.count { $0.state == .wrong }
      var output = json ? findings.map(line).joined() : findings.text
      if json {
        output += table
      } else {
        output +=
          wrong == 0 ? "no problems found\n" : "\(counted(wrong, "problem")) found\n"
      }
      try StandardStream.output.write(output)
      if wrong > 0 { throw ExitCode(1) }
    }
  }

  private func findings() throws -> [Finding] {
    try Doctor.findings(
      path: config.path, isNamed: config.config != nil, configuration: ConfigOption.directory, gestures: .running)
  }

  /// Prints the report, and writes it to `path` if the user answers yes.
  private func writeReport(_ path: String) throws {
    try Failure.report {
      let rules = rules ? try config.path : nil
      let file = try OutputFile(path, isForced: true, inputs: [rules].compactMap { $0 })
      let report = try BugReport(try findings(), rules: rules)
      try StandardStream.output.write(report.text)
      guard path != "-" else { return }
      let question = access(path, F_OK) == 0 ? "Replace" : "Write this to"
      try OutputFile.ask("\(question) \(path.legible)?", path)
      try file.write(report.text)
    }
  }

  /// The table of desktops, as one object.
  private var table: String {
    var line = JSONLine()
    line.add("subject", "desktops")
    line.add("state", Finding.State.good.rawValue)
    line.add("reason", "the means on each desktop, and whether they were tried on these versions")
    line.add("remedy", .array([]))
    line.add("desktops", .array(DesktopSupport.all.map(row)))
    return line.text + "\n"
  }

  private func row(_ desktop: DesktopSupport) -> JSONValue {
    var row: [JSONValue.Member] = [.init("name", .string(desktop.name)), .init("versions", .string(desktop.versions))]
    for ability in DesktopSupport.Ability.allCases {
      let cell = desktop[ability]
      let means: JSONValue = cell.means == .none ? .null : .string(cell.means.text)
      row.append(.init(ability.rawValue, .object([.init("means", means), .init("tried", .bool(cell.isTried))])))
    }
    return .object(row)
  }

  private func line(_ finding: Finding) -> String {
    var line = JSONLine()
    line.add("subject", finding.subject.rawValue)
    line.add("state", finding.state.rawValue)
    line.add("reason", finding.reason)
    line.add("remedy", .array(finding.remedy.map { .string($0) }))
    return line.text + "\n"
  }
}

extension [Finding] {
  /// Text for people: the headings, each with its commands; once for consecutive findings with the same commands, such
  /// as devices that are not readable.
  var text: String {
    indices.map { index in
      let isRepeated = index + 1 < count && self[index].remedy == self[index + 1].remedy
      return isRepeated ? self[index].heading : self[index].text
    }.joined()
  }
}

extension Finding {
  /// Text for people: the state, the subject and the reason, wrapped on a terminal, then each command on a line of its
  /// own, which is never wrapped, to be pasted.
  var text: String { heading + remedy.map { "         \($0.legible)\n" }.joined() }

  /// The state, the subject and the reason, without commands.
  var heading: String {
    let state = state.rawValue.padded(to: 5)
    let shown = usesColours(on: .output) ? "\u{1b}[\(self.state.colour)m\(state)\u{1b}[0m" : state
    let reason = "\(subject.rawValue): \(self.reason.legible)"
    return "\(shown)  \(reason.wrapped(to: StandardStream.output.columns, indent: 7))\n"
  }
}

extension Finding.State {
  /// The terminal's colour code: green, yellow, bold red.
  fileprivate var colour: String {
    switch self {
    case .good: "32"
    case .note: "33"
    case .wrong: "1;31"
    }
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String { self + String(repeating: " ", count: max(0, count - self.count)) }
}
