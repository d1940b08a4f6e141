internal import Touch

/// Turns the contacts of one touchscreen into a touch sequence.
struct TouchscreenSequencer: Sendable {
  /// The device, whose size positions and edges refer to.
  private var device: Device
  private var contacts = ContactTracker()
  var sequence: TouchSequence
  private(set) var deadline: Timestamp?
  /// The number of fingers that have landed in this sequence, and the time of the last landing.
  private var fingers = 0
  private var landed = Timestamp.zero

  init(device: Device, candidates: CandidateTable) {
    self.device = device
    sequence = TouchSequence(device: device.id, candidates: candidates)
  }

  mutating func replaceDevice(with device: Device) { self.device = device }

  mutating func handle(_ event: TouchEvent.Kind, at time: Timestamp, into gestures: inout [Gesture]) {
    switch event {
    case .touchDown(let slot, let position): contacts.down(slot: slot, at: device.inMillimetres(position).clamped)
    case .touchMotion(let slot, let position): contacts.move(slot: slot, to: device.inMillimetres(position).clamped)
    case .touchUp(let slot): contacts.up(slot: slot)
    case .touchCancel(let slot): contacts.cancel(slot: slot)
    case .touchFrame: closeFrame(at: time, into: &gestures)
    case .deviceAdded, .deviceRemoved, .eventsLost, .swipeBegin, .swipeUpdate, .swipeEnd, .pinchBegin, .pinchUpdate,
      .pinchEnd, .holdBegin, .holdEnd, .scroll, .tap:
      break
    }
  }

  mutating func expire(at now: Timestamp, into gestures: inout [Gesture]) {
    sequence.expire(at: now, into: &gestures)
    fingers = sequence.fingers
    deadline = sequence.nextDeadline()
  }

  mutating func setActiveRules(_ rules: [RuleIndex?]) {
    sequence.setActiveRules(rules)
    deadline = sequence.nextDeadline()
  }

  /// Cancels what is going on. Fingers that are down do nothing more until all have lifted.
  mutating func cancel(at time: Timestamp, into gestures: inout [Gesture]) {
    sequence.cancel(at: time, remaining: contacts.isEmpty ? 0 : 1, into: &gestures)
    deadline = sequence.nextDeadline()
  }

  private mutating func closeFrame(at time: Timestamp, into gestures: inout [Gesture]) {
    if contacts.isEmpty || sequence.stage == .idle {
      fingers = 0
      contacts.startSums()
    }
    let frame = contacts.closeFrame()
    // Movements precede the landings and lifts of the same frame.
    if frame.moved {
      sequence.move(sample(at: time), into: &gestures)
      fingers = sequence.fingers
    }
    if frame.cancelled > 0 { sequence.cancel(at: time, remaining: frame.down, into: &gestures) }
    if frame.lifted > 0 {
      sequence.lift(sample(at: time), remaining: frame.down - frame.landed, into: &gestures)
      // A gesture that continues with the remaining fingers is made of them alone.
      fingers = sequence.fingers
    }
    if frame.landed > 0 {
      if sequence.stage == .idle { fingers = 0 }
      fingers += frame.landed
      landed = time
      sequence.land(
        sample(at: time), down: frame.down, landingSite: contacts.landingSite(on: device.extent), into: &gestures)
    }
    deadline = sequence.nextDeadline()
  }

  private func sample(at time: Timestamp) -> Sample { contacts.sample(at: time, fingers: fingers, landed: landed) }
}

extension Point {
  /// The position, clamped to what a device can have: no surface is 10 m wide. NaN becomes 0.
  var clamped: Point { Point(x: Vector.clamp(x), y: Vector.clamp(y)) }
}

extension Vector {
  /// The movement, clamped to what a surface has room for. NaN becomes 0.
  var clamped: Vector { Vector(dx: Self.clamp(dx), dy: Self.clamp(dy)) }

  fileprivate static func clamp(_ value: Double) -> Double {
    value.isNaN ? 0 : min(max(value, -10_000), 10_000)
  }
}
