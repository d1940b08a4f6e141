import Diagnostics
import Linux
import Touch

/// A recording that a command was told to read.
struct RecordingFile {
  /// A file that is none of a recording's has one mistake a line: a few show it.
  private static let mostProblems = 20

  /// What messages call it.
  let name: String
  let recording: Recording

  /// Reads the file at `path`, or standard input for '-'.
  init(_ path: String) throws(SystemError) {
    let content = try InputFile.read(path)
    name = InputFile.name(of: path)
    recording = Recording.read(content)
  }

  /// Says on standard error what in it cannot be read.
  func tellProblems() throws(SystemError) {
    for problem in recording.problems.prefix(Self.mostProblems) {
      let column = problem.column.map { ":\($0)" } ?? ""
      try StandardStream.error.write("\(name):\(problem.line)\(column): error: \(problem.message.legible)\n")
    }
    let unsaid = recording.problems.count - Self.mostProblems
    if unsaid > 0 { try StandardStream.error.write("\(name): \(unsaid) more lines cannot be read\n") }
  }
}
