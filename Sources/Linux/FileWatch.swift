internal import CLinux
internal import Glibc

/// Notices when files may say something else, whichever way they are saved: written in place, by this name or another
/// one, another file renamed over them, a symbolic link on their way pointed elsewhere, their directory moved away and
/// back, or not there at first.
///
/// Each file's path is walked as the kernel walks it. The directory that holds the file is watched for the file's name;
/// what lies on the way, for being moved or removed itself: programs that save something else next to it wake nobody.
public struct FileWatch: ~Copyable {
  /// What matters in something that is watched, besides what happens to itself.
  private enum Interest {
    case names(Set<String>)
    case everything
  }

  private let inotify: Inotify
  private var interests: [CInt: Interest] = [:]

  /// The kernel follows no more symbolic links than this (MAXSYMLINKS).
  private static let mostLinks = 40
  /// Whoever changes the way again and again while it is walked has it walked so often.
  private static let mostWalks = 40
  /// In a directory, for names in it.
  private static let entries: Inotify.Mask = [
    .written, .created, .deleted, .movedFrom, .movedTo, .attributes, .selfMoved, .selfDeleted, .onlyDirectory,
  ]
  /// In a directory, for one in it that may come, go or be opened to its user.
  private static let comingAndGoing: Inotify.Mask = [
    .created, .deleted, .movedFrom, .movedTo, .attributes, .onlyDirectory,
  ]

  /// Watches nothing yet.
  /// - Throws: `SystemError`.
  public init() throws(SystemError) { inotify = try Inotify() }

  /// The number, to wait for.
  public var number: CInt { inotify.number }

  /// Watches the files at `paths` and whatever comes and goes in `directories`, and nothing else any more. To be called
  /// again after every change: what lies on the way may be something else now.
  /// - Throws: `SystemError` where the kernel has no room for so many watches, but not for want of permission: what can
  ///   be noticed then is that somebody gives it.
  public mutating func watch(_ paths: [String], directories: [String] = []) throws(SystemError) {
    for watch in interests.keys { try? inotify.remove(watch) }
    interests = [:]
    // What is left from the old watches says nothing of the new ones.
    _ = try? inotify.events()
    for path in paths { try watch(path, entirely: false) }
    for path in directories { try watch(path, entirely: true) }
  }

  /// Whether one of the files may have changed since the last call.
  public func hasChanged() -> Bool {
    guard let events = try? inotify.events() else { return true }
    return events.contains { event in
      if event.mask.contains(.overflow) { return true }
      guard let interest = interests[event.watch] else { return false }
      guard let name = event.name else { return !event.mask.contains(.ignored) }
      return switch interest {
      case .names(let names): names.contains(name)
      case .everything: true
      }
    }
  }

  // MARK: Walking

  private mutating func watch(_ path: String, entirely: Bool) throws(SystemError) {
    for _ in 0..<Self.mostWalks where try walk(path, entirely: entirely) { return }
  }

  /// What a name leads to.
  private enum Kind {
    case link, directory, other
  }

  /// Whether something could be watched.
  private enum Added {
    case watched, gone, forbidden
  }

  /// Walks to the end of `path` and watches what lies on the way. Whatever is looked at is watched before, or looked at
  /// again after: what changed in between would go unnoticed for ever.
  /// - Parameter entirely: whether all names in a directory at the end matter.
  /// - Returns: false where the way has changed meanwhile.
  private mutating func walk(_ path: String, entirely: Bool) throws(SystemError) -> Bool {
    var rest = Self.names(in: path)[...]
    var directory = path.hasPrefix("/") ? "/" : "."
    /// Where the walk came into `directory`.
    var entrance: (directory: String, name: String)?
    var links = 0
    while let name = rest.popFirst() {
      let place = directory == "/" ? "/\(name)" : "\(directory)/\(name)"
      switch Self.kind(of: place) {
      case .link?:
        guard try add(place, [.selfMoved, .selfDeleted, .attributes, .linkItself]) != .gone,
          let target = Self.target(of: place)
        else { return false }
        links += 1
        guard links <= Self.mostLinks else { return true }
        if target.hasPrefix("/") { directory = "/" }
        rest = (Self.names(in: target) + rest)[...]
      case .directory? where entirely || !rest.isEmpty:
        switch try add(place, [.selfMoved, .selfDeleted]) {
        case .watched: break
        case .gone: return false
        // Its parent may tell when it is opened.
        case .forbidden: _ = try add(directory, Self.comingAndGoing, .names([name]))
        }
        entrance = (directory, name)
        directory = place
      case let kind:
        guard try add(directory, Self.entries, .names([name])) != .gone else { return false }
        switch kind {
        // It may have other names, in other directories.
        case .other?: guard try add(place, [.written, .attributes, .linkItself]) != .gone else { return false }
        // What is not there may come, in this directory or in one in its place: of the end of this one the kernel does
        // not tell before the last program has left it.
        case nil: if let (above, name) = entrance { _ = try add(above, Self.comingAndGoing, .names([name])) }
        case .link?, .directory?: break
        }
        return Self.kind(of: place) == kind
      }
    }
    guard entirely else { return true }
    return try add(directory, Self.entries, .everything) != .gone
  }

  private mutating func add(
    _ path: String, _ mask: Inotify.Mask, _ interest: Interest = .names([])
  ) throws(SystemError) -> Added {
    do throws(SystemError) {
      let watch = try inotify.watch(path, for: mask.union(.besides))
      switch (interests[watch], interest) {
      case (.everything?, _): break
      case (.names(let old)?, .names(let new)): interests[watch] = .names(old.union(new))
      case (.names?, .everything), (nil, _): interests[watch] = interest
      }
      return .watched
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR, ELOOP: return .gone
      case EACCES: return .forbidden
      default: throw error
      }
    }
  }

  private static func names(in path: String) -> [String] {
    path.split(separator: "/").map(String.init).filter { $0 != "." }
  }

  /// Nil where nothing is there.
  private static func kind(of path: String) -> Kind? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFLNK: return .link
    case S_IFDIR: return .directory
    default: return .other
    }
  }

  private static func target(of link: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }
}
