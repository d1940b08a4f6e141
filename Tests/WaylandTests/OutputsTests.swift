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
