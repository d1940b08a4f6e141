import HeadlessSway
import Rules
import Testing

@testable import Desktop

/// Lines in the format of niri 25.11 (niri-ipc/src/lib.rs; src/ipc/server.rs, handle_client).
@Suite("niri")
struct NiriLinkTests {
  private let folder = Folder()
  private let niri: FakeCompositor

  init() throws { niri = try FakeCompositor(at: "\(folder.path)/niri.wayland-1.4711.sock") }

  private static func window(_ id: Int, _ app: String, _ title: String, isFocused: Bool) -> String {
    #"{"id":\#(id),"title":"\#(title)","app_id":"\#(app)","pid":4711,"workspace_id":1,"is_focused":\#(isFocused),"#
      + #""is_floating":false,"is_urgent":false,"layout":{"pos_in_scrolling_layout":[1,1],"tile_size":[800.0,600.0],"#
      + #""window_size":[800,600],"tile_pos_in_workspace_view":null,"window_offset_in_tile":[0.0,0.0]},"#
      + #""focus_timestamp":{"secs":10,"nanos":5}}"#
  }

  private static func workspace(_ id: Int, _ output: String, isFocused: Bool) -> String {
    #"{"id":\#(id),"idx":1,"name":null,"output":"\#(output)","is_urgent":false,"is_active":true,"#
      + #""is_focused":\#(isFocused),"active_window_id":null}"#
  }

  private static let first = """
    {"Ok":"Handled"}
    {"WorkspacesChanged":{"workspaces":[\(workspace(1, "eDP-1", isFocused: true)),\(workspace(2, "DP-1", isFocused: false))]}}
    {"WindowsChanged":{"windows":[\(window(7, "foot", "one", isFocused: true)),\(window(8, "firefox", "two", isFocused: false))]}}
    {"KeyboardLayoutsChanged":{"keyboard_layouts":{"names":["English (US)","German"],"current_idx":1}}}
    {"OverviewOpenedOrClosed":{"is_open":false}}
    {"ConfigLoaded":{"failed":false}}

    """

  /// A link that has received the initial state, the event stream, and the connection for requests.
  private func connected() throws -> (RecordedLink, FakeCompositor.Connection, FakeCompositor.Connection) {
    // The variable belongs to another compositor, which has ended.
    let recorded = try RecordedLink(
      ["XDG_RUNTIME_DIR": folder.path, "NIRI_SOCKET": "\(folder.path)/niri.wayland-1.1.sock"])
    let events = try recorded.connection(to: niri)
    let requests = try recorded.connection(to: niri)
    try recorded.expect("\"EventStream\"\n", over: events)
    try recorded.expect("\"Version\"\n", over: requests)
    requests.send(#"{"Ok":{"Version":"25.11 (b35bcae)"}}"# + "\n")
    recorded.runUntilIdle()
    events.send(Self.first)
    try recorded.run { recorded.link.kind == .niri }
    return (recorded, events, requests)
  }

  @Test("the event stream contains the complete state, except which windows are fullscreen")
  func first() throws {
    let (recorded, events, requests) = try connected()
    defer { withExtendedLifetime((events, requests)) {} }
    #expect(recorded.reports == ["connected to niri 25.11 (b35bcae)"])
    #expect(recorded.window == "foot 'one' of unknown size")
    #expect(recorded.link.state.output == "eDP-1")
    #expect(recorded.link.state.layout == 1)
    #expect(recorded.link.state.isLocked == nil)
  }

  @Test("windows, workspaces and layouts are followed")
  func followed() throws {
    let (recorded, events, requests) = try connected()
    defer { withExtendedLifetime(requests) {} }
    func tell(_ line: String, until isDone: () -> Bool) throws {
      events.send("\(line)\n")
      try recorded.run(until: isDone)
    }
    try tell(#"{"WindowFocusChanged":{"id":8}}"#) { recorded.window == "firefox 'two' of unknown size" }
    try tell(#"{"WindowOpenedOrChanged":{"window":\#(Self.window(8, "firefox", "ü, 2", isFocused: true))}}"#) {
      recorded.window == "firefox 'ü, 2' of unknown size"
    }
    try tell(#"{"WindowOpenedOrChanged":{"window":\#(Self.window(9, "new", "3", isFocused: true))}}"#) {
      recorded.window == "new '3' of unknown size"
    }
    try tell(#"{"WindowClosed":{"id":9}}"#) { recorded.window == "none" }
    try tell(#"{"WindowFocusChanged":{"id":7}}"#) { recorded.window == "foot 'one' of unknown size" }
    // A launcher has the focus.
    try tell(#"{"WindowFocusChanged":{"id":null}}"#) { recorded.window == "none" }
    try tell(#"{"WorkspaceActivated":{"id":2,"focused":true}}"#) { recorded.link.state.output == "DP-1" }
    try tell(#"{"WorkspaceActivated":{"id":1,"focused":false}}"#) { recorded.link.state.output == "DP-1" }
    try tell(#"{"KeyboardLayoutSwitched":{"idx":0}}"#) { recorded.link.state.layout == 0 }
    try tell(#"{"OfANewerVersion":{"x":1}}"# + "\n" + #"{"WindowFocusChanged":{"id":99}}"#) {
      recorded.window == "unknown"
    }
  }

  @Test(
    "actions are sent in the format of niri's socket, in order, and failures are reported with their source location")
  func actions() throws {
    let (recorded, events, requests) = try connected()
    defer { withExtendedLifetime(events) {} }
    recorded.send("focus-workspace-down", to: .niri, location: "r:1")
    recorded.send("focus-workspace web", to: .niri, location: "r:2")
    recorded.send("focus-workspace", to: .niri, location: "r:3")
    try recorded.expect(
      """
      {"Action": {"FocusWorkspaceDown": {}}}
      {"Action": {"FocusWorkspace": {"reference": {"Name": "web"}}}}

      """, over: requests)
    requests.send(#"{"Ok":"Handled"}"# + "\n" + #"{"Err":"error parsing request: unknown variant"}"# + "\n")
    try recorded.run { !recorded.link.isBusy }
    #expect(
      Array(recorded.reports.dropFirst()) == [
        "r:3: 'focus-workspace' is not an action of niri: it requires 'reference'",
        "r:2: niri refuses 'focus-workspace web': error parsing request: unknown variant",
      ])
  }

  @Test("a connection that ends in the middle of a message is made again")
  func closed() throws {
    let (recorded, events, requests) = try connected()
    recorded.send("quit -s", to: .niri, location: "r:1")
    recorded.timeOffset = .seconds(2)
    events.send(#"{"WindowsChanged":{"win"#)
    _ = (consume events, consume requests)
    try recorded.run { recorded.link.kind == nil }
    #expect(
      Array(recorded.reports.suffix(2)) == [
        "r:1: niri has not answered 'quit -s': it closed the connection", "lost niri: it closed the connection",
      ])
    #expect(recorded.link.state == CompositorState())
    let again = try recorded.connection(to: niri)
    try recorded.expect("\"EventStream\"\n", over: again)
  }
}
