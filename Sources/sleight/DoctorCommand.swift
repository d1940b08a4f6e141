import ArgumentParser
import Diagnostics
import Doctor
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

  func run() throws {
    ignoreBrokenPipes()
    try Failure.report {
      let findings = try Doctor.findings(
        path: config.path, isNamed: config.config != nil, configuration: ConfigOption.directory, gestures: .running)
      let wrong = findings.count { $0.state == .wrong }
      var output = findings.map { json ? line($0) : text($0) }.joined()
      if !json {
        output +=
          wrong == 0 ? "no problems found\n" : "\(counted(wrong, "problem")) found\n"
      }
      try StandardStream.output.write(output)
      if wrong > 0 { throw ExitCode(1) }
    }
  }

  /// Text for people: the state, the subject and the reason, wrapped on a terminal, then each command on a line of its
  /// own, which is never wrapped, to be pasted.
  private func text(_ finding: Finding) -> String {
    let state = finding.state.rawValue.padded(to: 5)
    let shown = usesColours(on: .output) ? "\u{1b}[\(finding.state.colour)m\(state)\u{1b}[0m" : state
    let reason = "\(finding.subject.rawValue): \(finding.reason.legible)"
    return "\(shown)  \(reason.wrapped(to: StandardStream.output.columns, indent: 7))\n"
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
  /// The text with line feeds between words, so that no line is longer than a terminal of `columns`; a longer word stays
  /// whole.
  /// - Parameter indent: the columns before the first line, and the spaces before the others.
  fileprivate func wrapped(to columns: Int?, indent: Int) -> String {
    guard let columns, columns > 2 * indent else { return self }
    var (text, column) = ("", indent)
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if !text.isEmpty {
        let isFull = column + 1 + word.count > columns
        text += isFull ? "\n" + String(repeating: " ", count: indent) : " "
        column = isFull ? indent : column + 1
      }
      text += word
      column += word.count
    }
    return text
  }

  fileprivate func padded(to count: Int) -> String { self + String(repeating: " ", count: max(0, count - self.count)) }
}
