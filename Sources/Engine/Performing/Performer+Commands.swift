internal import Gestures
internal import Rules
internal import Touch

/// Commands: those that are started at once, and those under `every` and `back`, whose starts do not pile up.
extension Performer {
  /// - Parameter step: what it is started for, under `every` and `back`.
  mutating func start(
    _ arguments: [String], isShell: Bool, _ command: String, _ entry: ActionStep.LaneEntry?, of run: ActionRun
  ) {
    var context = run.context
    context.gesture.steps = entry?.count ?? 0
    let start = CommandStart(
      id: CommandID(number: 0), arguments: arguments, command: command, isShell: isShell, context: context)
    guard let entry else {
      _ = launch(start)
      return
    }
    let key = StepLane.Key(place: run.place, index: entry.index)
    if !lanes[key, default: StepLane()].add(start, at: time) {
      report(.tooManySteps(command, readsSteps: start.readsSteps), of: run)
    }
    advance(key)
  }

  /// Starts what waits for commands that have ended.
  /// - Returns: when something has waited too long; nil where nothing waits.
  mutating func advanceLanes() -> Timestamp? {
    guard !lanes.isEmpty else { return nil }
    for key in Array(lanes.keys) { advance(key) }
    return lanes.values.filter(\.hasRest).compactMap(\.deadline).min()
  }

  /// Whether steps of the rule at `place` wait.
  func hasRest(at place: String) -> Bool {
    !lanes.isEmpty && lanes.contains { $0.key.place == place && $0.value.hasRest }
  }

  /// Goes on with what waited for a command that has ended.
  mutating func commandEnded(_ id: CommandID, at now: Timestamp) {
    running.remove(id)
    pump(at: now)
  }

  /// Drops what waits for a command that was not started after all.
  mutating func commandRefused(_ id: CommandID, at now: Timestamp) {
    running.remove(id)
    for (key, lane) in lanes where lane.running == id { lanes[key]?.clear() }
    pump(at: now)
  }

  /// Leaves out what waits.
  mutating func clearLanes() {
    for key in Array(lanes.keys) { lanes[key]?.clear() }
  }

  private mutating func advance(_ key: StepLane.Key) {
    guard var lane = lanes[key] else { return }
    if let start = lane.takeNext(isRunning: isRunning) {
      if let id = launch(start) {
        lane.started(id)
      } else {
        // What cannot be started now cannot be for the steps behind it either.
        lane.clear()
      }
    }
    if let start = lane.next, let deadline = lane.deadline, deadline <= time {
      effects.append(
        .report(
          ActionFailure(
            place: key.place, .stepsLeftOut(start.command, lane.rest, readsSteps: start.readsSteps))))
      lane.clear()
    }
    lanes[key] = lane.running == nil && !lane.hasRest ? nil : lane
  }

  /// - Returns: nil if too many commands run, which is reported.
  private mutating func launch(_ start: CommandStart) -> CommandID? {
    guard running.count < Self.commandLimit else {
      // Once, until there is room again.
      if !isFull {
        effects.append(.report(ActionFailure(place: start.context.place, .tooManyCommands(start.command))))
      }
      isFull = true
      return nil
    }
    isFull = false
    startCount += 1
    var start = start
    start.id = CommandID(number: startCount)
    running.insert(start.id)
    effects.append(.start(start))
    return start.id
  }
}
