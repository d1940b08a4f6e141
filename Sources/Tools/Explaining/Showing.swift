internal import Gestures
internal import RulesFile
public import Time
public import Touch

/// A gesture that a hand shows: everything from the first finger that lands until nothing more can come of it.
public struct Showing: Sendable {
  /// The touches by one source: the time of each landing of the first finger, and of the lift of the last one.
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

  /// The longest time from the lift of fingers to libinput's report of their tap.
  private static let patience = Duration.milliseconds(250)
  /// The distance that resting fingers tremble.
  private static let slop: Millimetres = 0.5

  /// The events, beginning with the addition of the device.
  public private(set) var events: [TouchEvent]
  public let device: Device
  /// The positions of the landings of the first touch, in mm; empty on a touchpad whose contacts are not read.
  private(set) var landings: [Point] = []
  /// The movement of the finger that moved farthest, in mm, and the time from its landing to there.
  private(set) var farthest = (distance: 0.0, lasting: Duration.zero)
  /// True if the button under the touchpad was pressed.
  private(set) var hasPressed = false
  /// The time until which libinput may report a tap of the touchpad's fingers that have lifted.
  var reportsUntil: Timestamp?

  /// The contacts that are down, by slot: where and when each landed.
  private var contacts: [Int: (landing: Point, landed: Timestamp)] = [:]
  /// The number of fingers that a touchpad counts.
  private var count = 0
  /// The largest numbers of fingers, by the contacts and by libinput.
  private var most = (down: 0, reported: 0)
  // libinput reports taps on a touchpad, and the contacts show all other touches.
  private var touched = Touches()
  private var reported = Touches()
  private var hasTaps = false
  /// The last moment before the fingers moved, and true once they have.
  private var still: (time: Timestamp, isOver: Bool)
  /// The amounts of the movement at their largest, each with its time.
  private var translation = (value: Vector.zero, time: Timestamp.zero)
  private var scale = (value: 1.0, time: Timestamp.zero)
  private var rotation = (value: 0.0, time: Timestamp.zero)

  /// A showing on a device of which the first event follows.
  init(on device: Device, at start: Timestamp) {
    self.device = device
    events = [TouchEvent(time: start, device: device.id, kind: .deviceAdded(device))]
    still = (start, false)
  }

  // MARK: Input

  /// Adds what the device reported.
  mutating func add(_ event: TouchEvent) {
    let time = event.time
    events.append(event)
    if let fingers = event.kind.reportedFingers { most.reported = max(most.reported, fingers) }
    switch event.kind {
    case .touchDown(let slot, let position):
      // A recording may have any number.
      let landing = device.inMillimetres(position).clamped
      contacts[slot] = (landing, time)
      if device.reportsPositions, touched.all.isEmpty { landings.append(landing) }
    case .touchMotion(let slot, let position):
      guard device.reportsPositions, let contact = contacts[slot] else { break }
      let length = (device.inMillimetres(position).clamped - contact.landing).length
      if length > Self.slop { still.isOver = true }
      if length.value > farthest.distance { farthest = (length.value, time - contact.landed) }
    case .touchUp(let slot), .touchCancel(let slot): contacts[slot] = nil
    case .fingerCount(let fingers): count = fingers
    case .touchFrame: closeFrame(at: time)
    case .button(isPressed: true): hasPressed = true
    case .swipeBegin, .pinchBegin: beginMoving(at: time)
    case .scroll(let dx, let dy):
      beginMoving(at: time)
      if (dx ?? 0) == 0, (dy ?? 0) == 0 { reported.lift(at: time) }
    case .holdBegin(let fingers): reported.land(at: time - Thresholds.holdDelay(fingers: fingers))
    case .swipeEnd, .pinchEnd, .holdEnd(_, cancelled: false): reported.lift(at: time)
    case .tap(_, let lasted):
      hasTaps = true
      // A hold of the same fingers was counted as a touch.
      if reported.all.last?.upperBound == time { reported.all.removeLast() }
      reported.tap(at: time, lasted: lasted)
    default: break
    }
  }

  /// Adds a step of a movement.
  mutating func add(_ gesture: Gesture) {
    let time = gesture.time
    switch gesture.kind.measure {
    case .distance:
      if gesture.translation.length > translation.value.length { translation = (gesture.translation, time) }
    case .scale: if let value = gesture.scale, abs(value - 1) > abs(scale.value - 1) { scale = (value, time) }
    case .rotation: if let value = gesture.rotation, abs(value) > abs(rotation.value) { rotation = (value, time) }
    case .speed, nil: break
    }
  }

  private mutating func closeFrame(at time: Timestamp) {
    // A device may have too few slots for its fingers, or contacts that are none.
    let down = device.countsFingers ? max(device.reportsPositions ? contacts.count : 0, count) : contacts.count
    most.down = max(most.down, down)
    if down > 0 { touched.land(at: time) } else { touched.lift(at: time) }
    if !still.isOver { still.time = time }
    // One finger points: nothing is awaited after it.
    if device.kind == .touchpad { reportsUntil = down == 0 && most.down > 1 ? time + Self.patience : nil }
  }

  private mutating func beginMoving(at time: Timestamp) {
    reported.land(at: time)
    if !still.isOver { still = (time, true) }
  }

  // MARK: Several at once

  /// The showings that it consists of, if one followed another at once; else none.
  public private(set) var joined: [Showing] = []

  /// The longest time from the end of a showing to the next one that belongs to it: as long as a hand rests between two
  /// gestures that it means as one.
  public static let longestRest = Duration.seconds(1)

  /// The time at which the first finger landed.
  public var start: Timestamp { touches.first?.lowerBound ?? events[0].time }

  /// The time at which the last finger lifted.
  public var end: Timestamp { touches.last?.upperBound ?? events[events.count - 1].time }

  /// True if `next` follows so soon that both may be meant as one.
  public func isFollowed(by next: Showing) -> Bool {
    device == next.device && next.start - end <= Self.longestRest
  }

  /// Showings that follow one another, as one.
  public init(joining showings: [Showing]) {
    self = showings[0]
    guard showings.count > 1 else { return }
    joined = showings
    for next in showings.dropFirst() {
      events += next.events.dropFirst()
      most = (max(most.down, next.most.down), max(most.reported, next.most.reported))
      touched.all += next.touched.all
      reported.all += next.reported.all
      hasTaps = hasTaps || next.hasTaps
    }
  }

  /// The showings that it consists of; itself if it is one.
  public var apart: [Showing] { joined.isEmpty ? [self] : joined }

  /// A showing for each of its touches; itself if that was one touch.
  ///
  /// The tap of a touchpad's fingers that land again before libinput reports it belongs to the next touch.
  func parts(settling: Duration) -> [Showing] {
    guard touches.count > 1 else { return [self] }
    var reader = ShowingReader(settling: settling, endsWithLift: true)
    var parts: [Showing] = []
    for event in events { reader.handle(event, into: &parts) }
    reader.finish(into: &parts)
    return parts
  }

  // MARK: What was shown

  /// The largest number of fingers that were down at once.
  public var fingers: Int { min(max(most.down, most.reported), Trigger.mostFingers) }

  /// The touches: the time of each landing of the first finger, and of the lift of the last one.
  var touches: [ClosedRange<Timestamp>] { hasTaps || touched.all.isEmpty ? reported.all : touched.all }

  /// The movement at its farthest, and the time from its beginning to there.
  var movement: (translation: Vector, lasting: Duration) { (translation.value, moving(until: translation.time)) }

  /// The distance between the fingers as a multiple of the initial one, at its most changed, and the time to there.
  var pinch: (scale: Double, lasting: Duration) { (scale.value, moving(until: scale.time)) }

  /// The rotation at its farthest, in degrees, clockwise positive, and the time to there.
  var turn: (degrees: Double, lasting: Duration) { (rotation.value, moving(until: rotation.time)) }

  private func moving(until end: Timestamp) -> Duration { max(end - still.time, .zero) }

  /// The distance below which the fingers have not moved, in mm.
  private static let leastMovement = 5.0

  /// True if the fingers moved, pinched or turned.
  var hasMoved: Bool {
    movement.translation.length.value >= Self.leastMovement || abs(pinch.scale - 1) >= 0.1 || abs(turn.degrees) >= 12
  }

  /// True if it is one finger on a touchpad, which moves the pointer, or nothing.
  var isPointing: Bool { fingers == 0 || device.kind == .touchpad && fingers == 1 }

  /// True if it is no attempt at a gesture: a pointer that moves, or fingers that rest before they do something else.
  public var isIncidental: Bool { isPointing || touches.isEmpty && !hasMoved }

  /// The time of a touch that rests.
  var resting: Duration { touches.last.map { $0.upperBound - $0.lowerBound } ?? .zero }

  /// The numbers of the fingers' movement in the syntax of rules files: `42mm in 180ms, 233mm/s`.
  public var text: String {
    guard joined.isEmpty else { return joined.map(\.text).joined(separator: ", then ") }
    if isTurning { return "\(pinchText), \(turnText)" }
    return hasMoved ? movementText : resting.rounded
  }

  /// The numbers that matter for a gesture.
  func text(for pattern: Pattern) -> String {
    switch pattern.kind.measure {
    case .distance where pattern.isAnchored: Self.movementText(farthest.distance, farthest.lasting)
    case .scale: pinchText
    case .rotation where pattern.kind.motion == .turn: turnText
    case .distance, .speed, .rotation: movementText
    case nil: pattern.kind.isMadeOfTaps ? tapText : resting.rounded
    }
  }

  private var tapText: String {
    longestTouch.rounded + (touches.count > 1 ? ", \(longestGap.rounded) apart" : "")
  }

  /// The time of its longest touch.
  var longestTouch: Duration { touches.map { $0.upperBound - $0.lowerBound }.max() ?? .zero }

  /// The longest time from the lift of one touch to the landing of the next.
  var longestGap: Duration { zip(touches, touches.dropFirst()).map { $1.lowerBound - $0.upperBound }.max() ?? .zero }

  private var movementText: String { Self.movementText(movement.translation.length.value, movement.lasting) }

  private static func movementText(_ length: Double, _ lasting: Duration) -> String {
    let speed = length / max(lasting.inSeconds, 0.001)
    return "\(length.rounded)mm in \(lasting.rounded), \(Int(speed.rounded()))mm/s"
  }

  private var pinchText: String {
    "\(Int((pinch.scale * 100).rounded()))% of the distance in \(pinch.lasting.rounded)"
  }

  private var turnText: String { "\(Int(abs(turn.degrees).rounded()))° in \(turn.lasting.rounded)" }
}

extension [Showing] {
  /// The showings, those that follow one another at once as one.
  public var series: [Showing] {
    var series: [[Showing]] = []
    for showing in self {
      if let last = series.last?.last, last.isFollowed(by: showing) {
        series[series.count - 1].append(showing)
      } else {
        series.append([showing])
      }
    }
    return series.map { Showing(joining: $0) }
  }
}

extension Double {
  /// The number with one decimal below 10, else with none.
  fileprivate var rounded: String { self < 10 ? text : "\(Int(self.rounded()))" }
}

extension Duration {
  /// The duration in whole milliseconds, from a second on in tenths of a second.
  fileprivate var rounded: String {
    let milliseconds = (wholeMicroseconds + 500) / 1000
    return (milliseconds < 1000 ? .milliseconds(milliseconds) : Duration.milliseconds((milliseconds + 50) / 100 * 100))
      .text
  }
}
