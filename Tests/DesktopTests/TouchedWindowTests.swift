import HeadlessSway
import JSONLines
import Linux
import Rules
import Testing
import Time
import Waiting

@testable import Desktop

@Suite("The window at a position")
struct TouchedWindowTests {
  private static func json(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)[...]) }

  /// A window as Hyprland lists it.
  private static func client(
    _ name: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int, workspace: Int = 1, _ more: String = ""
  ) -> String {
    // Of several members with one name, the last counts.
    """
    {"address": "0x\(name)", "mapped": true, "hidden": false, "at": [\(x), \(y)], "size": [\(width), \(height)],
    "workspace": {"id": \(workspace), "name": "\(workspace)"}, "floating": false, "class": "\(name)", "title": "t",
    "pinned": false, "fullscreen": 0\(more)}
    """
  }

  private static let left = client("a", 0, 0, 500, 700)
  private static let right = client("b", 500, 0, 500, 700)

  @Test(
    "of Hyprland: tiled, floating, special, pinned and fullscreen windows, and those that are not shown",
    arguments: [
      ([left, right], "a"), ([right, left], "a"), ([right], "none"), ([], "none"),
      // Of floating windows, the last one is on top.
      ([client("f", 50, 50, 100, 100, ", \"floating\": true"), left], "f"),
      (
        [client("f", 50, 50, 100, 100, ", \"floating\": true"), client("g", 90, 90, 50, 50, ", \"floating\": true")],
        "g"
      ),
      ([left, client("c", 0, 0, 900, 900, workspace: 2)], "a"),
      ([left, client("s", 0, 0, 900, 900, workspace: -99)], "s"),
      ([client("p", 0, 0, 900, 900, workspace: 7, ", \"pinned\": true, \"floating\": true"), left], "p"),
      ([client("h", 0, 0, 900, 900, ", \"hidden\": true")], "none"),
      ([left, client("w", 0, 0, 1000, 700, ", \"fullscreen\": 2")], "w"),
      ([client("w", 0, 0, 1000, 700, ", \"fullscreen\": 1"), left], "w"),
      // It is not reported which one is above.
      (
        [client("w", 0, 0, 1000, 700, ", \"fullscreen\": 2"), client("f", 50, 50, 99, 99, ", \"floating\": true")], nil
      ),
    ] as [([String], String?)])
  func hyprland(clients: [String], app: String?) throws {
    let monitors = """
      [{"id": 0, "name": "eDP-1", "activeWorkspace": {"id": 1}, "specialWorkspace": {"id": -99}},
      {"id": 1, "name": "DP-1", "activeWorkspace": {"id": 3}, "specialWorkspace": {"id": 0}}]
      """
    let windows = try #require(HyprlandWindows(try Self.json(monitors)))
    let found = windows.window(
      in: try Self.json("[\(clients.joined(separator: ","))]"), x: 100, y: 100)
    #expect(found.map { $0 == .absent ? "none" : $0.app } == app)
    #expect(found?.id == (app == nil || app == "none" ? nil : "0x\(app ?? "")"))
  }

  @Test("of Hyprland, an answer that is none leaves it unknown")
  func malformed() throws {
    #expect(HyprlandWindows(.null) == nil)
    let windows = try #require(HyprlandWindows(.array([])))
    #expect(windows.window(in: .null, x: 0, y: 0) == nil)
  }

  /// A node of sway's tree.
  private static func node(
    _ name: String, _ type: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ more: String = "",
    _ nodes: [String] = [], floating: [String] = []
  ) -> String {
    """
    {"id": \(abs(name.hashValue) % 1_000_000), "name": "\(name)", "type": "\(type)", \(more)
    "rect": {"x": \(x), "y": \(y), "width": \(width), "height": \(height)},
    "nodes": [\(nodes.joined(separator: ","))], "floating_nodes": [\(floating.joined(separator: ","))]}
    """
  }

  private static func window(
    _ app: String, _ x: Int, _ y: Int, _ width: Int, _ height: Int, id: Int = 7, title: Int = 0, mode: Int = 0
  ) -> String {
    """
    {"id": \(id), "name": "t", "type": "con", "app_id": "\(app)", "pid": 1, "fullscreen_mode": \(mode),
    "rect": {"x": \(x), "y": \(y), "width": \(width), "height": \(height)},
    "deco_rect": {"x": 0, "y": 0, "width": \(width), "height": \(title)}, "nodes": [], "floating_nodes": []}
    """
  }

  private static func root(_ nodes: [String], floating: [String] = [], hidden: [String] = []) -> String {
    let shown = node(
      "1", "workspace", 0, 30, 1000, 670, "\"fullscreen_mode\": 1, \"layout\": \"splith\",", nodes, floating: floating)
    let other = node("2", "workspace", 0, 30, 1000, 670, "\"fullscreen_mode\": 1, \"layout\": \"splith\",", hidden)
    return node(
      "root", "root", 0, 0, 1000, 700, "",
      [
        node("__i3", "output", 0, 0, 1000, 700, "", []),
        node("eDP-1", "output", 0, 0, 1000, 700, "\"current_workspace\": \"1\",", [other, shown]),
      ])
  }

  private static func tabs(shown: Int) -> String {
    node(
      "tabs", "con", 0, 30, 1000, 670, "\"layout\": \"tabbed\", \"focus\": [\(shown)],",
      [window("a", 0, 60, 1000, 640, id: 5, title: 30), window("b", 0, 60, 1000, 640, id: 6, title: 30)])
  }

  @Test(
    "of sway: tiled and floating windows, title bars, tabs, fullscreen windows, bars and other workspaces",
    arguments: [
      (root([window("a", 0, 30, 500, 670), window("b", 500, 30, 500, 670)]), 100.0, 100.0, "a"),
      (root([window("a", 0, 30, 500, 670), window("b", 500, 30, 500, 670)]), 500.0, 100.0, "b"),
      // The place of a bar.
      (root([window("a", 0, 30, 500, 670)]), 100.0, 10.0, "none"), (root([]), 100.0, 100.0, "none"),
      (root([], hidden: [window("c", 0, 30, 1000, 670)]), 100.0, 100.0, "none"),
      (root([window("a", 0, 60, 500, 640, title: 30)]), 100.0, 40.0, "a"),
      (
        root(
          [window("a", 0, 30, 1000, 670)],
          floating: [window("f", 50, 80, 300, 300, title: 20), window("g", 200, 80, 300, 300)]), 100.0, 70.0, "f"
      ),
      (
        root(
          [window("a", 0, 30, 1000, 670)], floating: [window("f", 50, 80, 300, 300), window("g", 200, 80, 300, 300)]),
        250.0, 100.0, "g"
      ),
      (root([window("a", 0, 30, 500, 670), window("b", 0, 0, 1000, 700, mode: 1)]), 100.0, 100.0, "b"),
      (root([window("a", 0, 30, 500, 670)], hidden: [window("b", 0, 0, 1000, 700, mode: 2)]), 100.0, 100.0, "b"),
      (root([tabs(shown: 6)]), 100.0, 100.0, "b"), (root([tabs(shown: 5)]), 100.0, 100.0, "a"),
      // On the tabs, nobody says where each of them is.
      (root([tabs(shown: 5)]), 100.0, 45.0, nil),
      (root([]), 2000.0, 100.0, "none"), ("{\"nodes\": []}", 10.0, 10.0, "none"),
      // A tree without the shown workspace.
      (node("root", "root", 0, 0, 9, 9, "", [node("o", "output", 0, 0, 9, 9)]), 1.0, 1.0, nil),
    ] as [(String, Double, Double, String?)])
  func sway(tree: String, x: Double, y: Double, app: String?) throws {
    let found = SwayNode(try Self.json(tree)).touchedWindow(x: x, y: y)
    #expect(found.map { $0 == .absent ? "none" : $0.app } == app)
  }

  @Test("a link asks sway for it, and knows nothing of the pointer there, nor without a compositor")
  func link() throws {
    var answers: [TouchedWindow?] = []
    let nobody = try RecordedLink(["XDG_RUNTIME_DIR": Folder().path])
    nobody.link.findWindow(at: .position(x: 10, y: 10), at: .now) { answers.append($0) }
    #expect(answers == [nil])
    let sway = try HeadlessSway()
    let recorded = try RecordedLink(
      ["XDG_RUNTIME_DIR": sway.folder.path, "SWAYSOCK": sway.control], uid: HeadlessSway.user)
    try recorded.run { recorded.link.kind == .sway }
    let foot = try sway.foot("bird", title: "a title")
    defer { foot.stop() }
    try recorded.run { recorded.window == "bird 'a title'" }
    answers = []
    recorded.link.findWindow(at: .position(x: 300, y: 300), at: .now) { answers.append($0) }
    recorded.link.findWindow(at: .pointer, at: .now) { answers.append($0) }
    #expect(answers == [nil])
    try recorded.run { answers.count == 2 }
    let window = try #require(answers[1])
    #expect(window.app == "bird" && window.title == "a title" && window.isFullscreen == false && window.id != nil)
  }
}
