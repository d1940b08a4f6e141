internal import CUinput
internal import Glibc
internal import Linux
internal import Time
internal import Touch

/// A touchpad or touchscreen, and a hand on it that moves as hands do: fingers land, move over many frames, and lift.
///
/// All positions are in millimetres. The frames are those of real hardware, 10 ms apart.
final class Surface {
  /// A position or a translation, in millimetres.
  struct Point: Equatable {
    var x: Double
    var y: Double

    static func + (left: Point, right: Point) -> Point { Point(x: left.x + right.x, y: left.y + right.y) }
  }

  /// The properties of the device.
  struct Model {
    var name: String
    /// In millimetres.
    var size: Point
    /// True if the device knows its size.
    var hasResolution = true
    var properties: [CInt]
    /// The keys that it reports for one finger, two, and so on, besides BTN_TOUCH.
    var tools: [CInt]
    var buttons: [CInt]
    var slots: CInt
    /// The pressure of its contacts, of 255; nil if it reports neither pressure nor palms.
    var pressure: CInt?
    /// The frames in which it reports the tool types of its contacts, if it reports no pressure; nil for none.
    var toolTypes: ToolTypes?
    /// The bus that it seems to be on: libinput takes touchpads on some for external ones.
    var bus = BUS_USB

    /// A clickpad for five fingers, of a usual size.
    static let touchpad = Model(
      name: "Virtual Touchpad", size: Point(x: 100, y: 70), properties: [INPUT_PROP_POINTER, INPUT_PROP_BUTTONPAD],
      tools: [BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP, BTN_TOOL_QUINTTAP],
      buttons: [BTN_LEFT], slots: 5)

    /// A screen for ten fingers, 14 inches in the diagonal.
    static let touchscreen = Model(
      name: "Virtual Touchscreen", size: Point(x: 310, y: 174), properties: [INPUT_PROP_DIRECT], tools: [],
      buttons: [], slots: 10)
  }

  /// The frames in which a driver reports tool types.
  enum ToolTypes: CaseIterable {
    /// In each, as most drivers do.
    case everyFrame
    /// Where a contact lands.
    case landings
  }

  /// The time between two frames.
  static let frame = Duration.milliseconds(10)
  /// Units of the device per millimetre.
  private static let unitsPerMillimetre = 20.0

  private let model: Model
  private var device: VirtualDevice?
  /// The positions of the fingers, by slot.
  private var fingers: [Point] = []
  /// The pressure of the fingers, if the device reports it.
  var pressure: CInt?
  /// True while the device takes its contacts for palms.
  var isPalm = false
  /// The time of the latest landing.
  private var landed = Duration.zero
  /// The tracking id of the next contact, unique among all.
  private var nextContact: CInt = 0

  /// Called a little after every frame, for concurrent events.
  var afterFrame: () throws -> Void = {}

  /// Plugs in a device.
  init(_ model: Model) throws {
    self.model = model
    pressure = model.pressure
    try plug()
  }

  /// The device node; nil while it is not plugged in.
  var node: String? { device?.node }

  /// Plugs the device in again.
  /// - Parameter isAwaited: false does not wait until udev knows it.
  func plug(isAwaited: Bool = true) throws {
    let resolution = model.hasResolution ? CInt(Self.unitsPerMillimetre) : 0
    let horizontal = CInt(model.size.x * Self.unitsPerMillimetre)
    let vertical = CInt(model.size.y * Self.unitsPerMillimetre)
    device = try VirtualDevice(
      name: model.name, keys: [BTN_TOUCH] + model.tools + model.buttons,
      axes: [
        .init(code: ABS_X, maximum: horizontal, resolution: resolution),
        .init(code: ABS_Y, maximum: vertical, resolution: resolution),
        .init(code: ABS_MT_SLOT, maximum: model.slots - 1),
        .init(code: ABS_MT_POSITION_X, maximum: horizontal, resolution: resolution),
        .init(code: ABS_MT_POSITION_Y, maximum: vertical, resolution: resolution),
        .init(code: ABS_MT_TRACKING_ID, maximum: 65535),
      ]
        + (model.pressure == nil
          ? []
          : [
            .init(code: ABS_MT_PRESSURE, maximum: 255), .init(code: ABS_PRESSURE, maximum: 255),
            .init(code: ABS_MT_TOOL_TYPE, maximum: CInt(MT_TOOL_PALM)),
          ])
        + (model.pressure == nil && model.toolTypes != nil
          ? [.init(code: ABS_MT_TOOL_TYPE, maximum: CInt(MT_TOOL_PALM))] : []),
      properties: model.properties, bus: model.bus, isAwaited: isAwaited)
  }

  /// Unplugs the device, even during a gesture.
  func unplug() {
    device = nil
    fingers = []
  }

  /// Lands fingers side by side and 20 mm apart as a hand's are, centred in the upper half (a clickpad has its buttons
  /// in the lower one).
  func land(_ count: Int, apart: Duration = .zero) throws {
    let centre = Point(x: model.size.x / 2, y: model.size.y * 0.45)
    try land(
      (0..<count).map { Point(x: centre.x + (Double($0) - Double(count - 1) / 2) * 20, y: centre.y) }, apart: apart)
  }

  /// Lands fingers at `positions`, at once or one after the other, besides those that are down.
  func land(_ positions: [Point], apart: Duration = .zero) throws {
    var changes: [VirtualDevice.Event] = []
    let start = fingers.count
    for (index, place) in positions.enumerated() {
      let before = fingers.count
      let slot = before
      fingers.append(place)
      nextContact += 1
      changes += [
        .init(type: EV_ABS, code: ABS_MT_SLOT, value: CInt(slot)),
        .init(type: EV_ABS, code: ABS_MT_TRACKING_ID, value: nextContact),
      ]
      changes += position(slot, landing: true)
      if apart > .zero || index == positions.count - 1 {
        try report(changes + tools(from: apart > .zero ? before : start, to: fingers.count))
        changes = []
        if index < positions.count - 1 { pause(for: apart) }
      }
    }
    landed = now()
    pause(for: Self.frame)
  }

  /// Moves all fingers by the same way in `time`, except for the `resting` that landed first.
  func move(by way: Point, in time: Duration, resting: Int = 0) throws {
    try glide(in: time) { start, part in
      start.enumerated().map { $0 < resting ? $1 : $1 + Point(x: way.x * part, y: way.y * part) }
    }
  }

  /// Moves each finger by its own way in `time`, in the order in which they landed; fingers beyond `ways` rest.
  func move(by ways: [Point], in time: Duration) throws {
    try glide(in: time) { start, part in
      start.enumerated().map { index, place in
        ways.indices.contains(index) ? place + Point(x: ways[index].x * part, y: ways[index].y * part) : place
      }
    }
  }

  /// The positions of the fingers that are down.
  var positions: [Point] { fingers }

  /// Loses the contact of one finger for `time`, as hardware does whose finger stays down.
  /// - Parameter isCounted: true if the device counts the finger all the same.
  func lose(_ finger: Int, for time: Duration, isCounted: Bool) throws {
    let slot = VirtualDevice.Event(type: EV_ABS, code: ABS_MT_SLOT, value: CInt(finger))
    let count = fingers.count
    try report(
      [slot, .init(type: EV_ABS, code: ABS_MT_TRACKING_ID, value: -1)]
        + (isCounted ? [] : tools(from: count, to: count - 1)))
    pause(for: time)
    nextContact += 1
    try report(
      [slot, .init(type: EV_ABS, code: ABS_MT_TRACKING_ID, value: nextContact)] + position(finger)
        + (isCounted ? [] : tools(from: count - 1, to: count)))
  }

  /// Moves all fingers to or from their centroid until they are `factor` times as far apart.
  func spread(to factor: Double, in time: Duration) throws {
    try glide(in: time) { start, part in
      let centroid = Self.centroid(of: start)
      let scale = 1 + (factor - 1) * part
      return start.map {
        Point(x: centroid.x + ($0.x - centroid.x) * scale, y: centroid.y + ($0.y - centroid.y) * scale)
      }
    }
  }

  /// Lands fingers and lifts them `time` later.
  func tap(_ count: Int, lasting time: Duration) throws {
    try land(count)
    rest(until: landed + time)
    try lift()
  }

  /// Lets `time` pass in the hand's movement: the fingers that are down rest, or the hand is away.
  func pause(for time: Duration) { rest(for: time) }

  /// Lets the hand return for its next gesture.
  func comeBack() { pause(for: .milliseconds(400)) }

  /// Presses or releases a button, by default the one under a clickpad.
  func button(_ button: CInt = BTN_LEFT, isDown: Bool) throws {
    try report([.init(type: EV_KEY, code: button, value: isDown ? 1 : 0)])
  }

  /// Reports `count` frames of tremor at once: more than the kernel buffers for a program that does not read.
  func flood(_ count: Int) throws {
    for index in 0..<count {
      for slot in fingers.indices { fingers[slot].x += index.isMultiple(of: 2) ? 0.05 : -0.05 }
      try report(fingers.indices.flatMap { [.init(type: EV_ABS, code: ABS_MT_SLOT, value: CInt($0))] + position($0) })
    }
  }

  /// Rotates all fingers about their centroid, clockwise by so many degrees.
  func turn(by degrees: Double, in time: Duration) throws {
    try glide(in: time) { start, part in
      let centroid = Self.centroid(of: start)
      let angle = degrees * part * .pi / 180
      return start.map { place in
        let arm = Point(x: place.x - centroid.x, y: place.y - centroid.y)
        return centroid + Point(x: arm.x * cos(angle) - arm.y * sin(angle), y: arm.x * sin(angle) + arm.y * cos(angle))
      }
    }
  }

  /// Lifts all fingers except the `remaining` that landed last, at once or one after the other.
  func lift(apart: Duration = .zero, remaining: Int = 0) throws {
    let landed = fingers.count
    var changes: [VirtualDevice.Event] = []
    while fingers.count > remaining {
      let before = fingers.count
      changes += [
        .init(type: EV_ABS, code: ABS_MT_SLOT, value: CInt(before - 1)),
        .init(type: EV_ABS, code: ABS_MT_TRACKING_ID, value: -1),
      ]
      fingers.removeLast()
      if apart > .zero {
        try report(changes + tools(from: before, to: fingers.count))
        changes = []
        if fingers.count > remaining { pause(for: apart) }
      } else if fingers.count == remaining {
        try report(changes + tools(from: landed, to: remaining))
      }
    }
  }

  private static func centroid(of positions: [Point]) -> Point {
    Point(
      x: positions.map(\.x).reduce(0, +) / Double(positions.count),
      y: positions.map(\.y).reduce(0, +) / Double(positions.count))
  }

  // MARK: - Frames

  /// Moves the fingers frame by frame; `positions` returns their positions at `part` of the way, 0 to 1.
  private func glide(in time: Duration, _ positions: (_ start: [Point], _ part: Double) -> [Point]) throws {
    let start = fingers
    let frames = max(Int(time / Self.frame), 1)
    let begin = now()
    for frame in 1...frames {
      rest(until: begin + Self.frame * frame)
      fingers = positions(start, Double(frame) / Double(frames))
      try report(
        fingers.indices.flatMap { [.init(type: EV_ABS, code: ABS_MT_SLOT, value: CInt($0))] + position($0) })
    }
  }

  /// Plays contacts, each frame at its time from now on.
  func play(_ events: [TouchEvent]) throws {
    let start = now()
    var changes: [VirtualDevice.Event] = []
    var down: [Int: Point] = [:]
    var before = 0
    func place(_ slot: Int, _ position: Touch.Point) {
      down[slot] = Point(x: position.x, y: position.y)
      changes += Self.axes(ABS_MT_POSITION_X, ABS_MT_POSITION_Y, at: Point(x: position.x, y: position.y))
    }
    for event in events {
      switch event.kind {
      case .touchDown(let slot, let position):
        nextContact += 1
        changes += [
          .init(type: EV_ABS, code: ABS_MT_SLOT, value: CInt(slot)),
          .init(type: EV_ABS, code: ABS_MT_TRACKING_ID, value: nextContact),
        ]
        place(slot, position)
        changes += toolType(landing: true)
      case .touchMotion(let slot, let position):
        changes.append(.init(type: EV_ABS, code: ABS_MT_SLOT, value: CInt(slot)))
        place(slot, position)
      case .touchUp(let slot), .touchCancel(let slot):
        changes += [
          .init(type: EV_ABS, code: ABS_MT_SLOT, value: CInt(slot)),
          .init(type: EV_ABS, code: ABS_MT_TRACKING_ID, value: -1),
        ]
        down[slot] = nil
      case .touchFrame:
        SystemTests.rest(until: start + .microseconds(event.time.microseconds))
        // Programs for single-touch devices follow only the first finger.
        if let first = down.min(by: { $0.key < $1.key })?.value { changes += Self.axes(ABS_X, ABS_Y, at: first) }
        // Drivers that report tool types in each frame do so also of contacts that rest.
        for slot in down.keys.sorted() where model.toolTypes == .everyFrame {
          changes.append(.init(type: EV_ABS, code: ABS_MT_SLOT, value: CInt(slot)))
          changes += toolType(landing: false)
        }
        try report(changes + (before == down.count ? [] : tools(from: before, to: down.count)))
        (before, changes) = (down.count, [])
      default: break
      }
    }
  }

  private func report(_ events: [VirtualDevice.Event]) throws {
    guard device != nil else { throw TimedOut(description: "the device is not plugged in") }
    try device?.report(events)
    try afterFrame()
  }

  private func position(_ slot: Int, landing: Bool = false) -> [VirtualDevice.Event] {
    var contact = Self.axes(ABS_MT_POSITION_X, ABS_MT_POSITION_Y, at: fingers[slot])
    contact += toolType(landing: landing)
    if let pressure {
      contact += [
        .init(type: EV_ABS, code: ABS_MT_PRESSURE, value: pressure),
        .init(type: EV_ABS, code: ABS_MT_TOOL_TYPE, value: CInt(isPalm ? MT_TOOL_PALM : MT_TOOL_FINGER)),
      ]
    }
    guard slot == 0 else { return contact }
    // Programs for single-touch devices follow only the first finger.
    return contact + Self.axes(ABS_X, ABS_Y, at: fingers[slot])
  }

  /// The tool type of a contact, in the frames in which a device without pressure reports it.
  private func toolType(landing: Bool) -> [VirtualDevice.Event] {
    guard pressure == nil, model.toolTypes == .everyFrame || model.toolTypes == .landings && landing else { return [] }
    return [.init(type: EV_ABS, code: ABS_MT_TOOL_TYPE, value: CInt(isPalm ? MT_TOOL_PALM : MT_TOOL_FINGER))]
  }

  /// A position on two axes, in the device's units.
  private static func axes(_ x: CInt, _ y: CInt, at place: Point) -> [VirtualDevice.Event] {
    [
      .init(type: EV_ABS, code: x, value: CInt((place.x * unitsPerMillimetre).rounded())),
      .init(type: EV_ABS, code: y, value: CInt((place.y * unitsPerMillimetre).rounded())),
    ]
  }

  /// The changes of the keys that represent the number of fingers.
  private func tools(from before: Int, to after: Int) -> [VirtualDevice.Event] {
    var events: [VirtualDevice.Event] = []
    if before > 0, model.tools.indices.contains(before - 1) {
      events.append(.init(type: EV_KEY, code: model.tools[before - 1], value: 0))
    }
    if after > 0, model.tools.indices.contains(after - 1) {
      events.append(.init(type: EV_KEY, code: model.tools[after - 1], value: 1))
    }
    if (before == 0) != (after == 0) { events.append(.init(type: EV_KEY, code: BTN_TOUCH, value: after > 0 ? 1 : 0)) }
    return events
  }
}
