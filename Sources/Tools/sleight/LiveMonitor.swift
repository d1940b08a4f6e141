import Engine
import Explaining
import Gestures
import Glibc
import Libinput
import Linux
import Pictures
import Rules
import Surroundings
import Time
import Touch

/// `sleight monitor` on a terminal: a picture that follows the fingers.
final class LiveMonitor: TouchReader {
  /// The minimum time between pictures: the eye distinguishes about 30 in a second.
  private static let frame = Duration.milliseconds(33)
  /// The delay before the next picture if the terminal did not accept one.
  private static let retry = Duration.seconds(1)

  private let touches: LiveTouches
  private let run: ObservedRun<LivePicture>
  private let terminal: LiveTerminal
  private let start = Timestamp.now
  private var lines: TouchLines
  /// The time of the last picture, and of the next one; the latter is nil while nothing changes.
  private var drawn = Timestamp.zero
  private var due: Timestamp?

  init(_ rules: RuleSet, in situation: Situation) throws {
    touches = try LiveTouches(signals: [SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH])
    terminal = try LiveTerminal()
    run = ObservedRun(rules, in: situation, LivePicture(rules: rules.rules.map(PicturedRule.init)))
    lines = TouchLines(rules, since: start)
  }

  /// Draws until the user ends it.
  func draw() throws {
    try terminal.acquire()
    defer { terminal.restore() }
    try touches.loop.add(terminal.descriptor) { [unowned self] event in
      touches.attempt { try readKeys(isGone: event.isClosed) }
    }
    touches.takesSignal = { [unowned self] in takes($0) }
    touches.warn = { [unowned self] text in
      run.follower.warn(text)
      // A redirected standard error keeps the messages.
      if !StandardStream.error.isTerminal { Failure.warn(text) }
      change()
    }
    change()
    run.observe = { [unowned self] in show($0) }
    run.watchStuckContacts(since: start, name: touches.name)
    try touches.run(self)
  }

  /// Shows a report in the picture.
  private func show(_ observed: Observed) {
    switch observed {
    case .effect(let effect):
      let isMeant = if case .gesture(_, _?, _) = effect { true } else { false }
      for line in lines.lines(of: observed) { run.follower.note(line, isMeant: isMeant) }
    case .missed(let touch, let rules, let situation):
      let nearest = Explanation.nearest(to: touch.attempt, by: rules, in: situation)
      run.follower.explain(touch, rule: nearest.rule, reason: nearest.reasons.text)
    case .stuck(let contact): if !contact.isStuck { run.follower.warn(contact.plainLine) }
    case .handled:
      run.follower.standing = run.stuck?.lines ?? []
      change()
    }
  }

  // MARK: Touches

  var adjustments: DeviceAdjustments { run.adjustments }
  var readsContacts: Bool { run.readsContacts }
  var deadline: Timestamp? { [run.deadline, due].compactMap { $0 }.min() }
  func replacePanels(with panels: [Panel], at now: Timestamp) throws -> [Device] {
    try run.replacePanels(with: panels, at: now)
  }
  func handle(_ event: TouchEvent) throws { try run.handle(event) }

  func expire(at now: Timestamp) throws {
    if let deadline = run.deadline, deadline <= now { try run.expire(at: now) }
    if let due, due <= now { drawFrame() }
  }

  // MARK: Drawing

  /// Schedules a picture of a change.
  private func change() { due = [due, drawn + Self.frame].compactMap { $0 }.min() }

  private func drawFrame() {
    touches.attempt {
      let now = Timestamp.now
      let isDrawn = try terminal.draw { run.follower.screen(columns: $0, rows: $1, repertoire: $2, at: now) }
      drawn = now
      due = isDrawn ? run.follower.nextChange(after: now).map { max($0, now + Self.frame) } : now + Self.retry
    }
  }

  // MARK: Input

  private func readKeys(isGone: Bool) throws {
    let keys = try terminal.readKeys()
    if keys.contains(UInt8(ascii: "q")) || keys.contains(UInt8(ascii: "Q")) || isGone { touches.loop.stop() }
    // Ctrl+L redraws, as in other programs.
    if keys.contains(0x0c) {
      terminal.invalidate()
      change()
    }
  }

  private func takes(_ signal: CInt) -> Bool {
    switch signal {
    case SIGWINCH: terminal.invalidate()
    case SIGCONT: touches.attempt { try terminal.acquire() }
    case SIGTSTP:
      touches.attempt {
        terminal.restore()
        try stopUntilContinued()
        try terminal.acquire()
      }
    default: return false
    }
    change()
    return true
  }
}
