internal import Actions
internal import Diagnostics
internal import Linux
internal import RulesFile
internal import Surroundings
internal import Touch

/// Where the daemon's rules come from: a file that is read again when it was saved, or one that it includes.
///
///     file      written ── renamed ────────────────────────────────────
///     daemon              │◀─ 100 ms ─▶│ waits for the fingers, reads and adopts
///
/// An editor saves in several steps, and what is read between them is half a file: the last step has to be some time
/// ago. A file that is never left alone is read after a second all the same. One that somebody has open for writing is
/// read when it is closed.
struct RulesSource: ~Copyable {
  /// How long ago the last change must be.
  private static let settling = Duration.milliseconds(100)
  /// How long ago the first change may be. No editor takes that long, and nobody waits longer without wondering.
  private static let longest = Duration.seconds(1)
  /// After how long somebody who has the file open for writing is named as the reason why it is not read.
  private static let patience = Duration.seconds(10)

  let path: String
  /// Nil where the kernel has no inotify to spare: then only SIGHUP and 'sleight reload' read it again.
  private var watch: FileWatch?
  /// Tells whose files are that the kernel does not tell of.
  private let owners: IncludedFiles.Owners?
  /// Told why changes go unnoticed.
  private let reportBlindness: (SystemError) -> Void
  private var blindness: SystemError?
  /// What was read last, and what was said of it: a file may become readable without being written.
  private var last: (sources: SourceFiles, text: String)?
  /// Where something else may be found than last time.
  private var places: (files: [String], directories: [String])
  /// The first change since.
  private var changed: Timestamp?
  /// When to read it again.
  private(set) var deadline: Timestamp?

  /// Becomes readable when the file may have changed.
  let descriptor: CInt?

  init(
    path: String, owners: IncludedFiles.Owners? = nil, reportBlindness: @escaping (SystemError) -> Void
  ) {
    self.path = path
    self.owners = owners
    self.reportBlindness = reportBlindness
    places = ([path], [])
    do {
      let watch = try FileWatch()
      descriptor = watch.number
      self.watch = consume watch
    } catch {
      descriptor = nil
      reportBlindness(error)
    }
  }

  /// Something happened to one of the files, or next to it.
  mutating func notice(at now: Timestamp) {
    guard watch?.hasChanged() == true else { return }
    let first = changed ?? now
    changed = first
    deadline = min(now + Self.settling, first + Self.longest)
    look()
  }

  /// Reads the file and those it includes.
  mutating func load(at now: Timestamp) -> RulesFile {
    deadline = nil
    changed = nil
    // First, so that what is saved meanwhile is read once more.
    look()
    let file = RulesFile.load(path: path, keyNames: .xkb, mayWait: false, owners: owners)
    last = (file.sources, file.text)
    if places != (file.paths, file.directories) {
      places = (file.paths, file.directories)
      look()
      // What is included now may have been saved before it was watched.
      if watch != nil { (changed, deadline) = (now, now + Self.settling) }
    }
    return file
  }

  /// Reads them; nil where they say what they said before, or where that cannot be known yet.
  mutating func loadIfOther(at now: Timestamp) -> RulesFile? {
    let (before, first) = (last, changed ?? now)
    let file = load(at: now)
    if file.isBeingWritten, now < first + Self.patience {
      // That it is closed is a change, and comes before this.
      (last, changed, deadline) = (before, first, first + Self.patience)
      return nil
    }
    guard let before, before.sources == file.sources, before.text == file.text else { return file }
    return nil
  }

  /// Watches what the files' paths lead to now.
  private mutating func look() {
    do throws(SystemError) {
      try watch?.watch(places.files, directories: places.directories)
      blindness = nil
    } catch {
      if blindness == nil { reportBlindness(error) }
      blindness = error
    }
  }
}
