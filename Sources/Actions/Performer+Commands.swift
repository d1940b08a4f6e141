internal import Gestures
internal import Rules
internal import Touch

/// Commands: those that are started at once, and those under `every` and `back`, whose starts do not pile up.
extension Performer {
  /// - Parameter step: what it is started for, under `every` and `back`.
  mutating func start(_ arguments: [String], isShell: Bool, _ command: String, _ step: Deed.Step?, of work: Work) {
    var occasion = work.occasion
    occasion.gesture.steps = step?.count ?? 0
    let start = Effects.Start(arguments: arguments, command: command, isShell: isShell, occasion: occasion)
    guard let step else {
      _ = launch(start)
      return
    }
    let key = StepLane.Key(place: work.place, index: step.index)
    if !lanes[key, default: StepLane()].add(start, at: time) {
      effects.report(ActionFailure(place: work.place, .tooManySteps(command, readsSteps: start.readsSteps)))
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

  /// A command that was taken for started was not: what waits for it is left out.
  public mutating func forget(_ id: Commands.ID) {
    for (key, lane) in lanes where lane.running == id { lanes[key]?.clear() }
  }

  /// Leaves out what waits.
  mutating func clearLanes() {
    for key in Array(lanes.keys) { lanes[key]?.clear() }
  }

  private mutating func advance(_ key: StepLane.Key) {
    guard var lane = lanes[key] else { return }
    if let start = lane.takeNext(isRunning: effects.isRunning) {
      if let id = launch(start) {
        lane.started(id)
      } else {
        // What cannot be started now cannot be for the steps behind it either.
        lane.clear()
      }
    }
    if let start = lane.next, let deadline = lane.deadline, deadline <= time {
      effects.report(
        ActionFailure(
          place: key.place, .stepsLeftOut(start.command, lane.rest, readsSteps: start.readsSteps)))
      lane.clear()
    }
    lanes[key] = lane.running == nil && !lane.hasRest ? nil : lane
  }

  /// - Returns: nil where it does not run, which is reported.
  private mutating func launch(_ start: Effects.Start) -> Commands.ID? {
    do throws(Commands.Failure) {
      let id = try effects.start(start)
      isFull = false
      return id
    } catch {
      switch error {
      case .tooMany:
        // Once, until there is room again.
        if !isFull { effects.report(ActionFailure(place: start.occasion.place, .tooManyCommands(start.command))) }
        isFull = true
      case .noService(let error):
        effects.report(ActionFailure(place: start.occasion.place, .noService(start.command, error)))
      case .notStarted(let error):
        effects.report(ActionFailure(place: start.occasion.place, .command(start.command, error)))
      }
    }
    return nil
  }
}
