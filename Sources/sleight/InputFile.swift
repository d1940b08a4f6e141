import Glibc
import Linux

/// A file that a command was told to read; '-' is standard input.
enum InputFile {
  /// What messages call it.
  static func name(of path: String) -> String { path == "-" ? "<standard input>" : path }

  /// Its bytes: all of them, or a few more than `limit`.
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
}
