import Testing

@testable import Wayland

@Suite("The screens of a compositor", .serialized)
struct OutputsTests {
  @Test("a screen is known by its name, its pixels and how it is turned, and it is told when that changes")
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
    // A virtual screen has no size in millimetres.
    #expect(first.physicalSize == nil)
    #expect(first.transform == .normal)
    #expect(changes == 1)
    try sway.tell("output HEADLESS-1 mode 1920x1080")
    // Counted clockwise by sway, and the other way by Wayland.
    try sway.tell("output HEADLESS-1 transform 90")
    try display.run(otherwise: { "\(outputs.all)" }) { outputs.all.first?.transform == .turned270 }
    let turned = try #require(outputs[first.id])
    #expect(turned.pixelSize == Output.Size(width: 1920, height: 1080))
    #expect(turned.logicalSize == Output.Size(width: 1080, height: 1920))
    try sway.tell("output HEADLESS-1 scale 2 transform normal")
    try display.run(otherwise: { "\(outputs.all)" }) { outputs.all.first?.scale == 2 }
    #expect(outputs[first.id]?.logicalSize == Output.Size(width: 960, height: 540))
  }

  @Test("screens come and go")
  func plugged() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    let outputs = Outputs(of: display)
    try sway.tell("create_output")
    try display.run(otherwise: { "\(outputs.all)" }) { outputs.all.count == 2 }
    #expect(outputs.all.map(\.name) == ["HEADLESS-1", "HEADLESS-2"])
    let gone = try #require(outputs.all.first)
    try sway.tell("output HEADLESS-1 disable")
    try display.run(otherwise: { "\(outputs.all)" }) { outputs.all.count == 1 }
    #expect(outputs.all.map(\.name) == ["HEADLESS-2"])
    #expect(outputs[gone.id] == nil)
  }

  @Test("a screen that goes while it is let go of is told to nobody")
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
