import Glibc
import Linux

/// A file to write that is named on the command line.
enum OutputFile {
  /// Writes `text` to a new file; replaces an existing one only if `isForced`.
  /// - Throws: `SystemError` with the file's name, and `Failure` if the file exists and may be replaced.
  static func create(_ text: String, at path: String, isForced: Bool) throws {
    do throws(SystemError) {
      let file = try Descriptor.open(path, O_WRONLY | O_CREAT | (isForced ? O_TRUNC : O_EXCL), mode: 0o644)
      try file.write(Array(text.utf8))
    } catch {
      guard error.code == EEXIST else { throw SystemError(error.call, path: path, code: error.code) }
      // Fails for what --force could not replace either, such as a directory.
      _ = try Descriptor.open(path, O_WRONLY | O_NONBLOCK)
      throw Failure("\(path) is there already, and stays as it is; --force replaces it")
    }
  }

  /// Writes `text` in place of the file's content; '-' is standard output.
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
