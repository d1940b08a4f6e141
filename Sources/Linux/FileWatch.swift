internal import CLinux
internal import Glibc

/// Notices when files may say something else, whichever way they are saved: written in place, another file renamed over
/// them, a symbolic link on their way pointed elsewhere, their directory moved away and back, or not there at first.
///
/// Each file's path is walked as the kernel walks it. The directory that holds the file is watched for the file's name;
/// what lies on the way, for being moved or removed itself: programs that save something else next to it wake nobody.
public struct FileWatch: ~Copyable {
  private let inotify: Inotify
  /// What is watched, with the names that matter in it; none where only the thing itself does.
  private var names: [CInt: Set<String>] = [:]
  /// The directories in which every name matters.
  private var whole: Set<CInt> = []

  /// The kernel follows no more symbolic links than this (MAXSYMLINKS).
  private static let mostLinks = 40
  private static let entries: Inotify.Mask = [
    .written, .created, .deleted, .movedFrom, .movedTo, .attributes, .selfMoved, .selfDeleted,
  ]

  /// Watches nothing yet.
  /// - Throws: `SystemError`.
  public init() throws(SystemError) { inotify = try Inotify() }

  /// The number, to wait for.
  public var number: CInt { inotify.number }

  /// Watches the files at `paths` and whatever comes and goes in `directories`, and nothing else any more. To be called
  /// again after every change: what lies on the way may be something else now. What cannot be watched for want of
  /// permission cannot be read either, and is left out.
  public mutating func watch(_ paths: [String], directories: [String] = []) {
    for watch in names.keys { try? inotify.remove(watch) }
    names = [:]
    whole = []
    // What is left from the old watches says nothing of the new ones.
    _ = try? inotify.events()
    for path in paths + directories { walk(path) }
    for directory in directories {
      if let watch = add(directory, Self.entries.union(.onlyDirectory)) { whole.insert(watch) }
    }
  }

  /// Whether one of the files may have changed since the last call.
  public func hasChanged() -> Bool {
    guard let events = try? inotify.events() else { return true }
    return events.contains { event in
      if event.mask.contains(.overflow) { return true }
      guard let names = names[event.watch] else { return false }
      return event.name.map { names.contains($0) || whole.contains(event.watch) } ?? !event.mask.contains(.ignored)
    }
  }

  private mutating func walk(_ path: String) {
    var rest = path.split(separator: "/").map(String.init)[...]
    var directory = path.hasPrefix("/") ? "/" : "."
    var links = 0
    while let name = rest.popFirst() {
      let place = directory == "/" ? "/\(name)" : "\(directory)/\(name)"
      if name == "." { continue }
      var status = stat()
      guard lstat(place, &status) == 0 else {
        // What is not there may come.
        add(directory, Self.entries.union(.onlyDirectory), name: name)
        return
      }
      switch status.st_mode & S_IFMT {
      case S_IFLNK:
        add(place, [.selfMoved, .selfDeleted, .attributes, .linkItself])
        links += 1
        guard links <= Self.mostLinks, let target = Self.target(of: place) else { return }
        if target.hasPrefix("/") { directory = "/" }
        rest = (target.split(separator: "/").map(String.init) + rest)[...]
      case S_IFDIR where !rest.isEmpty:
        add(place, [.selfMoved, .selfDeleted])
        directory = place
      default:
        add(directory, Self.entries.union(.onlyDirectory), name: name)
        return
      }
    }
  }

  @discardableResult
  private mutating func add(_ path: String, _ mask: Inotify.Mask, name: String? = nil) -> CInt? {
    guard let watch = try? inotify.watch(path, for: mask.union(.besides)) else { return nil }
    names[watch, default: []].formUnion(name.map { [$0] } ?? [])
    return watch
  }

  private static func target(of link: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }
}
