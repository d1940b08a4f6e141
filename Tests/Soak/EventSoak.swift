internal import Actions
internal import Engine
internal import Gestures
internal import Linux
internal import Rules
internal import RulesFile
internal import Time
internal import Touch

@testable internal import Hands
/// Random hands, from events to keys: devices are unplugged, rules reloaded, the session locked and paused, commands
/// end at random times, and the keyboard's buffer is full at times. The same seed gives the same soak.
final class EventSoak {
  private static let text = """
    rules:
      - {swipe: any, fingers: 2, do: {keys: [super+Page_Down, ctrl+alt+t, A]}}
      - {swipe: left, fingers: 3, do: {keys: super+shift+Left}}
      - {pinch: out, fingers: 2, do: [{keys: ctrl+plus}, foot, {keys: ctrl+plus}]}
      - {long-press: 300ms, fingers: 1, do: {keys: Menu}}
      - {long-press: 600ms, fingers: 3, every: 100ms, do: foot}
      - {pan: up, fingers: 3, every: 5mm, begin: {hold: alt}, do: {keys: alt+Tab}, back: {click: ctrl+left}, end: foot}
      - {pan: down, fingers: 3, drag: super+left}
      - {pan: any, fingers: 4, begin: [{wait: 80ms}, {hold: ctrl}, {scroll: fingers}], cancel: {keys: [x, y]}}
      - {rotate: any, fingers: [2, 3], begin: [{hold: super+Page_Down}, {pointer: fingers}], end: {mode: other}}
      - {tap: double, fingers: 2, when: {mode: other}, do: {mode: default}}
      - {tap: single, fingers: 1, do: [{click: [left, left]}, {wait: 5ms}, {scroll: {down: 2}}, {type: "Gruss"}]}

    """

  private var random: SplitMix
  private var hands: RandomHands
  private var engine: Engine
  private var effects: [Effect] = []
  private let bindings: KeyBindings
  private var invariants = Invariants()
  private var now = Timestamp.zero
  private var running: Set<CommandID> = []
  private var started = 0
  private var sent = 0
  private var disturbances = 0

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    hands = RandomHands(seed: seed)
    let rules = Self.read()
    guard let keymap = try? Keymap(KeyboardLayout(layout: "us")) else { fail("there is no keymap 'us'") }
    bindings = KeyBindings(of: rules, on: .success(keymap))
    engine = Engine(rules)
    handle(.bindings(bindings))
  }

  private static func read() -> RuleSet {
    let file = RulesFile.check(text: text, name: "rules.yml")
    guard let rules = file.rules else { fail("\(file.diagnostics)") }
    return rules
  }

  /// Handles `count` events, and prints the result.
  func run(_ count: Int) throws(SystemError) {
    for device in [Hand.screen, LibinputTouchpad.device] {
      handle(.touch(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device))))
    }
    var first: Usage?
    let start = Timestamp.now
    for number in 1...max(count, 1) {
      step()
      // By then every part has run, so that later growth would be a leak.
      if number == count / 10 { first = try .now() }
      if number.isMultiple(of: max(count / 5, 1)) {
        let usage = try Usage.now()
        say("  \(number) events: \(usage.memory) KiB, \(usage.descriptors) descriptors")
      }
    }
    rest("at the end")
    let last = try Usage.now()
    if let first {
      guard last.memory <= first.memory + 512 else { fail("it grew from \(first.memory) to \(last.memory) KiB") }
      guard last.descriptors == first.descriptors else {
        fail("it had \(first.descriptors) descriptors open and has \(last.descriptors)")
      }
    }
    let seconds = (Timestamp.now - start).inSeconds
    say(
      "\(count) events in \(Int(seconds)) s: \(invariants.gestures) gestures, \(invariants.presses) keys pressed, "
        + "\(started) commands, \(disturbances) disturbances; every beginning had its end, and nothing stayed pressed")
  }

  // MARK: The environment

  private func step() {
    let event = hands.next()
    advance(to: event.time)
    now = max(now, event.time)
    switch Int.random(in: 0..<2_000, using: &random) {
    case 0: replug(event.device)
    case 1: disturb(.rules(Self.read()))
    case 2: disturb(.pause(lasting: .seconds(5)))
    case 3: lock()
    case 4...20: endCommands()
    default: break
    }
    handle(.touch(event))
    if engine.isAtRest, !invariants.isOpen { invariants.expectRest("at rest") }
  }

  private func advance(to moment: Timestamp) {
    while let due = engine.deadline, due <= moment {
      now = max(now, due)
      handle(.timePassed)
    }
  }

  private func disturb(_ input: Engine.Input) {
    disturbances += 1
    handle(input)
    handle(.bindings(bindings))
  }

  private func replug(_ id: DeviceID) {
    let device = id == Hand.screen.id ? Hand.screen : LibinputTouchpad.device
    disturb(.touch(TouchEvent(time: now, device: device.id, kind: .deviceRemoved)))
    handle(.touch(TouchEvent(time: now, device: device.id, kind: .deviceAdded(device))))
  }

  private func lock() {
    disturb(.lock(true, from: .compositor))
    handle(.lock(false, from: .compositor))
  }

  private func endCommands() {
    for id in running { handle(.commandEnded(id)) }
    running.removeAll(keepingCapacity: true)
  }

  private func rest(_ when: String) {
    handle(.stop)
    endCommands()
    advance(to: .latest)
    invariants.expectRest(when)
  }

  // MARK: Effects

  private func handle(_ input: Engine.Input) {
    engine.handle(input, at: now, into: &effects)
    while !effects.isEmpty {
      if let answer = perform(effects.removeFirst()) { engine.handle(answer, at: now, into: &effects) }
    }
  }

  private func perform(_ effect: Effect) -> Engine.Input? {
    switch effect {
    case .gesture(let gesture, _, _): invariants.check(gesture)
    case .start(let start):
      started += 1
      running.insert(start.id)
      guard running.count <= Performer.commandLimit else { fail("\(running.count) commands run at once") }
    case .inject(let event, _): return .injection(send(event))
    case .touch, .feed, .tell, .desktop, .touchpad, .virtualTouchpad, .findWindow, .startProbe, .stopProbe, .ask,
      .stopAsking,
      .report,
      .forgetLockRequest,
      .deviceChanged, .deviceTurned,
      .note:
      break
    }
    return nil
  }

  private func send(_ event: InputEvent) -> InjectionAnswer {
    sent += 1
    // The keyboard's buffer is full at times.
    if sent.isMultiple(of: 97) { return .noRoom }
    invariants.check(event)
    return .sent
  }
}
