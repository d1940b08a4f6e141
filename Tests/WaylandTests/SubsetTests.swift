import CLinux
import Glibc
import HeadlessSway
import Testing
import Waiting

@testable import Wayland

@Suite("A compositor that offers a part of the globals", .serialized)
struct SubsetTests {
  /// What a connection is used for, in the order in which it is released.
  private struct Objects {
    var objects: [AnyObject?]

    init(_ display: WaylandDisplay) {
      let keymap = "xkb_keymap { };"
      objects = [
        display, SeatKeyboard(of: display), Outputs(of: display), Toplevels(of: display),
        try? VirtualKeyboard(on: display, keymap: keymap), try? VirtualPointer(on: display),
        try? FakeInput(on: display), display.sync {},
      ]
    }
  }

  @Test("nothing outlives what it belongs to, in either order: with each part of them, and when they or all end")
  func subsets() throws {
    // Freed memory is overwritten, so that its use is noticed.
    mallopt(-6, 0xa5)
    defer { mallopt(-6, 0) }
    let globals = WaylandGlobal.allCases
    for subset in 0..<(1 << globals.count) {
      let offered = globals.indices.filter { subset & 1 << $0 != 0 }.map { globals[$0] }
      let server = try FakeCompositor()
      var display: WaylandDisplay? = try WaylandDisplay(at: server.path)
      try server.accept()
      try server.offer(offered.map { ($0, version: $0.newestVersion) })
      while let open = display, !open.isReady, isReadable(open.descriptor, within: 10_000) { try open.dispatch() }
      #expect(display?.isReady == true)
      var objects = display.map { Objects($0) }?.objects ?? []
      try display?.flush()
      if subset % 3 == 0 { server.close() }
      if subset % 3 == 1 { try? display?.dispatch() }
      if subset % 3 == 2 {
        for number in offered.indices { try server.withdraw(UInt32(number + 1)) }
        while let open = display, offered.contains(where: { open.offers($0) }),
          isReadable(open.descriptor, within: 10_000)
        { try open.dispatch() }
        #expect(!offered.contains { display?.offers($0) != false })
      }
      weak let connection = display
      display = nil
      // Each order in which a struct or an array could release them.
      if subset % 2 == 0 { objects.reverse() }
      for index in objects.indices { objects[index] = nil }
      #expect(connection == nil, "the connection stays open: \(offered)")
    }
  }
}
