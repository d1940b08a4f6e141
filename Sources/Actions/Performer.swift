public import Gestures
internal import Linux
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
/// Time is an argument and nothing sleeps: who calls `perform` and `pump` calls `pump` again at the time they answer.
public struct Performer {
  /// The most works that wait for their turn. A hand does a few gestures a second and a rule's keys take a few
  /// milliseconds: only rules that wait long or press thousands of keys at once come near. Ends of gestures come on
  /// top, so that what they hold is always released.
  public static let limit = 64

  /// A mode that a rule has set.
  public struct ModeChange: Hashable, Sendable {
    /// Its name.
    public var mode: String
    /// How long it is on; nil is until another is set.
    public var lasting: Duration?
  }

  /// Keys that stay pressed until a gesture is over.
  struct Hold {
    var owner: GestureID
    var keys: KeyPresses
  }

  let effects: Effects
  var queue = InputQueue()
  /// What is not done yet, in the order the gestures came.
  private var works: [Work] = []
  /// How many there were.
  private var count = 0
  /// The work whose keys are being pressed, or are next.
  private var turn: Int?
  /// The place of the rule whose events were last appended to `queue`.
  var pressing = ""
  var holds: [Hold] = []
  var followers: [Follower] = []
  /// The commands under `every` and `back` that run or wait.
  var lanes: [StepLane.Key: StepLane] = [:]
  /// What starts the lines that have been started.
  var shellCommands = ShellCommands()
  /// Whether there was no room for the last command.
  var isFull = false
  /// The time that the call under way is made at.
  var time = Timestamp.zero
  /// The last one that nobody has taken note of yet.
  var modeChange: ModeChange?

  /// Does nothing yet. `pump` is to be called once, so that the keyboard is ready when it is needed.
  public init(_ effects: Effects) { self.effects = effects }

  /// What is pressed, in the order it was.
  public var pressed: [KeyCode] { queue.pressed }

  /// Whether something comes of a gesture even where its rule says nothing of this moment of it: what follows the
  /// fingers moves on, what the gesture holds is released.
  public func isConcerned(by gesture: Gesture) -> Bool {
    guard !(works.isEmpty && holds.isEmpty && followers.isEmpty), let id = GestureID(gesture) else { return false }
    switch gesture.phase {
    case .recognized, .began: return false
    case .changed: return followers.contains { $0.owner == id }
    case .ended, .cancelled:
      return followers.contains { $0.owner == id } || holds.contains { $0.owner == id }
        || works.contains { $0.owner == id }
    }
  }

  /// Does what `rule` says of this moment of a gesture, in order, as far as it goes now.
  /// - Parameters:
  ///   - device: the name of the device that the gesture was made on.
  ///   - situation: what is so on the desktop, for commands to see.
  /// - Returns: when to call `pump`; nil where there is nothing to wait for.
  public mutating func perform(
    _ rule: Rule, gesture: Gesture, device: String, situation: Situation, at now: Timestamp
  ) -> Timestamp? {
    perform(
      Deed.list(rule.reaction, for: gesture),
      for: Occasion(place: rule.place, name: rule.name, gesture: gesture, device: device, situation: situation),
      at: now)
  }

  /// Does `deeds` in order, as far as they go now.
  /// - Returns: when to call `pump`; nil where there is nothing to wait for.
  mutating func perform(_ deeds: [Deed], for occasion: Occasion, at now: Timestamp) -> Timestamp? {
    let gesture = occasion.gesture
    let isOver = gesture.phase == .ended || gesture.phase == .cancelled
    let releases = isOver && isConcerned(by: gesture)
    time = now
    if !isOver { follow(gesture) }
    count += 1
    var work = Work(count, deeds, releases: releases, occasion)
    if !releases, !works.contains(where: { $0.owner != nil && $0.owner == work.owner }) {
      while let deed = work.deeds.first, deed.action.isImmediate, !isHeldUp(work) {
        work.deeds.removeFirst()
        run(deed, of: work)
      }
    }
    if releases || !work.deeds.isEmpty {
      if releases || works.count < Self.limit {
        works.append(work)
      } else {
        effects.report(ActionFailure(place: work.place, .tooManyWaiting))
      }
    }
    return pump(at: now)
  }

  /// Presses and releases what is due, and goes on with what waits for it, or for a command that has ended: to be
  /// called when one has.
  /// - Returns: when to call it again; nil where there is nothing to wait for.
  public mutating func pump(at now: Timestamp) -> Timestamp? {
    time = now
    let inputWait = effects.inputWait(now)
    var next = inputWait
    var restDeadline = advanceLanes()
    while true {
      if inputWait == nil { next = send(at: now) }
      passOnTurn()
      guard let index = works.indices.first(where: { mayGoOn($0, at: now) }) else { break }
      goOn(index, at: now)
      restDeadline = advanceLanes()
    }
    if let restDeadline { next = min(next ?? restDeadline, restDeadline) }
    for work in works {
      if let moment = work.resumesAt, moment > now { next = min(next ?? moment, moment) }
    }
    return next
  }

  /// The mode that rules have set since the last call.
  public mutating func takeModeChange() -> ModeChange? {
    defer { modeChange = nil }
    return modeChange
  }

  /// Leaves undone what waits, and releases what is pressed, at once, the last first.
  /// - Returns: when to call `pump`; nil where there is nothing to wait for.
  public mutating func releaseEverything(at now: Timestamp) -> Timestamp? {
    works.removeAll()
    turn = nil
    holds.removeAll()
    followers.removeAll()
    clearLanes()
    queue.releaseAll()
    return pump(at: now)
  }

  /// Sends the events that are due.
  /// - Returns: when the next one is; nil where there is none.
  private mutating func send(at now: Timestamp) -> Timestamp? {
    while let event = queue.due(at: now) {
      do {
        guard try effects.send(event) else { return now + InputQueue.interval }
        queue.sent(at: now)
      } catch {
        // Events are refused where there is no such device, or no longer, and then nothing is pressed on it.
        queue.forget(event.ability)
        if event.source == .pointer { followers.removeAll { $0.ability == event.ability } }
        effects.report(ActionFailure(place: pressing, .input(event.source, error)))
      }
    }
    return queue.deadline
  }

  /// Whether what comes next belongs behind steps that wait.
  private func isHeldUp(_ work: Work) -> Bool {
    !work.releases && work.deeds.first?.isClosing == true && hasRest(at: work.place)
  }

  /// Others' keys do not wait for a command: it is theirs that come next.
  private mutating func passOnTurn() {
    guard let number = turn, queue.isEmpty, let work = works.first(where: { $0.number == number }) else { return }
    if isHeldUp(work) { turn = nil }
  }

  private func mayGoOn(_ index: Int, at now: Timestamp) -> Bool {
    let work = works[index]
    if isHeldUp(work) { return false }
    if let moment = work.resumesAt, now < moment { return false }
    if let owner = work.owner, works[..<index].contains(where: { $0.owner == owner }) { return false }
    // What stands behind keys waits until they are released.
    if turn == work.number { return queue.isEmpty }
    return !work.needsInput || turn == nil && queue.isEmpty
  }

  private mutating func goOn(_ index: Int, at now: Timestamp) {
    let work = works[index]
    if work.needsInput { turn = work.number }
    if work.releases {
      works[index].releases = false
      release(work)
      return
    }
    guard let deed = works[index].deeds.popFirst() else {
      works.remove(at: index)
      if turn == work.number { turn = nil }
      return
    }
    if case .wait(let time) = deed.action {
      works[index].resumesAt = now + time
      if turn == work.number { turn = nil }
    } else {
      run(deed, of: work)
    }
  }
}

extension Action {
  /// Whether it needs nothing but to be started.
  fileprivate var isImmediate: Bool {
    if case .wait = self { false } else { !isInput }
  }
}
