internal import Linux

/// Detects that a compositor may have started, when a file is created in a directory of compositors' sockets.
struct CompositorWatch: ~Copyable {
  private let inotify: Inotify
  /// True for each watch if every file in its directory matters.
  private var watches: [CInt: Bool] = [:]

  init() throws(SystemError) { inotify = try Inotify() }

  /// The descriptor's number, to wait for.
  var number: CInt { inotify.number }

  /// Watches the directories of sockets, instead of those before. It must be called again when such a directory is
  /// created.
  mutating func watch(_ sockets: CompositorSockets) {
    let old = watches
    watches = [:]
    for (path, wholly) in sockets.directories() {
      guard let watch = try? inotify.watch(path, for: [.created, .movedTo, .onlyDirectory]) else { continue }
      watches[watch] = wholly || watches[watch] == true
    }
    for watch in old.keys where watches[watch] == nil { try? inotify.remove(watch) }
  }

  /// True if a socket may have been created since the last call.
  func hasChanged(for sockets: CompositorSockets) -> Bool {
    guard let events = try? inotify.events() else { return true }
    return events.contains { event in
      if event.mask.contains(.overflow) { return true }
      guard let wholly = watches[event.watch], let name = event.name else { return false }
      return wholly || sockets.matters(name)
    }
  }
}
