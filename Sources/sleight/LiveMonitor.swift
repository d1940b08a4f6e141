import Daemon
internal import Explaining
import Gestures
import Glibc
import Libinput
import Linux
import Pictures
import Rules
import Terminal
import Touch

/// `sleight monitor` on a terminal: a picture that follows the hands.
final class LiveMonitor {
  /// From one picture to the next at least: more than 30 in a second nobody sees.
  private static let frame = Duration.milliseconds(33)
  /// A terminal that did not take a picture is offered the next one so much later.
  private static let retry = Duration.seconds(1)
  private static let keyboard: UInt64 = 1

  private let watch: LiveTouches
  private let terminal: LiveTerminal
  private var player: RulesPlayer
  private var picture: LivePicture
  private let start = Timestamp(microseconds: monotonicNow())
  private var gestures: [Gesture] = []
  /// When the last picture was drawn, and when the next one is to be; nil while nothing changes.
  private var drawn = Timestamp.zero
  private var due: Timestamp?

  init(_ rules: RuleSet, in situation: Situation) throws {
    watch = try LiveTouches(devices: rules.devices, signals: [SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH])
    terminal = try LiveTerminal()
    player = RulesPlayer(rules, in: situation, unasked: true)
    picture = LivePicture(rules: rules.rules.map(PicturedRule.init))
  }

  /// Draws until somebody has seen enough.
  func run() throws {
    try terminal.take()
    defer { terminal.giveBack() }
    try watch.loop.add(terminal.descriptor, token: Self.keyboard)
    watch.ready = { [unowned self] event in attempt { try takeKeys(isGone: event.isClosed) } }
    watch.takesSignal = { [unowned self] in takes($0) }
    watch.warn = { [unowned self] text in
      picture.warn(text)
      // Somebody may keep what is said for later.
      if !StandardStream.error.isTerminal { Failure.warn(text) }
      change()
    }
    watch.loop.handlers.deadline = { [unowned self] in [player.deadline, due].compactMap { $0 }.min() }
    watch.loop.handlers.expire = { [unowned self] in expire(at: $0) }
    change()
    try watch.run { [unowned self] event in
      player.handle(event, into: &gestures)
      picture.take(event)
      tell()
    }
  }

  // MARK: What hands do

  private func expire(at now: Timestamp) {
    if let deadline = player.deadline, deadline <= now {
      player.expire(at: now, into: &gestures)
      tell()
    }
    if let due, due <= now { draw() }
  }

  /// Has the picture know what the recognisers make of what came last.
  private func tell() {
    for var gesture in gestures {
      picture.take(gesture)
      gesture.time = Timestamp(microseconds: (gesture.time - start).wholeMicroseconds)
      let outcome = Outcome(
        gesture: gesture, device: watch.name(of: gesture.device), rule: player.rules.rule(for: gesture))
      for line in outcome.plainLines { picture.note(line, isMeant: outcome.rule != nil) }
    }
    gestures.removeAll(keepingCapacity: true)
    picture.take({ player.observation(on: $0) }, isAtRest: player.isAtRest)
    if let attempt = picture.unexplained {
      let misses = Explanation.nearMisses(of: attempt, by: player.rules, in: player.situation)
      picture.explain(misses.map { "\(player.rules.rules[$0.rule].heading): \($0.reasons.text)" })
    }
    change()
  }

  // MARK: When it is drawn

  /// Something is to be seen.
  private func change() { due = [due, drawn + Self.frame].compactMap { $0 }.min() }

  private func draw() {
    attempt {
      let now = Timestamp(microseconds: monotonicNow())
      let isDrawn = try terminal.draw { picture.screen(columns: $0, rows: $1, repertoire: $2, at: now) }
      drawn = now
      due = isDrawn ? picture.nextChange(after: now).map { max($0, now + Self.frame) } : now + Self.retry
    }
  }

  // MARK: What is typed

  private func takeKeys(isGone: Bool) throws {
    let keys = try terminal.typed()
    if keys.contains(UInt8(ascii: "q")) || keys.contains(UInt8(ascii: "Q")) || isGone { watch.loop.stop() }
    // Ctrl+L, as everywhere.
    if keys.contains(0x0c) {
      terminal.forget()
      change()
    }
  }

  private func takes(_ signal: CInt) -> Bool {
    switch signal {
    case SIGWINCH: terminal.forget()
    case SIGCONT: attempt { try terminal.take() }
    case SIGTSTP:
      attempt {
        terminal.giveBack()
        try stopUntilContinued()
        try terminal.take()
      }
    default: return false
    }
    change()
    return true
  }

  /// Does something; what fails ends the run.
  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { watch.stop(for: error) }
  }
}
