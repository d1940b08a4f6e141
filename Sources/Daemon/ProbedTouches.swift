internal import Actions
internal import Launching
internal import Linux
internal import Rules
internal import Touch

/// What hands do, with the answer to whether the session is locked before it: a user's own command is asked when a hand
/// lands, and until it has answered, events wait here.
final class ProbedTouches {
  /// The most events that wait. In the time that the command has, a screen that ten fingers move on reports this many
  /// at 600 Hz; where more come, the answer is given up.
  private static let mostEvents = 4096

  /// When to ask, and what the answer is.
  private(set) var probe = LockProbe()
  /// The command, as a rules file has it; nil where there is none.
  private var command: String?

  private let starter: any Starter
  private let report: (String) -> Void
  private var running: StartID?
  private var waiting: [TouchEvent] = []

  /// Asks nobody yet.
  /// - Parameters:
  ///   - starter: starts the command, and nothing else.
  ///   - report: takes note of a command that gives no answer.
  init(starter: any Starter, report: @escaping (String) -> Void) {
    self.starter = starter
    self.report = report
  }

  /// Asks another command from now on, at once where events wait. It has said nothing yet.
  func replaceCommand(with command: String?, at now: Timestamp) {
    guard command != self.command else { return }
    self.command = command
    if command != nil { starter.prepare() }
    stop()
    probe = LockProbe()
    if let command, !waiting.isEmpty { ask(command, at: now) }
  }

  /// Whether events wait for an answer.
  var isAsking: Bool { probe.isAsked }

  /// Whether nobody is to be asked and nothing waits: no event has to pass by here then.
  var isIdle: Bool { command == nil && !probe.isAsked }

  /// Has `event` wait, where an answer is awaited or now asked for.
  /// - Parameter lands: whether a hand lands with it that a rule may be for.
  /// - Returns: false where it need not wait.
  func keep(_ event: TouchEvent, lands: @autoclosure () -> Bool, at now: Timestamp) -> Bool {
    if let command, probe.isDue(at: now), lands() { ask(command, at: now) }
    guard probe.isAsked else { return false }
    waiting.append(event)
    if waiting.count == Self.mostEvents { giveUp() }
    return true
  }

  /// The events that waited, in order.
  func takeEvents() -> [TouchEvent] {
    defer { waiting.removeAll() }
    return waiting
  }

  /// The session was away, or the machine slept: what was said before is over.
  func age() { probe.age() }

  /// Gives up an answer that has not come in time.
  func expire(at now: Timestamp) {
    if let deadline = probe.deadline, deadline <= now { giveUp() }
  }

  /// Takes in how the command ended: to be called when the starter has news.
  /// - Returns: whether it did, so that what waits may go on.
  func hasEnded() -> Bool {
    // Others in there were killed before.
    guard let news = starter.news().first(where: { $0.id == running }) else { return false }
    running = nil
    switch news.kind {
    case .ended(let status): tell(probe.end(status))
    case .refused(let error): tell(probe.fail(.notStarted(error)))
    case .lost: tell(probe.fail(.lost))
    }
    return true
  }

  /// Ends what is running.
  func stop() {
    guard let id = running else { return }
    running = nil
    starter.kill(id)
  }

  private func ask(_ command: String, at now: Timestamp) {
    probe.begin(at: now)
    do throws(StartError) {
      running = try starter.start(ShellCommand.arguments(of: command), adding: EnvironmentVariables())
    } catch {
      switch error {
      case .refused(let error), .unreachable(let error): tell(probe.fail(.notStarted(error)))
      }
    }
  }

  private func giveUp() {
    stop()
    tell(probe.fail(.slow))
  }

  private func tell(_ failure: LockProbe.Failure?) {
    guard let failure, let command else { return }
    let standing = probe.isLocked.map { $0 ? "locked, as it said last" : "not locked, as it said last" } ?? "not locked"
    report("'locked-if': '\(command)' \(failure): the session counts as \(standing)")
  }
}
