internal import CLinux
internal import Glibc

/// Detects possible changes of files, however they are saved: written in place, written through a hard link, replaced
/// by a rename, reached through a symbolic link that now points elsewhere, or in a directory that was moved or created
/// later.
///
/// Each path is resolved as the kernel does it. The directory that contains the file is watched for the file's name;
/// directories and links on the path only for being moved or removed themselves. Other files saved in these directories
/// cause no wakeup.
public struct FileWatch: ~Copyable {
  /// The events of interest in a watched directory, besides those of the directory itself.
  private enum Interest {
    case names(Set<String>)
    case allNames
  }

  private let inotify: Inotify
  private var interests: [CInt: Interest]

  /// The maximum number of attempts if the path changes while it is resolved.
  private static let maxAttempts = 40
  /// Events in a directory that mean a change of an entry.
  private static let entries: Inotify.Mask = [
    .written, .created, .deleted, .movedFrom, .movedTo, .attributes, .selfMoved, .selfDeleted, .onlyDirectory,
  ]
  /// Events in a directory that mean that an entry appears, disappears or becomes accessible.
  private static let appearance: Inotify.Mask = [
    .created, .deleted, .movedFrom, .movedTo, .attributes, .onlyDirectory,
  ]

  /// Creates an object that watches nothing.
  /// - Throws: `SystemError`.
  public init() throws(SystemError) {
    inotify = try Inotify()
    interests = [:]
  }

  /// The descriptor's number, to wait for.
  public var number: CInt { inotify.number }

  /// Watches the files at `paths` and the entries of `directories` instead of what was watched before. Call it again
  /// after every change, since the paths may resolve differently.
  /// - Throws: `SystemError` if the kernel's limit of watches is reached, but not for missing permission: then a change
  ///   of permissions is detected.
  public mutating func watch(_ paths: [String], directories: [String] = []) throws(SystemError) {
    for watch in interests.keys { try? inotify.remove(watch) }
    interests = [:]
    // Discards events of the old watches.
    _ = try? inotify.events()
    for path in paths { try watch(path, wholly: false) }
    for path in directories { try watch(path, wholly: true) }
  }

  /// True if one of the files may have changed since the last call.
  public func hasChanged() -> Bool {
    guard let events = try? inotify.events() else { return true }
    return events.contains { event in
      if event.mask.contains(.overflow) { return true }
      guard let interest = interests[event.watch] else { return false }
      guard let name = event.name else { return !event.mask.contains(.ignored) }
      return switch interest {
      case .names(let names): names.contains(name)
      case .allNames: true
      }
    }
  }

  // MARK: Resolving

  private mutating func watch(_ path: String, wholly: Bool) throws(SystemError) {
    for _ in 0..<Self.maxAttempts where try resolve(path, wholly: wholly) { return }
  }

  /// The file type of a path's component.
  private enum FileType {
    case link, directory, other
  }

  /// The result of adding a watch.
  private enum WatchResult {
    case watched, gone, forbidden
  }

  /// Resolves `path` and watches each component. Each is watched before it is examined, or examined again afterwards: a
  /// change in between would otherwise be missed.
  /// - Parameter wholly: true to watch all entries if `path` leads to a directory.
  /// - Returns: false if the path changed meanwhile.
  private mutating func resolve(_ path: String, wholly: Bool) throws(SystemError) -> Bool {
    var rest = components(ofPath: path)[...]
    var directory = path.hasPrefix("/") ? "/" : "."
    /// The parent of `directory` and the name of `directory` in it.
    var parent: (directory: String, name: String)?
    var links = 0
    while let name = rest.popFirst() {
      let component = directory == "/" ? "/\(name)" : "\(directory)/\(name)"
      switch Self.fileType(of: component) {
      case .link?:
        guard try add(component, [.selfMoved, .selfDeleted, .attributes, .linkItself]) != .gone,
          let target = target(ofLink: component)
        else { return false }
        links += 1
        guard links <= mostLinks else { return true }
        if target.hasPrefix("/") { directory = "/" }
        rest = (components(ofPath: target) + rest)[...]
      case .directory? where wholly || !rest.isEmpty:
        switch try add(component, [.selfMoved, .selfDeleted]) {
        case .watched: break
        case .gone: return false
        // The parent reports when its permissions change.
        case .forbidden: _ = try add(directory, Self.appearance, .names([name]))
        }
        parent = (directory, name)
        directory = component
      case let kind:
        guard try add(directory, Self.entries, .names([name])) != .gone else { return false }
        switch kind {
        // The file may have other names, in other directories (hard links).
        case .other?: guard try add(component, [.written, .attributes, .linkItself]) != .gone else { return false }
        // A missing entry may be created in this directory, or in another one that replaces it. The kernel reports the
        // removal of a directory only after the last process has left it, so its parent is watched too.
        case nil: if let (above, name) = parent { _ = try add(above, Self.appearance, .names([name])) }
        case .link?, .directory?: break
        }
        return Self.fileType(of: component) == kind
      }
    }
    guard wholly else { return true }
    return try add(directory, Self.entries, .allNames) != .gone
  }

  private mutating func add(
    _ path: String, _ mask: Inotify.Mask, _ interest: Interest = .names([])
  ) throws(SystemError) -> WatchResult {
    do throws(SystemError) {
      let watch = try inotify.watch(path, for: mask.union(.addToMask))
      switch (interests[watch], interest) {
      case (.allNames?, _): break
      case (.names(let old)?, .names(let new)): interests[watch] = .names(old.union(new))
      case (.names?, .allNames), (nil, _): interests[watch] = interest
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

  /// Nil if nothing exists at `path`.
  private static func fileType(of path: String) -> FileType? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFLNK: return .link
    case S_IFDIR: return .directory
    default: return .other
    }
  }
}
