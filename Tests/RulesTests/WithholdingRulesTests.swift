import Diagnostics
import Gestures
import Rules
import RulesFile
import Testing
import Touch

@Suite("Rules that withhold touches")
struct WithholdingRulesTests {
  private func warnings(_ text: String, _ devices: [Device]? = nil) -> [String] {
    RulesFile.check(bytes: Array(text.utf8), name: "f", devices: devices).diagnostics
      .filter { $0.severity == .warning }.map(\.message)
  }

  private static let rule = "{touch: any, device: touchscreen, keep: false, zone: left, do: none}"
  private static let begins = "on a touchscreen, the desktop sees these touches begin, and then that they are cancelled"
  private static let sees = "the desktop sees these touches"

  @Test("'keep: false' withholds touches only beside 'touch'")
  func reads() throws {
    let rules = try #require(read("rules: [\(Self.rule), {touch: any, do: a}, {swipe: left, keep: false, do: a}]"))
    #expect(rules.triggers.map(\.withholds) == [true, false, false])
    #expect(rules.withholdsTouches)
    #expect(try !#require(read("rules: [{touch: any, do: a}]")).withholdsTouches)
  }

  @Test("on a touchscreen, only 'own' keeps the promise; 'keep: true' breaks it")
  func touchscreens() {
    let rules = "rules: [\(Self.rule)]"
    #expect(warnings(rules) == [Self.begins])
    #expect(warnings("devices: {touchscreen: {own: true}}\n\(rules)") == [])
    #expect(warnings("settings: {keep: true}\n\(rules)") == [Self.sees])
    #expect(warnings("devices: {touchscreen: {own: true}}\nsettings: {keep: true}\n\(rules)") == [])
    // Another device is owned.
    let screen = Device(id: DeviceID(1), name: "Atmel", kind: .touchscreen, size: nil)
    #expect(warnings("devices: {Other: {own: true}}\n\(rules)", [screen]) == [Self.begins])
    #expect(warnings("devices: {Atmel: {own: true}}\n\(rules)", [screen]) == [])
  }

  @Test("on a touchpad, only 'own' keeps the promise")
  func touchpads() {
    let rules = "rules: [{touch: any, device: touchpad, keep: false, edge: top, do: none}]"
    #expect(warnings(rules) == [Self.sees])
    #expect(warnings("devices: {touchpad: {own: true}}\n\(rules)") == [])
  }
}
