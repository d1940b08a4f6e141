internal import Actions
internal import Control
internal import Engine
internal import Explaining
internal import Gestures
internal import Linux
internal import Rules
internal import RulesFile
internal import Surroundings
internal import Time

/// A pending reply to 'trigger': keys are being pressed, or another process may report a failure.
struct PendingTrigger {
  /// The time for such a report: the service that starts commands answers within a few milliseconds, and does not
  /// confirm success; so does GNOME Shell for a text.
  static let patience = Duration.milliseconds(200)

  /// The source location of the rule.
  var location: String
  /// True if only passing time shows success.
  var isReportAwaited: Bool
  /// True if the compositor or the desktop carries out an action: it answers, or is given up.
  var awaitsCompositor: Bool
  /// The time at which no failure counts as success.
  var deadline: Timestamp
  var reply: (ControlReply) -> Void
}

/// A request that waits for the probe of the session lock.
struct WaitingTrigger {
  /// The name or source location of the rule.
  var text: String
  var reply: (ControlReply) -> Void
}

/// The replies to 'trigger' that are pending.
struct PendingTriggers {
  private var all: [PendingTrigger] = []
  /// The requests that wait for the probe of the session lock.
  private var waiting: [WaitingTrigger] = []

  var isEmpty: Bool { all.isEmpty && waiting.isEmpty }

  mutating func append(_ trigger: WaitingTrigger) { waiting.append(trigger) }

  /// Removes and returns the requests that wait for the probe.
  mutating func takeWaiting() -> [WaitingTrigger] {
    defer { waiting = [] }
    return waiting
  }

  mutating func append(_ trigger: PendingTrigger) { all.append(trigger) }

  /// Removes those of the rule at `location`.
  /// - Returns: them, to be answered.
  mutating func take(of location: String) -> [PendingTrigger] { take { $0.location == location } }

  /// Removes those whose rules have acted.
  /// - Parameters:
  ///   - isActing: true if actions are pending.
  ///   - isBusy: true if a compositor has not answered yet.
  /// - Returns: them, to be answered.
  mutating func takeDone(at now: Timestamp, isActing: Bool, isCompositorBusy isBusy: Bool) -> [PendingTrigger] {
    take { !(isBusy && $0.awaitsCompositor) && ($0.deadline <= now || !isActing && !$0.isReportAwaited) }
  }

  /// The deadline of the first one for which time decides; nil if there is none.
  func deadline(isCompositorBusy isBusy: Bool) -> Timestamp? {
    all.first { !(isBusy && $0.awaitsCompositor) }?.deadline
  }

  private mutating func take(where isTaken: (PendingTrigger) -> Bool) -> [PendingTrigger] {
    let taken = all.filter(isTaken)
    all.removeAll(where: isTaken)
    return taken
  }
}

/// Rules that are run by name.
extension Daemon {
  /// Runs a rule as if its gesture had been made, after the probe of the session lock has answered, if there is one.
  /// - Returns: the reply; nil if `later` gets it.
  func trigger(_ text: String, _ later: @escaping (ControlReply) -> Void) -> ControlReply? {
    acting.handle(.probeLock)
    guard acting.engine.isProbeRunning else { return run(text, later) }
    clients.triggers.append(WaitingTrigger(text: text, reply: later))
    return nil
  }

  /// Runs a rule as if its gesture had been made: for a continuous gesture, its beginning, one step and its end.
  /// - Parameters:
  ///   - text: its name or source location.
  ///   - later: gets the reply if there is none yet.
  /// - Returns: the status, or the reason why the rule does not act or an action failed; nil if `later` gets the reply.
  private func run(_ text: String, _ later: @escaping (ControlReply) -> Void) -> ControlReply? {
    let index: RuleIndex
    do {
      index = try acting.engine.rules.index(ofRuleCalled: text)
    } catch {
      return .failed(error.description)
    }
    let rule = acting.engine.rules[index]
    if acting.engine.pause.isOn { return .failed("sleight is paused; 'sleight resume' ends the pause") }
    if acting.engine.sessionCondition == .inactive { return .failed("the session is inactive: no rule acts") }
    if let reason = rule.reason(against: acting.engine.situation) {
      return .failed("\(rule.location): \(reason.message)")
    }
    let failed = failures.messages(ofRuleAt: rule.location) { acting.handle(.trigger(rule: index)) }
    guard failed.isEmpty else { return .failed(Self.message(of: failed)) }
    let isReportAwaited = rule.reaction.all.contains { mayFailLater($0) }
    let awaitsCompositor = rule.reaction.all.contains { $0.kind == .compositor || $0.kind == .desktop }
    guard isReportAwaited || awaitsCompositor || acting.engine.isActing else { return status }
    clients.triggers.append(
      PendingTrigger(
        location: rule.location, isReportAwaited: isReportAwaited, awaitsCompositor: awaitsCompositor,
        deadline: .now + PendingTrigger.patience, reply: later))
    return nil
  }

  /// The number of failed actions that the reply to 'trigger' lists; the log has all.
  private static let mostListed = 10

  /// The reply for failed actions: a line for each.
  private static func message(of failures: [String]) -> String {
    let rest = failures.count - mostListed
    return (failures.prefix(mostListed) + (rest > 0 ? ["\(rest) more actions failed: see the log"] : []))
      .joined(separator: "\n")
  }

  /// True if an action that was done may still be reported as failed.
  private func mayFailLater(_ action: Action) -> Bool {
    if case .type = action { return acting.outlets.input.mayRefuseTexts }
    return action.kind == .program && CommandService.isUsed
  }

  /// Replies to triggers of a rule one of whose actions has failed.
  func rejectTriggers(_ failure: FailureLog.Failure) {
    for trigger in clients.triggers.take(of: failure.location) { trigger.reply(.failed(failure.message)) }
  }

  /// Runs the rules whose triggers waited for the probe, and replies to triggers whose rules have acted.
  func finishTriggers() {
    guard !clients.triggers.isEmpty else { return }
    if !acting.engine.isProbeRunning {
      for trigger in clients.triggers.takeWaiting() {
        if let reply = run(trigger.text, trigger.reply) { trigger.reply(reply) }
      }
    }
    let done = clients.triggers.takeDone(
      at: .now, isActing: acting.engine.isActing, isCompositorBusy: acting.desktop.isCompositorBusy)
    for trigger in done { trigger.reply(status) }
  }
}
