internal import Gestures
internal import Time

/// A command under `every` and its opposite under `back`: at most one of them runs at a time, and further steps wait.
///
/// Every step is done once and in order; a step back cancels a step that is still waiting:
///
///     steps                   + + + + -
///     with SLEIGHT_STEPS      1-------2---              3 waited, one was cancelled
///     without                 1-------1-------1---
///
/// A command that reads SLEIGHT_STEPS is started once for all waiting steps; any other, once for each step.
struct StepLane {
  /// The identity of a lane.
  struct Key: Hashable {
    /// The source location of the rule.
    let location: String
    /// The number of commands before this one in the list.
    let index: Int
  }

  /// The maximum number of waiting starts: as many as a gesture can report steps at once (`Stepper`).
  static let limit = 64
  /// The time after which waiting steps are dropped, counted from the last of them. Setting the brightness of a monitor
  /// over its cable takes two seconds; users do not connect an effect later than this with their gesture.
  static let timeout: Duration = .seconds(5)

  /// The start that is running; nil if none is.
  private(set) var running: CommandID?
  /// The waiting steps, in order; adjacent entries differ in direction.
  private var waiting: [CommandStart] = []
  /// The time at which waiting steps are dropped.
  private(set) var deadline: Timestamp?
  /// True if steps were dropped since the lane was last empty.
  private var isOverfull = false

  var isWaiting: Bool { !waiting.isEmpty }
  /// The number of waiting steps in both directions.
  var waitingSteps: Int { waiting.reduce(0) { $0 + abs($1.steps) } }
  var next: CommandStart? { waiting.first }

  /// Adds the steps of `start`, or drops them if too many are waiting.
  /// - Returns: false for the first steps that are dropped, to report it once.
  mutating func add(_ start: CommandStart, at now: Timestamp) -> Bool {
    deadline = now + Self.timeout
    var steps = start.steps
    while let last = waiting.last?.steps, last.signum() == -steps.signum() {
      let sum = last + steps
      if sum.signum() == last.signum() {
        waiting[waiting.count - 1].steps = sum
        return true
      }
      waiting.removeLast()
      if sum == 0 { return true }
      steps = sum
    }
    var start = start
    start.steps = steps
    let joins = waiting.last.map { $0.context.gesture.direction == start.context.gesture.direction } ?? false
    let starts = waiting.reduce(0) { $0 + $1.starts } + (joins && start.readsSteps ? 0 : start.starts)
    guard starts <= Self.limit else {
      defer { isOverfull = true }
      return isOverfull
    }
    if joins, let last = waiting.popLast() { start.steps += last.steps }
    waiting.append(start)
    return true
  }

  /// Removes and returns the next start; nil if one is running or none is waiting.
  /// - Parameter isRunning: returns true for a start that has not ended.
  mutating func takeNext(isRunning: (CommandID) -> Bool) -> CommandStart? {
    if let running, isRunning(running) { return nil }
    running = nil
    guard var start = waiting.first else { return nil }
    if start.readsSteps {
      waiting.removeFirst()
    } else {
      let one = start.steps.signum()
      waiting[0].steps -= one
      if waiting[0].steps == 0 { waiting.removeFirst() }
      start.steps = one
    }
    if waiting.isEmpty { isOverfull = false }
    return start
  }

  /// Records the start that is running.
  mutating func started(_ id: CommandID) { running = id }

  /// Drops the waiting steps.
  mutating func clear() {
    waiting.removeAll()
    isOverfull = false
  }
}

extension CommandStart {
  /// The number of starts that its steps require.
  fileprivate var starts: Int { readsSteps ? 1 : abs(steps) }
}
