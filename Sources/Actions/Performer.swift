public import Gestures
public import Rules
public import Touch

/// Does what rules say.
///
/// The actions of a rule are done in order: what stands behind keys waits until they are released. Commands are started
/// and not waited for. The keys of two rules never mix: a rule that comes to its keys while another's are still being
/// pressed waits, in the order the gestures came, until that one is done to its end.
///
/// Time is an argument and nothing sleeps: who calls `perform` and `pump` calls `pump` again at the time they answer.
public struct Performer {
  /// The most rules that wait for keys. A hand does a few gestures a second and a rule's keys take a few
  /// milliseconds: only a file that presses thousands of keys at once comes near.
  public static let limit = 64

  private let effects: Effects
  private var queue = KeyQueue()
  /// The rules that have keys to press. Of the first, what is left behind the keys in `queue`.
  private var waiting: [Work] = []
  /// The place of the rule whose keys were last appended to `queue`.
  private var pressing = ""

  /// What is left to do of a rule.
  private struct Work {
    var actions: ArraySlice<Action>
    let place: String
    let gesture: Gesture
    let device: String
  }

  /// A mode that a rule has set.
  public struct ModeChange: Hashable, Sendable {
    /// Its name.
    public var mode: String
    /// How long it is on; nil is until another is set.
    public var lasting: Duration?
  }

  /// The last one that nobody has taken note of yet.
  private var modeChange: ModeChange?

  /// Does nothing yet. `pump` is to be called once, so that the keyboard is ready when it is needed.
  public init(_ effects: Effects) { self.effects = effects }

  /// What is pressed, in the order it was.
  public var pressed: [KeyCode] { queue.pressed }

  /// Does `actions` in order, as far as they go now.
  /// - Parameters:
  ///   - place: where the rule stands, for messages.
  ///   - gesture: what the hand did.
  ///   - device: the name of the device it did it on.
  /// - Returns: when to call `pump`; nil where there is nothing to wait for.
  public mutating func perform(
    _ actions: [Action], place: String, gesture: Gesture, device: String, at now: Timestamp
  ) -> Timestamp? {
    var work = Work(actions: actions[...], place: place, gesture: gesture, device: device)
    while let action = work.actions.first, !action.pressesKeys {
      work.actions.removeFirst()
      run(action, of: work)
    }
    if !work.actions.isEmpty {
      if waiting.count < Self.limit {
        waiting.append(work)
      } else {
        effects.report(ActionFailure(place: place, .tooManyWaiting))
      }
    }
    return pump(at: now)
  }

  /// Presses and releases what is due, and goes on with what waits for it.
  /// - Returns: when to call it again; nil where there is nothing to wait for.
  public mutating func pump(at now: Timestamp) -> Timestamp? {
    while true {
      if let wait = effects.keyboardWait(now) { return wait }
      if let next = press(at: now) { return next }
      guard !waiting.isEmpty else { return nil }
      guard let action = waiting[0].actions.popFirst() else {
        waiting.removeFirst()
        continue
      }
      run(action, of: waiting[0])
    }
  }

  /// The mode that rules have set since the last call.
  public mutating func takeModeChange() -> ModeChange? {
    defer { modeChange = nil }
    return modeChange
  }

  /// Leaves undone what waits, and releases what is pressed, at once, the last first.
  /// - Returns: when to call `pump`; nil where there is nothing to wait for.
  public mutating func releaseEverything(at now: Timestamp) -> Timestamp? {
    waiting.removeAll()
    queue.releaseAll()
    return pump(at: now)
  }

  /// Sends the key events that are due.
  /// - Returns: when the next one is; nil where there is none.
  private mutating func press(at now: Timestamp) -> Timestamp? {
    while let event = queue.due(at: now) {
      do {
        guard try effects.send(event) else { return now + KeyQueue.interval }
        queue.sent(at: now)
      } catch {
        // Events are refused where there is no keyboard, or no longer, and then nothing is pressed on it.
        queue.forget()
        effects.report(ActionFailure(place: pressing, .keyboard(error)))
      }
    }
    return queue.deadline
  }

  private mutating func run(_ action: Action, of work: Work) {
    switch action {
    case .shell(let line): start(ShellCommand.arguments(of: line), line, of: work)
    case .run(let arguments): start(arguments, arguments.joined(separator: " "), of: work)
    case .keys(let chords): append(chords, of: work)
    case .mode(let name, let lasting): modeChange = ModeChange(mode: name, lasting: lasting)
    case .none: break
    case .hold, .type, .click, .scroll, .drag, .pointer, .compositor, .wait:
      effects.report(ActionFailure(place: work.place, .notDoneYet(action.word ?? "")))
    }
  }

  private func start(_ arguments: [String], _ command: String, of work: Work) {
    do {
      try effects.start(
        Effects.Start(
          arguments: arguments, command: command, place: work.place, gesture: work.gesture, device: work.device))
    } catch {
      effects.report(ActionFailure(place: work.place, .command(command, error)))
    }
  }

  /// All chords of an action, or none.
  private mutating func append(_ chords: [Chord], of work: Work) {
    var presses: [KeyPresses] = []
    for chord in chords {
      do {
        presses.append(try effects.resolve(chord))
      } catch {
        effects.report(ActionFailure(place: work.place, .chord(chord.text, error)))
        return
      }
    }
    pressing = work.place
    if !queue.append(presses) { effects.report(ActionFailure(place: work.place, .tooManyKeys)) }
  }
}

extension Action {
  /// Whether it goes through the keyboard, so that what stands behind it waits.
  fileprivate var pressesKeys: Bool {
    switch self {
    case .keys: true
    case .shell, .run, .hold, .type, .click, .scroll, .drag, .pointer, .compositor, .mode, .wait, .none: false
    }
  }
}
