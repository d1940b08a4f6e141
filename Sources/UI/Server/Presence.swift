import FlyingFox
import FlyingSocks
import Foundation

/// Whether pages are open: each page reads a stream of events for as long as it is.
actor Presence {
  private var pages = 0
  private var lastSeen = ContinuousClock.now

  /// A page that is open, for as long as something refers to it.
  final class Page: Sendable {
    private let presence: Presence

    fileprivate init(_ presence: Presence) { self.presence = presence }

    deinit {
      let presence = presence
      Task { await presence.close() }
    }
  }

  func open() -> Page {
    pages += 1
    return Page(self)
  }

  private func close() {
    pages -= 1
    lastSeen = .now
  }

  /// Returns when no page has been open for this long.
  func waitUntilAbsent(for time: Duration) async {
    while pages > 0 || lastSeen.duration(to: .now) < time {
      let left = pages > 0 ? time : time - lastSeen.duration(to: .now)
      try? await Task.sleep(for: max(min(left, .seconds(5)), .milliseconds(50)))
    }
  }
}

/// The events of a page, as an event stream: `rules` when the rules file has changed. Between them there are comments,
/// by whose failure a closed page is noticed.
struct PageEvents: AsyncBufferedSequence {
  typealias Element = UInt8

  /// The time between two looks at the rules file.
  private static let interval = Duration.seconds(1)

  let page: Presence.Page
  /// The path of the rules file.
  let path: String

  func makeAsyncIterator() -> Iterator { Iterator(page: page, path: path) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    let page: Presence.Page
    let path: String
    private var known: FileState?
    private var isFirst = true

    fileprivate init(page: Presence.Page, path: String) {
      (self.page, self.path) = (page, path)
      known = FileState(of: path)
    }

    mutating func next() async throws -> UInt8? { try await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
      if isFirst {
        isFirst = false
        return Array(":\n\n".utf8)
      }
      try await Task.sleep(for: PageEvents.interval)
      let state = FileState(of: path)
      defer { known = state }
      return Array((state == known ? ":\n\n" : "event: rules\ndata:\n\n").utf8)
    }
  }
}

/// What changes when a file is written or replaced.
private struct FileState: Equatable {
  private var inode: UInt64
  private var size: Int64
  private var seconds: Int
  private var nanoseconds: Int

  /// Nil if there is no file.
  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }
}
