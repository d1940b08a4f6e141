internal import CLinux
internal import Glibc
internal import Testing

/// A daemon that owns devices, and what libinput sees of the device that stands for one of them: the same as a
/// compositor's.
final class OwnedScene {
  let surface: Surface
  let daemon: Daemon
  private(set) var observer: Program
  private var seen = 0

  /// Starts a daemon with these rules, and waits until it owns the device.
  /// - Parameter whileWaiting: called with the device, and what libinput sees of it, when the daemon is about to take
  ///   it over, which it does when nothing is down.
  init(
    _ rules: [String], on model: Surface.Model = .touchpad, kind: String = "touchpad",
    environment: [String: String] = [:], landing fingers: Int = 0, presses: Bool = false,
    whileWaiting: (Surface, Program) throws -> Void = { _, _ in }
  ) throws {
    surface = try Surface(model)
    let folder = try Guest.folder()
    var other: Program?
    if fingers > 0 {
      other = try Self.observer(of: #require(surface.node))
      try surface.land(fingers)
      if presses { try surface.button(isDown: true) }
    }
    daemon = try Daemon(
      rulesText: Self.text(rules, kind: kind, in: folder), folder: folder, reading: [], environment: environment)
    if fingers > 0 {
      try wait(otherwise: { "there are no clones" }) { Self.cloneCount == 2 ? () : nil }
      // The compositor's time for the clone, and a margin: no event shows that the daemon waits for the hand.
      rest(for: .seconds(1))
      try whileWaiting(surface, #require(other))
    }
    try daemon.program.waitForLine(containing: "owning \(kind)", in: .errors)
    observer = try Self.observer(of: Self.clone())
  }

  /// The text of a rules file: each rule as one line of the list, with the name that it appends to the acts, unless the
  /// desktop acts or the rule says what to do.
  static func text(_ rules: [String], kind: String = "touchpad", owns: Bool = true, in folder: String) -> String {
    "devices: {\(kind): {own: \(owns)}}\nrules:\n"
      + rules.enumerated().map { number, rule in
        rule.contains("as: ") || rule.contains("do: ")
          ? "  - {\(rule)}\n" : "  - {\(rule), do: echo '\(number)' >>\(folder)/acts}\n"
      }.joined()
  }

  /// The node of the device that the desktop sees; nil if there is none.
  static var cloneNode: String? {
    for name in Guest.names(in: "/sys/class/input") where name.hasPrefix("event") {
      let phys = Guest.read("/sys/class/input/\(name)/device/phys") ?? ""
      if phys.hasPrefix("sleight/"), !phys.hasPrefix("sleight/private/") { return "/dev/input/\(name)" }
    }
    return nil
  }

  static func clone() throws -> String { try wait(otherwise: { "there is no clone" }) { cloneNode } }

  /// The number of devices that stand for others, also of those that only the daemon reads.
  static var cloneCount: Int {
    Guest.names(in: "/sys/class/input").filter {
      $0.hasPrefix("event") && Guest.read("/sys/class/input/\($0)/device/phys")?.hasPrefix("sleight/") == true
    }.count
  }

  static func observer(of node: String, clickMethod: String? = nil) throws -> Program {
    let clicks = clickMethod.map { ["--set-click-method=\($0)"] } ?? []
    let tool = try Program(
      ["stdbuf", "-oL", "libinput", "debug-events", "--enable-tap"] + clicks + ["--device", node], as: .root)
    try tool.waitForLine(containing: "DEVICE_ADDED")
    return tool
  }

  /// Observes another device, such as the real one.
  func observe(_ node: String) throws {
    observer.stop()
    observer = try Self.observer(of: node)
    seen = 0
  }

  /// The events since the last call, once all that are due have come: their names without their type, with the number
  /// of fingers, and a mark at those that were cancelled. Equal ones that follow each other count as one.
  func events() -> [String] {
    settle()
    let all = Self.events(of: observer)
    defer { seen = all.count }
    return all.dropFirst(seen).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  static func events(of tool: Program) -> [String] {
    tool.lines().compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      guard let name = words.firstIndex(where: { $0.count > 5 && $0.allSatisfy { $0.isUppercase || $0 == "_" } }),
        words[name] != "DEVICE_ADDED"
      else { return nil }
      let text = words[name].replacing("GESTURE_", with: "").replacing("POINTER_", with: "")
      // `GESTURE_SWIPE_END +1.25s	3 cancelled`; newer releases count equal events before the time.
      let rest = words[(name + 1)...].drop { !$0.hasPrefix("+") }.dropFirst()
      let fingers = words[name].hasPrefix("GESTURE") ? rest.first.map { " \($0)" } ?? "" : ""
      let button = words[name] == "POINTER_BUTTON" ? " \(rest.dropFirst(2).first ?? "")" : ""
      return text + fingers + button + (line.contains("cancelled") ? " cancelled" : "")
    }
  }

  /// The distance along x of the swipes that libinput has reported, in its own unit.
  static func distance(of tool: Program) -> Double {
    tool.lines().reduce(0) { sum, line in
      guard line.contains("SWIPE_UPDATE"), let start = line.lastIndex(of: "("),
        let x = Double(line[line.index(after: start)...].prefix { $0 != "/" }.filter { $0 != " " })
      else { return sum }
      return sum + x
    }
  }

  /// Lands fingers, moves them 30 mm, lifts them.
  func swipe(_ x: Double, _ y: Double, fingers: Int) throws {
    try Moves.swipe(.init(name: "", x: x, y: y), fingers: fingers, on: surface)
  }
}
