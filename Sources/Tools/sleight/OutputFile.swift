import Diagnostics
import Glibc
import Linux

/// A file that a command writes, named on the command line; '-' is standard output.
///
/// A regular file that exists is replaced only with `--force`, and a file that the command also reads never is. It is
/// replaced atomically: readers get the old content or the new one, and an error leaves the old one.
struct OutputFile {
  /// The path as named by the user.
  let path: String
  /// The target after symbolic links.
  private let target: Target

  private enum Target {
    case standardOutput
    /// There is no file yet.
    case new
    /// A regular file, to be replaced.
    case old
    /// A pipe or a device: writing there replaces nothing.
    case special
  }

  /// Checks that the file may be written, and changes nothing.
  /// - Parameters:
  ///   - inputs: the files that the command reads; '-' is standard input.
  /// - Throws: `SystemError` with the file's name; `Failure` if the file exists and may not be replaced.
  init(_ path: String, isForced: Bool, inputs: [String] = []) throws {
    self.path = path
    let isStandardOutput = path == "-" || path == "/dev/stdout"
    let file = isStandardOutput ? FileIdentity(of: 1) : FileIdentity(of: path)
    guard let file else {
      target = isStandardOutput ? .standardOutput : .new
      return
    }
    if file.isRegular,
      inputs.contains(where: { $0 == "-" ? FileIdentity(of: 0) == file : FileIdentity(of: $0) == file })
    {
      throw Failure(
        "\(isStandardOutput ? "standard output" : path) is also an input of this command; name another file")
    }
    guard !isStandardOutput, file.isRegular else {
      target = isStandardOutput ? .standardOutput : .special
      return
    }
    guard isForced else { throw Self.existing(path) }
    // A rename would replace a write-protected file.
    try system("open", path: path) { access(path, W_OK) }
    target = .old
  }

  /// Asks the user if a file may be written.
  /// - Throws: `Failure` if the answer is not yes.
  static func ask(_ question: String, _ path: String) throws {
    try StandardStream.output.show("\n\(question) [y/N] ".legibleLines)
    guard let answer = readLine(), ["y", "yes"].contains(answer.lowercased()) else {
      throw Failure("\(path.legible) was not written")
    }
  }

  /// Writes `text` as the whole content.
  /// - Parameter mode: the permissions of a new file, less the umask.
  /// - Throws: `SystemError` with the file's name; `Failure` if the file was created meanwhile.
  func write(_ text: String, mode: UInt32 = 0o644) throws {
    switch target {
    case .standardOutput: try StandardStream.output.write(text)
    case .new, .old, .special:
      let writer = try Writer(self, isGrowing: false, mode: mode)
      try writer.write(text)
      try writer.finish()
    }
  }

  /// Opens the file for a content that grows: readers of a new file can follow it, and it stays if the program is
  /// killed. A new file is readable only by the user, and is removed again unless the writer is told to keep it.
  /// - Throws: as `write`.
  func writer() throws -> Writer { try Writer(self, isGrowing: true, mode: 0o600) }

  private static func existing(_ path: String) -> Failure { Failure("\(path) exists; --force replaces it") }

  /// The file while it is written.
  final class Writer {
    private let path: String
    private let mode: UInt32
    /// The file itself, unless it is replaced at the end.
    private var file: Descriptor?
    private var temporary: TemporaryFile?
    private let isNew: Bool
    /// The path and the identity of a file that was created, until it has a content to keep.
    private var created: (path: String, identity: FileIdentity)?
    /// The size of what was written to a created file, in bytes.
    private var size = 0

    fileprivate init(_ output: OutputFile, isGrowing: Bool, mode: UInt32) throws {
      (path, self.mode) = (output.path, mode)
      isNew = output.target == .new
      do throws(SystemError) {
        switch output.target {
        case .standardOutput: file = Descriptor(owning: try system("dup", path: "standard output") { dup(1) })
        case .special: file = try Descriptor.open(output.path, O_WRONLY | O_NOCTTY)
        case .new where isGrowing:
          // O_EXCL does not follow a link to a missing file.
          let target = try targetOfLinks(output.path)
          let new = try Descriptor.open(target, O_WRONLY | O_CREAT | O_EXCL, mode: mode)
          created = FileIdentity(of: new.number).map { (target, $0) }
          file = consume new
        case .new, .old: temporary = try TemporaryFile(for: output.path)
        }
      } catch {
        throw OutputFile.failure(error, output.path)
      }
    }

    deinit {
      // Another program may have put its own file there.
      if let created, FileIdentity(of: created.path) == created.identity { unlink(created.path) }
    }

    /// Keeps a new file, even if a later text cannot be written.
    func keep() { created = nil }

    /// Appends `text`. A text that does not fit is not written in part to a new file.
    /// - Throws: `SystemError` with the file's name.
    func write(_ text: String) throws {
      let bytes = Array(text.utf8)
      do throws(SystemError) {
        try file?.write(bytes)
        try temporary?.write(bytes)
        size += bytes.count
      } catch {
        if isNew, let number = file?.number { _ = ftruncate(number, size) }
        throw OutputFile.failure(error, path)
      }
    }

    /// Puts the new content in place of an old one.
    /// - Throws: `SystemError` with the file's name; `Failure` if the file was created meanwhile.
    func finish() throws {
      keep()
      guard let file = temporary.take() else { return }
      do throws(SystemError) {
        if isNew { try file.create(mode: mode) } else { try file.replace() }
      } catch {
        throw OutputFile.failure(error, path)
      }
    }
  }

  private static func failure(_ error: SystemError, _ path: String) -> any Error {
    error.code == EEXIST ? existing(path) : SystemError(error.call, path: path, code: error.code)
  }
}
