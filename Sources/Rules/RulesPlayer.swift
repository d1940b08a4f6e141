public import Gestures
public import Touch

/// Rules at work without anything being done: touch events in, gestures and the rules for them out. The modes that rules
/// set are followed, so that what is recognised is what the daemon would act on.
///
/// Like `Recognition`, it has no clock.
public struct RulesPlayer: Sendable {
  /// A mode that a rule sets, behind what it waits for.
  private struct ModeChange: Sendable {
    var mode: String
    var lasting: Duration?
    var due: Timestamp
  }

  /// The rules.
  public let rules: RuleSet
  private var current: CurrentSituation
  private var recognition: Recognition
  private var changes: [ModeChange] = []

  /// Rules in a situation.
  /// - Parameter unasked: Whether gestures that no rule asks for are reported too.
  public init(_ rules: RuleSet, in situation: Situation, unasked: Bool = false) {
    self.rules = rules
    current = CurrentSituation(situation)
    recognition = Recognition(rules, in: situation, unasked: unasked)
  }

  /// What conditions ask about now.
  public var situation: Situation { current.situation }

  /// The moment at which the passing of time alone decides something; nil while it decides nothing.
  public var deadline: Timestamp? {
    ([recognition.deadline, current.deadline] + changes.map(\.due)).compactMap { $0 }.min()
  }

  /// What the fingers on a device are at; nil while none is down there.
  public func observation(on device: DeviceID) -> Observation? { recognition.observation(on: device) }

  /// Whether nothing more can come of what fingers did; see `Recognition.isAtRest`.
  public var isAtRest: Bool { recognition.isAtRest }

  /// Takes in one event and appends what comes of it. The rule of a gesture is `rules.rule(for:)`.
  public mutating func handle(_ event: TouchEvent, into gestures: inout [Gesture]) {
    expire(at: event.time, into: &gestures)
    let known = gestures.count
    recognition.handle(event, into: &gestures)
    follow(gestures[known...])
  }

  /// Lets pass what was due by `moment`.
  public mutating func expire(at moment: Timestamp, into gestures: inout [Gesture]) {
    while let due = deadline, due <= moment {
      let known = gestures.count
      recognition.expire(at: due, into: &gestures)
      follow(gestures[known...])
      changeMode(at: due)
    }
  }

  /// No more events will come; see `Recognition.finish(into:)`.
  public mutating func finish(into gestures: inout [Gesture]) { recognition.finish(into: &gestures) }

  /// Takes note of the modes that the rules of `gestures` set.
  private mutating func follow(_ gestures: ArraySlice<Gesture>) {
    for gesture in gestures {
      var due = gesture.time
      for action in rules.rule(for: gesture)?.actions(for: gesture) ?? [] {
        switch action {
        case .wait(let time): due = due + time
        case .mode(let mode, let lasting): changes.append(ModeChange(mode: mode, lasting: lasting, due: due))
        case .shell, .run, .keys, .hold, .type, .click, .scroll, .drag, .pointer, .compositor, .none: break
        }
      }
      changeMode(at: gesture.time)
    }
  }

  /// Sets what was due by `now`, and ends what lasted until then.
  private mutating func changeMode(at now: Timestamp) {
    var isOther = current.expire(at: now)
    for change in changes.filter({ $0.due <= now }) {
      isOther = current.setMode(change.mode, lasting: change.lasting, at: change.due) || isOther
    }
    changes.removeAll { $0.due <= now }
    if isOther { recognition.rank(rules.ranks(in: current.situation)) }
  }
}
