import Rules
import Testing

@testable import Desktop

@Suite("Plasma's settings of touchpads")
struct PlasmaTouchpadsTests {
  private func device(_ name: String, _ flags: [String: Bool]) -> BusValue {
    .array(
      [.structure([.text("name"), .text(name)]), .structure([.text("size"), .other])]
        + flags.sorted { $0.key < $1.key }.map { .structure([.text($0.key), .boolean($0.value)]) })
  }

  private var touchpad: BusValue { touchpad(isEnabled: true) }

  private func touchpad(isEnabled: Bool, withMouse: Bool = true) -> BusValue {
    device(
      "ELAN0501:00 04F3:3060 Touchpad",
      [
        "touchpad": true, "pointer": true, "enabled": isEnabled, "disableEventsOnExternalMouse": !withMouse,
      ])
  }

  @Test("some are switched off by themselves")
  func disabled() {
    let other = device("Other Touchpad", ["touchpad": true, "pointer": true, "enabled": true])
    let keyboard = device("Keyboard", ["touchpad": false, "pointer": false, "enabled": false])
    #expect(PlasmaTouchpads.settings(of: [touchpad, other, keyboard]) == DesktopTouchpads())
    #expect(
      PlasmaTouchpads.settings(of: [touchpad(isEnabled: false), other, keyboard])
        == DesktopTouchpads(disabled: .named(["ELAN0501:00 04F3:3060 Touchpad"])))
    #expect(PlasmaTouchpads.settings(of: [.other, .array([])]) == DesktopTouchpads())
  }

  @Test("some scroll against the fingers, which a mouse's setting does not change")
  func natural() {
    let touchpads = [true, false].map { isNatural in
      device("\(isNatural)", ["touchpad": true, "pointer": true, "enabled": true, "naturalScroll": isNatural])
    }
    let mouse = device("Mouse", ["pointer": true, "touchpad": false, "enabled": true, "naturalScroll": false])
    #expect(PlasmaTouchpads.settings(of: touchpads + [mouse]) == DesktopTouchpads(reversed: .named(["false"])))
  }

  @Test("each has its own acceleration of the pointer")
  func acceleration() {
    let touchpad = BusValue.array([
      .structure([.text("name"), .text("a")]), .structure([.text("touchpad"), .boolean(true)]),
      .structure([.text("naturalScroll"), .boolean(true)]),
      .structure([.text("pointerAcceleration"), .number(0.4)]),
      .structure([.text("pointerAccelerationProfileFlat"), .boolean(true)]),
    ])
    #expect(
      PlasmaTouchpads.settings(of: [touchpad]).accelerations == ["a": TouchpadAcceleration(isFlat: true, setting: 0.4)])
  }

  @Test("touchscreens are known by the outputs that they are mapped to")
  func mapped() {
    func screen(_ name: String, _ output: String) -> BusValue {
      .array([
        .structure([.text("name"), .text(name)]), .structure([.text("touch"), .boolean(true)]),
        .structure([.text("outputName"), .text(output)]),
      ])
    }
    let settings = PlasmaTouchpads.settings(of: [screen("A", "DP-1"), screen("B", ""), touchpad])
    #expect(settings.outputs == ["A": "DP-1"])
  }

  @Test("some are switched off while a mouse is connected, which a pointing stick is not")
  func externalMouse() {
    let touchpad = touchpad(isEnabled: true, withMouse: false)
    let mouse = device("Logitech M185", ["pointer": true, "touchpad": false, "enabled": true])
    let stick = device("TPPS/2 IBM TrackPoint", ["pointer": true, "touchpad": false, "enabled": true])
    #expect(PlasmaTouchpads.settings(of: [touchpad, stick]) == DesktopTouchpads())
    #expect(
      PlasmaTouchpads.settings(of: [touchpad, stick, mouse])
        == DesktopTouchpads(disabled: .named(["ELAN0501:00 04F3:3060 Touchpad"])))
    #expect(PlasmaTouchpads.settings(of: [self.touchpad, mouse]) == DesktopTouchpads())
  }
}
