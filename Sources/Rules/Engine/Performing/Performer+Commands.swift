internal import Gestures
internal import Rules
internal import Time

/// Commands: started at once, or one at a time under `every` and `back`.
extension Performer {
  /// Starts a command, or adds its steps to its lane.
  /// - Parameter entry: the lane position of a command under `every` and `back`; nil for any other.
  mutating func start(
    _ arguments: [String], isShell: Bool, _ command: String, _ entry: ActionStep.LaneEntry?, of run: ActionRun
  ) {
    let start = CommandStart(
      id: CommandID(number: 0), arguments: arguments, command: command, isShell: isShell, context: run.context,
      steps: entry?.count ?? 0)
    guard let entry else {
      _ = launch(start)
      return
    }
    let key = StepLane.Key(location: run.location, index: entry.index)
    if !lanes[key, default: StepLane()].add(start, at: time) {
      report(.tooManySteps(command, readsSteps: start.readsSteps), of: run)
    }
    advanceLane(key)
  }

  /// Starts a command that is fed the gesture of `run`, from its beginning on.
  mutating func feed(_ line: String, of run: ActionRun) {
    guard let owner = Self.holder(run) else { return }
    let program = shellCommands.arguments(of: line)
    let start = CommandStart(
      id: CommandID(number: 0), arguments: program.arguments, command: line, isShell: program.isShell,
      context: run.context, isFed: true)
    guard let command = launch(start) else { return }
    feeds.append(Feed(owner: owner, command: command))
    effects.append(.feed(command, run.context))
  }

  /// Feeds the commands of a gesture, for the last time if it is over.
  mutating func feed(_ context: ActionContext) {
    guard let owner = GestureID(context.gesture) else { return }
    for feed in feeds where feed.owner == owner { effects.append(.feed(feed.command, context)) }
    if context.gesture.isOver { feeds.removeAll { $0.owner == owner } }
  }

  /// Starts the next commands of lanes whose commands have ended.
  /// - Returns: the time at which waiting steps are dropped; nil if none wait.
  mutating func advanceLanes() -> Timestamp? {
    guard !lanes.isEmpty else { return nil }
    for key in Array(lanes.keys) { advanceLane(key) }
    return lanes.values.filter(\.isWaiting).compactMap(\.deadline).min()
  }

  /// True if steps of the rule at `location`, a source location are waiting.
  func hasWaitingSteps(at location: String) -> Bool {
    !lanes.isEmpty && lanes.contains { $0.key.location == location && $0.value.isWaiting }
  }

  /// Handles the end of a command: continues with the steps and actions that waited for it.
  mutating func commandEnded(_ id: CommandID, at now: Timestamp) {
    remove(id)
    advance(at: now)
  }

  /// Handles a command that could not be started: drops the steps that waited for it.
  mutating func commandRefused(_ id: CommandID, at now: Timestamp) {
    remove(id)
    for (key, lane) in lanes where lane.running == id { lanes[key]?.clear() }
    advance(at: now)
  }

  private mutating func remove(_ id: CommandID) {
    running.remove(id)
    if !feeds.isEmpty { feeds.removeAll { $0.command == id } }
  }

  /// Drops all waiting steps.
  mutating func clearLanes() {
    for key in Array(lanes.keys) { lanes[key]?.clear() }
  }

  private mutating func advanceLane(_ key: StepLane.Key) {
    guard var lane = lanes[key] else { return }
    if let start = lane.takeNext(isRunning: isRunning) {
      if let id = launch(start) {
        lane.started(id)
      } else {
        // A command that cannot be started now cannot be started for the next steps either.
        lane.clear()
      }
    }
    if let start = lane.next, let deadline = lane.deadline, deadline <= time {
      effects.append(
        .report(
          ActionFailure(
            location: key.location, .stepsLeftOut(start.command, lane.waitingSteps, readsSteps: start.readsSteps))))
      lane.clear()
    }
    lanes[key] = lane.running == nil && !lane.isWaiting ? nil : lane
  }

  /// Starts a command.
  /// - Returns: nil if too many commands are running, which is reported.
  private mutating func launch(_ start: CommandStart) -> CommandID? {
    guard running.count < Self.commandLimit else {
      effects.append(.report(ActionFailure(location: start.context.location, .tooManyCommands(start.command))))
      return nil
    }
    startCount += 1
    var start = start
    start.id = CommandID(number: startCount)
    running.insert(start.id)
    effects.append(.start(start))
    return start.id
  }
}
