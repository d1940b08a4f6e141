import Actions
import Engine
import Gestures
import Glibc
import HeadlessSway
import Linux
import RulesFile
import Surroundings
import Testing
import Time
import Touch
import Wayland

/// A compositor, and rules that act through its protocols as in the daemon.
final class Scene {
  let sway: HeadlessSway
  let display: WaylandDisplay
  let input = VirtualInput(awaitingCompositor: true)
  /// The actions that failed.
  private(set) var failures: [String] = []
  private let seat: SeatKeyboard
  private let outputs: Outputs
  private var engine = Engine()
  private var effects: [Effect] = []
  private let outlets: Outlets

  /// - Parameters:
  ///   - rules: the list `rules` of a rules file.
  ///   - layout: the layout of `keyboard`.
  ///   - activeLayout: the index of the active layout group.
  init(_ rules: String, layout: String? = nil, activeLayout: Int = 0) throws {
    sway = try HeadlessSway()
    display = try sway.connect()
    seat = SeatKeyboard(of: display)
    outputs = Outputs(of: display)
    var report: (String) -> Void = { _ in }
    outlets = Outlets(
      commands: try Commands(), input: input, tell: { _, _, _ in }, operate: { _, _, _, _ in },
      report: { report("\($0)") }
    )
    report = { [unowned self] in failures.append($0) }
    let now = Timestamp.now
    try replaceRules(with: rules, layout: layout)
    #expect(input.connect(display, at: now).isEmpty)
    #expect(input.setLayout(activeLayout, at: now).isEmpty)
    handle(.bindings(input.bindings))
  }

  /// Puts rules in force.
  func replaceRules(with rules: String, layout: String?) throws {
    let keyboard = layout.map { "\n  keyboard: '\($0)'" } ?? ""
    let file = RulesFile.check(
      text: "settings:\n  inject: wayland\(keyboard)\nrules:\n\(rules)\n", name: "rules.yml")
    let checked = file.rules
    let new = try #require(checked, "\(file.text)")
    handle(.rules(new))
    #expect(input.prepare(for: new, at: .now).isEmpty)
    handle(.bindings(input.bindings))
  }

  /// A focused window that prints the events it receives.
  func window() throws -> Client { try sway.window(on: display) }

  /// A focused terminal that writes its input into `file`.
  func terminal(writing file: String) throws -> Client { try sway.terminal(writing: file, on: display) }

  /// Runs the rule at `index` as `sleight trigger` does, and waits until its actions are done.
  func trigger(_ index: RuleIndex = 0) throws {
    // As the daemon does when the compositor has sent another keymap.
    #expect(input.setKeymap(seat.keymap, at: .now).isEmpty)
    handle(.bindings(input.bindings))
    handle(.trigger(rule: index))
    try finish()
  }

  /// Runs the rule at `index`, and changes to another layout while its first keys are pressed.
  func trigger(_ index: RuleIndex, changingTo layout: Int) throws {
    handle(.trigger(rule: index))
    #expect(engine.isActing == true)
    #expect(input.setLayout(layout, at: .now).isEmpty)
    handle(.bindings(input.bindings))
    try finish()
  }

  /// Passes events of a device to the engine, and waits until their actions are done.
  func touch(_ kinds: TouchEvent.Kind...) throws {
    for kind in kinds { handle(.touch(TouchEvent(time: .now, device: Self.device, kind: kind))) }
    try finish()
  }

  /// Adds a device, which becomes the source of all events.
  func add(_ kind: Device.Kind, _ size: Size?, over output: String? = nil) throws {
    try display.run(otherwise: { "\(outputs.all)" }) {
      output == nil || outputs.all.contains { $0.name == output && $0.rectangle != nil }
    }
    handle(.panels(outputs.all.compactMap { Panel(of: $0, among: outputs.all) }))
    var device = Device(id: Self.device, name: "Pad", kind: kind, size: size)
    device.outputName = output
    try touch(.deviceAdded(device))
  }

  private static let device = DeviceID(0)

  private func handle(_ input: Engine.Input) {
    engine.handle(input, at: .now, into: &effects)
    while !effects.isEmpty {
      if let answer = outlets.perform(effects.removeFirst()) { engine.handle(answer, at: .now, into: &effects) }
    }
  }

  private func finish() throws {
    while engine.isActing, let due = engine.deadline {
      // The actions' own pace; no other event is awaited.
      let wait = (due - .now).wholeMicroseconds
      if wait > 0 { usleep(UInt32(wait)) }
      handle(.timePassed)
    }
    try display.roundTrip(within: .seconds(30))
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
