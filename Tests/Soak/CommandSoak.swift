internal import Actions
internal import Gestures
internal import Glibc
internal import Linux
internal import Rules
internal import RulesFile
internal import Touch

@testable internal import Hands
/// 10,000 gestures, as many as in a minute at 6 ms each, with real commands that end, never end, fork, flood, do not
/// exist, or are killed: their number stays limited, and everything held is released.
final class CommandSoak {
  private static let text = """
    rules:
      - {swipe: left, fingers: 3, do: sleep 1000}
      - {swipe: right, fingers: 3, do: sleep 5 & sleep 0.01}
      - {swipe: up, fingers: 3, do: yes | head -c 1000000 >/dev/null}
      - {swipe: down, fingers: 3, do: [/bin/true, sleight-of-no-hand]}
      - {pan: right, fingers: 4, begin: {hold: alt}, every: 5mm, do: [sleep 0.02, {keys: Tab}], end: /bin/false}

    """

  private let commands = Commands()
  private var random: SplitMix
  private var account = Account()
  private var performer: Performer?
  private var mostChildren = 0
  private var refused = 0

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    guard let keymap = try? Keymap(KeyboardLayout(layout: "us")) else { breach("there is no keymap 'us'") }
    performer = Performer(
      Effects(
        start: { [commands] start throws(Commands.Failure) in try commands.start(start) },
        isRunning: { [commands] in commands.isRunning($0) },
        tell: { _, _, _ in },
        resolve: { chord throws(KeymapError) in try keymap.resolve(chord) },
        spell: { text throws(KeymapError) in .chords(try keymap.spell(text)) },
        inputWait: { _ in nil },
        send: { [unowned self] in
          account.send($0)
          return true
        },
        report: { [unowned self] _ in refused += 1 }))
  }

  /// Makes `count` gestures, and prints the result.
  func run(_ count: Int) throws(SystemError) {
    let file = RulesFile.check(text: Self.text, name: "rules.yml")
    guard let rules = file.rules else { breach("\(file.diagnostics)") }
    var recognition = Recognition(rules, in: Situation())
    let before = try Usage.now()
    var early: Usage?
    var told: [Gesture] = []
    var now = Timestamp.zero
    for number in 1...max(count, 1) {
      for event in hand(at: now) {
        now = max(now, event.time)
        recognition.handle(event, into: &told)
        var pump: Timestamp?
        for gesture in told {
          account.tell(gesture)
          guard let rule = rules.rule(for: gesture) else { continue }
          pump = performer?.perform(rule, gesture: gesture, device: "", situation: Situation(), at: now)
        }
        told.removeAll(keepingCapacity: true)
        while let due = pump, due < now + .seconds(1) { pump = performer?.pump(at: max(now, due)) }
      }
      mostChildren = max(mostChildren, try children.count)
      guard mostChildren <= Commands.limit else { breach("\(mostChildren) commands run at once") }
      if number.isMultiple(of: 200) { try killSome() }
      _ = commands.reaped()
      if number == count / 10 { early = try .now() }
      usleep(6_000)
    }
    let late = try Usage.now()
    try end(at: now)
    let after = try Usage.now()
    guard let early, late.memory <= early.memory + 512 else {
      breach("it grew from \(early?.memory ?? 0) to \(late.memory) KiB")
    }
    guard after.descriptors == before.descriptors else {
      breach("it had \(before.descriptors) descriptors open and has \(after.descriptors)")
    }
    say(
      "\(count) gestures: at most \(mostChildren) commands at once, \(refused) refused; \(late.memory) KiB, "
        + "\(after.descriptors) descriptors; nothing stayed pressed")
  }

  /// A random gesture among those that rules require.
  private func hand(at now: Timestamp) -> [TouchEvent] {
    var hand = Hand(at: now.microseconds / 1000 + 1000)
    let ways: [(Double, Double)] = [(-20, 0), (20, 0), (0, -20), (0, 20)]
    let choice = Int.random(in: 0..<6, using: &random)
    hand.land(choice < 4 ? 3 : 4)
    let way = choice < 4 ? ways[choice] : (40, 0)
    hand.move(way.0, way.1)
    hand.lift()
    return hand.events
  }

  // MARK: Children

  /// The child processes that have not been reaped.
  private var children: [pid_t] {
    get throws(SystemError) {
      let file = try Descriptor.open("/proc/self/task/\(getpid())/children", O_RDONLY)
      var bytes: [UInt8] = []
      while let more = try file.read(upTo: 4096), !more.isEmpty { bytes += more }
      return String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { pid_t($0) }
    }
  }

  /// Kills a third of the commands. Each of them leads a session, and so a process group.
  private func killSome() throws(SystemError) {
    for child in try children where Int.random(in: 0..<3, using: &random) == 0 { kill(-child, SIGKILL) }
  }

  private func end(at now: Timestamp) throws(SystemError) {
    var pump = performer?.releaseEverything(at: now)
    while let due = pump { pump = performer?.pump(at: due) }
    account.expectRest("at the end")
    let deadline = monotonicNow() + 10_000_000
    while case let left = try children, !left.isEmpty {
      guard monotonicNow() < deadline else { breach("\(left.count) commands do not end") }
      for child in left { kill(-child, SIGKILL) }
      usleep(10_000)
      _ = commands.reaped()
    }
  }
}
