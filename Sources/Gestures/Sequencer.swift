internal import Touch

/// What turns one device's events into touch sequences, by the kind of device.
struct Sequencer: Sendable {
  // One of the two is there. They are no cases of an enum, since what an enum holds is moved out of it and back in to be
  // changed, and with each event that costs more than what most events change.
  private var touchscreen: TouchscreenSequencer?
  private var touchpad: TouchpadSequencer?

  init(_ device: Device, candidates: CandidateTable) {
    switch device.kind {
    case .touchscreen: touchscreen = TouchscreenSequencer(device: device, candidates: candidates)
    case .touchpad: touchpad = TouchpadSequencer(device: device, candidates: candidates)
    }
  }

  /// Looks at the next touch sequences for these.
  mutating func replaceCandidates(with candidates: CandidateTable) {
    touchscreen?.sequence.candidates = candidates
    touchpad?.sequence.candidates = candidates
  }

  /// Each trigger's rank is another one now, or none.
  mutating func rank(_ ranks: [Int?]) {
    touchscreen?.sequence.rank(ranks)
    touchpad?.sequence.rank(ranks)
  }

  /// Reads what comes as the events of `device`, which is known better now. A touchpad's events say everything
  /// themselves.
  mutating func replaceDevice(with device: Device) { touchscreen?.device = device }

  /// Whether fingers are down.
  var hasFingers: Bool { (touchscreen?.sequence.stage ?? touchpad?.sequence.stage ?? .idle) != .idle }

  var deadline: Timestamp? { touchscreen?.sequence.deadline ?? touchpad?.deadline }

  mutating func handle(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]) {
    touchscreen?.handle(event, at: time, into: &gestures)
    touchpad?.handle(event, at: time, into: &gestures)
  }

  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    touchscreen?.expire(at: now, into: &gestures)
    touchpad?.expire(at: now, into: &gestures)
  }

  /// What was drawn and not taken yet.
  mutating func takeDrawing() -> Drawing? {
    touchscreen?.sequence.takeDrawing() ?? touchpad?.sequence.takeDrawing()
  }

  mutating func cancel(at time: Timestamp, into gestures: inout [Gesture]) {
    touchscreen?.cancel(at: time, into: &gestures)
    touchpad?.cancel(at: time, into: &gestures)
  }
}
