import Diagnostics
import Glibc
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
    let name = path == "-" ? "<standard input>" : path
    let input = Descriptor(
      owning: path == "-"
        ? try system("dup", path: "standard input") { dup(0) } : try Descriptor.open(path, O_RDONLY).release())
    var content: [UInt8] = []
    do throws(SystemError) {
      while let part = try input.read(upTo: 65_536), !part.isEmpty { content += part }
    } catch {
      throw SystemError(error.call, path: name, code: error.code)
    }
    self.name = name
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
