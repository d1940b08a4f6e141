import Glibc
import Linux

/// A file that a command was told to write; '-' is standard output.
enum OutputFile {
  /// Writes `text` in the place of what was in the file.
  /// - Throws: `SystemError` with the file's name.
  static func write(_ text: String, to path: String) throws(SystemError) {
    guard path != "-" else { return try StandardStream.output.write(text) }
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    do throws(SystemError) {
      try file.write(Array(text.utf8))
    } catch {
      throw SystemError(error.call, path: path, code: error.code)
    }
  }
}
