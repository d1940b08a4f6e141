internal import Actions
internal import Diagnostics
internal import Linux
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Time

/// The rules file and those that it includes, loaded again after changes.
///
///     file      written ── renamed ────────────────────────────────────
///     daemon              │◀─ 100 ms ─▶│ waits for the fingers, reads and adopts
///
/// Editors save in several steps, and between them the file is incomplete: it is loaded some time after the last step.
/// A file that changes continuously is loaded after one second, and one that a program has open for writing when it is
/// closed. While fingers rest for long, the log says what is waited for.
struct RulesSource: ~Copyable {
  /// The delay after the last change.
  private static let settling = Duration.milliseconds(100)
  /// The maximum delay after the first change: longer than any editor takes, and short enough for a waiting user.
  private static let longest = Duration.seconds(1)
  /// The delay after which a file open for writing is reported as an error.
  private static let patience = Duration.seconds(10)
  /// The delay after the first change after which the log says that it waits for the fingers.
  private static let longestHand = Duration.seconds(2)

  let path: String
  /// Nil if the kernel has no inotify instance left: then only SIGHUP and 'sleight reload' load the file.
  private var watch: FileWatch?
  /// Looks up the owners of files if the kernel hides them.
  private let owners: IncludedFiles.Owners?
  /// Called with the error that prevents watching.
  private let reportWatchError: (SystemError) -> Void
  private var watchError: SystemError?
  /// The contents that were loaded last and the messages about them: a file may become readable without being written.
  private var last: (sources: SourceFiles, text: String)?
  /// The first error of the file when it was last loaded; nil if it had none.
  private(set) var firstError: String?
  private var watched: (files: [String], directories: [String])
  /// The time of the first change since the last load.
  private var changed: Timestamp?
  /// The time to load it again.
  private(set) var deadline: Timestamp?
  /// The time at which the log says that a change waits for the fingers; nil if none does, or if that was said.
  var noteDeadline: Timestamp?

  /// Becomes readable when the file may have changed.
  let descriptor: CInt?

  init(
    path: String, owners: IncludedFiles.Owners? = nil, reportWatchError: @escaping (SystemError) -> Void
  ) {
    self.path = path
    self.owners = owners
    self.reportWatchError = reportWatchError
    watched = ([path], [])
    do {
      let watch = try FileWatch()
      descriptor = watch.number
      self.watch = consume watch
    } catch {
      descriptor = nil
      reportWatchError(error)
    }
  }

  /// Handles a change of one of the files or next to it.
  mutating func notice(at now: Timestamp) {
    guard watch?.hasChanged() == true else { return }
    // The note about an earlier change may be due, which was loaded meanwhile.
    if changed == nil { noteDeadline = now + Self.longestHand }
    let first = changed ?? now
    changed = first
    deadline = min(now + Self.settling, first + Self.longest)
    updateWatch()
  }

  /// A load that has begun.
  struct Load {
    /// Reads and checks the file and those that it includes, on any thread.
    let read: @Sendable () -> RulesFile
    /// The files that were loaded before, and their first error.
    fileprivate let before: (last: (sources: SourceFiles, text: String)?, firstError: String?)
    /// The time of the first change.
    fileprivate let first: Timestamp
  }

  /// Begins to load the file and those that it includes.
  mutating func beginLoad(at now: Timestamp) -> Load {
    let first = changed ?? now
    deadline = nil
    changed = nil
    // First: a file saved meanwhile is loaded once more.
    updateWatch()
    return Load(
      read: { [path, owners] in RulesFile.load(path: path, keyNames: .xkb, mayWait: false, owners: owners) },
      before: (last, firstError), first: first)
  }

  /// Loads the file and those that it includes.
  mutating func load(at now: Timestamp) -> RulesFile {
    let load = beginLoad(at: now)
    let file = load.read()
    finish(file, at: now)
    return file
  }

  /// Records the outcome of a load.
  mutating func finish(_ file: RulesFile, at now: Timestamp) {
    last = (file.sources, file.text)
    firstError = file.firstError
    if watched != (file.paths, file.directories) {
      watched = (file.paths, file.directories)
      updateWatch()
      // A file that is included now may have been saved before it was watched.
      if watch != nil, !file.readsTheSame(owners: owners) { (changed, deadline) = (now, now + Self.settling) }
    }
  }

  /// Records the outcome of a load after a change.
  /// - Returns: false if contents and messages are as before, or if a file is open for writing: it is not to be
  ///   adopted.
  mutating func finish(_ file: RulesFile, of load: Load, at now: Timestamp) -> Bool {
    let isChangedAgain = deadline != nil
    finish(file, at: now)
    if file.isBeingWritten, now < load.first + Self.patience {
      (last, firstError) = load.before
      // Closing it is a change, and comes before this deadline. It may have come already.
      if !isChangedAgain { (changed, deadline) = (load.first, load.first + Self.patience) }
      return false
    }
    guard let before = load.before.last, before.sources == file.sources, before.text == file.text else { return true }
    return false
  }

  /// Watches the current targets of the files' paths.
  private mutating func updateWatch() {
    do throws(SystemError) {
      try watch?.watch(watched.files, directories: watched.directories)
      watchError = nil
    } catch {
      if watchError == nil { reportWatchError(error) }
      watchError = error
    }
  }
}
