public import Gestures
internal import Rules
public import Time
internal import Touch

/// Performs the actions of rules.
///
/// The actions of a rule for one phase of its gesture are done in order: actions after keys wait until the keys are
/// released. Commands are started without waiting for their end, but a command under `every` or `back` is not started
/// again while it is running.
///
///     rule 1    keys a, foot, keys b       a↓ a↑ foot b↓ b↑
///     rule 2    keys c                                      c↓ c↑
///
/// Keys of two rules are never interleaved, except while one of them is in a `wait`: a rule waits while the keys of
/// another are being pressed, in the order of their gestures. The actions of one gesture stay in order, and the keys it
/// holds are released at its end, after all of its other actions.
///
/// Effects are appended to `effects`. After each call, the caller calls `emit`, does the effects, and calls `advance`
/// at `deadline`.
public struct Performer: Sendable {
  /// The maximum number of runs that wait for their turn. A user makes a few gestures a second and a rule's keys take a
  /// few milliseconds: only rules with long waits or thousands of keys come near. The ends of gestures are exempt, so
  /// that held keys are always released.
  public static let limit = 64
  /// The maximum number of commands that run at once. A user makes a few gestures a second and has a few dozen windows,
  /// so only a faulty rule comes near; a machine with so many running commands is still usable.
  public static let commandLimit = 128

  /// A mode that a rule has set.
  struct ModeChange: Sendable {
    /// The name of the mode.
    var mode: String
    /// The duration; nil until another mode is set.
    var lasting: Duration?
  }

  /// Keys that stay pressed until the end of a gesture.
  struct Hold: Sendable {
    var owner: GestureID
    var keys: KeyPresses
  }

  /// A command that is fed until the end of a gesture.
  struct Feed: Sendable {
    var owner: GestureID
    var command: CommandID
  }

  /// Chords or a text of which keys may be pending.
  struct Typed: Sendable {
    enum Source: Sendable {
      case chords([Chord])
      case text(String)
    }
    var source: Source
    /// All of their keys.
    var spelling: Spelling
    /// The number of chords or characters that were sent before those in the queue.
    var first = 0
    var run: ActionRun
  }

  /// The effects of the calls since the buffer was emptied, in order.
  public var effects: [Effect] = []
  /// The keys of the chords and texts of the rules. Chords and texts that are being typed go on with the new ones.
  public var bindings = KeyBindings() { didSet { retype() } }
  /// False while keyboard and pointer are not ready. Input events then wait, and so do actions that cause them: the
  /// keymap may change until then.
  var isInjectorReady = true
  /// True to keep buttons and wheels back: no window would receive them now.
  var isPointerIgnored = false
  /// True if one is kept back.
  private(set) var isWaitingForPointer = false
  /// The time of the next call of `advance`; nil if nothing is pending.
  public private(set) var deadline: Timestamp?
  var queue = InputQueue()
  /// The runs that are not finished, in the order of their gestures.
  private var runs: [ActionRun] = []
  /// The number of runs created so far.
  private var count = 0
  /// The number of the run whose keys are being pressed, or are next; nil if any run may be next.
  private var runWithTurn: Int?
  /// The chords or the text that were last appended to `queue`; nil once it is empty.
  var typed: Typed?
  /// The source location of the rule whose events were last appended to `queue`.
  var injectingRule = ""
  var holds: [Hold] = []
  /// The touchscreens whose unknown output was reported.
  var reportedUnmapped: Set<DeviceID> = []
  var followers: [Follower] = []
  /// The commands that are fed.
  var feeds: [Feed] = []
  /// The hand that the virtual touchpad shows, and the one that it shows next.
  var shownHand: HandShow?
  var nextHand: HandShow?
  /// The commands under `every` and `back` that are running or have waiting steps.
  var lanes: [StepLane.Key: StepLane] = [:]
  /// The number of commands started so far.
  var startCount = 0
  /// The commands that have not ended.
  var running: Set<CommandID> = []
  /// The parsed command lines of earlier starts.
  var shellCommands = ShellCommands()
  /// The time of the current call.
  var time = Timestamp.zero
  /// The last mode that was set since `takeModeChange`.
  var modeChange: ModeChange?
  /// True if an event was emitted and its answer is pending.
  private var isAwaitingAnswer = false
  /// The time to retry an event that was refused for lack of room.
  private var retryAt: Timestamp?
  /// The time at which steps that wait for a command are dropped.
  private var laneDeadline: Timestamp?

  /// Creates an idle performer.
  public init() {
    // The runtime creates the set's type metadata with its first entry, which would delay the first command.
    running.reserveCapacity(Self.commandLimit)
  }

  /// The pressed keys and buttons, in the order they were pressed.
  public var pressed: [KeyCode] { queue.pressed }

  /// True if input events are pending.
  var hasInput: Bool { !queue.isEmpty }

  /// True if nothing is pending.
  public var isIdle: Bool { deadline == nil && runs.isEmpty && queue.isEmpty && feeds.isEmpty }

  /// True if a gesture matters even if its rule has no action for this phase: pointer or scrolling follow it, held
  /// keys must be released, or a command is fed.
  public func handles(_ gesture: Gesture) -> Bool {
    guard !(runs.isEmpty && holds.isEmpty && followers.isEmpty && feeds.isEmpty), let id = GestureID(gesture) else {
      return false
    }
    switch gesture.phase {
    case .recognized, .began: return false
    case .changed: return followers.contains { $0.owner == id } || feeds.contains { $0.owner == id }
    case .ended, .cancelled: return isReleased(at: id) || feeds.contains { $0.owner == id }
    }
  }

  /// True if the end of a gesture releases something, or follows actions that are not done.
  private func isReleased(at id: GestureID) -> Bool {
    followers.contains { $0.owner == id } || holds.contains { $0.owner == id } || runs.contains { $0.owner == id }
  }

  /// Does `steps` in order, as far as possible now.
  mutating func perform(_ steps: [ActionStep], for context: ActionContext, at now: Timestamp) {
    let isOver = context.gesture.isOver
    let releases = isOver && GestureID(context.gesture).map(isReleased) == true
    time = now
    if !feeds.isEmpty { feed(context) }
    // Asked first: the gesture is copied for the call.
    if !isOver, !followers.isEmpty { follow(context.gesture) }
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
    advance(at: now)
  }

  /// Continues with actions that are due, or whose command has ended.
  public mutating func advance(at now: Timestamp) {
    time = now
    laneDeadline = advanceLanes()
    while true {
      passOnTurn()
      guard let index = runs.indices.first(where: { mayContinue($0, at: now) }) else { break }
      continueRun(index, at: now)
      laneDeadline = advanceLanes()
    }
  }

  /// Appends the input event that is due, if any, to `effects`: the next one waits for `answer`. Updates `deadline`.
  public mutating func emit(at now: Timestamp) {
    if shownHand != nil { advanceHands(at: now) }
    var next = laneDeadline
    next.limit(to: shownHand?.deadline)
    isWaitingForPointer = false
    if isInjectorReady, !isAwaitingAnswer, !queue.isEmpty {
      if let retryAt, retryAt > now {
        next.limit(to: retryAt)
      } else if let event = queue.due(at: now) {
        isWaitingForPointer = isPointerIgnored && event.requiresPointerFocus
        if !isWaitingForPointer {
          isAwaitingAnswer = true
          effects.append(.inject(event, location: injectingRule))
        }
      } else {
        next.limit(to: queue.deadline)
      }
    }
    for index in runs.indices {
      // A wait may have ended while another input was handled, without a call of `advance` since.
      if let moment = runs[index].resumesAt, moment > now || mayContinue(index, at: now) { next.limit(to: moment) }
    }
    deadline = next
  }

  /// Handles the answer to the event that was emitted.
  mutating func answer(_ answer: InjectionAnswer, at now: Timestamp) {
    guard isAwaitingAnswer else { return }
    isAwaitingAnswer = false
    retryAt = nil
    switch answer {
    case .sent:
      queue.sent(at: now)
      // Here, and not before the next key, which would wait for it.
      if queue.isEmpty { typed = nil }
    case .noRoom: retryAt = now + InputQueue.interval
    case .failed:
      // An event fails if its device is missing, and then no key is pressed on it.
      guard let event = queue.due(at: now) else { break }
      queue.forget(event.ability)
      if event.source == .pointer { followers.removeAll { $0.ability == event.ability } }
    }
    advance(at: now)
  }

  /// Returns the last mode that rules have set since the last call; nil if none was.
  mutating func takeModeChange() -> ModeChange? {
    defer { modeChange = nil }
    return modeChange
  }

  /// Drops all pending actions, and releases all pressed keys at once, the last first.
  mutating func releaseEverything(at now: Timestamp) {
    runs.removeAll()
    runWithTurn = nil
    holds.removeAll()
    followers.removeAll()
    cancelHands()
    clearLanes()
    queue.releaseAll()
    retryAt = nil
    advance(at: now)
  }

  func isRunning(_ id: CommandID) -> Bool { running.contains(id) }

  mutating func report(_ reason: ActionFailure.Reason, of run: ActionRun) {
    effects.append(.report(ActionFailure(location: run.location, reason)))
  }

  /// True if the next step must follow waiting commands.
  private func isHeldUp(_ run: ActionRun) -> Bool {
    !lanes.isEmpty && !run.releases && run.steps.first?.isClosing == true && hasWaitingSteps(at: run.location)
  }

  /// Ends the turn of a run that waits for a command: other runs may press their keys meanwhile.
  private mutating func passOnTurn() {
    // By index: a closure over the elements would be given a copy of each.
    guard !lanes.isEmpty, let number = runWithTurn, queue.isEmpty,
      let index = runs.indices.first(where: { runs[$0].number == number })
    else { return }
    if isHeldUp(runs[index]) { runWithTurn = nil }
  }

  private func mayContinue(_ index: Int, at now: Timestamp) -> Bool {
    if isHeldUp(runs[index]) { return false }
    if let moment = runs[index].resumesAt, now < moment { return false }
    if !isInjectorReady, !runs[index].releases, runs[index].needsInput { return false }
    if let owner = runs[index].owner, runs[..<index].contains(where: { $0.owner == owner }) { return false }
    // Actions after keys wait until the keys are released.
    if runWithTurn == runs[index].number { return queue.isEmpty }
    return !runs[index].needsInput || runWithTurn == nil && queue.isEmpty
  }

  private mutating func continueRun(_ index: Int, at now: Timestamp) {
    let run = runs[index]
    if run.needsInput { runWithTurn = run.number }
    if run.releases {
      runs[index].releases = false
      release(run)
      return
    }
    guard let step = runs[index].steps.popFirst() else {
      runs.remove(at: index)
      if runWithTurn == run.number { runWithTurn = nil }
      return
    }
    if case .wait(let time) = step.action {
      runs[index].resumesAt = now + time
      if runWithTurn == run.number { runWithTurn = nil }
    } else {
      perform(step, of: run)
    }
  }
}

extension Action {
  /// True if it is done at once, without input events or a wait.
  fileprivate var isImmediate: Bool {
    if case .wait = self { false } else { !isInput }
  }
}
