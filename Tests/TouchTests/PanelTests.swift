import Testing
import Touch

@Suite("The panel under a touchscreen")
struct PanelTests {
  private static let panel = Panel(output: "eDP-1", size: Size(width: 344, height: 194))
  private static let monitor = Panel(output: "HDMI-A-1", size: Size(width: 527, height: 296))
  private static let tablet = Panel(output: "DP-2", size: Size(width: 294, height: 165))

  private static func screen(
    _ width: Double = 344, _ height: Double = 194, isBuiltIn: Bool = false, outputName: String? = nil
  ) -> Device {
    Device(
      id: DeviceID(0), name: "Goodix", kind: .touchscreen, size: Size(width: width, height: height),
      isBuiltIn: isBuiltIn, outputName: outputName)
  }

  private func output(of device: Device, stated: String? = nil, among panels: [Panel]) -> String? {
    panels.panel(under: device, stated: stated)?.output
  }

  @Test("the one that the rules file states, whatever else suggests another")
  func stated() {
    let device = Self.screen(isBuiltIn: true, outputName: "eDP-1")
    #expect(output(of: device, stated: "DP-2", among: [Self.panel, Self.tablet]) == "DP-2")
  }

  @Test("the one that udev states, if the rules file states none")
  func udev() {
    let device = Self.screen(isBuiltIn: true, outputName: "DP-2")
    #expect(output(of: device, among: [Self.panel, Self.tablet]) == "DP-2")
  }

  @Test("none if the stated output is off")
  func off() {
    #expect(output(of: Self.screen(), stated: "DP-3", among: [Self.panel]) == nil)
    #expect(output(of: Self.screen(outputName: "DP-3"), among: [Self.panel]) == nil)
  }

  @Test("the built-in panel for a built-in touchscreen, even if a monitor has the same size")
  func builtIn() {
    let twin = Panel(output: "DP-1", size: Self.panel.size)
    for name in ["eDP-1", "LVDS-1", "DSI-1"] {
      let panel = Panel(output: name, size: nil)
      #expect(output(of: Self.screen(isBuiltIn: true), among: [twin, Self.monitor, panel]) == name)
    }
    // Two built-in panels differ in size.
    let second = Panel(output: "eDP-2", size: Size(width: 344, height: 120))
    #expect(output(of: Self.screen(344, 121, isBuiltIn: true), among: [Self.panel, second]) == "eDP-2")
  }

  @Test("the only one of its size, up to a twentieth")
  func size() {
    let all = [Self.panel, Self.monitor, Self.tablet]
    #expect(output(of: Self.screen(293, 166), among: all) == "DP-2")
    #expect(output(of: Self.screen(520, 300), among: all) == "HDMI-A-1")
    #expect(output(of: Self.screen(290, 190), among: all) == nil)
    #expect(output(of: Self.screen(), among: all + [Panel(output: "DP-4", size: Self.panel.size)]) == nil)
  }

  @Test("the only one, of any size")
  func only() {
    #expect(output(of: Self.screen(100, 60), among: [Self.monitor]) == "HDMI-A-1")
    #expect(output(of: Self.screen(), among: [Panel(output: "Virtual-1", size: nil)]) == "Virtual-1")
    #expect(output(of: Self.screen(), among: []) == nil)
  }

  @Test("a touchpad lies over none")
  func touchpad() {
    let pad = Device(id: DeviceID(0), name: "Pad", kind: .touchpad, size: Self.panel.size, isBuiltIn: true)
    #expect(output(of: pad, stated: "eDP-1", among: [Self.panel]) == nil)
  }
}
