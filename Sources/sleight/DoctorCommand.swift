import ArgumentParser
import Diagnostics
import Doctor
import JSONLines
import Linux

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Looks at all that gestures need, and says what is missing and what mends it.",
    discussion: "Needs no daemon and changes nothing. Exit status 1 where something is wrong.")

  @OptionGroup var config: ConfigOption

  @Flag(help: "One JSON object a line for each finding.")
  var json = false

  func run() throws {
    ignoreBrokenPipes()
    try Failure.report {
      let findings = try Doctor.findings(
        path: config.path, isNamed: config.config != nil, configuration: ConfigOption.directory, gestures: .running)
      let wrong = findings.count { $0.state == .wrong }
      var output = findings.map { json ? line($0) : text($0) }.joined()
      if !json {
        output +=
          wrong == 0 ? "nothing is missing\n" : "\(counted(wrong, "thing")) \(wrong == 1 ? "is" : "are") wrong\n"
      }
      try StandardStream.output.write(output)
      if wrong > 0 { throw ExitCode(1) }
    }
  }

  /// Text for people: the state, the subject and the reason, then each command on a line of its own.
  private func text(_ finding: Finding) -> String {
    let state = finding.state.rawValue.padded(to: 5)
    let shown = usesColours(on: .output) ? "\u{1b}[\(finding.state.colour)m\(state)\u{1b}[0m" : state
    return "\(shown)  \(finding.subject.rawValue): \(finding.reason.legible)\n"
      + finding.remedy.map { "         \($0.legible)\n" }.joined()
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
