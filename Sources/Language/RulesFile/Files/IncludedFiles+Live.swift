internal import Diagnostics
internal import Glibc
internal import Linux
internal import YAML

extension IncludedFiles {
  /// Tells the owner of a file if the kernel hides it: in its own user namespace (user_namespaces(7)) a process sees no
  /// other users, root included.
  ///
  /// Gets the file's path, device and inode, and returns the user id if the path still leads to that file.
  public typealias Owners = @Sendable (_ path: String, _ device: UInt64, _ inode: UInt64) -> UInt32?

  /// The machine's files. Only regular files are read, because others may block the reader.
  public static func live(owners: Owners? = nil) -> IncludedFiles {
    IncludedFiles(
      identity: { path in
        var status = stat()
        return stat(path, &status) == 0 ? "\(status.st_dev):\(status.st_ino)" : nil
      },
      read: { Self.read($0, mayWait: false, owners: owners) },
      names: { Linux.names(inDirectory: $0.isEmpty ? "." : $0) }, home: Environment.value(of: "HOME"))
  }

  /// Opens and reads the file at `path`.
  ///
  /// A rules file decides which commands run in the user's name, so a file that others may write or replace gets an
  /// objection. The user's private group may write it, as with the umask 002 of many distributions.
  /// - Parameter mayWait: false refuses everything that may block the reader: all but regular files, and files that are
  ///   open for writing.
  static func read(_ path: String, mayWait: Bool, owners: Owners? = nil) -> Reading {
    do throws(SystemError) {
      let descriptor = try Descriptor.open(path, O_RDONLY | O_NOCTTY | (mayWait ? 0 : O_NONBLOCK))
      var status = stat()
      try system("fstat", path: path) { fstat(descriptor.number, &status) }
      if status.st_mode & S_IFMT == S_IFDIR {
        return .refused(Diagnostic(.isDirectory, "this is a directory, not a rules file"))
      }
      guard mayWait || status.st_mode & S_IFMT == S_IFREG else {
        return .refused(Diagnostic(.unreadable, "this is not a regular file, and reading it could block"))
      }
      // The lease keeps writers out until the descriptor is closed.
      if !mayWait, descriptor.holdOffWriters() == .present {
        return .refused(Diagnostic(.beingWritten, "the file is open for writing, and may be incomplete"))
      }
      return .content(
        try bytes(of: descriptor), objection: try objection(to: descriptor, status, path: path, owners: owners))
    } catch {
      guard !error.isMissing else {
        return .refused(
          Diagnostic(
            .missingFile, "there is no such file",
            help: "'\(starterCommand(path))' writes a starter file"))
      }
      return .refused(
        Diagnostic(
          .unreadable, "the file cannot be read: \(error.reason)",
          help: error.code == EACCES ? permittingCommand(path) : nil))
    }
  }

  /// The command that writes a starter file at `path`.
  private static func starterCommand(_ path: String) -> String {
    let isDefault = UserDirectory.configuration.path.map { path == "\($0)/sleight/rules.yml" } ?? false
    return "sleight init" + (isDefault ? "" : " --config \(path.shellWord)")
  }

  /// The command that permits the user to read the file at `path`, which the kernel denies; nil if none is known.
  private static func permittingCommand(_ path: String) -> String? {
    var (status, above) = (stat(), stat())
    if stat(path, &status) == 0 {
      let isReadable = status.st_mode & S_IRUSR != 0
      guard status.st_uid != getuid() else { return isReadable ? nil : "chmod u+r \(path.shellWord)" }
      let directory = directory(of: path)
      let isAtHome = stat(directory.isEmpty ? "." : directory, &above) == 0 && above.st_uid == getuid()
      // A file of root's that stands elsewhere is everybody's.
      if status.st_uid == 0, !isAtHome { return "sudo chmod a+r \(path.shellWord)" }
      return "sudo chown \(getuid()) \(path.shellWord)" + (isReadable ? "" : " && chmod u+r \(path.shellWord)")
    }
    var directory = directory(of: path)
    while !directory.isEmpty, directory != "/", stat(directory, &above) != 0 {
      directory = self.directory(of: directory)
    }
    guard !directory.isEmpty, above.st_uid == getuid(), above.st_mode & S_IXUSR == 0 else { return nil }
    return "chmod u+x \(directory.shellWord)"
  }

  /// The reason why others could change or replace a regular file; nil if they could not. Pipes are exempt: their
  /// writer is at the other end. Nothing leads to a file that was removed while it is open, such as a shell's
  /// here-document.
  private static func objection(
    to descriptor: borrowing Descriptor, _ status: stat, path: String, owners: Owners?
  ) throws(SystemError) -> Diagnostic? {
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    let home = Environment.value(of: "HOME")
    if let risk = try WriteRisk(ofFile: descriptor, at: path, owners: owners) { return Diagnostic(risk) }
    guard status.st_nlink > 0 else { return nil }
    do throws(SystemError) {
      return try WriteRisk(onTheWayTo: path, home: home, owners: owners).map { Diagnostic($0) }
    } catch {
      return Diagnostic(
        .unsafePermissions, "whether others could replace the file is unknown: \(error)".legible,
        help: "every directory and link on the way to the file must be examined before it is used")
    }
  }

  /// Reads to the end, or until the size limit of rules files is exceeded.
  private static func bytes(of descriptor: borrowing Descriptor) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= Node.sizeLimit {
      // nil: the descriptor was made non-blocking by another process, and has nothing to read.
      guard let piece = try descriptor.read(upTo: 1 << 16), !piece.isEmpty else { break }
      bytes += piece
    }
    return bytes
  }
}

extension Diagnostic {
  /// The objection to a file that others could change or replace, with the command that prevents it.
  fileprivate init(_ risk: WriteRisk) {
    let path = risk.path.shellWord
    let sudo = risk.isOwn || getuid() == 0 ? "" : "sudo "
    let file = risk.path.legible
    switch (risk.kind, risk.reason) {
    case (.file, .owner(let user)):
      self.init(
        .unsafeOwner, "the file belongs to user \(user), who could run programs in your name with it",
        help: "sudo chown \(getuid()) \(path)")
    case (.directory, .owner(let user)):
      self.init(
        .unsafeOwner, "the directory \(file) belongs to user \(user), who could replace the file",
        help: "sudo chown \(getuid()) \(path)")
    case (.link, .owner(let user)):
      self.init(
        .unsafeOwner, "the link \(file) belongs to user \(user), who could replace the file",
        help: "sudo chown -h \(getuid()) \(path)")
    case (.directory, .permissions):
      self.init(
        .unsafePermissions, "others may write in the directory \(file), and so replace the file",
        help: "\(sudo)chmod go-w \(path)")
    case (.directory, .accessList):
      self.init(
        .unsafePermissions, "the access control list of the directory \(file) lets others replace the file",
        help: "\(sudo)setfacl -b \(path)")
    case (_, .accessList):
      self.init(
        .unsafePermissions, "its access control list lets others write the file, and so run programs in your name",
        help: "\(sudo)setfacl -b \(path)")
    case (_, .permissions):
      self.init(
        .unsafePermissions, "others may write the file, and so run programs in your name",
        help: "\(sudo)chmod go-w \(path)")
    }
  }
}
