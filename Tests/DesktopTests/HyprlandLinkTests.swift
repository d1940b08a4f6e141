import Glibc
import HeadlessSway
import Testing

@testable import Desktop

/// Answers and events as Hyprland 0.45.0 (src/debug/HyprCtl.cpp, src/managers/EventManager.cpp) and 0.56.2
/// (src/ipc/s1/Commands.cpp, src/ipc/s2/S2.cpp) write them.
@Suite("Hyprland")
struct HyprlandLinkTests {
  private let folder = Folder()
  private let requests: PretendedCompositor
  private let events: PretendedCompositor

  init() throws {
    mkdir("\(folder.path)/hypr", 0o700)
    mkdir("\(folder.path)/hypr/abc_1", 0o700)
    requests = try PretendedCompositor(at: "\(folder.path)/hypr/abc_1/.socket.sock")
    events = try PretendedCompositor(at: "\(folder.path)/hypr/abc_1/.socket2.sock")
  }

  private static func window(_ address: String, _ app: String, _ title: String, fullscreen: String = "0") -> String {
    """
    {
        "address": "0x\(address)",
        "mapped": true,
        "hidden": false,
        "at": [22, 68],
        "size": [1876, 990],
        "workspace": {
            "id": 1,
            "name": "1"
        },
        "floating": false,
        "monitor": 0,
        "class": "\(app)",
        "title": "\(title)",
        "pid": 4711,
        "xwayland": false,
        "pinned": false,
        "fullscreen": \(fullscreen),
        "fullscreenClient": 0,
        "grouped": [],
        "tags": [],
        "swallowing": "0x0",
        "focusHistoryID": 0
    }
    """
  }

  private static let monitors = """
    [{
        "id": 0,
        "name": "eDP-1",
        "focused": false
    },{
        "id": 1,
        "name": "HDMI-A-1",
        "focused": true
    }]
    """

  private static func devices(_ index: String) -> String {
    """
    {
    "mice": [
    ],

    "keyboards": [
        {
            "address": "0x1",
            "name": "power-button",
            "layout": "us,de",
            "active_keymap": "English (US)",
            "main": false
        },
        {
            "address": "0x2",
            "name": "at-translated-set-2-keyboard",
            "layout": "us,de",
            \(index)
            "active_keymap": "German",
            "main": true
        }
    ]
    }
    """
  }

  /// Answers the next request, which is to be `request`, and hangs up, as Hyprland does.
  private func answer(_ request: String, _ answer: String, for listener: Listener) throws {
    let connection = try listener.connection(to: requests)
    try listener.expect(request, over: connection)
    connection.say(answer)
  }

  /// A link that knows what is there at first, and the connection for events.
  private func connected(
    window: String, lock: String = #"{"locked": false}"#,
    drag: String = #"{"option": "input:touchpad:drag_3fg", "int": 1, "set": true }"#
  ) throws -> (Listener, PretendedCompositor.Connection) {
    let listener = try Listener(["XDG_RUNTIME_DIR": folder.path, "HYPRLAND_INSTANCE_SIGNATURE": "abc_1"])
    let stream = try listener.connection(to: events)
    try answer("j/version", #"{"branch": "main", "tag": "v0.45.0", "version": "0.45.0"}"#, for: listener)
    try answer("j/activewindow", window, for: listener)
    try answer("j/monitors", Self.monitors, for: listener)
    try answer("j/devices", Self.devices(""), for: listener)
    try answer("j/locked", lock, for: listener)
    try answer("j/getoption input:touchpad:drag_3fg", drag, for: listener)
    try listener.run { listener.link.kind == .hyprland && listener.link.state.isLocked != nil }
    return (listener, stream)
  }

  @Test("what is there at first is asked for, one question a connection")
  func first() throws {
    let (listener, stream) = try connected(
      window: Self.window("5581e2", "foot", "a \\\"quoted\\\" title", fullscreen: "2"))
    defer { withExtendedLifetime(stream) {} }
    #expect(listener.window == "foot 'a \"quoted\" title' fullscreen")
    #expect(listener.link.state.output == "HDMI-A-1")
    // Which of several layouts is active 0.45 does not tell by its number.
    #expect(listener.link.state.layout == nil)
    #expect(listener.link.state.isLocked == false)
    #expect(listener.told == ["connected to Hyprland 0.45.0"])
  }

  @Test(
    "with how many fingers a touchpad drags",
    arguments: [
      (#"{"option": "input:touchpad:drag_3fg", "int": 0, "set": false }"#, 0), (#"{"int": 1}"#, 3),
      (#"{"int": 2}"#, 4), ("no such option", 0), (#"{"int": 7}"#, nil), ("unknown request", nil),
    ])
  func drag(answer: String, fingers: Int?) throws {
    let (listener, stream) = try connected(window: "{}", drag: answer)
    defer { withExtendedLifetime(stream) {} }
    try listener.run { listener.link.state.dragFingers == fingers }
  }

  @Test("no window is an empty answer; a maximized window does not cover its output")
  func none() throws {
    let (listener, stream) = try connected(window: "{}")
    #expect(listener.window == "none")
    stream.say("activewindow>>foot,a\nactivewindowv2>>5581e2\n")
    try answer("j/locked", #"{"locked": false}"#, for: listener)
    try answer("j/activewindow", Self.window("5581e2", "foot", "a", fullscreen: "1"), for: listener)
    try listener.run { listener.window == "foot 'a'" }
  }

  @Test("the focus, titles with commas, outputs and layouts are followed; half a line waits for its other half")
  func followed() throws {
    let (listener, stream) = try connected(window: Self.window("a1", "foot", "one"))
    stream.say("workspace>>2\nactivewindow>>firefox,Tabs, tabs and >> tabs\nactivewin")
    try listener.run { listener.window.hasPrefix("firefox 'Tabs, tabs and >> tabs'") }
    stream.say("dowv2>>b2\n")
    // Whether it covers its output is asked for.
    try answer("j/locked", #"{"locked": false}"#, for: listener)
    let question = try listener.connection(to: requests)
    try listener.expect("j/activewindow", over: question)
    #expect(listener.window == "firefox 'Tabs, tabs and >> tabs' of unknown size")
    question.say(Self.window("b2", "firefox", "Tabs, tabs and >> tabs", fullscreen: "2"))
    _ = consume question
    try listener.run { listener.window == "firefox 'Tabs, tabs and >> tabs' fullscreen" }
    stream.say("windowtitlev2>>b2,Other, tabs\nwindowtitlev2>>c3,Not in front\n")
    try listener.run { listener.window == "firefox 'Other, tabs' fullscreen" }
    stream.say("focusedmon>>eDP-1,3\n")
    try listener.run { listener.link.state.output == "eDP-1" }
    stream.say("activelayout>>at-translated-set-2-keyboard,German\n")
    try answer("j/devices", Self.devices("\"active_layout_index\": 1,"), for: listener)
    try listener.run { listener.link.state.layout == 1 }
    stream.say("fullscreen>>0\n")
    try answer("j/activewindow", Self.window("b2", "firefox", "Other, tabs"), for: listener)
    try listener.run { listener.window == "firefox 'Other, tabs'" }
    stream.say("activewindow>>,\nactivewindowv2>>\n")
    try listener.run { listener.window == "none" }
  }

  @Test("an answer about a window that has lost the focus since is not believed")
  func race() throws {
    let (listener, stream) = try connected(window: Self.window("a1", "foot", "one"))
    stream.say("fullscreen>>1\n")
    let question = try listener.connection(to: requests)
    try listener.expect("j/activewindow", over: question)
    stream.say("activewindow>>two,2\nactivewindowv2>>b2\n")
    try listener.run { listener.window.hasPrefix("two") }
    question.say(Self.window("a1", "foot", "one", fullscreen: "2"))
    _ = consume question
    try answer("j/locked", "unknown request", for: listener)
    try answer("j/activewindow", Self.window("b2", "two", "2"), for: listener)
    try listener.run { listener.window == "two '2'" }
    // Nor is one asked again that does not know the question.
    #expect(listener.link.state.isLocked == nil)
    stream.say("activewindow>>,\nactivewindowv2>>\n")
    try listener.run { listener.window == "none" }
    #expect(try requests.accept() == nil)
  }

  @Test("a lock screen takes the focus, and is asked about until it is gone")
  func lock() throws {
    let (listener, stream) = try connected(window: Self.window("a1", "foot", "one"))
    stream.say("activewindow>>,\nactivewindowv2>>\n")
    try answer("j/locked", #"{"locked": true}"#, for: listener)
    try listener.run { listener.link.state.isLocked == true }
    stream.say("openlayer>>wallpaper\n")
    try answer("j/locked", #"{"locked": false}"#, for: listener)
    try listener.run { listener.link.state.isLocked == false }
  }

  @Test("commands go one by one in order, as one would type them behind hyprctl; any answer but ok is a failure")
  func commands() throws {
    let (listener, stream) = try connected(window: "{}")
    defer { withExtendedLifetime(stream) {} }
    listener.send("dispatch exec foot -D /tmp/x", to: .hyprland, place: "r:1")
    listener.send("dispatch nothing", to: .hyprland, place: "r:2")
    listener.send("--batch \"dispatch a; keyword b c\"", to: .hyprland, place: "r:3")
    let first = try listener.connection(to: requests)
    try listener.expect("/dispatch exec foot -D /tmp/x", over: first)
    #expect(try requests.accept() == nil)
    first.say("ok")
    _ = consume first
    try answer("/dispatch nothing", "Invalid dispatcher", for: listener)
    try answer("[[BATCH]]dispatch a; keyword b c", "ok\n\n\nconfig option <b> does not exist.", for: listener)
    try listener.run { !listener.link.isBusy }
    #expect(
      Array(listener.told.dropFirst()) == [
        "r:2: Hyprland refuses 'dispatch nothing': Invalid dispatcher",
        "r:3: Hyprland refuses '--batch \"dispatch a; keyword b c\"': config option <b> does not exist.",
      ])
  }

  @Test("a request that is never answered is given up, and the next one goes on")
  func silence() throws {
    let (listener, stream) = try connected(window: "{}")
    defer { withExtendedLifetime(stream) {} }
    listener.send("dispatch a", to: .hyprland, place: "r:1")
    let silent = try listener.connection(to: requests)
    try listener.expect("/dispatch a", over: silent)
    listener.later = CommandQueue.patience
    listener.send("dispatch b", to: .hyprland, place: "r:2")
    try answer("/dispatch b", "ok", for: listener)
    try listener.run { !listener.link.isBusy }
    #expect(listener.told.last == "r:1: Hyprland has not answered 'dispatch a' within 5 s")
  }

  @Test("what cannot be read is not known, and a line without an end ends the connection")
  func malformed() throws {
    let (listener, stream) = try connected(window: "no JSON")
    #expect(listener.window == "unknown")
    let flood = [UInt8](repeating: 0x61, count: 1 << 16)
    try listener.run {
      stream.say(flood)
      return listener.link.kind == nil
    }
    #expect(listener.told.last == "lost Hyprland: it does not speak its protocol: a line of more than 4194304 bytes")
  }
}
