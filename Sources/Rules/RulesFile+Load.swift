internal import Diagnostics
internal import Glibc
internal import Linux
internal import YAML

extension RulesFile {
  /// Opens, reads and checks the file at `path`. What a pipe holds is read as it comes, so that a shell's process
  /// substitution and `/dev/stdin` work.
  ///
  /// A file decides what runs in the user's name: one that somebody else may write is refused, and what is wrong in
  /// it is reported all the same.
  /// - Parameter mayWait: false refuses what may keep its reader waiting: all but regular files.
  public static func load(path: String, keyNames: KeyNames? = nil, mayWait: Bool = true) -> RulesFile {
    let bytes: [UInt8]
    let objection: Diagnostic?
    do {
      let descriptor = try Descriptor.open(path, O_RDONLY | O_NOCTTY | (mayWait ? 0 : O_NONBLOCK))
      var status = stat()
      try system("fstat", path: path) { fstat(descriptor.number, &status) }
      if status.st_mode & S_IFMT == S_IFDIR {
        return refused(path, Diagnostic(.isDirectory, "this is a directory, not a rules file"))
      }
      guard mayWait || status.st_mode & S_IFMT == S_IFREG else {
        let reason = "this is no regular file, and what may never come is not waited for"
        return refused(path, Diagnostic(.unreadable, reason))
      }
      objection = self.objection(to: status, path: path)
      bytes = try read(descriptor)
    } catch {
      return refused(path, Diagnostic(error))
    }
    let file = check(bytes: bytes, name: path, keyNames: keyNames)
    guard let objection else { return file }
    return RulesFile(
      source: file.source, bytes: bytes, diagnostics: [objection] + file.diagnostics, rules: nil)
  }

  private static func refused(_ path: String, _ diagnostic: Diagnostic) -> RulesFile {
    RulesFile(source: SourceFile(name: path, bytes: []), bytes: [], diagnostics: [diagnostic], rules: nil)
  }

  /// Why the owner and the permissions of a regular file forbid its use; nil where they do not. What is no regular
  /// file has its writer at the other end.
  private static func objection(to status: stat, path: String) -> Diagnostic? {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard status.st_uid == getuid() || status.st_uid == 0 else {
      return Diagnostic(
        .unsafeOwner, "the file belongs to user \(status.st_uid), who could run programs in your name with it",
        help: "sudo chown \(getuid()) \(shellWord(path))")
    }
    guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
      return Diagnostic(
        .unsafePermissions, "others may write the file, and so run programs in your name",
        help: "chmod go-w \(shellWord(path))")
    }
    return nil
  }

  /// `text` as one word of a shell command.
  private static func shellWord(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.isAlphabetic || $0.properties.numericType != nil || "/._-+,:@%=".unicodeScalars.contains($0)
    }
    return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// Reads to the end, or until there is more than any rules file has.
  private static func read(_ descriptor: borrowing Descriptor) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= Node.sizeLimit {
      // nil is a descriptor that somebody else set not to block: there is nothing to wait for then.
      guard let piece = try descriptor.read(upTo: 1 << 16), !piece.isEmpty else { break }
      bytes += piece
    }
    return bytes
  }
}

extension Diagnostic {
  /// Why a file could not be read.
  fileprivate init(_ error: SystemError) {
    if error.isMissing {
      self.init(.missingFile, "there is no such file", help: "'sleight init' writes a starter file")
    } else {
      self.init(.unreadable, "the file cannot be read: \(error.reason)")
    }
  }
}
