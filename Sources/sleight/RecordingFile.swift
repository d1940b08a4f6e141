import Diagnostics
import Linux
import Touch

/// A recording named on the command line.
struct RecordingFile {
  /// The most problems printed: a file of another kind has one on every line.
  private static let mostProblems = 20

  /// The name in messages.
  let name: String
  let recording: Recording

  /// Reads the file at `path`, or standard input for '-'.
  init(_ path: String) throws(SystemError) {
    let content = try InputFile.read(path, limit: Recording.sizeLimit)
    name = InputFile.name(of: path)
    recording = Recording.read(content)
  }

  /// Prints the unreadable lines to standard error.
  func printProblems() throws(SystemError) {
    for problem in recording.problems.prefix(Self.mostProblems) {
      let column = problem.column.map { ":\($0)" } ?? ""
      try StandardStream.error.write("\(name.legible):\(problem.line)\(column): error: \(problem.message.legible)\n")
    }
    let unsaid = recording.problems.count - Self.mostProblems
    if unsaid > 0 { try StandardStream.error.write("\(name.legible): \(unsaid) more lines are not readable\n") }
  }
}
