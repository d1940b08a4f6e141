internal import Actions
internal import Gestures
internal import Linux
internal import Rules
internal import RulesFile
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
  private var rules: RuleSet
  private var recognition: Recognition
  private var performer: Performer?
  private var account = Account()
  private var pump: Timestamp?
  private var now = Timestamp.zero
  private var running: Set<Commands.ID> = []
  private var started = 0
  private var sent = 0
  private var told: [Gesture] = []
  /// The time until which nothing acts: it is paused, or locked.
  private var asleepUntil = Timestamp.zero
  private var disturbances = 0

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    hands = RandomHands(seed: seed)
    rules = Self.read()
    recognition = Recognition(rules, in: Situation())
    guard let keymap = try? Keymap(KeyboardLayout(layout: "us")) else { breach("there is no keymap 'us'") }
    performer = Performer(
      Effects(
        start: { [unowned self] _ throws(Commands.Failure) in try start() },
        isRunning: { [unowned self] in running.contains($0) },
        tell: { _, _, _ in },
        resolve: { chord throws(KeymapError) in try keymap.resolve(chord) },
        spell: { text throws(KeymapError) in .chords(try keymap.spell(text)) },
        inputWait: { _ in nil },
        send: { [unowned self] in send($0) },
        report: { _ in }))
  }

  private static func read() -> RuleSet {
    let file = RulesFile.check(text: text, name: "rules.yml")
    guard let rules = file.rules else { breach("\(file.diagnostics)") }
    return rules
  }

  /// Handles `count` events, and prints the result.
  func run(_ count: Int) throws(SystemError) {
    for device in [Hand.screen, LibinputTouchpad.device] {
      handle(TouchEvent(time: .zero, device: device.id, kind: .deviceAdded(device)))
    }
    var first: Usage?
    let start = monotonicNow()
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
      guard last.memory <= first.memory + 512 else { breach("it grew from \(first.memory) to \(last.memory) KiB") }
      guard last.descriptors == first.descriptors else {
        breach("it had \(first.descriptors) descriptors open and has \(last.descriptors)")
      }
    }
    let seconds = Double(monotonicNow() - start) / 1e6
    say(
      "\(count) events in \(Int(seconds)) s: \(account.gestures) gestures, \(account.presses) keys pressed, \(started) "
        + "commands, \(disturbances) disturbances; every beginning had its end, and nothing stayed pressed")
  }

  // MARK: The environment

  private func step() {
    let event = hands.next()
    pumpUntil(event.time)
    now = max(now, event.time)
    switch Int.random(in: 0..<2_000, using: &random) {
    case 0: replug(event.device)
    case 1: reload()
    case 2: sleep()
    case 3...20: running.removeAll(keepingCapacity: true)
    default: break
    }
    handle(event)
    if pump == nil, recognition.isAtRest, !account.isOpen { account.expectRest("at rest") }
  }

  private func handle(_ event: TouchEvent) {
    recognition.handle(event, into: &told)
    act()
  }

  private func act() {
    for gesture in told {
      account.tell(gesture)
      guard now >= asleepUntil, let rule = rules.rule(for: gesture) else { continue }
      pump = performer?.perform(rule, gesture: gesture, device: "", situation: Situation(), at: now) ?? pump
    }
    told.removeAll(keepingCapacity: true)
  }

  private func pumpUntil(_ moment: Timestamp) {
    while let due = pump, due <= moment {
      now = max(now, due)
      pump = performer?.pump(at: now)
    }
  }

  /// Drops pending actions, releases everything held, and then runs the reactions to cancelled gestures.
  private func release() {
    pump = performer?.releaseEverything(at: now)
    act()
  }

  private func replug(_ id: DeviceID) {
    disturbances += 1
    let device = id == Hand.screen.id ? Hand.screen : LibinputTouchpad.device
    handle(TouchEvent(time: now, device: device.id, kind: .deviceRemoved))
    handle(TouchEvent(time: now, device: device.id, kind: .deviceAdded(device)))
  }

  private func reload() {
    disturbances += 1
    let new = Self.read()
    recognition.replaceRules(with: new, in: Situation(), into: &told)
    release()
    rules = new
  }

  private func sleep() {
    disturbances += 1
    recognition.cancel(into: &told)
    release()
    asleepUntil = now + .seconds(5)
  }

  private func rest(_ when: String) {
    recognition.cancel(into: &told)
    release()
    while let due = pump {
      now = max(now, due)
      pump = performer?.pump(at: now)
    }
    account.expectRest(when)
  }

  // MARK: Effects

  private func start() throws(Commands.Failure) -> Commands.ID {
    guard running.count < Commands.limit else { throw .tooMany }
    started += 1
    let id = Commands.ID(number: started)
    running.insert(id)
    return id
  }

  private func send(_ event: InputEvent) -> Bool {
    sent += 1
    // The kernel's buffer is full now and then.
    if sent.isMultiple(of: 97) { return false }
    account.send(event)
    return true
  }
}
