public import Gestures
public import Touch

/// A recogniser layer on live time: it is told of events as they come and of deadlines as they pass, so that what it
/// makes of them is what it would make of a recording of the same. Gestures are returned rather than handed to a
/// closure, so that whoever acts on one may look at the clock meanwhile.
public struct RecognitionClock {
  private var recognition: Recognition

  /// Runs `recognition`.
  public init(_ recognition: Recognition) { self.recognition = recognition }

  /// The devices it has been told of.
  public var devices: [Device] { recognition.devices }

  /// When `expire` is to be called.
  public var deadline: Timestamp? { recognition.deadline }

  /// Takes in one event.
  /// - Returns: what comes of it.
  public mutating func handle(_ event: TouchEvent) -> [Gesture] {
    var gestures: [Gesture] = []
    recognition.handle(event, into: &gestures)
    return gestures
  }

  /// Lets pass what was due by `now`. The recogniser's own time stops at the last deadline: an event that happened
  /// between it and now, and has not arrived yet, is not late.
  /// - Returns: what comes of it.
  public mutating func expire(at now: Timestamp) -> [Gesture] {
    var gestures: [Gesture] = []
    while let deadline = recognition.deadline, deadline <= now {
      recognition.advance(to: deadline, into: &gestures)
    }
    return gestures
  }

  /// Breaks off everything that is going on.
  /// - Returns: what comes of it.
  public mutating func cancel() -> [Gesture] {
    var gestures: [Gesture] = []
    recognition.cancel(into: &gestures)
    return gestures
  }

  /// Asks for something else from now on. What is going on is broken off.
  /// - Returns: what comes of that.
  public mutating func replaceTriggers(with triggers: [Trigger]) -> [Gesture] {
    var gestures: [Gesture] = []
    recognition.replaceTriggers(with: triggers, into: &gestures)
    return gestures
  }
}
