import HeadlessSway
import Testing
import Waiting

@testable import Wayland

/// COSMIC's windows, as its protocol describes them; not tried on COSMIC.
@Suite("The window with the keyboard focus, on COSMIC")
struct CosmicToplevelsTests {
  /// The objects that the client binds, in order, and the states that it requests.
  private let output: UInt32 = 4
  private let states: UInt32 = 5
  private let list: UInt32 = 6
  private let windows = [(handle: UInt32(0xff00_0000), state: UInt32(7)), (handle: 0xff00_0001, state: 8)]

  private func read(_ display: WaylandDisplay) throws {
    while isReadable(display.descriptor, within: 100) { try display.dispatch() }
  }

  @Test("application, title, fullscreen and output are reported, and each change at once")
  func focus() throws {
    let server = try FakeCompositor()
    let display = try WaylandDisplay(at: server.path)
    try server.accept()
    try server.offer([(.output, version: 4), (.toplevelList, version: 1), (.cosmicToplevels, version: 3)])
    try read(display)
    let outputs = Outputs(of: display)
    var told: [String] = []
    var seen: Toplevels?
    seen = Toplevels(of: display) { told.append(seen?.activated?.appID ?? "-") }
    #expect(seen?.source == .cosmicToplevels)
    try display.flush()
    try server.send(output, 2)

    for (window, name) in zip(windows, ["one", "two"]) {
      try server.send(list, 0, [.word(window.handle)])
      try server.send(window.handle, 4, [.text("id-\(name)")])
      try server.send(window.handle, 2, [.text("title \(name)")])
      try server.send(window.handle, 3, [.text(name)])
      try server.send(window.handle, 1)
    }
    try read(display)
    // Without its state, a window is not described.
    #expect(seen?.activated == nil)
    try server.send(windows[0].state, 4, [.word(output)])
    try server.send(windows[0].state, 8, [.array([2, 0, 0, 0, 3, 0, 0, 0])])
    try server.send(windows[1].state, 8, [.array([0, 0, 0, 0])])
    try server.send(states, 2)
    try read(display)
    let first = try #require(seen?.activated)
    #expect(first.appID == "one" && first.title == "title one" && first.isFullscreen)
    #expect(first.outputs == [try #require(outputs.all.first).id])

    // The focus moves: no window is reported in between.
    try server.send(windows[0].state, 8, [.array([])])
    try server.send(windows[1].state, 8, [.array([2, 0, 0, 0])])
    try read(display)
    #expect(told == ["one"])
    try server.send(states, 2)
    try server.send(windows[1].handle, 2, [.text("new")])
    try server.send(windows[1].handle, 1)
    try read(display)
    #expect(told == ["one", "two"])
    #expect(seen?.activated?.title == "new" && seen?.activated?.isFullscreen == false)

    try server.send(windows[1].handle, 0)
    try read(display)
    #expect(told == ["one", "two", "-"])
    try server.withdraw(3)
    try read(display)
    #expect(seen?.source == nil)
    seen = nil
  }

  @Test(
    "without the list of windows, or in version 1, there is no source",
    arguments: [
      [(WaylandGlobal.cosmicToplevels, version: UInt32(2))],
      [(.toplevelList, version: 1), (.cosmicToplevels, version: 1)],
      [(.toplevelList, version: 1)],
    ])
  func incomplete(globals: [(WaylandGlobal, version: UInt32)]) throws {
    let server = try FakeCompositor()
    let display = try WaylandDisplay(at: server.path)
    try server.accept()
    try server.offer(globals)
    try read(display)
    #expect(Toplevels(of: display).source == nil)
  }
}
