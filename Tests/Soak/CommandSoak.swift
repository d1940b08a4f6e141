internal import Actions
internal import Engine
internal import Gestures
internal import Glibc
internal import Linux
internal import Rules
internal import RulesFile
internal import Time
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

  private let commands: Commands
  private var random: SplitMix
  private lazy var engine = SoakEngine(
    Self.text,
    start: { [unowned self] in
      let isStarted = commands.start($0) == nil
      if !isStarted { refused += 1 }
      return isStarted
    })
  private var mostChildren = 0
  private var refused = 0

  init(seed: UInt64) {
    random = SplitMix(state: seed)
    guard let commands = try? Commands() else { fail("epoll_create1 fails") }
    self.commands = commands
  }

  /// Makes `count` gestures, and says what came of them.
  func run(_ count: Int) throws(SystemError) {
    let before = try Usage.now()
    var early: Usage?
    for number in 1...max(count, 1) {
      for event in hand(at: engine.now) {
        engine.pass(to: event.time)
        engine.handle(.touch(event))
      }
      engine.pass(to: engine.now + .seconds(1))
      mostChildren = max(mostChildren, try children.count)
      guard mostChildren <= Performer.commandLimit else { fail("\(mostChildren) commands run at once") }
      if number.isMultiple(of: 200) { try killSome() }
      reap()
      if number == count / 10 { early = try .now() }
      // The pace of the commands.
      usleep(6_000)
    }
    let late = try Usage.now()
    try end()
    let after = try Usage.now()
    guard let early, late.memory <= early.memory + 512 else {
      fail("it grew from \(early?.memory ?? 0) to \(late.memory) KiB")
    }
    guard after.descriptors == before.descriptors else {
      fail("it had \(before.descriptors) descriptors open and has \(after.descriptors)")
    }
    say(
      "\(count) gestures: at most \(mostChildren) commands at once, \(refused + engine.reports) refused; \(late.memory) KiB, "
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

  private func reap() {
    for change in commands.changes() {
      switch change {
      case .ended(let id, _), .lost(let id): engine.handle(.commandEnded(id))
      case .answered(let question, let answer): engine.handle(.answer(answer, to: question))
      case .refused(let id, _): engine.handle(.commandRefused(id))
      }
    }
  }

  private func end() throws(SystemError) {
    engine.handle(.stop)
    engine.advance(to: .latest)
    engine.invariants.expectRest("at the end")
    let deadline = Timestamp.now + .seconds(10)
    while case let left = try children, !left.isEmpty {
      guard Timestamp.now < deadline else { fail("\(left.count) commands do not end") }
      for child in left { kill(-child, SIGKILL) }
      // Children of commands that have ended: their ends are no events here.
      usleep(10_000)
      reap()
    }
  }
}
