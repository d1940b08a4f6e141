import Glibc
import HeadlessSway
import Linux
import Testing
import Time
import Waiting

@testable import Wayland

@Suite("The connection to the compositor", .serialized)
struct LinkTests {
  /// The reports of a link, as text.
  private final class Reports {
    var all: [String] = []
    /// The last connection; the test releases it.
    var display: WaylandDisplay?

    func append(_ report: WaylandLink.Report) {
      switch report {
      case .connected(let display):
        all.append("connected")
        self.display = display
      case .permitted(let display):
        all.append("permitted")
        self.display = display
      case .lost(let error):
        all.append("lost: \(error)")
        display = nil
      case .unreachable(let error): all.append("unreachable: \(error)")
      case .writable: all.append("writable")
      }
    }
  }

  /// A link with short timeouts.
  private func shortTimeoutLink(_ path: String) throws -> WaylandLink {
    try WaylandLink(
      display: path, runtimeDirectory: nil, answerTimeout: .seconds(1),
      reconnection: Reconnection(
        refused: .init(first: .milliseconds(2), longest: .milliseconds(50), limit: 8), stableLifetime: .seconds(10)))
  }

  /// Dispatches until there are `count` reports.
  private func run(_ link: WaylandLink, _ reports: Reports, until count: Int) throws {
    let end = Timestamp.now + patience
    while reports.all.count < count {
      guard Timestamp.now < end else { throw TimedOut(description: "\(reports.all)") }
      if isReadable(link.descriptor, within: 1000) { link.dispatch(reports.append) }
    }
  }

  /// Dispatches until nothing happens for a third of a second.
  private func runUntilIdle(_ link: WaylandLink, _ reports: Reports) {
    while isReadable(link.descriptor, within: 300) { link.dispatch(reports.append) }
  }

  @Test(
    "when a compositor is killed, the connection and its objects are lost; it is connected to again after its restart")
  func restarted() throws {
    let sway = try HeadlessSway()
    let link = try WaylandLink(display: sway.socket, runtimeDirectory: nil)
    let reports = Reports()
    try run(link, reports, until: 1)
    #expect(reports.all == ["connected"])
    #expect(link.trouble == nil)
    let display = try #require(reports.display)
    #expect(display.offers(.virtualKeyboard))
    let outputs = Outputs(of: display)
    let windows = Toplevels(of: display)
    let pointer = try VirtualPointer(on: display)
    try display.flush()
    try wait(otherwise: { "no output: \(reports.all)" }) {
      if isReadable(link.descriptor, within: 100) { link.dispatch(reports.append) }
      return outputs.all.count == 1 ? () : nil
    }
    sway.compositor?.stop()
    try run(link, reports, until: 2)
    #expect(reports.all == ["connected", "lost: the compositor closed the connection"])
    // The collected state stays, and requests throw the reason.
    #expect(outputs.all.count == 1)
    #expect(throws: WaylandError.closed) { try pointer.frame() }
    #expect(link.trouble != nil)
    withExtendedLifetime(windows) {}
    try sway.start()
    try run(link, reports, until: 3)
    #expect(reports.all.last == "connected")
    #expect(link.display != nil)
  }

  @Test("a compositor that starts later is connected to, without wakeups before")
  func later() throws {
    // In a subdirectory: the directory above it is watched too, where other tests create files.
    let above = Folder()
    let folder = Folder(in: above)
    let link = try WaylandLink(display: "wayland-7", runtimeDirectory: folder.path)
    let reports = Reports()
    link.dispatch(reports.append)
    runUntilIdle(link, reports)
    #expect(!isReadable(link.descriptor, within: 300))
    #expect(reports.all == [])
    #expect(link.trouble.map { "\($0)" } == "connect \(folder.path)/wayland-7: No such file or directory")
    let server = try FakeCompositor(named: "wayland-7", in: folder)
    // The link connects by itself.
    while !server.hasPendingClient, isReadable(link.descriptor, within: 10_000) { link.dispatch(reports.append) }
    try server.accept()
    try server.offer([(.output, version: 4)])
    try run(link, reports, until: 1)
    #expect(reports.all == ["connected"])
    #expect(reports.display?.offers(.output) == true)
  }

  @Test("without WAYLAND_DISPLAY, the only compositor is used, and stale sockets are skipped")
  func search() throws {
    let folder = Folder()
    let dead = try FakeCompositor(named: "wayland-1", in: folder)
    dead.stop()
    let server = try FakeCompositor(named: "wayland-3", in: folder)
    let link = try WaylandLink(display: nil, runtimeDirectory: folder.path)
    let reports = Reports()
    link.dispatch(reports.append)
    try server.accept()
    try server.offer([])
    try run(link, reports, until: 1)
    #expect(reports.all == ["connected"])
  }

  @Test("with two compositors and no selection, none is used, and the error says how to select one")
  func two() throws {
    let folder = Folder()
    let servers = try [1, 2].map { try FakeCompositor(named: "wayland-\($0)", in: folder) }
    let link = try WaylandLink(display: "", runtimeDirectory: folder.path)
    let reports = Reports()
    try run(link, reports, until: 1)
    let names = servers.map(\.path).joined(separator: ", ")
    #expect(reports.all == ["unreachable: 2 compositors listen (\(names)): set WAYLAND_DISPLAY to one of them"])
  }

  @Test("without XDG_RUNTIME_DIR and WAYLAND_DISPLAY the error says that the location is unknown")
  func unknown() throws {
    for display in [nil, "wayland-1"] {
      let link = try WaylandLink(display: display, runtimeDirectory: nil)
      let reports = Reports()
      runUntilIdle(link, reports)
      #expect(reports.all == [])
      #expect(link.trouble == .noSocket("XDG_RUNTIME_DIR is not set: the compositor's socket is unknown"))
    }
  }

  @Test("a socket without a listener is tried a few times, reported once, and tried again after it is replaced")
  func refused() throws {
    let folder = Folder()
    let dead = try FakeCompositor(named: "wayland-1", in: folder)
    dead.stop()
    let link = try shortTimeoutLink(dead.path)
    let reports = Reports()
    try run(link, reports, until: 1)
    #expect(reports.all == ["unreachable: connect \(dead.path): Connection refused"])
    #expect(!isReadable(link.descriptor, within: 500))
    let server = try FakeCompositor(named: "wayland-1", in: folder)
    while !server.hasPendingClient, isReadable(link.descriptor, within: 10_000) { link.dispatch(reports.append) }
    try server.accept()
    try server.offer([])
    try run(link, reports, until: 2)
    #expect(reports.all.last == "connected")
  }

  @Test("a compositor that accepts and never answers does not block, and is reported once")
  func silent() throws {
    let server = try FakeCompositor()
    let link = try shortTimeoutLink(server.path)
    let reports = Reports()
    let start = Timestamp.now
    link.dispatch(reports.append)
    #expect(Timestamp.now - start < .seconds(15))
    try run(link, reports, until: 1)
    #expect(
      reports.all == ["unreachable: the compositor accepts connections but does not answer (waited 1 s)"])
    #expect(!isReadable(link.descriptor, within: 300))
    // The compositor recovers.
    try server.accept()
    try server.offer([])
    try run(link, reports, until: 2)
    #expect(reports.all.last == "connected")
  }

  @Test("a compositor that disconnects every client is tried a limited number of times")
  func sentAway() throws {
    let server = try FakeCompositor()
    let link = try shortTimeoutLink(server.path)
    let reports = Reports()
    var visits = 0
    let end = Timestamp.now + patience
    while reports.all.isEmpty, Timestamp.now < end {
      if isReadable(link.descriptor, within: 100) { link.dispatch(reports.append) }
      guard server.hasPendingClient else { continue }
      try server.accept()
      server.close()
      visits += 1
    }
    #expect(reports.all == ["unreachable: the compositor closed the connection"])
    #expect(visits == 9)
    #expect(!isReadable(link.descriptor, within: 500))
  }

  @Test("room in a full socket is reported")
  func full() throws {
    let sway = try HeadlessSway()
    let link = try WaylandLink(display: sway.socket, runtimeDirectory: nil)
    let reports = Reports()
    try run(link, reports, until: 1)
    let display = try #require(reports.display)
    let pointer = try VirtualPointer(on: display)
    try display.flush()
    runUntilIdle(link, reports)
    sway.compositor?.pause()
    #expect(throws: WaylandError.full) {
      for _ in 0..<1_000_000 { try pointer.move(x: 1, y: 0, at: .zero) }
    }
    // No wakeups while the compositor does not read.
    #expect(!isReadable(link.descriptor, within: 300))
    sway.compositor?.resume()
    try run(link, reports, until: 2)
    #expect(reports.all == ["connected", "writable"])
    try pointer.move(x: 1, y: 0, at: .zero)
    #expect(try display.flush())
  }
}
