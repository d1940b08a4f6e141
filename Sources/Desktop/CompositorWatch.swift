internal import Linux

/// Notices that a compositor may have come: that a socket came into being where one would be.
struct CompositorWatch: ~Copyable {
  private let inotify: Inotify
  /// Whether everything in the directory matters, by its watch.
  private var watches: [CInt: Bool] = [:]

  init() throws(SystemError) { inotify = try Inotify() }

  /// The number, to wait for.
  var number: CInt { inotify.number }

  /// Watches where a socket may come, and nothing else any more. A directory that is not there may come in one that is.
  mutating func watch(_ sockets: CompositorSockets) {
    let old = watches
    watches = [:]
    for (path, entirely) in sockets.directories() {
      guard let watch = try? inotify.watch(path, for: [.created, .movedTo, .onlyDirectory]) else { continue }
      watches[watch] = entirely || watches[watch] == true
    }
    for watch in old.keys where watches[watch] == nil { try? inotify.remove(watch) }
  }

  /// Whether a socket may have come since the last call.
  func hasNews(for sockets: CompositorSockets) -> Bool {
    guard let events = try? inotify.events() else { return true }
    return events.contains { event in
      if event.mask.contains(.overflow) { return true }
      guard let entirely = watches[event.watch], let name = event.name else { return false }
      return entirely || sockets.matters(name)
    }
  }
}
