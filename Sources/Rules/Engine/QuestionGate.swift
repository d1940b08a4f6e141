internal import Gestures
internal import Rules
internal import Time
internal import Touch

/// Asks the programs of rules (`ask`) whether their gestures may begin.
///
///     fingers   land ───────── the gesture would be recognised ┐ held back ┌─ recognised, or not
///     program     ├─────────────────── runs ───────────────────────────────┤ exit status 0: yes
///
/// A program is started when as many fingers are down as its rule requires, and its answer is kept until fingers land
/// that belong to no gesture of before. As with the probe of the session lock (`ProbeGate`), touch events wait for it;
/// but only from the one with which the rule's gesture would be recognised, so that other gestures come before that as
/// they would without it. What is late, fails or dies has refused.
struct QuestionGate: Sendable {
  /// A question that was asked for the fingers on a device.
  private struct Asked {
    let question: Question
    let device: DeviceID
    let location: String
    let deadline: Timestamp
    /// Nil until it is answered.
    var answer: Bool?
  }

  /// True if rules ask.
  private(set) var isOn = false
  private var asked: [Asked] = []
  /// The slots of the contacts that are down, by device.
  private var down: [(device: DeviceID, slots: Set<Int>)] = []
  private var waiting = HeldEvents()
  /// True while the recognisers wait.
  private(set) var isHolding = false
  /// The last failure of each question, of those whose last answer was one.
  private var failures: [Question: String] = [:]

  /// True if a program runs whose answer is awaited.
  var isPending: Bool { asked.contains { $0.answer == nil } }
  /// The time at which the first of them is late; nil if none runs.
  var deadline: Timestamp? { asked.lazy.filter { $0.answer == nil }.map(\.deadline).min() }
  /// The questions that were answered with no.
  var refusals: Set<Question> { Set(asked.lazy.filter { $0.answer == false }.map(\.question)) }

  /// True if `event` must pass the gate.
  func concerns(_ event: TouchEvent.Kind) -> Bool { isOn && (isHolding || isPending || event.mayChangeFingers) }

  /// True if the answer to a question is awaited.
  func awaits(_ question: Question) -> Bool { asked.contains { $0.question == question && $0.answer == nil } }

  /// Starts anew for other rules. What is held back stays, and is not held any more.
  mutating func reset(isOn: Bool, into effects: inout [Effect]) {
    for one in asked where one.answer == nil { effects.append(.stopAsking(one.question)) }
    self.isOn = isOn
    asked.removeAll()
    failures.removeAll()
    isHolding = false
  }

  /// Follows the fingers that land and lift.
  /// - Parameter isAtRest: true if the recognisers follow and wait for nothing on the device.
  /// - Returns: the number of fingers that may make a gesture now; nil if none have landed. The questions of an earlier
  ///   touch on the device are forgotten.
  mutating func follow(_ event: TouchEvent, isAtRest: @autoclosure () -> Bool, into effects: inout [Effect]) -> Int? {
    let index = down.firstIndex { $0.device == event.device }
    switch event.kind {
    case .touchDown(let slot, _):
      guard let index else {
        if isAtRest() { forget(event.device, into: &effects) }
        down.append((event.device, [slot]))
        return 1
      }
      down[index].slots.insert(slot)
      return down[index].slots.count
    case .touchUp(let slot), .touchCancel(let slot):
      guard let index else { return nil }
      down[index].slots.remove(slot)
      if down[index].slots.isEmpty { down.remove(at: index) }
      return nil
    case .eventsLost, .deviceRemoved, .deviceAdded:
      if let index { down.remove(at: index) }
      return nil
    case .fingerCount(let fingers):
      return fingers
    case .swipeBegin, .pinchBegin, .holdBegin, .tap, .scroll:
      guard index == nil else { return nil }
      if isAtRest() { forget(event.device, into: &effects) }
      return event.kind.reportedFingers
    case .touchMotion, .touchPressure, .touchFrame, .button, .swipeUpdate, .swipeEnd, .pinchUpdate, .pinchEnd, .holdEnd,
      .fingersLeft:
      return nil
    }
  }

  private mutating func forget(_ device: DeviceID, into effects: inout [Effect]) {
    for one in asked where one.device == device && one.answer == nil { effects.append(.stopAsking(one.question)) }
    asked.removeAll { $0.device == device }
  }

  /// Records that a program was asked.
  /// - Returns: false if it was asked before for the present touch.
  mutating func ask(_ question: Question, of location: String, on device: DeviceID, at now: Timestamp) -> Bool {
    guard !asked.contains(where: { $0.question == question }) else { return false }
    asked.append(Asked(question: question, device: device, location: location, deadline: now + question.within))
    return true
  }

  /// Holds the recognisers back, with an event or without one.
  /// - Returns: false if there are too many.
  mutating func hold(_ event: TouchEvent?) -> Bool {
    isHolding = true
    if let event { waiting.append(event) }
    return !waiting.isFull
  }

  /// Removes and returns the events that were held back, in order.
  mutating func takeEvents() -> [TouchEvent] {
    isHolding = false
    return waiting.take()
  }

  /// Handles a program's answer; one that nobody waits for is ignored.
  mutating func handle(_ answer: QuestionAnswer, to question: Question, into effects: inout [Effect]) {
    guard let index = asked.firstIndex(where: { $0.question == question && $0.answer == nil }) else { return }
    switch answer {
    case .yes, .no:
      failures[question] = nil
      asked[index].answer = answer == .yes
    case .failed(let failure): refuse(index, because: failure, into: &effects)
    }
  }

  /// Gives up the programs that are late by `now`.
  mutating func expire(at now: Timestamp, into effects: inout [Effect]) {
    for index in asked.indices where asked[index].answer == nil && asked[index].deadline <= now {
      effects.append(.stopAsking(asked[index].question))
      let limit = asked[index].question.within.wholeMicroseconds / 1000
      refuse(index, because: "took longer than \(limit) ms", into: &effects)
    }
  }

  /// Gives up all programs.
  mutating func giveUp(into effects: inout [Effect]) {
    for index in asked.indices where asked[index].answer == nil {
      effects.append(.stopAsking(asked[index].question))
      refuse(index, because: "had too many touch events wait for it", into: &effects)
    }
  }

  private mutating func refuse(_ index: Int, because failure: String, into effects: inout [Effect]) {
    let one = asked[index]
    asked[index].answer = false
    // Once, until it answers or fails in another way.
    guard failures.updateValue(failure, forKey: one.question) != failure else { return }
    effects.append(
      .report(
        ActionFailure(
          location: one.location,
          .refused("'\(one.question.command)' (ask) \(failure): the gesture does not begin until it answers"))))
  }
}

/// The answer of a program to the question whether a gesture may begin.
public enum QuestionAnswer: Hashable, Sendable {
  /// Exit status 0.
  case yes
  /// Exit status 1.
  case no
  /// There was no answer; the reason: `was killed`.
  case failed(String)
}
