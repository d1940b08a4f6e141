import Hints
import JSONLines
import Testing
import Time

@Suite("The hint that follows from the lines of follow")
struct HintStateTests {
  /// What is shown after each line, as `near swipe left 9 of 12 mm 75 %`; the lines are 100 ms apart.
  private static func shown(_ lines: [String], sparing: Bool = false) throws -> [String] {
    var state = HintState(sparesFullscreen: sparing)
    return try lines.enumerated().map { index, line in
      let now = Timestamp.zero + .milliseconds(1000 + index * 100)
      state.expire(at: now)
      state.handle(try JSONReader.read(Array(line.utf8)[...]), at: now)
      guard let hint = state.hint else { return "-" }
      let share = hint.share.map { " \(Int($0 * 100)) %" } ?? ""
      let place = hint.place.map { " at \(Int($0.x * 100)), \(Int($0.y * 100))" } ?? ""
      return "\(hint.sign) \(hint.text) \(hint.detail)\(share)\(place)"
        + (state.opacity(at: now) < 1 ? " faded" : "") + (state.fadeStart <= now ? " fading" : "")
    }
  }

  private static func near(_ reached: Int, _ more: String = "") -> String {
    #"{"progress": "swipe", "reached": \#(reached), "limit": 12, "unit": "mm", "rule": "a:2", "name": "next"\#(more)}"#
  }

  private static func gesture(_ phase: String, _ more: String = "") -> String {
    #"{"gesture": "pan", "phase": "\#(phase)", "rule": "a:2", "name": "next"\#(more)}"#
  }

  @Test("near, acting with its value, and on its way out")
  func acts() throws {
    let lines = [
      Self.near(6), Self.near(9), Self.gesture("began", #", "dx": 3.0, "dy": 4.0"#),
      Self.gesture("changed", #", "dx": 6.0, "dy": 8.0"#), Self.gesture("ended"), "{}", "{}",
    ]
    #expect(
      try Self.shown(lines) == [
        "near next 6 of 12 mm 50 %", "near next 9 of 12 mm 75 %", "acted ✓ next 5 mm 100 %", "acted ✓ next 10 mm 100 %",
        "acted ✓ next 10 mm 100 % fading", "acted ✓ next 10 mm 100 % faded fading", "-",
      ])
  }

  @Test("it stays where fingers were last near to a rule, until it has disappeared")
  func places() throws {
    let place = #", "desktop_x": 0.25, "desktop_y": 0.5"#
    let lines = [
      Self.near(6, place), Self.gesture("recognized"), "{}", "{}", "{}", "{}", "{}", Self.gesture("recognized"),
    ]
    let shown = try Self.shown(lines)
    #expect(
      shown[0] == "near next 6 of 12 mm 50 % at 25, 50" && shown[1] == "acted ✓ next  100 % at 25, 50", "\(shown)")
    #expect(shown.suffix(2) == ["-", "acted ✓ next  100 %"], "\(shown)")
  }

  @Test("why a rule did not act; the mode, if it is not the default")
  func misses() throws {
    let lines = [
      #"{"ok": true, "mode": "resize", "fullscreen": null}"#, Self.near(9),
      #"{"progress": null, "lifted": true, "acted": false}"#,
      #"{"missed": {"nearest": [{"name": "next", "reasons": [{"message": "9 mm of 12 mm"}]}]}}"#,
      #"{"mode": "default"}"#,
    ]
    #expect(
      try Self.shown(lines) == [
        "-", "near [resize] next 9 of 12 mm 75 %", "near [resize] next 9 of 12 mm 75 % fading",
        "missed ✗ [resize] next 9 mm of 12 mm 75 %", "mode mode default ",
      ])
  }

  @Test("behind a lock nothing is shown, and above a fullscreen window if that is asked for", arguments: [false, true])
  func silence(sparing: Bool) throws {
    let lines = [
      #"{"session": "locked"}"#, Self.near(9), #"{"session": "active"}"#, Self.near(9), #"{"fullscreen": true}"#,
      Self.near(9), #"{"fullscreen": false}"#,
    ]
    let near = "near next 9 of 12 mm 75 %"
    #expect(
      try Self.shown(lines, sparing: sparing) == [
        "-", "-", "-", near, sparing ? "-" : near, sparing ? "-" : near, sparing ? "-" : near,
      ])
  }
}
