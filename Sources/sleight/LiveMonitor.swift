import Engine
import Explaining
import Gestures
import Glibc
import Libinput
import Linux
import Pictures
import Rules
import Surroundings
import Terminal
import Time

/// `sleight monitor` on a terminal: a picture that follows the fingers.
final class LiveMonitor {
  /// The minimum time between pictures: the eye distinguishes about 30 in a second.
  private static let frame = Duration.milliseconds(33)
  /// The delay before the next picture if the terminal did not accept one.
  private static let retry = Duration.seconds(1)

  private let watch: WatchedRun
  private let terminal: LiveTerminal
  private var picture: LivePicture
  private var stuck: StuckContacts
  /// The outcomes of the current input.
  private var outcomes: [Outcome] = []
  /// The time of the last picture, and of the next one; the latter is nil while nothing changes.
  private var drawn = Timestamp.zero
  private var due: Timestamp?

  init(_ rules: RuleSet, in situation: Situation) throws {
    watch = try WatchedRun(rules, in: situation, signals: [SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH])
    stuck = StuckContacts(since: watch.start)
    terminal = try LiveTerminal()
    picture = LivePicture(rules: rules.rules.map(PicturedRule.init))
  }

  /// Draws until the user ends it.
  func run() throws {
    try terminal.acquire()
    defer { terminal.restore() }
    let touches = watch.touches
    try touches.loop.add(terminal.descriptor) { [unowned self] event in
      attempt { try readKeys(isGone: event.isClosed) }
    }
    touches.takesSignal = { [unowned self] in takes($0) }
    touches.warn = { [unowned self] text in
      picture.warn(text)
      // A redirected standard error keeps the messages.
      if !StandardStream.error.isTerminal { Failure.warn(text) }
      change()
    }
    change()
    try watch.run(
      deadline: { [unowned self] in [due, picture.deadline, stuck.deadline].compactMap { $0 }.min() },
      expire: { [unowned self] now in
        if [picture.deadline, stuck.deadline].contains(where: { $0.map { $0 <= now } ?? false }) { show(at: now) }
        if let due, due <= now { draw() }
      },
      handled: { [unowned self] in show(at: $0) }
    ) { [unowned self] effect in
      switch effect {
      case .touch(let event): picture.add(event)
      case .gesture(let gesture, let rule):
        picture.add(gesture)
        outcomes.append(watch.outcome(gesture, rule: rule))
      default: break
      }
    }
  }

  // MARK: Touches

  /// Shows the state of the recognisers after an input.
  private func show(at now: Timestamp) {
    for outcome in outcomes {
      for line in outcome.plainLines { picture.note(line, isMeant: outcome.rule != nil) }
    }
    outcomes.removeAll(keepingCapacity: true)
    let engine = watch.run.engine
    let misses = picture.update(
      at: now, observations: { engine.observation(on: $0) }, isAtRest: { engine.isRecognitionAtRest(on: $0) },
      failures: { engine.failures(on: $0) })
    for touch in misses {
      guard let nearest = Explanation.nearest(to: touch.attempt, by: engine.rules, in: engine.situation) else {
        continue
      }
      picture.explain(touch, rule: nearest.rule, reason: nearest.reasons.text)
    }
    for ended in watch.update(&stuck, at: now) where !ended.isStuck { picture.warn(ended.plainLine) }
    picture.standing = stuck.lines
    change()
  }

  // MARK: Drawing

  /// Schedules a picture of a change.
  private func change() { due = [due, drawn + Self.frame].compactMap { $0 }.min() }

  private func draw() {
    attempt {
      let now = Timestamp.now
      let isDrawn = try terminal.draw { picture.screen(columns: $0, rows: $1, repertoire: $2, at: now) }
      drawn = now
      due = isDrawn ? picture.nextChange(after: now).map { max($0, now + Self.frame) } : now + Self.retry
    }
  }

  // MARK: Input

  private func readKeys(isGone: Bool) throws {
    let keys = try terminal.readKeys()
    if keys.contains(UInt8(ascii: "q")) || keys.contains(UInt8(ascii: "Q")) || isGone { watch.touches.loop.stop() }
    // Ctrl+L redraws, as in other programs.
    if keys.contains(0x0c) {
      terminal.invalidate()
      change()
    }
  }

  private func takes(_ signal: CInt) -> Bool {
    switch signal {
    case SIGWINCH: terminal.invalidate()
    case SIGCONT: attempt { try terminal.acquire() }
    case SIGTSTP:
      attempt {
        terminal.restore()
        try stopUntilContinued()
        try terminal.acquire()
      }
    default: return false
    }
    change()
    return true
  }

  /// Runs `body`; an error ends the run.
  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { watch.touches.stop(for: error) }
  }
}
