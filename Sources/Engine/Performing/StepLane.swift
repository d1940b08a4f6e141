internal import Gestures
internal import Touch

/// A command under `every` and the one under `back` that undoes it: one start of them at a time, and what waits for it.
///
/// Every step is done once and in order, and what has not been started yet is undone by a step back:
///
///     steps                   + + + + -
///     with SLEIGHT_STEPS      1-------2---              3 waited, one was undone
///     without                 1-------1-------1---
///
/// A command that says SLEIGHT_STEPS takes all that waits at one start; for any other each step is a start.
struct StepLane {
  /// Which rule's commands they are, and which of them.
  struct Key: Hashable {
    /// Where the rule stands.
    let place: String
    /// How many commands stand before it in the list.
    let index: Int
  }

  /// The most starts that wait: as many as steps are told at once (`Stepper`).
  static let limit = 64
  /// How long steps wait, from the last of them. A monitor that is asked for another brightness over its cable takes
  /// two seconds; what happens later than this is no answer to a hand any more.
  static let patience: Duration = .seconds(5)

  /// The start that has not ended.
  private(set) var running: CommandID?
  /// What waits, in order; neighbours differ in their direction.
  private var waiting: [CommandStart] = []
  /// Until when it waits.
  private(set) var deadline: Timestamp?
  /// Whether steps were left out since nothing waited.
  private var isOverfull = false

  /// Whether something waits.
  var hasRest: Bool { !waiting.isEmpty }
  /// How many steps wait, forth or back.
  var rest: Int { waiting.reduce(0) { $0 + abs($1.context.gesture.steps) } }
  /// What waits first.
  var next: CommandStart? { waiting.first }

  /// Takes in the steps of `start`.
  /// - Returns: false for the first that are left out because too many wait.
  mutating func add(_ start: CommandStart, at now: Timestamp) -> Bool {
    deadline = now + Self.patience
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

  /// What is to be started, where nothing runs.
  /// - Parameter isRunning: whether a start has not ended.
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

  /// A start runs.
  mutating func started(_ id: CommandID) { running = id }

  /// Leaves out what waits.
  mutating func clear() {
    waiting.removeAll()
    isOverfull = false
  }
}

extension CommandStart {
  /// The steps it stands for.
  fileprivate var steps: Int {
    get { context.gesture.steps }
    set { context.gesture.steps = newValue }
  }

  /// How many starts its steps take.
  fileprivate var starts: Int { readsSteps ? 1 : abs(steps) }
}
