import Control
import Diagnostics
import JSONLines
import Linux
import Rules
import RulesFile
import Touch

/// A recording named on the command line.
struct RecordingFile {
  /// The most messages printed: a file of another kind has a problem on every line.
  private static let mostMessages = 20

  /// The name in messages.
  let name: String
  let recording: Recording
  /// The situation that `why` wrote into it, without the titles of windows.
  let situation: Situation
  /// The panels under touchscreens that `why` wrote into it.
  let panels: [Panel]

  /// Reads the file at `path`, or standard input for '-'.
  init(_ path: String) throws(SystemError) {
    let content = try InputFile.read(path, limit: Recording.sizeLimit)
    name = InputFile.name(of: path)
    recording = Recording.read(content, isOverdue: ReadingTime.limited.isOver)
    let header = content.split(separator: UInt8(ascii: "\n"), maxSplits: 1).first ?? []
    let desktop = RecordedDesktop((try? JSONReader.read(header)) ?? .null)
    situation = desktop.situation
    panels = [desktop.panel].compactMap { $0 }
  }

  /// Prints the unreadable lines to standard error: each message once, with its first line.
  func printProblems() throws(SystemError) {
    var counts: [String: Int] = [:]
    var first: [Recording.Problem] = []
    for problem in recording.problems {
      if counts[problem.message] == nil { first.append(problem) }
      counts[problem.message, default: 0] += 1
    }
    for problem in first.prefix(Self.mostMessages) {
      let column = problem.column.map { ":\($0)" } ?? ""
      let severity = problem.isWarning ? "warning" : "error"
      var text = "\(name.legible):\(problem.line)\(column): \(severity): \(problem.message.legible)\n"
      let more = (counts[problem.message] ?? 1) - 1
      if more > 0 { text += "\(name.legible): \(more) more \(more == 1 ? "line has" : "lines have") this error\n" }
      try StandardStream.error.show(text)
    }
    let unsaid = first.dropFirst(Self.mostMessages).reduce(0) { $0 + (counts[$1.message] ?? 0) }
    if unsaid > 0 { try StandardStream.error.show("\(name.legible): \(unsaid) more lines are not readable\n") }
  }
}
