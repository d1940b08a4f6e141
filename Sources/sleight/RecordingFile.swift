import Diagnostics
import Linux
import Touch

/// A recording named on the command line.
struct RecordingFile {
  /// The most messages printed: a file of another kind has a problem on every line.
  private static let mostMessages = 20

  /// The name in messages.
  let name: String
  let recording: Recording

  /// Reads the file at `path`, or standard input for '-'.
  init(_ path: String) throws(SystemError) {
    let content = try InputFile.read(path, limit: Recording.sizeLimit)
    name = InputFile.name(of: path)
    recording = Recording.read(content)
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
      try StandardStream.error.write(text)
    }
    let unsaid = first.dropFirst(Self.mostMessages).reduce(0) { $0 + (counts[$1.message] ?? 0) }
    if unsaid > 0 { try StandardStream.error.write("\(name.legible): \(unsaid) more lines are not readable\n") }
  }
}
