internal import Gestures
internal import Rules
internal import Time
internal import Touch

/// Holds back touch events while the desktop is asked for the window under the fingers.
///
///     finger lands ── asked ──┐ held back ┌── answered, or unknown after 100 ms ── recognised
///
/// The desktop is asked once for each touch sequence, when as many fingers are down as the rules require that depend on
/// the window; the place is that of the first finger. No gesture that these rules are for is recognised before that, so
/// that the answer, which usually comes before the next event, is as good as one at the landing. Events wait for it, as
/// for the probe of the session lock (`ProbeGate`): a rule for other windows must not act because the answer is late.
struct WindowGate: Sendable {
  /// The time after which the window counts as unknown: a compositor answers within a few milliseconds, and no user
  /// notices less than 100 ms.
  static let timeout = Duration.milliseconds(100)

  /// A touch sequence with contacts.
  private struct Touch {
    let device: DeviceID
    /// The slots of the contacts that are down.
    var slots: Set<Int>
    /// The place of the first contact, in the device's view.
    let landing: Point
    /// True if a gesture of an earlier touch was pending when it landed.
    let hasPending: Bool
    var isAsked = false
  }

  /// A question that is not answered.
  private struct Question {
    let device: DeviceID
    let deadline: Timestamp
    /// The window of a gesture that is still pending on the device; nil if none is.
    let pending: TouchedWindow?
    let hasPending: Bool
  }

  /// True if rules depend on the window.
  private(set) var isOn = false
  private var touches: [Touch] = []
  private var question: Question?
  /// The number of questions so far.
  private(set) var count = 0
  private var waiting = HeldEvents()
  /// The answer to the last question; not asked since the gate was reset, or the answer forgotten.
  private(set) var last = WindowAnswer.notAsked

  /// The time at which the window counts as unknown; nil if nothing is asked.
  var deadline: Timestamp? { question?.deadline }
  /// True while the desktop is asked.
  var isAsking: Bool { question != nil }
  /// The device of the touch whose window is asked for.
  var device: DeviceID? { question?.device }

  /// True if `event` must pass the gate.
  func concerns(_ event: TouchEvent.Kind) -> Bool { isAsking || isOn && event.mayChangeFingers }

  /// Starts anew for other rules. What is held back stays.
  mutating func reset(isOn: Bool) {
    self.isOn = isOn
    touches.removeAll()
    last = .notAsked
  }

  /// Forgets the last answer.
  mutating func forgetLast() { last = .notAsked }

  /// Follows the fingers, and decides whether to ask for the window now.
  /// - Parameters:
  ///   - fewest: the fewest fingers of the rules on the device that depend on it.
  ///   - isAtRest: true if the recognisers follow and wait for nothing on the device.
  /// - Returns: nil if not.
  mutating func update(with event: TouchEvent, fewest: Int, isAtRest: @autoclosure () -> Bool) -> Step? {
    let index = touches.firstIndex { $0.device == event.device }
    switch event.kind {
    case .touchDown(let slot, let point):
      guard let index else {
        let hasPending = !isAtRest()
        touches.append(Touch(device: event.device, slots: [slot], landing: point, hasPending: hasPending))
        // The window stays that of the pending gesture, until as many fingers are down that another one counts.
        return step(of: touches.count - 1, fewest) ?? (hasPending ? nil : .forget)
      }
      touches[index].slots.insert(slot)
      return step(of: index, fewest)
    case .touchUp(let slot), .touchCancel(let slot):
      guard let index else { return nil }
      touches[index].slots.remove(slot)
      if touches[index].slots.isEmpty { touches.remove(at: index) }
    case .eventsLost, .deviceRemoved, .deviceAdded:
      if let index { touches.remove(at: index) }
    case .swipeBegin, .pinchBegin, .holdBegin, .tap, .scroll:
      // A touchpad whose contacts are not read.
      guard index == nil, let fingers = event.kind.reportedFingers, isAtRest() else { return nil }
      return fingers >= fewest ? .ask(nil, hasPending: false) : .forget
    default: break
    }
    return nil
  }

  /// A decision on the window.
  enum Step {
    /// Other fingers are down: the window is unknown.
    case forget
    /// To be asked now: where the first finger landed; nil on a touchpad whose contacts are not read. `hasPending` is
    /// true if a gesture of an earlier touch may be pending.
    case ask(Point?, hasPending: Bool)
  }

  private mutating func step(of index: Int, _ fewest: Int) -> Step? {
    guard !touches[index].isAsked, touches[index].slots.count >= fewest else { return nil }
    touches[index].isAsked = true
    return .ask(touches[index].landing, hasPending: touches[index].hasPending)
  }

  /// Begins to wait for the answer to a new question.
  /// - Parameters:
  ///   - event: the event that is recognised with the answer.
  ///   - window: the window of the last touch.
  ///   - hasPending: true if a gesture of that touch may still be pending.
  mutating func begin(with event: TouchEvent, last window: TouchedWindow?, hasPending: Bool, at now: Timestamp) {
    count += 1
    question = Question(device: event.device, deadline: now + Self.timeout, pending: window, hasPending: hasPending)
    waiting.append(event)
  }

  /// Holds back an event.
  /// - Returns: false if there are too many.
  mutating func holdBack(_ event: TouchEvent) -> Bool {
    waiting.append(event)
    return !waiting.isFull
  }

  /// Ends the question with an answer.
  /// - Returns: the window. A gesture of an earlier touch that is still pending must not act on another window than its
  ///   own: operations then know none.
  mutating func end(with answer: TouchedWindow?) -> TouchedWindow? {
    defer { question = nil }
    last = WindowAnswer(answer)
    guard var answer, let question, question.hasPending, question.pending?.id != answer.id else { return answer }
    answer.id = nil
    last = .known(answer)
    return answer
  }

  /// Removes and returns the events that were held back, in order.
  mutating func takeEvents() -> [TouchEvent] { waiting.take() }
}
