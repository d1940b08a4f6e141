import Diagnostics
import Rules
import Testing

@Suite("Rules that can never act")
struct HiddenRulesTests {
  /// The ids of the warnings about two rules.
  private func warnings(_ first: String, _ second: String) -> [String] {
    RulesFile.check(text: "rules:\n  - {\(first), do: a}\n  - {\(second), do: b}\n", name: "f").diagnostics.map(\.id)
  }

  @Test(
    "a later rule is hidden by an earlier one that is fulfilled whenever it is",
    arguments: [
      ("swipe: left", "swipe: left"),
      ("swipe: any", "swipe: [left, up]"),
      ("swipe: left, fingers: 1-5", "swipe: left, fingers: 3"),
      ("swipe: left", "swipe: left, device: touchscreen"),
      ("swipe: left, device: [touchpad, touchscreen]", "swipe: left"),
      ("swipe: left, device: '*'", "swipe: left, device: atmel"),
      ("swipe: left, device: ATMEL", "swipe: left, device: atmel"),
      ("swipe: left", "swipe: left, distance: 20mm"),
      ("swipe: left", "swipe: left, within: 500ms"),
      ("swipe: left, after: 100ms", "swipe: left, after: 200ms"),
      ("pinch: any", "pinch: in, within: 1s"),
      ("pinch: in, within: 2s", "pinch: in, distance: 30%, within: 1s"),
      ("long-press: 500ms", "long-press: 1s, movement: 2mm"),
    ])
  func hidden(first: String, second: String) {
    #expect(warnings(first, second) == ["hidden-rule"])
  }

  @Test(
    "and not where something is left for it",
    arguments: [
      ("swipe: left", "swipe: right"),
      ("swipe: left", "swipe: horizontal"),
      ("swipe: left", "pinch: in"),
      ("swipe: left, fingers: 3", "swipe: left, fingers: 3-4"),
      ("swipe: left, device: touchscreen", "swipe: left"),
      ("swipe: left, device: atmel", "swipe: left, device: elan"),
      ("swipe: left, distance: 20mm", "swipe: left"),
      ("swipe: left, within: 250ms", "swipe: left, after: 250ms"),
      ("swipe: left, after: 100ms", "swipe: left, after: 200ms, distance: 20mm"),
      ("pinch: in, within: 1s", "pinch: in"),
      ("long-press: 1s", "long-press: 500ms"),
      ("long-press: 500ms", "long-press: 1s, movement: 5mm"),
    ])
  func visible(first: String, second: String) {
    #expect(warnings(first, second) == [])
  }

  @Test(
    "what libinput does not report on a touchpad",
    arguments: [
      ("swipe: left, device: touchpad", true), ("swipe: left, fingers: 2, device: touchpad", true),
      ("swipe: left, fingers: 5, device: touchpad", true), ("swipe: left, fingers: 3, device: touchpad", false),
      ("swipe: left, fingers: 2-3, device: touchpad", false), ("swipe: left, device: [touchpad, touchscreen]", false),
      ("pinch: in, fingers: 5, device: touchpad", true), ("pinch: in, device: touchpad", false),
      ("long-press: 1s, fingers: 5, device: touchpad", true), ("long-press: 1s, device: touchpad", false),
      ("pinch: in, fingers: 1", true), ("swipe: left", false),
    ])
  func touchpads(rule: String, isReported: Bool) {
    let ids = RulesFile.check(text: "rules: [{\(rule), do: a}]", name: "f").diagnostics.map(\.id)
    #expect(ids == (isReported ? ["never-acts"] : []))
  }
}
