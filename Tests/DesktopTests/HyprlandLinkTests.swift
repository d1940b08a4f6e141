import Glibc
import HeadlessSway
import Linux
import Rules
import Testing
import Time
import Trials

@testable import Desktop

/// Answers and events in the format of Hyprland 0.45.0 (src/debug/HyprCtl.cpp, src/managers/EventManager.cpp) and
/// 0.56.2 (src/ipc/s1/Commands.cpp, src/ipc/s2/S2.cpp).
@Suite("Hyprland")
struct HyprlandLinkTests {
  private let folder = Folder()
  private let requests: FakeCompositor
  private let events: FakeCompositor

  init() throws {
    mkdir("\(folder.path)/hypr", 0o700)
    mkdir("\(folder.path)/hypr/abc_1", 0o700)
    requests = try FakeCompositor(at: "\(folder.path)/hypr/abc_1/.socket.sock")
    events = try FakeCompositor(at: "\(folder.path)/hypr/abc_1/.socket2.sock")
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

  /// Answers the next request, which must be `request`, and closes the connection, as Hyprland does.
  private func answer(_ request: String, _ answer: String, for recorded: RecordedLink) throws {
    let connection = try recorded.connection(to: requests)
    try recorded.expect(request, over: connection)
    connection.send(answer)
  }

  /// A link that has received the initial state, and the connection for events.
  private func connected(
    window: String, lock: String = #"{"locked": false}"#,
    status: String = "unknown request",
    drag: String = #"{"option": "input:touchpad:drag_3fg", "int": 1, "set": true }"#,
    naturalScroll: String = "no such option"
  ) throws -> (RecordedLink, FakeCompositor.Connection) {
    let recorded = try RecordedLink(["XDG_RUNTIME_DIR": folder.path, "HYPRLAND_INSTANCE_SIGNATURE": "abc_1"])
    let stream = try recorded.connection(to: events)
    try answer("j/version", #"{"branch": "main", "tag": "v0.45.0", "version": "0.45.0"}"#, for: recorded)
    try answer("j/status", status, for: recorded)
    try answer("j/activewindow", window, for: recorded)
    try answer("j/monitors", Self.monitors, for: recorded)
    try answer("j/devices", Self.devices(""), for: recorded)
    try answer("j/locked", lock, for: recorded)
    try answer("j/getoption input:touchpad:drag_3fg", drag, for: recorded)
    try answer("j/getoption input:touchpad:natural_scroll", naturalScroll, for: recorded)
    try answer(
      "j/getoption input:sensitivity", #"{"option": "input:sensitivity", "float": 0.4, "set": true }"#, for: recorded)
    try answer("j/getoption input:accel_profile", #"{"option": "input:accel_profile", "str": "flat"}"#, for: recorded)
    try recorded.run { recorded.link.kind == .hyprland && recorded.link.state.isLocked != nil }
    return (recorded, stream)
  }

  @Test("the initial state is requested, with one request for each connection")
  func first() throws {
    let (recorded, stream) = try connected(
      window: Self.window("5581e2", "foot", "a \\\"quoted\\\" title", fullscreen: "2"))
    defer { withExtendedLifetime(stream) {} }
    #expect(recorded.window == "foot 'a \"quoted\" title' fullscreen")
    #expect(recorded.link.state.output == "HDMI-A-1")
    // 0.45 does not send the index of the active layout if there are several.
    #expect(recorded.link.state.layout == nil)
    #expect(recorded.link.state.isLocked == false)
    #expect(recorded.reports == ["connected to Hyprland 0.45.0"])
  }

  @Test(
    "the number of fingers that drag is known",
    arguments: [
      (#"{"option": "input:touchpad:drag_3fg", "int": 0, "set": false }"#, 0), (#"{"int": 1}"#, 3),
      (#"{"int": 2}"#, 4), ("no such option", 0), (#"{"int": 7}"#, nil), ("unknown request", nil),
    ])
  func drag(answer: String, fingers: Int?) throws {
    let (recorded, stream) = try connected(window: "{}", drag: answer)
    defer { withExtendedLifetime(stream) {} }
    try recorded.run { recorded.link.state.dragFingers == fingers }
  }

  @Test(
    "touchpads without natural scrolling are known, also after the configuration has changed",
    arguments: [
      (#"{"option": "input:touchpad:natural_scroll", "bool": false, "set": false }"#, true),
      (#"{"option": "input:touchpad:natural_scroll", "bool": true, "set": true }"#, false),
      (#"{"option": "input:touchpad:natural_scroll", "int": 0, "set": false }"#, true), (#"{"int": 1}"#, false),
      ("no such option", false),
    ])
  func natural(answer: String, isReversed: Bool) throws {
    let (recorded, stream) = try connected(window: "{}", naturalScroll: answer)
    try recorded.run { recorded.link.state.touchpads.reversed == (isReversed ? .all : .none) }
    stream.send("configreloaded>>\n")
    try self.answer("j/getoption input:touchpad:drag_3fg", #"{"int": 2}"#, for: recorded)
    try self.answer("j/getoption input:touchpad:natural_scroll", #"{"bool": \#(isReversed)}"#, for: recorded)
    try recorded.run {
      recorded.link.state.touchpads.reversed == (isReversed ? .none : .all) && recorded.link.state.dragFingers == 4
    }
    #expect(recorded.link.state.touchpads.acceleration == TouchpadAcceleration(isFlat: true, setting: 0.4))
  }

  @Test("an empty answer means no window; a maximized window is not fullscreen")
  func none() throws {
    let (recorded, stream) = try connected(window: "{}")
    #expect(recorded.window == "none")
    stream.send("activewindow>>foot,a\nactivewindowv2>>5581e2\n")
    try answer("j/locked", #"{"locked": false}"#, for: recorded)
    try answer("j/activewindow", Self.window("5581e2", "foot", "a", fullscreen: "1"), for: recorded)
    try recorded.run { recorded.window == "foot 'a'" }
  }

  @Test("the focus, titles with commas, outputs and layouts are followed; incomplete lines are completed")
  func followed() throws {
    let (recorded, stream) = try connected(window: Self.window("a1", "foot", "one"))
    stream.send("workspace>>2\nactivewindow>>firefox,Tabs, tabs and >> tabs\nactivewin")
    try recorded.run { recorded.window.hasPrefix("firefox 'Tabs, tabs and >> tabs'") }
    stream.send("dowv2>>b2\n")
    // The link requests the fullscreen state.
    try answer("j/locked", #"{"locked": false}"#, for: recorded)
    let question = try recorded.connection(to: requests)
    try recorded.expect("j/activewindow", over: question)
    #expect(recorded.window == "firefox 'Tabs, tabs and >> tabs' of unknown size")
    question.send(Self.window("b2", "firefox", "Tabs, tabs and >> tabs", fullscreen: "2"))
    _ = consume question
    try recorded.run { recorded.window == "firefox 'Tabs, tabs and >> tabs' fullscreen" }
    stream.send("windowtitlev2>>b2,Other, tabs\nwindowtitlev2>>c3,Not in front\n")
    try recorded.run { recorded.window == "firefox 'Other, tabs' fullscreen" }
    stream.send("focusedmon>>eDP-1,3\n")
    try recorded.run { recorded.link.state.output == "eDP-1" }
    stream.send("activelayout>>at-translated-set-2-keyboard,German\n")
    try answer("j/devices", Self.devices("\"active_layout_index\": 1,"), for: recorded)
    try recorded.run { recorded.link.state.layout == 1 }
    stream.send("fullscreen>>0\n")
    try answer("j/activewindow", Self.window("b2", "firefox", "Other, tabs"), for: recorded)
    try recorded.run { recorded.window == "firefox 'Other, tabs'" }
    stream.send("activewindow>>,\nactivewindowv2>>\n")
    try recorded.run { recorded.window == "none" }
  }

  @Test("an answer about a window that has lost the focus since is ignored")
  func race() throws {
    let (recorded, stream) = try connected(window: Self.window("a1", "foot", "one"))
    stream.send("fullscreen>>1\n")
    let question = try recorded.connection(to: requests)
    try recorded.expect("j/activewindow", over: question)
    stream.send("activewindow>>two,2\nactivewindowv2>>b2\n")
    try recorded.run { recorded.window.hasPrefix("two") }
    question.send(Self.window("a1", "foot", "one", fullscreen: "2"))
    _ = consume question
    try answer("j/locked", "unknown request", for: recorded)
    try answer("j/activewindow", Self.window("b2", "two", "2"), for: recorded)
    try recorded.run { recorded.window == "two '2'" }
    // A compositor that does not know the request is not asked again.
    #expect(recorded.link.state.isLocked == nil)
    stream.send("activewindow>>,\nactivewindowv2>>\n")
    try recorded.run { recorded.window == "none" }
    #expect(try requests.accept() == nil)
  }

  @Test("a lock screen takes the focus, and its state is requested until it is gone")
  func lock() throws {
    let (recorded, stream) = try connected(window: Self.window("a1", "foot", "one"))
    stream.send("activewindow>>,\nactivewindowv2>>\n")
    try answer("j/locked", #"{"locked": true}"#, for: recorded)
    try recorded.run { recorded.link.state.isLocked == true }
    stream.send("openlayer>>wallpaper\n")
    try answer("j/locked", #"{"locked": false}"#, for: recorded)
    try recorded.run { recorded.link.state.isLocked == false }
    try answer("j/activewindow", "{}", for: recorded)
    try recorded.run { recorded.window == "none" }
  }

  @Test("while there is a lock screen, its state is requested each second: its end may come without an event")
  func unlock() throws {
    let (recorded, stream) = try connected(window: Self.window("a1", "foot", "one"), lock: #"{"locked": true}"#)
    defer { withExtendedLifetime(stream) {} }
    #expect(recorded.link.state.isLocked == true)
    recorded.timeOffset = .seconds(1)
    try answer("j/locked", #"{"locked": true}"#, for: recorded)
    stream.send("activewindow>>,\nactivewindowv2>>\n")
    try recorded.run { recorded.window == "none" }
    try answer("j/locked", #"{"locked": true}"#, for: recorded)
    recorded.timeOffset = .milliseconds(2500)
    try answer("j/locked", #"{"locked": false}"#, for: recorded)
    try recorded.run { recorded.link.state.isLocked == false }
    try answer("j/activewindow", Self.window("a1", "foot", "one"), for: recorded)
    try recorded.run { recorded.window == "foot 'one'" }
    recorded.timeOffset = .seconds(4)
    #expect(try requests.accept() == nil)
  }

  @Test("commands are sent one by one in order, as with hyprctl; any answer but ok is a failure")
  func commands() throws {
    let (recorded, stream) = try connected(window: "{}")
    defer { withExtendedLifetime(stream) {} }
    recorded.send("dispatch exec foot -D /tmp/x", to: .hyprland, location: "r:1")
    recorded.send("dispatch nothing", to: .hyprland, location: "r:2")
    recorded.send("--batch \"dispatch a; keyword b c\"", to: .hyprland, location: "r:3")
    let first = try recorded.connection(to: requests)
    try recorded.expect("/dispatch exec foot -D /tmp/x", over: first)
    #expect(try requests.accept() == nil)
    first.send("ok")
    _ = consume first
    try answer("/dispatch nothing", "Invalid dispatcher", for: recorded)
    try answer("[[BATCH]]dispatch a; keyword b c", "ok\n\n\nconfig option <b> does not exist.", for: recorded)
    try recorded.run { !recorded.link.isBusy }
    #expect(
      Array(recorded.reports.dropFirst()) == [
        "r:2: Hyprland refuses 'dispatch nothing': Invalid dispatcher",
        "r:3: Hyprland refuses '--batch \"dispatch a; keyword b c\"', "
          + "sent as '[[BATCH]]dispatch a; keyword b c': config option <b> does not exist.",
      ])
  }

  @Test("the translations of commands on single windows are not kept")
  func translations() throws {
    let peer = try HyprlandPeer(in: "\(folder.path)/hypr/abc_1", DescriptorSet(uid: geteuid()))
    peer.prepare(["dispatch a"])
    var now = Timestamp.now
    for window in 0..<5 {
      let command = peer.commands.append("dispatch closewindow address:0x\(window)", location: "r:1", at: now)
      try peer.run(try #require(command), at: now)
      // The request is given up, and the next one is sent.
      now = now + .seconds(6)
      try peer.expire(at: now)
    }
    #expect(Array(peer.translations.keys) == ["dispatch a"])
  }

  @Test("with hyprland.lua, dispatchers are sent as expressions; what has no counterpart is not sent")
  func lua() throws {
    let (recorded, stream) = try connected(
      window: "{}", status: "\n{\n    \"configProvider\": \"lua\",\n    \"backend\": \"drm\"\n}\n")
    defer { withExtendedLifetime(stream) {} }
    recorded.send("dispatch workspace e+1", to: .hyprland, location: "r:1")
    try answer("/dispatch hl.dsp.focus({ workspace = \"e+1\" })", "ok", for: recorded)
    recorded.send("dispatch movefocus l", to: .hyprland, location: "r:2")
    try answer("/dispatch hl.dsp.focus({ direction = \"l\" })", "error: it hurts\n\nnote", for: recorded)
    recorded.send("keyword a:b 1", to: .hyprland, location: "r:3")
    recorded.send("dispatch hl.dsp.no_op()", to: .hyprland, location: "r:4")
    try answer("/dispatch hl.dsp.no_op()", "warning: nothing", for: recorded)
    try recorded.run { !recorded.link.isBusy }
    #expect(
      recorded.reports == [
        "connected to Hyprland 0.45.0",
        "r:2: Hyprland refuses 'dispatch movefocus l', sent as 'dispatch hl.dsp.focus({ direction = \"l\" })': error: it hurts",
        "r:3: 'keyword a:b 1' is not for Hyprland 0.45.0 with hyprland.lua: 'keyword' requires hyprland.conf; "
          + "write 'eval hl.config({ a = { b = 1 } })'",
        "r:4: Hyprland refuses 'dispatch hl.dsp.no_op()': warning: nothing",
      ])
  }

  @Test("a request that is never answered is given up, and the next one is sent")
  func silence() throws {
    let (recorded, stream) = try connected(window: "{}")
    defer { withExtendedLifetime(stream) {} }
    recorded.send("dispatch a", to: .hyprland, location: "r:1")
    let silent = try recorded.connection(to: requests)
    try recorded.expect("/dispatch a", over: silent)
    recorded.timeOffset = CommandQueue.timeout
    recorded.send("dispatch b", to: .hyprland, location: "r:2")
    try answer("/dispatch b", "ok", for: recorded)
    try recorded.run { !recorded.link.isBusy }
    #expect(recorded.reports.last == "r:1: Hyprland has not answered 'dispatch a' within 5 s")
  }

  @Test("commands that are never answered make room for others")
  func silentCommands() throws {
    let (recorded, stream) = try connected(window: "{}")
    defer { withExtendedLifetime(stream) {} }
    for number in 1...CommandQueue.limit {
      recorded.send("dispatch a", to: .hyprland, location: "r:\(number)")
      let silent = try recorded.connection(to: requests)
      try recorded.expect("/dispatch a", over: silent)
      recorded.timeOffset += CommandQueue.timeout
      recorded.dispatch()
    }
    #expect(recorded.reports.last == "r:64: Hyprland has not answered 'dispatch a' within 5 s")
    recorded.send("dispatch b", to: .hyprland, location: "r:65")
    recorded.dispatch()
    try #require(recorded.reports.last?.hasPrefix("r:64: ") == true, "\(recorded.reports.last ?? "")")
    try answer("/dispatch b", "ok", for: recorded)
    try recorded.run { !recorded.link.isBusy }
  }

  @Test("the state of a lock screen is requested again after a request that is never answered")
  func silentLock() throws {
    let (recorded, stream) = try connected(window: Self.window("a1", "foot", "one"), lock: #"{"locked": true}"#)
    defer { withExtendedLifetime(stream) {} }
    recorded.timeOffset = .seconds(1)
    let silent = try recorded.connection(to: requests)
    try recorded.expect("j/locked", over: silent)
    recorded.timeOffset += CommandQueue.timeout
    recorded.dispatch()
    recorded.timeOffset += .seconds(1)
    try answer("j/locked", #"{"locked": false}"#, for: recorded)
    try recorded.run { recorded.link.state.isLocked == false }
  }

  @Test("invalid answers mean unknown, and a line without an end ends the connection")
  func malformed() throws {
    let (recorded, stream) = try connected(window: "no JSON")
    #expect(recorded.window == "unknown")
    let flood = [UInt8](repeating: 0x61, count: 1 << 16)
    try recorded.run {
      stream.send(flood)
      return recorded.link.kind == nil
    }
    #expect(recorded.reports.last == "lost Hyprland: it does not speak its protocol: a line of more than 4194304 bytes")
  }

  @Test(
    "messages take time in proportion to their size, in the thorough run up to the longest accepted one",
    arguments: [
      "\n", "x>>\n", "activewindow>>a,\u{301}", "windowtitlev2>>abc,>,", "\u{301}>", "x\u{1f468}\u{200d}",
    ])
  func largeEvents(part: String) throws {
    func time(_ size: Int) throws -> Double {
      let link = try RecordedLink(["XDG_RUNTIME_DIR": folder.path])
      let connection = try link.connection(to: events)
      let parts = Array(repeating: Array(part.utf8), count: size / part.utf8.count)
      let bytes = Array(parts.joined()) + [UInt8(ascii: "\n")]
      var sent = bytes[...]
      return processorSeconds {
        while !sent.isEmpty {
          connection.send(Array(sent.prefix(1 << 16)))
          sent = sent.dropFirst(connection.lastSent)
          link.dispatch()
        }
      }
    }
    let times = trials(16, thorough: 64)
    let (small, large) = (try time(65_536), try time(times * 65_536 - 64))
    print("figure: \(times) x 64 KiB of '\(part.debugDescription)' from Hyprland in \(large) s, one in \(small) s")
    #expect(large < small * Double(times) * 4 + 0.1)
  }
}
