internal import Touch

/// Turns one device's events into touch sequences, by the sequencer for touchscreens or the one for touchpads.
///
/// Both are stored, and one is used. The payload of an enum or an optional is moved out and back in to be changed, and
/// a protocol's method is looked up each time: with each event either costs as much as the work for most events.
struct Sequencer: Sendable {
  private let kind: Device.Kind
  private var touchscreen: TouchscreenSequencer
  private var touchpad: TouchpadSequencer

  init(_ device: Device, candidates: CandidateTable) {
    kind = device.kind
    touchscreen = TouchscreenSequencer(device: device, candidates: candidates)
    touchpad = TouchpadSequencer(device: device, candidates: candidates)
  }

  /// The present touch sequence, or the last one.
  var sequence: TouchSequence {
    switch kind {
    case .touchscreen: touchscreen.sequence
    case .touchpad: touchpad.sequence
    }
  }

  /// Changes the sequence in place.
  mutating func changeSequence<Result>(_ body: (inout TouchSequence) -> Result) -> Result {
    switch kind {
    case .touchscreen: body(&touchscreen.sequence)
    case .touchpad: body(&touchpad.sequence)
    }
  }

  /// The time at which the passing of time alone decides something; nil if none.
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

  /// Advances time to `now` without an event.
  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    switch kind {
    case .touchscreen: touchscreen.expire(at: now, into: &gestures)
    case .touchpad: touchpad.expire(at: now, into: &gestures)
    }
  }

  /// Replaces each trigger's rule; nil disables the trigger.
  mutating func setActiveRules(_ rules: [RuleIndex?]) {
    switch kind {
    case .touchscreen: touchscreen.setActiveRules(rules)
    case .touchpad: touchpad.setActiveRules(rules)
    }
  }

  /// Cancels what is going on. Fingers that are down do nothing more until they have lifted.
  mutating func cancel(at time: Timestamp, into gestures: inout [Gesture]) {
    switch kind {
    case .touchscreen: touchscreen.cancel(at: time, into: &gestures)
    case .touchpad: touchpad.cancel(at: time, into: &gestures)
    }
  }

  /// Replaces the properties of the device for the events that follow.
  mutating func replaceDevice(with device: Device) {
    switch kind {
    case .touchscreen: touchscreen.replaceDevice(with: device)
    case .touchpad: touchpad.replaceDevice(with: device)
    }
  }
}
