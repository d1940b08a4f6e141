import Engine
import Gestures
import Rules
import RulesFile
import Time
import Touch

/// One scenario of Tests/EngineTests/Scenarios: rules, an empty line, inputs with their times in ms, an empty line, and
/// the effects.
///
///     # a swipe presses its keys
///     rules:
///       - {swipe: left, fingers: 3, do: {keys: super+Left}}
///
///     0 pad swipe-begin 3
///     8 pad swipe -20 0
///
///     8 swipe recognized 3 left rule 0
///     8 +super
///     9 +Left
///     10 -Left
///     11 -super
///
/// Time passes from deadline to deadline up to each input, and after the last one until nothing is pending.
struct Scenario {
  var title: String
  var rules: String
  var inputs: [String]
  var effects: [String]

  /// The scenarios of a file, each of which begins with `# `.
  static func all(in text: String) -> [Scenario] {
    var scenarios: [Scenario] = []
    var part = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("# ") {
        scenarios.append(Scenario(title: String(line.dropFirst(2)), rules: "", inputs: [], effects: []))
        part = 0
      } else if line.isEmpty {
        part += 1
      } else if let last = scenarios.indices.last {
        switch part {
        case 0: scenarios[last].rules += line + "\n"
        case 1: scenarios[last].inputs.append(line)
        default: scenarios[last].effects.append(line)
        }
      }
    }
    return scenarios
  }

  /// The text of the scenario in its file.
  func text(with effects: [String]) -> String {
    "# \(title)\n\(rules)\n" + inputs.map { $0 + "\n" }.joined() + "\n" + effects.map { $0 + "\n" }.joined() + "\n"
  }
}

/// Plays scenarios: passes the inputs to an engine, performs its effects, and records them.
struct ScenarioRun: ~Copyable {
  private(set) var lines: [String] = []
  /// The keys and buttons that are down, as a desktop counts them.
  private(set) var down: Set<KeyCode> = []
  private var engine: Engine
  private var effects: [Effect] = []
  private let rules: RuleSet
  private var names: [KeyCode: String] = [:]
  private var situation = Situation()
  private var contacts: Set<Int> = []
  private var answers: [InjectionAnswer] = []
  private var now = Timestamp.zero

  private static let pad = Device(
    id: DeviceID(1), name: "Pad", kind: .touchpad, size: Size(width: 100, height: 70))
  /// A touchpad whose contacts are read.
  private static let clickpad = Device(
    id: DeviceID(3), name: "Clickpad", kind: .touchpad, size: Size(width: 100, height: 60), isBuiltIn: true,
    contacts: ContactReports(slots: 5, fingers: 5, hasPositions: true, hasPressure: false, isClickpad: true))
  private static let screen = Device(
    id: DeviceID(2), name: "Screen", kind: .touchscreen, size: Size(width: 200, height: 100), isBuiltIn: true)

  /// Nil if the rules are not valid.
  init?(_ scenario: Scenario) {
    guard let rules = RulesFile.check(text: scenario.rules, name: "rules.yml").rules else { return nil }
    self.rules = rules
    engine = Engine()
    var bindings = KeyBindings()
    for chord in rules.chords.sorted(by: { $0.text < $1.text }) {
      let parts = chord.modifiers.map(\.rawValue) + (chord.key.map { [$0] } ?? [])
      bindings.chords[chord] = .success(KeyPresses(parts.map { key(named: $0) }))
    }
    for (_, text) in rules.texts {
      bindings.texts[text] = .success(.chords(text.map { KeyPresses([key(named: String($0))]) }))
    }
    handle(.rules(rules))
    handle(.bindings(bindings))
    for device in [Self.pad, Self.screen, Self.clickpad] { handle(touch(device, .deviceAdded(device))) }
    lines = []
  }

  private mutating func key(named name: String) -> KeyCode {
    if let known = names.first(where: { $0.value == name }) { return known.key }
    let key = KeyCode(UInt16(names.count + 1))
    names[key] = name
    return key
  }

  /// Plays all inputs, then lets time pass until nothing is pending.
  /// - Returns: the first line that is no valid input; nil if all are.
  mutating func play(_ inputs: [String]) -> String? {
    for line in inputs {
      var words = line.split(separator: " ").map(String.init)
      guard let time = words.first.flatMap({ Int64($0) }) else { return line }
      words.removeFirst()
      advance(to: Timestamp(microseconds: time * 1000))
      guard let input = input(words) else {
        if words == ["-"] { continue }
        return line
      }
      for one in input { handle(one) }
    }
    advance(to: .latest)
    return nil
  }

  private mutating func advance(to moment: Timestamp) {
    while let due = engine.deadline, due <= moment {
      now = max(now, due)
      handle(.timePassed)
    }
    if moment != .latest { now = moment }
  }

  // MARK: Inputs

  private func touch(_ device: Device, _ kind: TouchEvent.Kind) -> Engine.Input {
    .touch(TouchEvent(time: now, device: device.id, kind: kind))
  }

  /// The inputs that a line stands for; nil if it is none.
  private mutating func input(_ words: [String]) -> [Engine.Input]? {
    let (first, rest) = (words.first ?? "", Array(words.dropFirst()))
    switch (first, rest.first) {
    case ("pad", _): return padEvent(rest).map { [touch(Self.pad, $0)] }
    case ("clickpad", "press"): return [.button(isPressed: true), .touchFrame].map { touch(Self.clickpad, $0) }
    case ("clickpad", "release"): return [.button(isPressed: false), .touchFrame].map { touch(Self.clickpad, $0) }
    case ("clickpad", _):
      return padEvent(rest).map { [touch(Self.clickpad, $0)] } ?? screenEvents(rest).map { touch(Self.clickpad, $0) }
    case ("screen", "unplug"): return [touch(Self.screen, .deviceRemoved)]
    case ("screen", "lost"):
      contacts = []
      return [touch(Self.screen, .eventsLost)]
    case ("screen", _): return screenEvents(rest).map { touch(Self.screen, $0) }
    case ("rules", "none"): return [.rules(RuleSet())]
    case ("rules", _): return [.rules(rules)]
    case ("session", "gone"): return [.session(SessionReport(isPresent: false))]
    case ("session", "hinted"): return [.session(SessionReport(isPresent: true, lock: .hinted))]
    case ("session", "asked"): return [.session(SessionReport(isPresent: true, lock: .asked))]
    case ("session", _): return [.session(SessionReport(isPresent: true))]
    case ("lock", _): return [.lock(true, from: .compositor)]
    case ("unlock", _): return [.lock(false, from: .compositor)]
    case ("probe", "locked"): return [.probe(.locked(true))]
    case ("probe", "unlocked"): return [.probe(.locked(false))]
    case ("probe", _): return [.probe(.failed("was killed"))]
    case ("window", let number?): return Int(number).map { [window(Array(rest.dropFirst()), number: $0)] }
    case ("pause", let time): return [.pause(lasting: time.flatMap { Int($0) }.map { .milliseconds($0) })]
    case ("resume", _): return [.resume]
    case ("mode", let mode?):
      return [.mode(mode, lasting: rest.dropFirst().first.flatMap { Int($0) }.map { .milliseconds($0) })]
    case ("trigger", let index?): return Int(index).map { [.trigger(rule: RuleIndex($0))] }
    case ("app", let app?):
      situation.app = app
      return [.situation(situation)]
    case ("output", let orientation?):
      let turn = Device.Orientation(rawValue: orientation).map { SurfaceTurn($0) }
      return turn.map { [.panels([Panel(output: "eDP-1", size: nil, turn: $0, area: .all)])] }
    case ("outputs", _):
      // The touchscreen's output is the right half of the desktop.
      let halves = [0, 0.5].map { DesktopArea(left: $0, top: 0, width: 0.5, height: 1) }
      return [
        .panels([Panel(output: "eDP-1", size: nil, area: halves[1]), Panel(output: "DP-1", size: nil, area: halves[0])])
      ]
    case ("natural", let state?): return [.touchpads(DesktopTouchpads(reversed: state == "off" ? .all : .none))]
    case ("pointer-ignored", _): return [.pointerIgnoredWhileTouched(true)]
    case ("compositor-gone", _):
      situation.app = nil
      return [.situation(situation), .release]
    case ("command-ended", let number?): return Int(number).map { [.commandEnded(CommandID(number: $0))] }
    case ("command-refused", let number?): return Int(number).map { [.commandRefused(CommandID(number: $0))] }
    case ("injector", let state?): return [.injectorReady(state == "ready")]
    case ("no-room", _):
      answers.append(.noRoom)
      return []
    case ("no-device", _):
      answers.append(.failed)
      return []
    case ("input", let state?):
      return [
        .input(
          state == "unknown" ? nil : InputReport(isSilent: state == "silent", isInhibitable: state == "inhibitable"))
      ]
    case ("typing", let state?): return [.typingKnown(state == "known")]
    case ("typed", let time?): return Int64(time).map { [.typed(at: Timestamp(microseconds: $0 * 1000))] }
    case ("held", let modifier?):
      situation.modifiers = Set([Chord.Modifier(rawValue: modifier)].compactMap { $0 })
      return [.situation(situation)]
    case ("stop", _): return [.stop]
    default: return nil
    }
  }

  /// An answer: the application and the name of a window, or that there is none; without either, it is unknown.
  private func window(_ words: [String], number: Int) -> Engine.Input {
    guard let app = words.first else { return .window(nil, number: number) }
    return .window(
      app == "none" ? .absent : TouchedWindow(app: app, title: "", id: words.dropFirst().first), number: number)
  }

  private func padEvent(_ words: [String]) -> TouchEvent.Kind? {
    let numbers = words.dropFirst().compactMap { Double($0) }
    let fingers = Int(numbers.first ?? 3)
    switch words.first {
    case "swipe-begin": return .swipeBegin(fingers: fingers)
    case "swipe" where numbers.count == 2:
      return .swipeUpdate(fingers: 3, delta: Vector(dx: numbers[0], dy: numbers[1]))
    case "swipe-end": return .swipeEnd(fingers: 3, cancelled: false)
    case "swipe-cancel": return .swipeEnd(fingers: 3, cancelled: true)
    case "scroll" where numbers.count == 2: return .scroll(dx: nil, dy: numbers[1])
    case "hold-begin": return .holdBegin(fingers: fingers)
    case "hold-end": return .holdEnd(fingers: fingers, cancelled: false)
    case "tap": return .tap(fingers: fingers, lasted: .milliseconds(50))
    case "unplug": return .deviceRemoved
    case "plug": return .deviceAdded(Self.pad)
    case "lost": return .eventsLost
    default: return nil
    }
  }

  /// A frame: the position of each contact, `x,y` in mm, by slot; `-` for a slot without a contact, `palm` for
  /// one that is a palm.
  private mutating func screenEvents(_ words: [String]) -> [TouchEvent.Kind] {
    var events: [TouchEvent.Kind] = []
    for (slot, word) in words.enumerated() {
      let numbers = word.split(separator: ",").compactMap { Double($0) }
      if numbers.count == 2 {
        let point = Point(x: numbers[0], y: numbers[1])
        events.append(
          contacts.insert(slot).inserted ? .touchDown(slot: slot, point) : .touchMotion(slot: slot, point))
      } else if contacts.remove(slot) != nil {
        events.append(word == "palm" ? .touchCancel(slot: slot) : .touchUp(slot: slot))
      }
    }
    return events + [.touchFrame]
  }

  // MARK: Effects

  private mutating func handle(_ input: Engine.Input) {
    engine.handle(input, at: now, into: &effects)
    var index = 0
    while index < effects.count {
      perform(effects[index])
      index += 1
    }
    effects.removeAll()
  }

  private mutating func perform(_ effect: Effect) {
    switch effect {
    case .touch: break
    case .gesture(let gesture, let rule, let under):
      if gesture.phase == .changed { break }
      write(
        [
          gesture.kind.rawValue, gesture.phase.rawValue, "\(gesture.fingers)", gesture.direction?.rawValue,
          rule.map { "rule \($0.position)" },
          text(of: under),
        ].compactMap { $0 }.joined(separator: " "))
    case .start(let start):
      let steps = start.steps
      write("start \(start.id.number) \(start.command)" + (steps == 0 ? "" : " for \(steps)"))
    case .tell(let compositor, let command, _): write("tell \(compositor.rawValue) '\(command)'")
    case .desktop(let operation, let window, let position, _):
      let touched =
        operation.subject == .workspace
        ? position.map { " at \($0.x) \($0.y)" } : window.map { " on \($0.app), \($0.id ?? "unnamed")" }
      write("desktop '\(operation.text)'" + (touched ?? ""))
    case .findWindow(.position(let place)?, let number): write("question \(number): window at \(place.x) \(place.y)")
    case .findWindow(.pointer?, let number): write("question \(number): window at the pointer")
    case .findWindow(nil, let number): write("question \(number): window at an unknown place")
    case .inject(let event, _):
      let answer = answers.isEmpty ? .sent : answers.removeFirst()
      if answer == .sent { inject(event) } else { write("\(text(of: event)) is refused") }
      // A device that disappears releases its keys.
      if answer == .failed { down = down.filter { $0.ability != event.ability } }
      engine.handle(.injection(answer), at: now, into: &effects)
    case .touchpad(let hand, _): write(text(of: hand))
    case .virtualTouchpad(let isNeeded): write("the virtual touchpad is \(isNeeded ? "needed" : "not needed")")
    case .startProbe(let command): write("start probe '\(command)'")
    case .stopProbe: write("stop probe")
    case .feed(let id, let context): write("feed \(id.number): \(context.gesture.phase)")
    case .ask(let question, _): write("ask '\(question.command)'")
    case .stopAsking(let question): write("stop asking '\(question.command)'")
    case .report(let failure): write("report \(failure)")
    case .forgetLockRequest: write("forget the request to lock")
    case .deviceChanged(let device): write("'\(device.name)' is another device")
    case .deviceTurned(let device): write("'\(device.name)' is turned")
    case .note(.session(let condition)): write("note: the session is \(condition.rawValue)")
    case .note(.mode(let mode)): write("note: mode \(mode)")
    case .note(.paused): write("note: paused")
    case .note(.resumed): write("note: resumed")
    case .note(.outputUnknown(let device, let location)):
      write("note: the output under '\(device)' is unknown: \(location)")
    case .note(.noProbeAnswer(_, let failure, _)): write("note: the probe \(failure)")
    }
  }

  private func text(of under: WindowAnswer) -> String? {
    switch under {
    case .notAsked: nil
    case .unknown: "over an unknown window"
    case .known(let window): "over \(window == .absent ? "no window" : window.app)"
    }
  }

  private mutating func inject(_ event: InputEvent) {
    write(text(of: event))
    guard case .key(let key) = event else { return }
    if key.isDown {
      if !down.insert(key.key).inserted { write("(it was down)") }
    } else if down.remove(key.key) == nil {
      write("(it was up)")
    }
  }

  private func text(of event: InputEvent) -> String {
    switch event {
    case .key(let key): (key.isDown ? "+" : "-") + (names[key.key] ?? "button")
    case .character: "character"
    case .wheel(let right, let up): "wheel \(right) \(up)"
    case .scroll(let right, let down): "scroll \(right) \(down)"
    case .scrollEnd: "scroll end"
    case .motion(let right, let down): "move \(right) \(down)"
    case .position(let position): "to \(position.x) \(position.y)"
    }
  }

  /// `hand 3 at 12.5 0.0`, with what else is not as at its landing; `hand up`.
  private func text(of hand: TouchpadHand) -> String {
    guard hand.fingers > 0 else { return "hand up" }
    func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }
    var words = ["hand", "\(hand.fingers)", "at", "\(tenths(hand.movement.dx))", "\(tenths(hand.movement.dy))"]
    if hand.scale != 1 { words.append("x\((hand.scale * 100).rounded() / 100)") }
    if hand.rotation != 0 { words.append("\(tenths(hand.rotation))°") }
    if hand.isPalm { words.append("palm") }
    return words.joined(separator: " ")
  }

  private mutating func write(_ text: String) {
    lines.append("\(now.microseconds / 1000) \(text)")
  }
}
