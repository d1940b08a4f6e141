public import Gestures
public import Touch

/// A recogniser layer on live time: it is told of events as they come and of deadlines as they pass, so that what it
/// makes of them is what it would make of a recording of the same.
public struct RecognitionClock {
  private var recognition: Recognition
  private var gestures: [Gesture] = []

  /// Runs `recognition`.
  public init(_ recognition: Recognition) { self.recognition = recognition }

  /// The devices it has been told of.
  public var devices: [Device] { recognition.devices }

  /// When `expire` is to be called.
  public var deadline: Timestamp? { recognition.deadline }

  /// Takes in one event and hands over what comes of it.
  public mutating func handle(_ event: TouchEvent, _ body: (Gesture) -> Void) {
    recognition.handle(event, into: &gestures)
    flush(body)
  }

  /// Lets pass what was due by `now`. The recogniser's own time stops at the last deadline: an event that happened
  /// between it and now, and has not arrived yet, is not late.
  public mutating func expire(at now: Timestamp, _ body: (Gesture) -> Void) {
    while let deadline = recognition.deadline, deadline <= now {
      recognition.advance(to: deadline, into: &gestures)
    }
    flush(body)
  }

  /// Breaks off everything that is going on.
  public mutating func cancel(_ body: (Gesture) -> Void) {
    recognition.cancel(into: &gestures)
    flush(body)
  }

  /// Asks for something else from now on.
  public mutating func replaceTriggers(with triggers: [Trigger], _ body: (Gesture) -> Void) {
    recognition.replaceTriggers(with: triggers, into: &gestures)
    flush(body)
  }

  private mutating func flush(_ body: (Gesture) -> Void) {
    guard !gestures.isEmpty else { return }
    for gesture in gestures { body(gesture) }
    gestures.removeAll(keepingCapacity: true)
  }
}
