internal import Glibc
internal import Linux

/// A rules file among a user's dotfiles, and the methods by which editors, scripts and dotfile managers save it.
///
///     rules.yml ─▶ config/sleight/rules.yml        the path given to the daemon
///     config ─▶ generation-1                       a directory that is replaced as a whole
///
/// A save is a list of steps, between which time passes. Some methods change the kind of the file (a link for a file, a
/// file for a link); each copes with any kind.
final class Dotfiles {
  /// An atomic change; nil for one frame of a hand without any.
  typealias Step = (() throws -> Void)?

  /// The method of saving.
  enum SaveMethod: CaseIterable {
    case truncating, inPlace, renamedOver, oldOneRenamed, hardLinkedBackup, byItsOtherName, linkRepointed,
      linkTargetWritten, linkTargetReplaced, generation, movedAwayAndBack, removedAndWritten, inTwoGoes, slowly,
      unreadableMeanwhile, somethingElseMeanwhile, touched, included
  }

  let folder: String
  private var file: String { "\(folder)/config/sleight/rules.yml" }
  private var backup: String { "\(file)~" }
  private var count = 0

  /// A rules file in a folder of its own.
  init() throws(SystemError) {
    folder = try Guest.folder()
    seteuid(uid_t(Guest.user.id) ?? 0)
    defer { seteuid(0) }
    for directory in ["generation-0", "generation-0/sleight"] { mkdir("\(folder)/\(directory)", 0o755) }
    symlink("generation-0", "\(folder)/config")
    symlink("config/sleight/rules.yml", "\(folder)/rules.yml")
  }

  /// The steps that save `text`.
  /// - Parameter half: the whole text of a file that may be visible during the save, and must not be loaded.
  func steps(_ method: SaveMethod, _ text: String, half: String) -> [Step] {
    let bytes = Array(text.utf8)
    let (first, second) = (bytes[..<(bytes.count / 2)], bytes[(bytes.count / 2)...])
    count += 1
    let number = count
    let fresh = "\(folder)/fresh-\(number)"
    switch method {
    case .truncating: return writing(file, O_TRUNC, first, second)
    case .inPlace: return writing(file, 0, first, second)
    case .renamedOver: return writing(fresh, O_EXCL, first, second) + [{ rename(fresh, self.file) }]
    case .oldOneRenamed:
      return [{ unlink(self.backup) }, { rename(self.file, self.backup) }] + writing(file, O_EXCL, first, second) + [
        { unlink(self.backup) }
      ]
    case .hardLinkedBackup:
      return [
        {
          unlink(self.backup)
          link(self.file, self.backup)
        }
      ] + writing(fresh, O_EXCL, first, second) + [{ rename(fresh, self.file) }]
    case .byItsOtherName:
      // A symbolic link has no other name, so a regular file replaces it first.
      return replacing(with: text) + [
        {
          unlink(self.backup)
          link(self.file, self.backup)
        }
      ] + writing(backup, 0, first, second)
    case .linkRepointed: return writing(fresh, O_EXCL, first, second) + repointing(to: fresh)
    case .linkTargetWritten: return linking(to: fresh) + writing(fresh, O_TRUNC, first, second)
    case .linkTargetReplaced:
      let beside = "\(fresh)-beside"
      return linking(to: fresh) + writing(beside, O_EXCL, first, second) + [{ rename(beside, fresh) }]
    case .generation:
      let generation = "\(folder)/generation-\(number)"
      return [
        {
          mkdir(generation, 0o755)
          mkdir("\(generation)/sleight", 0o755)
        }
      ] + writing("\(generation)/sleight/rules.yml", O_EXCL, first, second) + [
        {
          symlink("generation-\(number)", fresh)
          rename(fresh, "\(self.folder)/config")
        }
      ]
    case .movedAwayAndBack:
      let (directory, away) = ("\(folder)/config/sleight", "\(folder)/away")
      return [{ rename(directory, away) }, nil, { try Guest.write(text, to: "\(away)/rules.yml") }, nil] + [
        { rename(away, directory) }
      ]
    case .removedAndWritten: return [{ unlink(self.file) }, nil, nil] + writing(file, O_EXCL, first, second)
    case .inTwoGoes:
      return [
        { try Self.append(first, to: self.file, O_TRUNC) }, nil, nil, nil, nil,
        { try Self.append(second, to: self.file, O_APPEND) },
      ]
    case .slowly:
      // The file that exists in between is valid by itself, and not the one that is saved.
      let open = Open()
      return [
        { try open.write(Array(half.utf8)[...], to: self.file, O_TRUNC) }, { utimes(self.file, nil) },
      ] + Array(repeating: nil, count: 20) + [
        { try open.write(bytes[...], from: 0) },
        { open.close() },
      ]
    case .unreadableMeanwhile:
      return [{ chmod(self.file, 0o200) }, nil] + writing(file, 0, first, second) + [{ chmod(self.file, 0o644) }]
    case .somethingElseMeanwhile:
      return [
        {
          unlink(self.file)
          mkdir(self.file, 0o755)
        }, nil, { rmdir(self.file) }, { mkfifo(self.file, 0o644) }, nil, { unlink(self.file) },
      ] + writing(file, O_EXCL, first, second)
    case .included:
      // The rules file includes files by a pattern, and the matching one is still being written.
      let (directory, pattern) = ("\(folder)/rules-\(number).d", "include: rules-\(number).d/*.yml\n")
      let writing = writing("\(directory)/rules.yml", O_EXCL, first, second)
      return [{ mkdir(directory, 0o755) }] + writing.prefix(1) + replacing(with: pattern) + writing.dropFirst()
    case .touched:
      return replacing(with: text) + [
        { utimes(self.file, nil) }, { chmod(self.file, 0o755) }, { chmod(self.file, 0o644) },
      ]
    }
  }

  // MARK: - Parts of saves

  /// Opens the file, writes one half, then the other, and closes it.
  private func writing(
    _ path: String, _ flags: CInt, _ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>
  ) -> [Step] {
    let open = Open()
    return [{ try open.write(first, to: path, flags) }, nil, { try open.write(second) }, { open.close() }]
  }

  /// Renames a complete file over the existing one.
  private func replacing(with text: String) -> [Step] {
    let fresh = "\(folder)/fresh-\(count)"
    return [
      {
        try Guest.write(text, to: fresh)
        rename(fresh, self.file)
      }
    ]
  }

  private func repointing(to target: String) -> [Step] {
    [
      {
        symlink(target, "\(target)-link")
        rename("\(target)-link", self.file)
      }
    ]
  }

  /// Replaces the file by a link to a file with the same content.
  private func linking(to target: String) -> [Step] {
    [{ try Guest.write(Guest.read(self.file) ?? "", to: target) }] + repointing(to: target)
  }

  private static func append(_ bytes: ArraySlice<UInt8>, to path: String, _ flags: CInt) throws {
    let file = try Descriptor.open(path, O_WRONLY | O_CREAT | flags, mode: 0o644)
    try file.write(Array(bytes))
  }
}

/// A file that stays open between steps.
private final class Open {
  private var number: CInt = -1

  deinit { close() }

  func write(_ bytes: ArraySlice<UInt8>, to path: String, _ flags: CInt) throws {
    number = try system("open", path: path) { open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o644) }
    try write(bytes)
  }

  /// Writes at the current position, or at an offset.
  func write(_ bytes: ArraySlice<UInt8>, from offset: off_t? = nil) throws {
    if let offset { lseek(number, offset, SEEK_SET) }
    let count = bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw SystemError.last("write") }
  }

  /// Truncates the file at the current position, and closes it.
  func close() {
    guard number >= 0 else { return }
    ftruncate(number, lseek(number, 0, SEEK_CUR))
    Glibc.close(number)
    number = -1
  }
}
