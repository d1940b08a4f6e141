public import Gestures
public import Rules
public import Touch

/// Does what rules say.
///
/// The actions of a rule at one moment of its gesture are done in order: what stands behind keys waits until they are
/// released. Commands are started and not waited for, but one under `every` or `back` is not started again while it runs.
///
///     rule 1    keys a, foot, keys b       a↓ a↑ foot b↓ b↑
///     rule 2    keys c                                      c↓ c↑
///
/// The keys of two rules never mix, except while one of them waits for a time: a rule that comes to its keys while
/// another's are still being pressed waits, in the order the gestures came. What belongs to one gesture stays in order
/// whatever it waits for, and what it holds is released when it is over, after everything else it began.
///
/// Time is an argument. What is to be done is appended to `effects`. After each call whoever drives it calls `emit`, does
/// the effects, and calls `pump` again at `deadline`.
public struct Performer: Sendable {
  /// The most runs that wait for their turn. A hand makes a few gestures a second and a rule's keys take a few
  /// milliseconds: only rules that wait long or press thousands of keys at once come near. Ends of gestures come on
  /// top, so that what they hold is always released.
  public static let limit = 64
  /// The most commands that run at once. A hand makes a few gestures a second and a person has a few dozen windows, so
  /// only a rule gone wild comes near; a machine that starts so many at once is still usable.
  public static let commandLimit = 128

  /// A mode that a rule has set.
  struct ModeChange: Hashable, Sendable {
    /// Its name.
    var mode: String
    /// Its duration; nil until another is set.
    var lasting: Duration?
  }

  /// Keys that stay pressed until a gesture is over.
  struct Hold: Sendable {
    var owner: GestureID
    var keys: KeyPresses
  }

  /// The effects of the calls since the buffer was emptied, in order.
  public var effects: [Effect] = []
  /// The keys of the chords and texts of the rules.
  public var bindings = KeyBindings()
  /// False while keyboard and pointer cannot be used yet. Input then waits.
  public var isInjectorReady = true
  /// The next call of `pump`; nil if there is nothing to wait for.
  public private(set) var deadline: Timestamp?
  var queue = InputQueue()
  /// The runs that are not finished, in the order of their gestures.
  private var runs: [ActionRun] = []
  /// The number of runs so far.
  private var count = 0
  /// The run whose keys are being pressed, or are next.
  private var turn: Int?
  /// The source location of the rule whose events were last appended to `queue`.
  var pressing = ""
  var holds: [Hold] = []
  var followers: [Follower] = []
  /// The commands under `every` and `back` that run or wait.
  var lanes: [StepLane.Key: StepLane] = [:]
  /// The number of commands started so far.
  var startCount = 0
  /// The commands that have not ended.
  var running: Set<CommandID> = []
  /// The programs of command lines that were started before.
  var shellCommands = ShellCommands()
  /// True if there was no room for the last command.
  var isFull = false
  /// The time of the current call.
  var time = Timestamp.zero
  /// The last mode that was set and not taken.
  var modeChange: ModeChange?
  /// An event was emitted, and its answer has not come.
  private var isAwaitingAnswer = false
  /// The time at which an event that was refused for lack of room is tried again.
  private var retryAt: Timestamp?
  /// The time at which steps that wait for a command are given up.
  private var laneDeadline: Timestamp?

  /// A performer that has done nothing.
  public init() {
    // A table's type is made with its first entry, which no first command should wait for.
    running.reserveCapacity(Self.commandLimit)
  }

  /// The pressed keys and buttons, in the order they were pressed.
  public var pressed: [KeyCode] { queue.pressed }

  /// True if nothing waits to be done.
  public var isIdle: Bool { deadline == nil && runs.isEmpty && queue.isEmpty }

  /// True if a gesture matters even where its rule has no action for this moment of it: what follows the fingers moves
  /// on, what the gesture holds is released.
  public func isConcerned(by gesture: Gesture) -> Bool {
    guard !(runs.isEmpty && holds.isEmpty && followers.isEmpty), let id = GestureID(gesture) else { return false }
    switch gesture.phase {
    case .recognized, .began: return false
    case .changed: return followers.contains { $0.owner == id }
    case .ended, .cancelled:
      return followers.contains { $0.owner == id } || holds.contains { $0.owner == id }
        || runs.contains { $0.owner == id }
    }
  }

  /// Does the actions of `rule` for this moment of a gesture, in order, as far as possible now.
  /// - Parameters:
  ///   - device: the name of the gesture's device.
  ///   - situation: the state of the desktop, for commands to see.
  public mutating func perform(
    _ rule: Rule, gesture: Gesture, device: String, situation: Situation, at now: Timestamp
  ) {
    perform(
      ActionStep.list(rule.reaction, for: gesture),
      for: ActionContext(place: rule.place, name: rule.name, gesture: gesture, device: device, situation: situation),
      at: now)
  }

  /// Does `steps` in order, as far as possible now.
  mutating func perform(_ steps: [ActionStep], for context: ActionContext, at now: Timestamp) {
    let gesture = context.gesture
    let isOver = gesture.phase == .ended || gesture.phase == .cancelled
    let releases = isOver && isConcerned(by: gesture)
    time = now
    if !isOver { follow(gesture) }
    count += 1
    var run = ActionRun(count, steps, releases: releases, context)
    if !releases, !runs.contains(where: { $0.owner != nil && $0.owner == run.owner }) {
      while let step = run.steps.first, step.action.isImmediate, !isHeldUp(run) {
        run.steps.removeFirst()
        perform(step, of: run)
      }
    }
    if releases || !run.steps.isEmpty {
      if releases || runs.count < Self.limit {
        runs.append(run)
      } else {
        report(.tooManyWaiting, of: run)
      }
    }
    pump(at: now)
  }

  /// Goes on with what is due, or waited for a command that has ended.
  public mutating func pump(at now: Timestamp) {
    time = now
    laneDeadline = advanceLanes()
    while true {
      passOnTurn()
      guard let index = runs.indices.first(where: { mayGoOn($0, at: now) }) else { break }
      goOn(index, at: now)
      laneDeadline = advanceLanes()
    }
  }

  /// Appends the input event that is due to `effects`, one at most: the next one waits for `answer`. Then finds `deadline`.
  public mutating func emit(at now: Timestamp) {
    var next = laneDeadline
    func consider(_ moment: Timestamp?) {
      guard let moment else { return }
      next = next.map { min($0, moment) } ?? moment
    }
    if isInjectorReady, !isAwaitingAnswer, !queue.isEmpty {
      if let retryAt, retryAt > now {
        consider(retryAt)
      } else if let event = queue.due(at: now) {
        isAwaitingAnswer = true
        effects.append(.inject(event, place: pressing))
      } else {
        consider(queue.deadline)
      }
    }
    for run in runs {
      if let moment = run.resumesAt, moment > now { consider(moment) }
    }
    deadline = next
  }

  /// Takes the answer to the event that was emitted.
  mutating func answer(_ answer: InjectionAnswer, at now: Timestamp) {
    guard isAwaitingAnswer else { return }
    isAwaitingAnswer = false
    retryAt = nil
    switch answer {
    case .sent: queue.sent(at: now)
    case .noRoom: retryAt = now + InputQueue.interval
    case .failed:
      // An event is refused if there is no such device, or no longer, and then nothing is pressed on it.
      guard let event = queue.due(at: now) else { break }
      queue.forget(event.ability)
      if event.source == .pointer { followers.removeAll { $0.ability == event.ability } }
    }
    pump(at: now)
  }

  /// Returns the mode that rules have set since the last call.
  mutating func takeModeChange() -> ModeChange? {
    defer { modeChange = nil }
    return modeChange
  }

  /// Drops what waits, and releases what is pressed, at once, the last first.
  public mutating func releaseEverything(at now: Timestamp) {
    runs.removeAll()
    turn = nil
    holds.removeAll()
    followers.removeAll()
    clearLanes()
    queue.releaseAll()
    retryAt = nil
    pump(at: now)
  }

  func isRunning(_ id: CommandID) -> Bool { running.contains(id) }

  mutating func report(_ reason: ActionFailure.Reason, of run: ActionRun) {
    effects.append(.report(ActionFailure(place: run.place, reason)))
  }

  /// True if the next step comes behind commands that wait.
  private func isHeldUp(_ run: ActionRun) -> Bool {
    !run.releases && run.steps.first?.isClosing == true && hasRest(at: run.place)
  }

  /// Others' keys do not wait for a command: theirs come next.
  private mutating func passOnTurn() {
    guard let number = turn, queue.isEmpty, let run = runs.first(where: { $0.number == number }) else { return }
    if isHeldUp(run) { turn = nil }
  }

  private func mayGoOn(_ index: Int, at now: Timestamp) -> Bool {
    let run = runs[index]
    if isHeldUp(run) { return false }
    if let moment = run.resumesAt, now < moment { return false }
    if let owner = run.owner, runs[..<index].contains(where: { $0.owner == owner }) { return false }
    // What comes behind keys waits until they are released.
    if turn == run.number { return queue.isEmpty }
    return !run.needsInput || turn == nil && queue.isEmpty
  }

  private mutating func goOn(_ index: Int, at now: Timestamp) {
    let run = runs[index]
    if run.needsInput { turn = run.number }
    if run.releases {
      runs[index].releases = false
      release(run)
      return
    }
    guard let step = runs[index].steps.popFirst() else {
      runs.remove(at: index)
      if turn == run.number { turn = nil }
      return
    }
    if case .wait(let time) = step.action {
      runs[index].resumesAt = now + time
      if turn == run.number { turn = nil }
    } else {
      perform(step, of: run)
    }
  }
}

extension Action {
  /// True if nothing has to be waited for to do it.
  fileprivate var isImmediate: Bool {
    if case .wait = self { false } else { !isInput }
  }
}
