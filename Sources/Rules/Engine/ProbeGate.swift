internal import Gestures
internal import Rules
internal import Time
internal import Touch

/// Holds back touch events while the probe is running: the user's command (`locked-if`), which is started when fingers
/// land and tells whether the session is locked.
struct ProbeGate: Sendable {
  /// The state of the probe and its last answer.
  private(set) var probe = LockProbe()
  /// The command in the rules file; nil if it has none.
  private var command: String?
  private var waiting = HeldEvents()

  /// True while the probe is running.
  var isProbeRunning: Bool { probe.isRunning }

  /// True if there is no command and no probe is running: events need not pass the gate.
  var isIdle: Bool { command == nil && !probe.isRunning }

  /// True if events are held back.
  var isHolding: Bool { !waiting.isEmpty }

  /// Replaces the command and discards the last answer. The new command is started at once if events are waiting.
  mutating func replaceCommand(with command: String?, at now: Timestamp, into effects: inout [Effect]) {
    guard command != self.command else { return }
    self.command = command
    stop(into: &effects)
    probe = LockProbe()
    if let command, !waiting.isEmpty { startProbe(command, at: now, into: &effects) }
  }

  /// Holds back `event` if the probe is running or must be started now.
  /// - Parameter mayBegin: true if the event may be the first of a gesture that a rule is for.
  /// - Returns: false if the event need not wait.
  mutating func holdBack(
    _ event: TouchEvent, mayBegin: @autoclosure () -> Bool, at now: Timestamp, into effects: inout [Effect]
  ) -> Bool {
    if let command, probe.isDue(at: now), mayBegin() { startProbe(command, at: now, into: &effects) }
    guard probe.isRunning else { return false }
    waiting.append(event)
    if waiting.isFull { giveUp(into: &effects) }
    return true
  }

  /// Starts the probe if there is one and its last answer is too old.
  mutating func requestAnswer(at now: Timestamp, into effects: inout [Effect]) {
    if let command, probe.isDue(at: now) { startProbe(command, at: now, into: &effects) }
  }

  /// Removes and returns the events that were held back, in order.
  mutating func takeEvents() -> [TouchEvent] { waiting.take() }

  /// Discards the last answer: the session was inactive, or the machine asleep.
  mutating func invalidate() { probe.invalidate() }

  /// Gives up a probe that has run out of time.
  mutating func expire(at now: Timestamp, into effects: inout [Effect]) {
    if let deadline = probe.deadline, deadline <= now { giveUp(into: &effects) }
  }

  /// Handles the command's answer. The answer of a probe that was given up is ignored.
  mutating func handleAnswer(_ answer: ProbeAnswer, into effects: inout [Effect]) {
    guard probe.isRunning else { return }
    switch answer {
    case .locked(let isLocked): probe.answer(isLocked: isLocked)
    case .failed(let reason): report(probe.fail(reason), into: &effects)
    }
  }

  /// Kills the command if it is running.
  mutating func stop(into effects: inout [Effect]) {
    if probe.isRunning { effects.append(.stopProbe) }
  }

  private mutating func startProbe(_ command: String, at now: Timestamp, into effects: inout [Effect]) {
    probe.begin(at: now)
    effects.append(.startProbe(command))
  }

  private mutating func giveUp(into effects: inout [Effect]) {
    stop(into: &effects)
    report(probe.fail(LockProbe.timeoutFailure), into: &effects)
  }

  private func report(_ failure: String?, into effects: inout [Effect]) {
    guard let failure, let command else { return }
    effects.append(.note(.noProbeAnswer(command: command, failure: failure, isLocked: probe.isLocked)))
  }
}

/// The answer of the command that tells whether the session is locked.
public enum ProbeAnswer: Hashable, Sendable {
  /// The command ended with exit status 0 (true) or 1.
  case locked(Bool)
  /// The command gave no answer; the reason: `was killed`.
  case failed(String)
}

extension RuleSet {
  /// True if `event` on `device` is the first event of fingers that a rule may be for.
  ///
  /// Only the number of fingers and the device are compared: scrolling, with two fingers, cannot match rules for three.
  /// On a touchscreen, any number of fingers may follow the first.
  func mayBegin(with event: TouchEvent.Kind, on device: Device?) -> Bool {
    guard let device else { return false }
    let fingers = event.reportedFingers
    if fingers == nil { guard case .touchDown = event else { return false } }
    return triggers.contains { trigger in
      (fingers.map { trigger.fingers.contains($0) } ?? true) && trigger.includes(device)
    }
  }
}
