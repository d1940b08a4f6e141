internal import Diagnostics
internal import Linux
internal import Rules
internal import Touch

/// Where the daemon's rules come from: a file that is read again when it was saved, or one that it includes.
///
///     file      written ── renamed ─────────────────────
///     daemon              │◀─ 100 ms ─▶│ reads   waits for the fingers, then adopts
///
/// An editor saves in several steps, and what is read between them is half a file: the last step has to be some time
/// ago.
struct RulesSource: ~Copyable {
  /// How long ago the last change must be.
  private static let settling = Duration.milliseconds(100)

  private let path: String
  /// Nil where the kernel has no inotify to spare: then only SIGHUP and 'sleight reload' read it again.
  private var watch: FileWatch?
  /// What was read last, and what was said of it: a file may become readable without being written.
  private var last: (sources: SourceFiles, text: String)?
  /// Where something else may be found than last time.
  private var places: (files: [String], directories: [String])
  /// When to read it again.
  private(set) var deadline: Timestamp?

  /// Becomes readable when the file may have changed.
  let descriptor: CInt?

  init(path: String) {
    self.path = path
    places = ([path], [])
    do {
      let watch = try FileWatch()
      descriptor = watch.number
      self.watch = consume watch
    } catch {
      descriptor = nil
    }
  }

  /// Something happened to the file, or next to it.
  mutating func notice(at now: Timestamp) {
    guard watch?.hasChanged() == true else { return }
    deadline = now + Self.settling
    watch?.watch(places.files, directories: places.directories)
  }

  /// It cannot be taken in now.
  mutating func wait(at now: Timestamp) { deadline = now + Self.settling }

  /// Reads the file and those it includes.
  mutating func load() -> RulesFile {
    deadline = nil
    // First, so that what is saved meanwhile is read once more.
    watch?.watch(places.files, directories: places.directories)
    let file = RulesFile.load(path: path, keyNames: .xkb, mayWait: false)
    last = (file.sources, file.text)
    if places != (file.paths, file.directories) {
      places = (file.paths, file.directories)
      watch?.watch(places.files, directories: places.directories)
      // What is included now may have been saved before it was watched.
      if watch != nil { wait(at: Timestamp(microseconds: monotonicNow())) }
    }
    return file
  }

  /// Reads them; nil where they say what they said before.
  mutating func loadIfOther() -> RulesFile? {
    let before = last
    let file = load()
    guard let before, before.sources == file.sources, before.text == file.text else { return file }
    return nil
  }
}
