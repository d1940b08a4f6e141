internal import Touch

/// Holds back touch events until it is known whether the session is locked: the user's own command (`locked-if`) is
/// asked when a hand lands, and until it has answered, events wait here.
struct ProbeGate: Sendable {
  /// The most events that wait. In the time that the command has, a screen that ten fingers move on reports this many
  /// at 600 Hz; at more, the answer is given up.
  private static let mostEvents = 4096

  /// The state of the command and its last answer.
  private(set) var probe = LockProbe()
  /// The command of the rules file; nil if it has none.
  private var command: String?
  private var waiting: [TouchEvent] = []

  /// True while events wait for an answer.
  var isAsking: Bool { probe.isAsked }

  /// True if there is no command and no event waits: no event has to pass the gate then.
  var isIdle: Bool { command == nil && !probe.isAsked }

  /// Asks another command from now on, at once if events wait. It has given no answer yet.
  mutating func replaceCommand(with command: String?, at now: Timestamp, into effects: inout [Effect]) {
    guard command != self.command else { return }
    self.command = command
    stop(into: &effects)
    probe = LockProbe()
    if let command, !waiting.isEmpty { ask(command, at: now, into: &effects) }
  }

  /// Keeps `event` if an answer is awaited or now asked for.
  /// - Parameter mayBegin: true if it is the first event of a gesture that a rule may be for.
  /// - Returns: false if it need not wait.
  mutating func keep(
    _ event: TouchEvent, mayBegin: @autoclosure () -> Bool, at now: Timestamp, into effects: inout [Effect]
  ) -> Bool {
    if let command, probe.isDue(at: now), mayBegin() { ask(command, at: now, into: &effects) }
    guard probe.isAsked else { return false }
    waiting.append(event)
    if waiting.count == Self.mostEvents { giveUp(into: &effects) }
    return true
  }

  /// Returns the events that waited, in order.
  mutating func takeEvents() -> [TouchEvent] {
    defer { waiting.removeAll() }
    return waiting
  }

  /// Discards the last answer: the session was away, or the machine slept.
  mutating func invalidate() { probe.invalidate() }

  /// Gives up an answer that has not come in time.
  mutating func expire(at now: Timestamp, into effects: inout [Effect]) {
    if let deadline = probe.deadline, deadline <= now { giveUp(into: &effects) }
  }

  /// Takes the command's answer. One that was not awaited any more is ignored.
  mutating func answer(_ answer: ProbeAnswer, into effects: inout [Effect]) {
    guard probe.isAsked else { return }
    switch answer {
    case .locked(let isLocked): probe.answer(isLocked: isLocked)
    case .failed(let reason): report(probe.fail(reason), into: &effects)
    }
  }

  /// Kills the command if it runs.
  mutating func stop(into effects: inout [Effect]) {
    if probe.isAsked { effects.append(.stopProbe) }
  }

  private mutating func ask(_ command: String, at now: Timestamp, into effects: inout [Effect]) {
    probe.begin(at: now)
    effects.append(.startProbe(command))
  }

  private mutating func giveUp(into effects: inout [Effect]) {
    stop(into: &effects)
    report(probe.fail(LockProbe.slow), into: &effects)
  }

  private func report(_ failure: String?, into effects: inout [Effect]) {
    guard let failure, let command else { return }
    effects.append(.note(.noProbeAnswer(command: command, failure: failure, isLocked: probe.isLocked)))
  }
}

/// The answer of the command that tells whether the session is locked.
public enum ProbeAnswer: Hashable, Sendable {
  /// It ended with exit status 0 (true) or 1.
  case locked(Bool)
  /// It gave no answer, for this reason: `was killed`.
  case failed(String)
}
