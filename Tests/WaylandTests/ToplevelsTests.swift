import Glibc
import HeadlessSway
import Linux
import Testing

@testable import Wayland

@Suite("The window with the keyboard focus", .serialized)
struct ToplevelsTests {
  @Test("a terminal's app id, title and output are reported; without a window there is none")
  func one() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    let outputs = Outputs(of: display)
    let windows = Toplevels(of: display)
    try display.roundTrip(within: .seconds(30))
    #expect(windows.source == .toplevels)
    #expect(windows.activated == nil)
    let foot = try sway.foot("one", title: "Überschrift – 漢")
    try display.run(otherwise: { "no window: \(foot.output)" }) { windows.activated?.appID == "one" }
    let window = try #require(windows.activated)
    #expect(window.title == "Überschrift – 漢")
    #expect(!window.isFullscreen)
    try display.run(otherwise: { "\(String(describing: windows.activated))" }) {
      windows.activated?.outputs == [outputs.all[0].id]
    }
    foot.stop()
    try display.run(otherwise: { "\(String(describing: windows.activated))" }) { windows.activated == nil }
  }

  @Test("changes of the focus between two windows are reported, and no wrong window")
  func two() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    var told: [String] = []
    var windows: Toplevels?
    windows = Toplevels(of: display) { told.append(windows?.activated?.appID ?? "") }
    let first = try sway.foot("one")
    try display.run(otherwise: { "no window: \(first.output)" }) { windows?.activated?.appID == "one" }
    let second = try sway.foot("two")
    try display.run(otherwise: { "no window: \(second.output)" }) { windows?.activated?.appID == "two" }
    told = []
    var expected: [String] = []
    for _ in 0..<10 {
      for name in ["one", "two"] {
        try sway.tell("[app_id=\(name)] focus")
        try display.run(otherwise: { "\(told)" }) { windows?.activated?.appID == name }
        expected.append(name)
      }
    }
    #expect(told == expected)
    windows = nil
  }

  @Test("the beginning and the end of fullscreen are reported")
  func fullscreen() throws {
    let sway = try HeadlessSway()
    let display = try sway.connect()
    let windows = Toplevels(of: display)
    let foot = try sway.foot("one")
    try display.run(otherwise: { "no window: \(foot.output)" }) { windows.activated?.appID == "one" }
    try sway.tell("fullscreen enable")
    try display.run(otherwise: { "not in fullscreen" }) { windows.activated?.isFullscreen == true }
    try sway.tell("fullscreen disable")
    try display.run(otherwise: { "still in fullscreen" }) { windows.activated?.isFullscreen == false }
  }

  @Test("existing windows are reported, and changes of titles")
  func title() throws {
    let sway = try HeadlessSway()
    let signal = "\(sway.folder.path)/go"
    let script = "until [ -e \(signal) ]; do sleep 0.01; done; printf '\\033]2;new\\007'; exec sleep 600"
    let foot = try sway.foot("early", title: "old", script)
    let early = try sway.connect()
    let seen = Toplevels(of: early)
    try early.run(otherwise: { "no window: \(foot.output)" }) { seen.activated?.appID == "early" }
    let display = try sway.connect()
    let windows = Toplevels(of: display)
    try display.run(otherwise: { "no window" }) { windows.activated?.title == "old" }
    _ = try Descriptor.open(signal, O_WRONLY | O_CREAT)
    try display.run(otherwise: { "\(String(describing: windows.activated))" }) { windows.activated?.title == "new" }
    #expect(windows.activated?.appID == "early")
  }
}
