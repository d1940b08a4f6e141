internal import Touch

/// What turns one device's events into touch sequences: the part for touchscreens or the part for touchpads.
///
/// Both are there, and one of them is used. What an enum or an optional holds is moved out of it and back in to be changed,
/// and what stands behind a protocol is looked for each time: with each event either costs as much as what most events
/// change.
struct Sequencer: Sendable {
  private let kind: Device.Kind
  private var touchscreen: TouchscreenSequencer
  private var touchpad: TouchpadSequencer

  init(_ device: Device, candidates: CandidateTable) {
    kind = device.kind
    touchscreen = TouchscreenSequencer(device: device, candidates: candidates)
    touchpad = TouchpadSequencer(device: device, candidates: candidates)
  }

  /// The touch sequence that goes on, or the last one.
  var sequence: TouchSequence {
    switch kind {
    case .touchscreen: touchscreen.sequence
    case .touchpad: touchpad.sequence
    }
  }

  /// Changes the sequence where it is.
  mutating func changeSequence<Result>(_ body: (inout TouchSequence) -> Result) -> Result {
    switch kind {
    case .touchscreen: body(&touchscreen.sequence)
    case .touchpad: body(&touchpad.sequence)
    }
  }

  /// When the passing of time alone decides something.
  var deadline: Timestamp? {
    switch kind {
    case .touchscreen: touchscreen.deadline
    case .touchpad: touchpad.deadline
    }
  }

  /// Takes in one event.
  mutating func handle(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]) {
    switch kind {
    case .touchscreen: touchscreen.handle(event, at: time, into: &gestures)
    case .touchpad: touchpad.handle(event, at: time, into: &gestures)
    }
  }

  /// Time passed up to `now`, and nothing else happened.
  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    switch kind {
    case .touchscreen: touchscreen.expire(at: now, into: &gestures)
    case .touchpad: touchpad.expire(at: now, into: &gestures)
    }
  }

  /// Breaks off what is going on. The fingers that are down do nothing more until they have lifted.
  mutating func cancel(at time: Timestamp, into gestures: inout [Gesture]) {
    switch kind {
    case .touchscreen: touchscreen.cancel(at: time, into: &gestures)
    case .touchpad: touchpad.cancel(at: time, into: &gestures)
    }
  }

  /// Reads what comes as the events of `device`, which is known better now.
  mutating func replaceDevice(with device: Device) {
    switch kind {
    case .touchscreen: touchscreen.replaceDevice(with: device)
    case .touchpad: touchpad.replaceDevice(with: device)
    }
  }
}
