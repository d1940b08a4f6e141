internal import Gestures
public import Touch

/// Divides touch events into showings, one for each gesture that a hand makes.
///
/// A showing ends when no finger is down and nothing is pending: after the time in which a tap may be followed by
/// another one.
public struct ShowingReader: Sendable {
  /// Gestures for all that the fingers may do, side by side: they measure the movement, and the longest series of taps
  /// makes the showing wait for its end.
  private static let triggers: [Trigger] = {
    let all = Device.Kind.allCases.map { DeviceFilter.kind($0) }
    let patterns: [Pattern] = [
      .tap(TapPattern(3)), .pan(PanPattern(.any, distance: 0.5)), .pinch(PinchPattern(.any, change: 0.02)),
      .rotate(RotatePattern(.any, angle: 1)),
    ]
    // One for each number of fingers: a gesture that goes on with fewer fingers could not become a tap.
    return (1...Trigger.mostFingers).flatMap { count in
      patterns.map { Trigger($0, fingers: count...count, devices: all, isSimultaneous: true) }
    }
  }()

  /// The amounts of the movement so far, at their largest, each with its time.
  fileprivate struct Amounts {
    var translation = (value: Vector.zero, time: Timestamp.zero)
    var scale = (value: 1.0, time: Timestamp.zero)
    var rotation = (value: 0.0, time: Timestamp.zero)

    mutating func add(_ gesture: Gesture) {
      let time = gesture.time
      switch gesture.kind {
      case .pan where gesture.translation.length > translation.value.length: translation = (gesture.translation, time)
      case .pinch: if let value = gesture.scale, abs(value - 1) > abs(scale.value - 1) { scale = (value, time) }
      case .rotate: if let value = gesture.rotation, abs(value) > abs(rotation.value) { rotation = (value, time) }
      case .tap, .longPress, .swipe, .pan, .stroke, .press, .tipTap: break
      }
    }
  }

  /// The distance that resting fingers tremble.
  fileprivate static let slop: Millimetres = 0.5

  private var recognition: Recognition
  /// The events since the last showing, of the device that reported the first of them.
  private var events: [TouchEvent] = []
  private var amounts = Amounts()
  private var gestures: [Gesture] = []

  /// A reader without devices.
  /// - Parameter settling: the longest time between the landings, and between the lifts, of the fingers of one gesture.
  public init(settling: Duration) { recognition = Recognition(Self.triggers, settling: settling) }

  /// The time at which the passing of time alone may end a showing; nil if it does not.
  public var deadline: Timestamp? { recognition.deadline }

  /// Takes in an event, and appends the showing that it ends, or that ended before it.
  public mutating func handle(_ event: TouchEvent, into showings: inout [Showing]) {
    expire(at: event.time, into: &showings)
    switch event.kind {
    case .deviceAdded: break
    case .deviceRemoved, .eventsLost: if events.first?.device == event.device { events = [] }
    default: if events.first.map({ $0.device == event.device }) ?? true { events.append(event) }
    }
    recognition.handle(event, into: &gestures)
    switch event.kind {
    // Contacts are read at the end of their frame.
    case .touchDown, .touchMotion, .touchUp, .touchCancel: break
    default: settle(into: &showings)
    }
  }

  /// Advances time to `now`, and appends the showing that this ends.
  public mutating func expire(at now: Timestamp, into showings: inout [Showing]) {
    while let deadline, deadline <= now {
      recognition.advance(to: deadline, into: &gestures)
      settle(into: &showings)
    }
  }

  /// Ends the input: appends the showing that waits for more. Fingers that are down show nothing.
  public mutating func finish(into showings: inout [Showing]) { expire(at: .latest, into: &showings) }

  private mutating func settle(into showings: inout [Showing]) {
    for gesture in gestures where gesture.device == events.first?.device { amounts.add(gesture) }
    gestures.removeAll(keepingCapacity: true)
    guard recognition.isAtRest, let first = events.first else { return }
    if let device = recognition.device(first.device) { showings.append(Showing(events, amounts, on: device)) }
    events = []
    amounts = Amounts()
  }
}

extension Showing {
  fileprivate init(_ reported: [TouchEvent], _ amounts: ShowingReader.Amounts, on device: Device) {
    let start = reported.first?.time ?? .zero
    events = [TouchEvent(time: start, device: device.id, kind: .deviceAdded(device))] + reported
    self.device = device
    var fingers = Set<Int>()
    var places: [Int: Point] = [:]
    var most = 0
    var landings: [Point] = []
    var touches: [ClosedRange<Timestamp>] = []
    var landed: Timestamp?
    // The last moment before the fingers move.
    var still = start
    var hasMoved = false
    func end(_ time: Timestamp) {
      if let start = landed { touches.append(start...max(start, time)) }
      landed = nil
    }
    for event in reported {
      switch event.kind {
      case .touchDown(let slot, let position):
        landed = landed ?? event.time
        fingers.insert(slot)
        most = max(most, fingers.count)
        places[slot] = device.inMillimetres(position)
        if touches.isEmpty { landings.append(device.inMillimetres(position)) }
      case .touchMotion(let slot, let position):
        let way = places[slot].map { device.inMillimetres(position) - $0 } ?? .zero
        hasMoved = hasMoved || way.length > ShowingReader.slop
      case .touchFrame: if !hasMoved { still = event.time }
      case .touchUp(let slot), .touchCancel(let slot):
        fingers.remove(slot)
        if fingers.isEmpty { end(event.time) }
      case .swipeBegin(let count), .pinchBegin(let count):
        landed = landed ?? event.time
        if !hasMoved { still = event.time }
        hasMoved = true
        most = max(most, count)
      case .holdBegin(let count):
        landed = landed ?? event.time - Thresholds.holdDelay(fingers: count)
        most = max(most, count)
      case .swipeEnd, .pinchEnd, .holdEnd(_, cancelled: false): end(event.time)
      case .scroll(let dx, let dy):
        landed = landed ?? event.time
        if !hasMoved { still = event.time }
        hasMoved = true
        most = max(most, 2)
        if (dx ?? 0) == 0, (dy ?? 0) == 0 { end(event.time) }
      case .tap(let count, let lasted):
        // A hold of the same fingers was counted as a touch.
        if touches.last?.upperBound == event.time { touches.removeLast() }
        landed = event.time - lasted
        most = max(most, count)
        end(event.time)
      case .touchPressure, .fingerCount, .button, .holdEnd, .swipeUpdate, .pinchUpdate, .deviceAdded, .deviceRemoved,
        .eventsLost:
        break
      }
    }
    self.fingers = min(most, Trigger.mostFingers)
    self.landings = landings
    self.touches = touches
    func time(to end: Timestamp) -> Duration { max(end - still, .zero) }
    movement = (amounts.translation.value, time(to: amounts.translation.time))
    pinch = (amounts.scale.value, time(to: amounts.scale.time))
    turn = (amounts.rotation.value, time(to: amounts.rotation.time))
  }
}
