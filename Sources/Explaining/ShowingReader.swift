internal import Engine
internal import Gestures
public import Rules
public import Time
public import Touch

/// Divides touch events into showings, one for each gesture that a hand makes.
///
/// A showing ends when no finger is down and nothing is pending: after the time in which a tap may be followed by
/// another one, and in which libinput may report the tap of fingers whose contacts have lifted.
public struct ShowingReader: Sendable {
  /// Gestures for all that the fingers may do, side by side: they measure the movement, and the longest series of taps
  /// makes the showing wait for its end.
  private static let triggers: [Trigger] = {
    let all = Device.Kind.allCases.map { DeviceFilter.kind($0) }
    let patterns: [Pattern] = [
      .tap(TapPattern(TapPattern.mostTaps)), .pan(PanPattern(.any, distance: 0.5)),
      .pinch(PinchPattern(.any, change: 0.02)),
      .rotate(RotatePattern(.any, angle: 1)),
    ]
    // One for each number of fingers: a gesture that goes on with fewer fingers could not become a tap.
    let anywhere = (1...Trigger.mostFingers).flatMap { count in
      patterns.map { Trigger($0, fingers: count...count, devices: all, isSimultaneous: true) }
    }
    // One finger on a touchpad slides along an edge.
    let slide = Trigger(
      patterns[1], fingers: 1...1, devices: [.kind(.touchpad)], start: .edge(.any), isSimultaneous: true)
    return anywhere + [slide]
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
      default: break
      }
    }
  }

  /// The longest time from the lift of fingers to libinput's report of their tap.
  private static let patience = Duration.milliseconds(250)
  /// The distance that resting fingers tremble.
  fileprivate static let slop: Millimetres = 0.5

  private var run: DryRun
  /// The events since the last showing, of the device that reported the first of them.
  private var events: [TouchEvent] = []
  private var amounts = Amounts()
  /// The fingers that are down by the contacts, and the largest number of them since the last showing.
  private var fingers = FingersDown()
  private var most = 0
  /// The time until which libinput may report a tap of the touchpad's fingers that have lifted.
  private var reportsUntil: Timestamp?

  /// A reader without devices.
  /// - Parameters:
  ///   - settling: the longest time between the landings, and between the lifts, of the fingers of one gesture.
  ///   - devices: the statements of the rules file about devices.
  public init(settling: Duration, devices: [DeviceStatement] = []) {
    run = DryRun(RuleSet(Self.triggers, settling: settling, devices: devices), isObserved: true)
  }

  public var adjustments: DeviceAdjustments { run.engine.adjustments }

  /// Takes in the panels of the outputs.
  public mutating func replacePanels(with panels: [Panel]) { handle(.panels(panels), at: .zero) }

  /// The time at which the passing of time alone may end a showing; nil if it does not.
  public var deadline: Timestamp? { [run.engine.deadline, reportsUntil].compactMap { $0 }.min() }

  /// Takes in an event as the device reports it, and appends the showing that it ends, or that ended before it.
  public mutating func handle(_ event: TouchEvent, into showings: inout [Showing]) {
    expire(at: event.time, into: &showings)
    handle(.touch(event), at: event.time)
    switch event.kind {
    // Contacts are read at the end of their frame.
    case .touchDown, .touchMotion, .touchUp, .touchCancel, .touchPressure, .fingerCount, .button: break
    default: settle(into: &showings)
    }
  }

  private mutating func handle(_ input: Engine.Input, at time: Timestamp) {
    var effects: [Effect] = []
    run.handle(input, at: time) { effects.append($0) }
    for effect in effects {
      switch effect {
      case .touch(let event): record(event)
      case .deviceTurned(let device) where device.id == events.first?.device: startShowing()
      case .gesture(let gesture, _?) where gesture.device == events.first?.device: amounts.add(gesture)
      default: break
      }
    }
  }

  private mutating func record(_ event: TouchEvent) {
    switch event.kind {
    case .deviceAdded: break
    case .deviceRemoved, .eventsLost: if events.first?.device == event.device { startShowing() }
    default: if events.first.map({ $0.device == event.device }) ?? true { events.append(event) }
    }
    if events.first?.device == event.device { countFingers(event) }
  }

  /// Advances time to `now`, and appends the showing that this ends.
  public mutating func expire(at now: Timestamp, into showings: inout [Showing]) {
    while let deadline, deadline <= now {
      if let end = reportsUntil, end <= deadline { reportsUntil = nil }
      handle(.timePassed, at: deadline)
      settle(into: &showings)
    }
  }

  /// Ends the input: appends the showing that waits for more. Fingers that are down show nothing.
  public mutating func finish(into showings: inout [Showing]) { expire(at: .latest, into: &showings) }

  private mutating func settle(into showings: inout [Showing]) {
    guard run.engine.isAtRest, reportsUntil == nil, let first = events.first else { return }
    if let device = run.engine.device(first.device) { showings.append(Showing(events, amounts, on: device)) }
    startShowing()
  }

  private mutating func startShowing() {
    events = []
    amounts = Amounts()
    fingers = FingersDown()
    most = 0
    reportsUntil = nil
  }

  /// Counts the fingers on a touchpad whose contacts are read. One finger points: nothing is awaited after it.
  private mutating func countFingers(_ event: TouchEvent) {
    fingers.add(event.kind)
    guard case .touchFrame = event.kind, let device = run.engine.device(event.device), device.kind == .touchpad else {
      return
    }
    let down = fingers.number(on: device)
    most = max(most, down)
    reportsUntil = down == 0 && most > 1 ? event.time + Self.patience : nil
  }
}

/// The fingers that are down by the contacts of a device.
private struct FingersDown {
  private var slots = Set<Int>()
  /// The number of fingers that a touchpad counts.
  private var count = 0

  mutating func add(_ event: TouchEvent.Kind) {
    switch event {
    case .touchDown(let slot, _): slots.insert(slot)
    case .touchUp(let slot), .touchCancel(let slot): slots.remove(slot)
    case .fingerCount(let fingers): count = fingers
    default: break
    }
  }

  /// Their number on `device`, which may have too few slots for them.
  func number(on device: Device) -> Int {
    guard let reports = device.contacts else { return slots.count }
    guard reports.hasPositions else { return count }
    return reports.slots < Trigger.handFingers ? max(slots.count, count) : slots.count
  }
}

/// The touches of one source: the time of each landing of the first finger, and of the lift of the last one.
private struct Touches {
  var all: [ClosedRange<Timestamp>] = []
  private var landed: Timestamp?

  mutating func land(at time: Timestamp) { landed = landed ?? time }

  mutating func tap(at time: Timestamp, lasted: Duration) {
    landed = time - lasted
    lift(at: time)
  }

  mutating func lift(at time: Timestamp) {
    if let start = landed { all.append(start...max(start, time)) }
    landed = nil
  }
}

extension Showing {
  fileprivate init(_ reported: [TouchEvent], _ amounts: ShowingReader.Amounts, on device: Device) {
    let start = reported.first?.time ?? .zero
    events = [TouchEvent(time: start, device: device.id, kind: .deviceAdded(device))] + reported
    self.device = device
    let hasPositions = device.contacts?.hasPositions ?? true
    var fingers = FingersDown()
    var positions: [Int: (Point, Timestamp)] = [:]
    var most = 0
    var landings: [Point] = []
    // libinput reports taps on a touchpad, and the contacts show all other touches.
    var contacts = Touches()
    var reports = Touches()
    var hasTaps = false
    // The last moment before the fingers move.
    var still = start
    var hasMoved = false
    var farthest = (distance: 0.0, lasting: Duration.zero)
    var hasPressed = false
    for event in reported {
      fingers.add(event.kind)
      switch event.kind {
      case .touchDown(let slot, let position):
        guard hasPositions else { break }
        positions[slot] = (device.inMillimetres(position), event.time)
        if contacts.all.isEmpty { landings.append(device.inMillimetres(position)) }
      case .touchMotion(let slot, let position):
        guard let (landing, landed) = positions[slot] else { break }
        let length = (device.inMillimetres(position) - landing).length
        hasMoved = hasMoved || length > ShowingReader.slop
        if length.value > farthest.distance { farthest = (length.value, event.time - landed) }
      case .touchFrame:
        let down = fingers.number(on: device)
        most = max(most, down)
        if down > 0 { contacts.land(at: event.time) } else { contacts.lift(at: event.time) }
        if !hasMoved { still = event.time }
      case .swipeBegin(let count), .pinchBegin(let count):
        reports.land(at: event.time)
        if !hasMoved { still = event.time }
        hasMoved = true
        most = max(most, count)
      case .holdBegin(let count):
        reports.land(at: event.time - Thresholds.holdDelay(fingers: count))
        most = max(most, count)
      case .swipeEnd, .pinchEnd, .holdEnd(_, cancelled: false): reports.lift(at: event.time)
      case .scroll(let dx, let dy):
        reports.land(at: event.time)
        if !hasMoved { still = event.time }
        hasMoved = true
        most = max(most, 2)
        if (dx ?? 0) == 0, (dy ?? 0) == 0 { reports.lift(at: event.time) }
      case .tap(let count, let lasted):
        hasTaps = true
        // A hold of the same fingers was counted as a touch.
        if reports.all.last?.upperBound == event.time { reports.all.removeLast() }
        reports.tap(at: event.time, lasted: lasted)
        most = max(most, count)
      case .button(isPressed: true): hasPressed = true
      case .touchUp, .touchCancel, .touchPressure, .fingerCount, .button, .holdEnd, .swipeUpdate, .pinchUpdate,
        .deviceAdded, .deviceRemoved, .eventsLost:
        break
      }
    }
    self.fingers = min(most, Trigger.mostFingers)
    self.landings = landings
    self.farthest = farthest
    self.hasPressed = hasPressed
    touches = hasTaps || contacts.all.isEmpty ? reports.all : contacts.all
    func time(to end: Timestamp) -> Duration { max(end - still, .zero) }
    movement = (amounts.translation.value, time(to: amounts.translation.time))
    pinch = (amounts.scale.value, time(to: amounts.scale.time))
    turn = (amounts.rotation.value, time(to: amounts.rotation.time))
  }
}
