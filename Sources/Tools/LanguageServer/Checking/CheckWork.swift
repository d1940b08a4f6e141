internal import Diagnostics
internal import RulesFile

/// The memory that the checks of a rules file share.
///
/// Safe to share: only a check that the server starts has it, and it starts one after another.
final class SharedMemory: @unchecked Sendable {
  var memory: CheckMemory? = CheckMemory()
}

/// A check of a rules file with the files that it includes, for a thread of its own.
public struct CheckWork: Sendable {
  /// The path of the main file.
  let root: String
  /// Its text.
  private(set) var bytes: [UInt8]
  /// The texts of open documents, by the identities of their files, or their paths if there is no file.
  private(set) var open: [String: [UInt8]]
  /// The number of changes so far.
  let stamp: Int
  let machine: ServerMachine
  /// The memory of earlier checks; nil for a check of a text that is not the user's, or whose rules are wanted.
  var memory: SharedMemory?
  let encoding: PositionEncoding

  /// True if the check takes so long that it should run on a thread of its own.
  public var isLong: Bool { open.values.reduce(bytes.count) { $0 + $1.count } > Server.quickSize }

  /// The result of a check.
  public struct Outcome: Sendable {
    let root: String
    let stamp: Int
    /// The paths of all files that were read or looked for.
    let paths: [String]
    /// The directories that were searched for files.
    let directories: [String]
    /// The messages of each file that was read.
    let messages: [String: [PlacedDiagnostic]]
    /// True if the next check is of changes alone.
    let isKept: Bool
  }

  /// Checks the files: open documents before those on the disk.
  public func run() -> Outcome {
    let checked = check()
    let file = checked.file
    var messages: [String: [PlacedDiagnostic]] = [:]
    for number in 0..<file.sources.count { messages[file.sources[number].name] = [] }
    var placer = Placer(file.sources, encoding)
    for diagnostic in checked.diagnostics {
      let placed = placer.place(diagnostic)
      messages[placed.place.path, default: []].append(placed)
    }
    return Outcome(
      root: root, stamp: stamp, paths: file.paths, directories: file.directories, messages: messages,
      isKept: memory?.memory?.isEmpty == false)
  }

  /// The same check with other bytes in place of a document's.
  func replacing(_ path: String, with bytes: [UInt8]) -> CheckWork {
    var work = self
    work.open[machine.files.identity(path) ?? path] = bytes
    if path == root { work.bytes = bytes }
    return work
  }

  func check() -> ServerMachine.Checked {
    var objection: Diagnostic?
    if root.hasPrefix("/"), case .content(_, let reason) = machine.files.read(root) { objection = reason }
    var none: CheckMemory?
    guard let memory else { return machine.check(bytes, root, files, objection, &none) }
    return machine.check(bytes, root, files, objection, &memory.memory)
  }

  /// The files of the machine with the open documents in place of theirs.
  private var files: IncludedFiles {
    var files = machine.files
    let (identity, read) = (files.identity, files.read)
    files.identity = { [open] path in identity(path) ?? (open[path] == nil ? nil : path) }
    files.read = { [open] path in
      guard let bytes = open[identity(path) ?? path] else { return read(path) }
      if case .content(_, let objection) = read(path) { return .content(bytes, objection: objection) }
      return .content(bytes, objection: nil)
    }
    return files
  }
}
