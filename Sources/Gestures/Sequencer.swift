internal import Touch

/// What turns one device's events into touch sequences, by the kind of device.
enum Sequencer: Sendable {
  case touchscreen(TouchscreenSequencer)
  case touchpad(TouchpadSequencer)

  init(_ device: Device, candidates: CandidateTable) {
    switch device.kind {
    case .touchscreen: self = .touchscreen(TouchscreenSequencer(device: device, candidates: candidates))
    case .touchpad: self = .touchpad(TouchpadSequencer(device: device, candidates: candidates))
    }
  }

  /// What the next touch sequences are looked at for.
  var candidates: CandidateTable {
    get {
      switch self {
      case .touchscreen(let sequencer): sequencer.sequence.candidates
      case .touchpad(let sequencer): sequencer.sequence.candidates
      }
    }
    set {
      switch consume self {
      case .touchscreen(var sequencer):
        sequencer.sequence.candidates = newValue
        self = .touchscreen(sequencer)
      case .touchpad(var sequencer):
        sequencer.sequence.candidates = newValue
        self = .touchpad(sequencer)
      }
    }
  }

  /// Each trigger's rank is another one now, or none.
  mutating func rank(_ ranks: [Int?]) {
    switch consume self {
    case .touchscreen(var sequencer):
      sequencer.sequence.rank(ranks)
      self = .touchscreen(sequencer)
    case .touchpad(var sequencer):
      sequencer.sequence.rank(ranks)
      self = .touchpad(sequencer)
    }
  }

  /// Reads what comes as the events of `device`, which is known better now. A touchpad's events say everything
  /// themselves.
  mutating func replaceDevice(with device: Device) {
    switch consume self {
    case .touchscreen(var sequencer):
      sequencer.device = device
      self = .touchscreen(sequencer)
    case .touchpad(let sequencer): self = .touchpad(sequencer)
    }
  }

  /// Whether fingers are down.
  var hasFingers: Bool {
    switch self {
    case .touchscreen(let sequencer): sequencer.sequence.stage != .idle
    case .touchpad(let sequencer): sequencer.sequence.stage != .idle
    }
  }

  var deadline: Timestamp? {
    switch self {
    case .touchscreen(let sequencer): sequencer.sequence.deadline
    case .touchpad(let sequencer): sequencer.deadline
    }
  }

  // Each takes the sequencer out of the enum and puts it back; in between the enum holds nothing that shares the
  // sequencer's arrays, so none is copied.
  mutating func handle(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]) {
    switch consume self {
    case .touchscreen(var sequencer):
      sequencer.handle(event, at: time, into: &gestures)
      self = .touchscreen(sequencer)
    case .touchpad(var sequencer):
      sequencer.handle(event, at: time, into: &gestures)
      self = .touchpad(sequencer)
    }
  }

  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    switch consume self {
    case .touchscreen(var sequencer):
      sequencer.expire(at: now, into: &gestures)
      self = .touchscreen(sequencer)
    case .touchpad(var sequencer):
      sequencer.expire(at: now, into: &gestures)
      self = .touchpad(sequencer)
    }
  }

  /// What was drawn and not taken yet.
  mutating func takeDrawing() -> Drawing? {
    switch consume self {
    case .touchscreen(var sequencer):
      let drawing = sequencer.sequence.takeDrawing()
      self = .touchscreen(sequencer)
      return drawing
    case .touchpad(var sequencer):
      let drawing = sequencer.sequence.takeDrawing()
      self = .touchpad(sequencer)
      return drawing
    }
  }

  mutating func cancel(at time: Timestamp, into gestures: inout [Gesture]) {
    switch consume self {
    case .touchscreen(var sequencer):
      sequencer.cancel(at: time, into: &gestures)
      self = .touchscreen(sequencer)
    case .touchpad(var sequencer):
      sequencer.cancel(at: time, into: &gestures)
      self = .touchpad(sequencer)
    }
  }
}
