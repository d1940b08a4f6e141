import ArgumentParser
import Glibc
import Linux

/// The name of a file on the command line.
func fileName(_ text: String) throws -> String {
  guard !text.isEmpty else { throw ValidationError("the file name is empty") }
  return text
}

/// A file to read that is named on the command line; '-' is standard input.
enum InputFile {
  /// The name in messages.
  static func name(of path: String) -> String { path == "-" ? "<standard input>" : path }

  /// The content: all of it, or slightly more than `limit` bytes.
  /// - Throws: `SystemError` with the file's name.
  static func read(_ path: String, limit: Int = .max) throws(SystemError) -> [UInt8] {
    let input = Descriptor(
      owning: path == "-"
        ? try system("dup", path: "standard input") { dup(0) }
        : try Descriptor.open(path, O_RDONLY | O_NOCTTY).release())
    var content: [UInt8] = []
    do throws(SystemError) {
      while content.count <= limit, let part = try input.read(upTo: 65_536), !part.isEmpty { content += part }
    } catch {
      throw SystemError(error.call, path: name(of: path), code: error.code)
    }
    return content
  }

  /// Replaces the content of a file that is still `original`.
  /// - Throws: `changed` if it is not, and `SystemError`.
  static func replace(_ path: String, _ original: [UInt8], with bytes: [UInt8]) throws {
    guard try read(path) == original else { throw changed(path) }
    try replaceFile(at: path, with: bytes)
  }

  /// The error of a file that another program has changed since it was read.
  static func changed(_ path: String) -> Failure {
    Failure("\(path) was changed meanwhile, and is left as it is; try again")
  }
}
