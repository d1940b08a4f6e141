import Rules
import Testing

@testable import Desktop

@Suite("The touchpads that Plasma's settings switch off")
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

  @Test("are those that are switched off by themselves")
  func disabled() {
    let other = device("Other Touchpad", ["touchpad": true, "pointer": true, "enabled": true])
    let keyboard = device("Keyboard", ["touchpad": false, "pointer": false, "enabled": false])
    #expect(PlasmaTouchpads.disabled(among: [touchpad, other, keyboard]) == .none)
    #expect(
      PlasmaTouchpads.disabled(among: [touchpad(isEnabled: false), other, keyboard])
        == .named(["ELAN0501:00 04F3:3060 Touchpad"]))
    #expect(PlasmaTouchpads.disabled(among: [.other, .array([])]) == .none)
  }

  @Test("are those that are switched off while a mouse is connected, which a pointing stick is not")
  func externalMouse() {
    let touchpad = touchpad(isEnabled: true, withMouse: false)
    let mouse = device("Logitech M185", ["pointer": true, "touchpad": false, "enabled": true])
    let stick = device("TPPS/2 IBM TrackPoint", ["pointer": true, "touchpad": false, "enabled": true])
    #expect(PlasmaTouchpads.disabled(among: [touchpad, stick]) == .none)
    #expect(
      PlasmaTouchpads.disabled(among: [touchpad, stick, mouse]) == .named(["ELAN0501:00 04F3:3060 Touchpad"]))
    #expect(PlasmaTouchpads.disabled(among: [self.touchpad, mouse]) == .none)
  }
}
