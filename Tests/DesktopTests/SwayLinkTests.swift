import Glibc
import HeadlessSway
import Rules
import Testing

import Time
import Waiting
@testable import Desktop

@Suite("A real sway", .serialized)
struct SwayLinkTests {
  private func recordedLink(to sway: HeadlessSway) throws -> RecordedLink {
    let recorded = try RecordedLink(
      ["XDG_RUNTIME_DIR": sway.folder.path, "SWAYSOCK": sway.control], uid: HeadlessSway.user)
    try recorded.run { recorded.link.kind == .sway }
    return recorded
  }

  @Test("the initial state is known: no window, the output, the layout, the version")
  func first() throws {
    let sway = try HeadlessSway()
    let recorded = try recordedLink(to: sway)
    #expect(recorded.window == "none")
    #expect(recorded.link.state.output == "HEADLESS-1")
    #expect(recorded.link.state.isLocked == nil)
    #expect(recorded.reports.count == 1)
    #expect(recorded.reports.first?.hasPrefix("connected to sway 1.") == true)
  }

  @Test("an existing window is known at once")
  func before() throws {
    let sway = try HeadlessSway()
    let foot = try sway.foot("early", title: "bird")
    _ = try wait(otherwise: { foot.output }) { try sway.message("-t", "get_tree").contains("\"early\"") ? true : nil }
    #expect(try recordedLink(to: sway).window == "early 'bird'")
  }

  @Test("the focus is followed between windows, to an empty workspace and back, and after a window is closed")
  func focus() throws {
    let sway = try HeadlessSway()
    let recorded = try recordedLink(to: sway)
    let one = try sway.foot("one", title: "1")
    try recorded.run { recorded.window == "one '1'" }
    let two = try sway.foot("two", title: "2, and more")
    try recorded.run { recorded.window == "two '2, and more'" }
    try sway.tell("focus left")
    try recorded.run { recorded.window == "one '1'" }
    try sway.tell("workspace 7")
    try recorded.run { recorded.window == "none" }
    try sway.tell("workspace 1")
    try recorded.run { recorded.window == "one '1'" }
    one.stop()
    try recorded.run { recorded.window == "two '2, and more'" }
    two.stop()
    try recorded.run { recorded.window == "none" }
  }

  /// Performs an operation in sway's own way.
  private func perform(_ operation: DesktopOperation, by recorded: RecordedLink, _ location: String) throws {
    let command = try #require(DesktopWays.of(.sway).command(for: operation))
    recorded.send(command, for: operation, location: location)
    try recorded.run { !recorded.link.isBusy }
  }

  /// The name of the focused workspace.
  private func workspace(of sway: HeadlessSway) throws -> String {
    let text = try sway.message("-t", "get_workspaces", "-r")
    let focused = text.split(separator: "}").first { $0.contains("\"focused\": true") && $0.contains("\"num\"") } ?? ""
    return focused.firstMatch(of: /"num": (\d+)/).map { String($0.1) } ?? text
  }

  @Test("an operation on workspaces that changes nothing says so, and one that changes something does not")
  func unchanged() throws {
    let sway = try HeadlessSway()
    let recorded = try recordedLink(to: sway)
    for (number, operation) in [DesktopOperation.workspace(.next), .workspace(.previous), .workspace(.first)]
      .enumerated()
    {
      try perform(operation, by: recorded, "r:\(number)")
    }
    #expect(
      recorded.reports.dropFirst() == [
        "r:0: cannot perform 'workspace: next': there is no other workspace",
        "r:1: cannot perform 'workspace: previous': there is no other workspace",
        "r:2: cannot perform 'workspace: first': this workspace is shown already",
      ])
    // A window keeps the first workspace.
    let foot = try sway.foot("one", title: "1")
    try recorded.run { recorded.window == "one '1'" }
    try perform(.workspaceNumber(3), by: recorded, "r:4")
    try perform(.workspace(.next), by: recorded, "r:5")
    try perform(.workspace(.next), by: recorded, "r:6")
    #expect(recorded.reports.dropFirst(4) == ["r:6: cannot perform 'workspace: next': there is no other workspace"])
    foot.stop()
  }

  @Test("next-or-new makes a workspace after the last one, and none after an empty one")
  func nextOrNew() throws {
    let sway = try HeadlessSway()
    let recorded = try recordedLink(to: sway)
    let one = try sway.foot("one", title: "1")
    try recorded.run { recorded.window == "one '1'" }
    try sway.tell("workspace number 4")
    let four = try sway.foot("four", title: "4")
    try recorded.run { recorded.window == "four '4'" }
    try sway.tell("workspace number 1")
    try recorded.run { recorded.window == "one '1'" }
    try perform(.workspace(.nextOrNew), by: recorded, "r:1")
    #expect(try workspace(of: sway) == "4")
    try perform(.workspace(.nextOrNew), by: recorded, "r:2")
    #expect(try workspace(of: sway) == "5")
    #expect(recorded.reports.count == 1)
    try perform(.workspace(.nextOrNew), by: recorded, "r:3")
    #expect(try workspace(of: sway) == "5")
    #expect(
      recorded.reports.dropFirst() == [
        "r:3: cannot perform 'workspace: next-or-new': there is no other workspace, and this one is empty already"
      ])
    one.stop()
    four.stop()
  }

  @Test("moving a window away leaves an empty workspace, which sway does not report")
  func movedAway() throws {
    let sway = try HeadlessSway()
    let recorded = try recordedLink(to: sway)
    let foot = try sway.foot("one", title: "1")
    try recorded.run { recorded.window == "one '1'" }
    try sway.tell("move container to workspace 9")
    try recorded.run { recorded.window == "none" }
    try sway.tell("workspace 9, move scratchpad")
    try recorded.run { recorded.window == "none" }
    try sway.tell("scratchpad show")
    try recorded.run { recorded.window == "one '1'" }
    #expect(!foot.isOver)
  }

  @Test("titles and fullscreen are followed")
  func changes() throws {
    let sway = try HeadlessSway()
    let recorded = try recordedLink(to: sway)
    let foot = try sway.foot(
      "one", title: "1", "while read line; do printf '\\033]2;%s\\007' \"$line\"; done; sleep 600")
    try recorded.run { recorded.window == "one '1'" }
    try sway.tell("fullscreen enable")
    try recorded.run { recorded.window == "one '1' fullscreen" }
    try sway.tell("fullscreen disable")
    try recorded.run { recorded.window == "one '1'" }
    try sway.tell("title_format decorated %title")
    let other = try sway.foot("two", title: "", "printf '\\033]2;a, b: \"c\" ü\\007'; exec sleep 600")
    try recorded.run { recorded.window == "two 'a, b: \"c\" ü'" }
    #expect(!foot.isOver && !other.isOver)
  }

  @Test("the focused output is followed")
  func outputs() throws {
    let sway = try HeadlessSway()
    let recorded = try recordedLink(to: sway)
    try sway.tell("create_output")
    try sway.tell("focus output HEADLESS-2")
    try recorded.run { recorded.link.state.output == "HEADLESS-2" }
    try sway.tell("focus output HEADLESS-1")
    try recorded.run { recorded.link.state.output == "HEADLESS-1" }
  }

  @Test("commands run in order, and failures are reported with their source location")
  func commands() throws {
    let sway = try HeadlessSway()
    let recorded = try recordedLink(to: sway)
    for number in 1...20 { recorded.send("rename workspace to \(number + 10)") }
    recorded.send("workspace", location: "r:3")
    recorded.send("no such command", location: "r:4")
    recorded.send("[app_id=\"nobody\"] focus", location: "r:5")
    recorded.send("rename workspace to end")
    #expect(recorded.link.isBusy)
    try recorded.run { !recorded.link.isBusy }
    #expect(
      Array(recorded.reports.dropFirst()) == [
        "r:3: sway refuses 'workspace': Invalid workspace command (expected at least 1 argument, got 0)",
        "r:4: sway refuses 'no such command': Unknown/invalid command 'no'",
        "r:5: sway refuses '[app_id=\"nobody\"] focus': No matching node.",
      ])
    #expect(try sway.message("-t", "get_workspaces", "-r").contains("\"end\""))
  }

  @Test("commands for another compositor fail with a description of the one that runs")
  func others() throws {
    let sway = try HeadlessSway()
    let recorded = try recordedLink(to: sway)
    recorded.send("dispatch killactive", to: .hyprland, location: "r:3")
    recorded.send("quit", to: .niri, location: "r:4")
    recorded.runUntilIdle()
    let here = "sway runs here, at \(sway.control)"
    #expect(
      Array(recorded.reports.dropFirst()) == [
        "r:3: no Hyprland runs in this session: HYPRLAND_INSTANCE_SIGNATURE is not set, and no socket of its own is in \(sway.folder.path); \(here)",
        "r:4: no niri runs in this session: NIRI_SOCKET is not set, and no socket of its own is in \(sway.folder.path); \(here)",
      ])
  }

  @Test("a compositor that starts later or restarts is found without variables")
  func again() throws {
    let sway = try HeadlessSway(isStarted: false)
    let recorded = try RecordedLink(
      ["XDG_RUNTIME_DIR": sway.folder.path, "SWAYSOCK": "/nowhere"], uid: HeadlessSway.user)
    recorded.send("nop", location: "r:9")
    recorded.runUntilIdle()
    #expect(
      recorded.reports == ["r:9: no sway runs in this session: SWAYSOCK is '/nowhere', where nobody answers"])
    try sway.start()
    try recorded.run { recorded.link.kind == .sway }
    let foot = try sway.foot("one", title: "1")
    try recorded.run { recorded.window == "one '1'" }
    sway.compositor?.stop()
    try recorded.run(untilReport: "lost sway: it closed the connection")
    #expect(recorded.window == "unknown")
    #expect(recorded.link.state == CompositorState())
    // Because its socket exists, there are a few more attempts; then nothing happens until another socket is created.
    for _ in 0..<10 {
      recorded.timeOffset += .seconds(2)
      recorded.dispatch()
    }
    #expect(!isReadable(recorded.link.descriptor, within: 200))
    foot.stop()
    try sway.start()
    try recorded.run { recorded.link.kind == .sway }
    try recorded.run { recorded.window == "none" }
    recorded.send("rename workspace to again")
    try recorded.run { !recorded.link.isBusy }
    #expect(recorded.reports.count == 4)
  }

  @Test("a compositor that hangs is reported once, unanswered commands are given up, and it may continue later")
  func hanging() throws {
    let sway = try HeadlessSway()
    let recorded = try recordedLink(to: sway)
    sway.compositor?.pause()
    for number in 0..<70 { recorded.send("rename workspace to \(number)", location: "r:\(number)") }
    recorded.runUntilIdle()
    let connected = recorded.reports.count
    #expect(
      Array(recorded.reports.suffix(6))
        == (64..<70).map {
          "r:\($0): 64 commands wait for an answer of sway; 'rename workspace to \($0)' is skipped"
        })
    recorded.timeOffset = CommandQueue.timeout
    recorded.dispatch()
    #expect(recorded.reports.count == connected + 64)
    #expect(recorded.reports.last == "r:63: sway has not answered 'rename workspace to 63' within 5 s")
    #expect(!recorded.link.isBusy)
    sway.compositor?.resume()
    let foot = try sway.foot("one", title: "1")
    try recorded.run { recorded.window == "one '1'" }
    recorded.send("rename workspace to awake", location: "r:99")
    try recorded.run { !recorded.link.isBusy }
    #expect(recorded.reports.count == connected + 64)
    #expect(!foot.isOver)
  }
}
