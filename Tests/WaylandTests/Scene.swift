import Glibc
import HeadlessSway
import Linux
import Rules
import RulesFile
import Testing
import Time
import Touch
import Wayland

@testable import Actions
@testable import Engine
@testable import Gestures

/// A compositor, and rules whose actions use its protocols as the daemon does.
final class Scene {
  let sway: HeadlessSway
  let display: WaylandDisplay
  let input = VirtualInput(awaitingCompositor: true)
  /// The actions that failed.
  private(set) var failures: [String] = []
  private let windows: Toplevels
  private let seat: SeatKeyboard
  private var performer = Performer()
  private let outlets: Outlets

  /// - Parameters:
  ///   - actions: the actions of the rules.
  ///   - layout: the layout of `settings`.
  ///   - activeLayout: the index of the active layout group.
  init(_ actions: [Action] = [], layout: String? = nil, activeLayout: Int = 0) throws {
    sway = try HeadlessSway()
    display = try sway.connect()
    windows = Toplevels(of: display)
    seat = SeatKeyboard(of: display)
    var report: (String) -> Void = { _ in }
    outlets = Outlets(
      commands: Commands(), input: input, tell: { _, _, _ in }, report: { report("\($0)") })
    let now = Timestamp.now
    let layout = layout.map { KeyboardLayout(layout: $0) }
    #expect(input.prepare(for: Self.rules(actions, layout), at: now).isEmpty)
    #expect(input.connect(display, at: now).isEmpty)
    #expect(input.setLayout(activeLayout, at: now).isEmpty)
    report = { [unowned self] in failures.append($0) }
  }

  static func rules(_ actions: [Action], _ layout: KeyboardLayout? = nil) -> RuleSet {
    let text = "rules:\n  - {swipe: left, fingers: 3, do: none}\n"
    var rule = RulesFile.check(text: text, name: "r").rules?.rules ?? []
    for index in rule.indices { rule[index].reaction = Reaction(begin: actions) }
    return RuleSet(rule, keyboard: layout, injection: .wayland)
  }

  /// A focused window that prints the events it receives.
  func window() throws -> Client {
    // Line buffering; otherwise the output comes in blocks of 4096 bytes.
    let wev = try sway.client(["stdbuf", "-oL", "wev"])
    try display.run(otherwise: { "no window: \(wev.output)" }) { self.windows.activated != nil }
    // A window receives only what happens after it has asked for the seat's keyboard.
    try display.run(otherwise: { "no keyboard: \(wev.output)" }) {
      guard let capabilities = wev.output.split(separator: "\n").first(where: { $0.contains("capabilities:") }) else {
        return false
      }
      return !capabilities.contains("keyboard") || wev.output.contains("wl_keyboard] enter")
    }
    return wev
  }

  /// A focused terminal that writes its input into `file`.
  func terminal(writing file: String) throws -> Client {
    // Raw, so that no character ends or erases the input.
    let foot = try sway.foot("typed", "stty raw -echo; exec cat >\(file)")
    try display.run(otherwise: { "no window: \(foot.output)" }) { self.windows.activated?.appID == "typed" }
    // It reads once the terminal is raw.
    try display.run(otherwise: { "nothing reads" }) { access(file, F_OK) == 0 }
    return foot
  }

  /// Runs actions at one moment of a gesture, and waits for their end.
  /// - Parameter mapping: the mapping of the gesture's touchscreen to the desktop.
  func perform(
    _ actions: [Action], _ gesture: Gesture = .pan(.changed), mapping: DesktopMapping? = nil
  ) throws {
    performer.bindings = input.bindings
    performer.perform(
      actions.map { ActionStep(action: $0) },
      for: ActionContext(location: "r:2", gesture: gesture, device: "Pad", mapping: mapping),
      at: Timestamp.now)
    settle()
    while let due = performer.deadline {
      let wait = (due - Timestamp.now).wholeMicroseconds
      if wait > 0 { usleep(UInt32(wait)) }
      performer.advance(at: Timestamp.now)
      settle()
    }
    try display.roundTrip(within: .seconds(30))
  }

  /// Does the performer's effects, and those that follow from their answers.
  private func settle() {
    while true {
      performer.emit(at: Timestamp.now)
      let effects = performer.effects
      performer.effects.removeAll()
      if effects.isEmpty { return }
      for effect in effects {
        switch outlets.perform(effect) {
        case .injection(let answer)?: performer.answer(answer, at: Timestamp.now)
        case .commandRefused(let id)?: performer.commandRefused(id, at: Timestamp.now)
        default: break
        }
      }
    }
  }
}

extension Gesture {
  /// A pan of three fingers in one phase, with the translation since the landing, in mm.
  static func pan(_ phase: Phase, _ dx: Double = 0, _ dy: Double = 0) -> Gesture {
    var gesture = Gesture(
      time: .zero, device: DeviceID(0), kind: .pan, phase: phase, fingers: 3, direction: .right,
      translation: Vector(dx: dx, dy: dy), speed: 0)
    gesture.rule = 0
    gesture.trigger = 0
    return gesture
  }
}

extension Client {
  /// The keys it has received, as wev names them: `+Control_L`. wev creates another keyboard each time the seat's
  /// devices change, and each of them reports every key: only the first one is used.
  var keys: [String] {
    let lines = output.split(separator: "\n")
    let keyboard = lines.first { $0.contains("wl_keyboard]") }?.prefix { $0 != "]" } ?? "["
    var keys: [String] = []
    var sign: String?
    for line in lines {
      if line.contains("wl_keyboard] key:") {
        sign = line.hasPrefix(keyboard) ? (line.contains("(pressed)") ? "+" : "-") : nil
      } else if let pressed = sign, let start = line.firstRange(of: "sym: ") {
        keys.append(pressed + line[start.upperBound...].prefix { $0 != " " })
        sign = nil
      }
    }
    return keys
  }

  /// Its pointer events: the lines after the name, without the object and the time.
  var pointer: [String] {
    output.split(separator: "\n").compactMap { line in
      guard let start = line.firstRange(of: "wl_pointer] ") else { return nil }
      // The text after the serial and the time.
      let parts = line[start.upperBound...].split(separator: "; ")
      let name = parts.first.map { $0.prefix { $0 != ":" } } ?? ""
      let rest = parts.filter { !$0.contains("time: ") && !$0.contains("serial: ") }
      return rest.first?.hasPrefix(name) == true ? rest.joined(separator: "; ") : ([name] + rest).joined(separator: " ")
    }
  }
}
