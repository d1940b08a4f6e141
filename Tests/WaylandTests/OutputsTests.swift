import HeadlessSway
import Testing

@testable import Wayland

@Suite("The outputs of a compositor", .serialized)
struct OutputsTests {
  @Test("an output has a name, a size and a transform, and changes are reported")
  func turned() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    var changes = 0
    let outputs = Outputs(of: display) { changes += 1 }
    try display.run(otherwise: { "no screen" }) { !outputs.all.isEmpty }
    let first = try #require(outputs.all.first)
    #expect(outputs.all.count == 1)
    #expect(first.name == "HEADLESS-1")
    #expect(first.description?.isEmpty == false)
    // A virtual output has no size in millimetres.
    #expect(first.physicalSize == nil)
    #expect(first.transform == .normal)
    #expect(changes == 1)
    try sway.tell("output HEADLESS-1 mode 1920x1080")
    // sway counts clockwise, Wayland counter-clockwise.
    try sway.tell("output HEADLESS-1 transform 90")
    try display.run(otherwise: { "\(outputs.all)" }) { outputs.all.first?.transform == .turned270 }
    let turned = try #require(outputs[first.id])
    #expect(turned.pixelSize == Output.Size(width: 1920, height: 1080))
    #expect(turned.logicalSize == Output.Size(width: 1080, height: 1920))
    try sway.tell("output HEADLESS-1 scale 2 transform normal")
    try display.run(otherwise: { "\(outputs.all)" }) { outputs.all.first?.scale == 2 }
    #expect(outputs[first.id]?.logicalSize == Output.Size(width: 960, height: 540))
  }

  @Test("each output has its part of the desktop, exactly also with a fractional scale, and moves are reported")
  func rectangles() throws {
    let sway = try HeadlessSway(
      config: """
        output HEADLESS-1 mode 1920x1080 position 0 100 scale 1.5
        output HEADLESS-2 mode 1000x800 position 1280 0 transform 90
        """)
    try sway.tell("create_output")
    let display = try sway.connect()
    let outputs = Outputs(of: display)
    func rectangles() -> [Output.Rectangle?] { outputs.all.map(\.rectangle) }
    let expected: [Output.Rectangle] = [
      .init(x: 0, y: 100, size: .init(width: 1280, height: 720)),
      .init(x: 1280, y: 0, size: .init(width: 800, height: 1000)),
    ]
    try display.run(otherwise: { "\(outputs.all)" }) { rectangles() == expected }
    #expect(outputs.all.map(\.logicalSize) == expected.map(\.size))
    try sway.tell("output HEADLESS-2 position 1300 50")
    let moved = Output.Rectangle(x: 1300, y: 50, size: expected[1].size)
    try display.run(otherwise: { "\(outputs.all)" }) { rectangles() == [expected[0], moved] }
  }

  @Test("an output has its position whether the compositor announces positions before or after it")
  func order() throws {
    for globals: [(WaylandGlobal, version: UInt32)] in [
      [(.outputPositions, version: 3), (.output, version: 4)], [(.output, version: 4), (.outputPositions, version: 2)],
    ] {
      let server = try FakeCompositor()
      let display = try WaylandDisplay(at: server.path)
      try server.accept()
      try server.offer(globals)
      let outputs = Outputs(of: display)
      try display.run(otherwise: { "nothing is offered" }) { display.isReady }
      // The first is 4, the second 5, the position 6.
      let output: UInt32 = globals[0].0 == .output ? 4 : 5
      try server.send(output, 4, [.text("A")])
      try server.send(output, 2)
      try display.run(otherwise: { "\(outputs.all)" }) { outputs.all.map(\.name) == ["A"] }
      #expect(outputs.all[0].rectangle == nil)
      try server.send(6, 0, [.word(10), .word(20)])
      try server.send(6, 1, [.word(300), .word(200)])
      // Before version 3, an object reports the end of its changes itself.
      if output == 4 { try server.send(6, 2) } else { try server.send(output, 2) }
      try display.run(otherwise: { "\(outputs.all)" }) { outputs.all[0].rectangle != nil }
      #expect(outputs.all[0].rectangle == .init(x: 10, y: 20, size: .init(width: 300, height: 200)))
      // A size that is none.
      try server.send(6, 1, [.word(0), .word(200)])
      try server.send(output, 2)
      try display.run(otherwise: { "\(outputs.all)" }) { outputs.all[0].rectangle == nil }
    }
  }

  @Test("an output of version 3, as in GNOME 43, has the name that comes with its position")
  func nameOfPosition() throws {
    let server = try FakeCompositor()
    let display = try WaylandDisplay(at: server.path)
    try server.accept()
    try server.offer([(.output, version: 3), (.outputPositions, version: 3)])
    let outputs = Outputs(of: display)
    try display.run(otherwise: { "nothing is offered" }) { display.isReady }
    try server.send(6, 0, [.word(10), .word(20)])
    try server.send(6, 1, [.word(300), .word(200)])
    try server.send(6, 3, [.text("Meta-0")])
    try server.send(4, 2)
    try display.run(otherwise: { "\(outputs.all)" }) { outputs.all.first?.rectangle != nil }
    #expect(outputs.all.map(\.name) == ["Meta-0"])
  }

  @Test("a new output is reported")
  func plugged() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    let outputs = Outputs(of: display)
    try sway.tell("create_output")
    try display.run(otherwise: { "\(outputs.all)" }) { outputs.all.count == 2 }
    #expect(outputs.all.map(\.name) == ["HEADLESS-1", "HEADLESS-2"])
  }

  @Test("a removed output is reported, and windows are not on it any more")
  func unplugged() throws {
    // sway before 1.8 cannot remove a virtual output.
    let server = try FakeCompositor()
    let display = try WaylandDisplay(at: server.path)
    try server.accept()
    try server.offer([(.output, version: 4), (.output, version: 4)])
    var changes = 0
    let outputs = Outputs(of: display) { changes += 1 }
    try display.run(otherwise: { "nothing is offered" }) { display.isReady }
    // The first is 4, the second 5.
    for (object, name) in [(4, "A"), (5, "B")] as [(UInt32, String)] {
      try server.send(object, 4, [.text(name)])
      try server.send(object, 2)
    }
    try display.run(otherwise: { "\(outputs.all)" }) { outputs.all.map(\.name) == ["A", "B"] }
    let gone = try #require(outputs.all.first)
    changes = 0
    try server.withdraw(1)
    try display.run(otherwise: { "\(outputs.all)" }) { outputs.all.map(\.name) == ["B"] }
    #expect(changes == 1)
    #expect(outputs[gone.id] == nil)
    // An event after the output was removed.
    try server.send(4, 4, [.text("C")])
    try server.send(4, 2)
    try server.send(5, 4, [.text("D")])
    try server.send(5, 2)
    try display.run(otherwise: { "\(outputs.all)" }) { outputs.all.map(\.name) == ["D"] }
  }

  @Test("an event of an output that is being released has no effect")
  func letGo() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    var told = 0
    var outputs: Outputs? = Outputs(of: display) { told += 1 }
    try display.run(otherwise: { "no screen" }) { outputs?.all.isEmpty == false }
    let before = told
    try sway.tell("output HEADLESS-1 scale 3")
    outputs = nil
    try display.roundTrip(within: .seconds(30))
    #expect(told == before)
  }
}
