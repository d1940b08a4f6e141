import HeadlessSway
import Testing

import Time
import Waiting
@testable import Wayland

@Suite("A defective compositor")
struct MalformedTests {
  /// The reason for which the connection ends; nil if it is open after all events are read.
  private func end(of display: WaylandDisplay) -> WaylandError? {
    do {
      while isReadable(display.descriptor, within: 100) { try display.dispatch() }
      return nil
    } catch {
      return error
    }
  }

  @Test("invalid data ends the connection, and the error says so")
  func garbage() throws {
    for bytes in [
      Array(repeating: UInt8(0xff), count: 8192), Array(repeating: UInt8(0), count: 8192),
      Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8) + Array(repeating: 32, count: 65_536),
    ] {
      let server = try FakeCompositor()
      let display = try WaylandDisplay(at: server.path)
      try server.accept()
      try? server.send(bytes: bytes)
      guard case .malformed(let text)? = end(of: display) else {
        Issue.record("\(String(describing: display.failure))")
        continue
      }
      #expect(!text.isEmpty)
      #expect(!display.isReady)
      // The error stays, and requests are rejected.
      #expect(throws: WaylandError.malformed(text)) { try display.dispatch() }
      #expect(throws: WaylandError.malformed(text)) { try display.flush() }
    }
  }

  @Test("events of unknown objects, with too few arguments or with unterminated strings are invalid")
  func events() throws {
    let messages: [[UInt8]] = [
      // The registry's event 7 of 2.
      [2, 0, 0, 0, 7, 0, 8, 0],
      // A global event without arguments.
      [2, 0, 0, 0, 0, 0, 8, 0],
      // A string of 100 bytes in a message of 20.
      [2, 0, 0, 0, 0, 0, 20, 0, 1, 0, 0, 0, 100, 0, 0, 0, 97, 97, 97, 97],
    ]
    for bytes in messages {
      let server = try FakeCompositor()
      let display = try WaylandDisplay(at: server.path)
      try server.accept()
      try server.send(bytes: bytes)
      let failure = end(of: display)
      if case .malformed? = failure { continue }
      Issue.record("\(bytes): \(String(describing: failure))")
    }
  }

  @Test("a connection that ends in the middle of a message is closed")
  func half() throws {
    let server = try FakeCompositor()
    let display = try WaylandDisplay(at: server.path)
    try server.accept()
    try server.send(bytes: [2, 0, 0, 0, 0, 0])
    server.close()
    #expect(end(of: display) == .closed)
  }

  @Test("the compositor's reason for ending the connection is quoted")
  func refused() throws {
    let server = try FakeCompositor()
    let display = try WaylandDisplay(at: server.path)
    try server.accept()
    try server.offer([(.virtualKeyboard, version: 1), (.seat, version: 7)])
    #expect(end(of: display) == nil)
    // 4 is the manager, 5 the seat, 6 the keyboard.
    let keyboard = try VirtualKeyboard(on: display, keymap: "xkb_keymap {};")
    try display.flush()
    try server.send(1, 0, [.word(4), .word(0), .text("not for: you")])
    let failure = try #require(end(of: display))
    #expect(failure.isKeyboardRefused)
    #expect("\(failure)" == "the compositor refuses this program a virtual keyboard (not for: you)")
    #expect(throws: failure) { try keyboard.key(1, isPressed: true, at: .zero) }
  }

  @Test("an error names the interface that is not offered")
  func missing() throws {
    let server = try FakeCompositor()
    let display = try WaylandDisplay(at: server.path)
    try server.accept()
    try server.offer([(.output, version: 4), (.virtualPointer, version: 2)])
    #expect(end(of: display) == nil)
    #expect(display.isReady)
    #expect(display.offers(.output))
    #expect(!display.offers(.virtualKeyboard))
    #expect(throws: WaylandError.missing(.virtualKeyboard)) { try VirtualKeyboard(on: display, keymap: "") }
    #expect(throws: WaylandError.missing(.seat)) { try VirtualPointer(on: display) }
    #expect(Toplevels(of: display).source == nil)
  }

  @Test("incomplete states, windows that are closed twice and unknown outputs do no harm")
  func windows() throws {
    let server = try FakeCompositor()
    let display = try WaylandDisplay(at: server.path)
    try server.accept()
    try server.offer([(.toplevels, version: 3), (.output, version: 4)])
    #expect(end(of: display) == nil)
    let windows = Toplevels(of: display)
    let outputs = Outputs(of: display)
    try display.flush()
    let (manager, output, window) = (UInt32(4), UInt32(5), UInt32(0xff00_0000))
    try server.send(manager, 0, [.word(window)])
    try server.send(window, 1, [.text("a")])
    // Activated, and three extra bytes.
    try server.send(window, 4, [.array([2, 0, 0, 0, 3, 0, 0])])
    #expect(end(of: display) == nil)
    // Not complete before `done`.
    #expect(windows.activated == nil)
    try server.send(window, 5)
    // No size, an invalid transform, a mode that is not current, a scale below one.
    try server.send(
      output, 0,
      [.word(0), .word(0), .word(UInt32(bitPattern: -5)), .word(0), .word(0), .text("m"), .text(""), .word(99)])
    try server.send(output, 1, [.word(0), .word(9), .word(9), .word(60)])
    try server.send(output, 3, [.word(UInt32(bitPattern: -1))])
    try server.send(output, 2)
    try server.send(window, 2, [.word(output)])
    try server.send(window, 5)
    #expect(end(of: display) == nil)
    let told = try #require(windows.activated)
    #expect(told.appID == "a" && !told.isFullscreen)
    let screen = try #require(outputs.all.first)
    #expect(told.outputs == [screen.id])
    #expect(screen.transform == .normal && screen.scale == 1)
    #expect(screen.physicalSize == nil && screen.pixelSize == nil && screen.logicalSize == nil)
    try server.send(window, 4, [.array([])])
    try server.send(window, 5)
    #expect(end(of: display) == nil)
    #expect(windows.activated == nil)
    // Closed, and then more events.
    try server.send(window, 6)
    try server.send(window, 5)
    try server.send(window, 6)
    #expect(end(of: display) == nil)
    // The compositor ends the protocol.
    try server.send(manager, 1)
    #expect(end(of: display) == nil)
    #expect(windows.source == nil)
  }

  @Test("with several seats the window that was activated last is used, and then the one before")
  func seats() throws {
    let server = try FakeCompositor()
    let display = try WaylandDisplay(at: server.path)
    try server.accept()
    try server.offer([(.toplevels, version: 3)])
    #expect(end(of: display) == nil)
    var told: [String?] = []
    var windows: Toplevels?
    windows = Toplevels(of: display) { told.append(windows?.activated?.appID) }
    try display.flush()
    let (first, second) = (UInt32(0xff00_0000), UInt32(0xff00_0001))
    for (window, name) in [(first, "a"), (second, "b")] {
      try server.send(4, 0, [.word(window)])
      try server.send(window, 1, [.text(name)])
      try server.send(window, 4, [.array([2, 0, 0, 0])])
      try server.send(window, 5)
      #expect(end(of: display) == nil)
    }
    try server.send(second, 6)
    #expect(end(of: display) == nil)
    #expect(told == ["a", "b", "a"])
    windows = nil
    try display.flush()
  }
}
