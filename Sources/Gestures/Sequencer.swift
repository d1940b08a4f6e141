internal import Touch

/// What turns one device's events into touch sequences. There is one for each kind of device.
///
/// It is held as one or the other behind this protocol and never as an enum of the two: what an enum holds is moved out
/// of it and back in to be changed, and with each event that costs more than what most events change.
protocol Sequencer: Sendable {
  /// The touch sequence that goes on, or the last one.
  var sequence: TouchSequence { get set }

  /// When the passing of time alone decides something.
  var deadline: Timestamp? { get }

  /// Takes in one event.
  mutating func handle(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture])

  /// Time passed up to `now`, and nothing else happened.
  mutating func expire(at now: Timestamp, into gestures: inout [Gesture])

  /// Breaks off what is going on. The fingers that are down do nothing more until they have lifted.
  mutating func cancel(at time: Timestamp, into gestures: inout [Gesture])

  /// Reads what comes as the events of `device`, which is known better now.
  mutating func replaceDevice(with device: Device)
}

extension Device {
  /// What reads its events.
  func sequencer(candidates: CandidateTable) -> any Sequencer {
    switch kind {
    case .touchscreen: TouchscreenSequencer(device: self, candidates: candidates)
    case .touchpad: TouchpadSequencer(device: self, candidates: candidates)
    }
  }
}
