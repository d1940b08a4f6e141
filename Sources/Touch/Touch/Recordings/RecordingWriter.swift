public import JSONLines
import Time

/// Writes events as a recording: a line with the devices, then one JSON object per line.
///
///     {"sleight": 1, "devices": [{"id": 0, "name": "…", "kind": "touchscreen", "width": 344, "height": 194}]}
///     {"t": 0, "device": 0, "event": "touch-down", "slot": 0, "x": 31.5, "y": 80.2}
///
/// Time starts at 0 with the first event; for a tap, with its landing.
public struct RecordingWriter: Sendable {
  /// The version of the format, the only one that is read.
  public static let version = 1

  private var start: Timestamp?

  /// A writer at the start of a recording.
  public init() {}

  /// The first line, with the devices that are there from the beginning.
  public func header(_ devices: [Device]) -> String {
    var line = JSONLine()
    line.add("sleight", Self.version)
    line.add("devices", .array(devices.map { .object(Self.members(of: $0)) }))
    return line.text
  }

  /// The line of the recording for an event.
  public mutating func line(for event: TouchEvent) -> String {
    if start == nil { start = event.beginning }
    var line = JSONLine()
    line.add("t", max(0, event.time.microseconds - (start ?? event.time).microseconds))
    line.add("device", event.device.number)
    let kind = event.kind
    line.add("event", kind.name)
    switch kind {
    case .deviceAdded(let device):
      for member in Self.members(of: device) where member.name != "id" { line.add(member.name, member.value) }
    case .deviceRemoved, .eventsLost, .touchFrame: break
    case .fingersLeft(let left):
      line.add("reason", left.reason.rawValue)
      line.add("amount", left.amount)
    case .touchDown(let slot, let position), .touchMotion(let slot, let position):
      line.add("slot", slot)
      line.add("x", position.x)
      line.add("y", position.y)
    case .touchUp(let slot), .touchCancel(let slot): line.add("slot", slot)
    case .touchPressure(let slot, let pressure):
      line.add("slot", slot)
      line.add("pressure", pressure)
    case .fingerCount(let fingers): line.add("fingers", fingers)
    case .button(let isPressed): line.add("pressed", isPressed)
    case .swipeBegin(let fingers), .pinchBegin(let fingers), .holdBegin(let fingers): line.add("fingers", fingers)
    case .swipeUpdate(let fingers, let delta):
      line.add("fingers", fingers)
      line.add("dx", delta.dx)
      line.add("dy", delta.dy)
    case .pinchUpdate(let fingers, let delta, let scale, let rotation):
      line.add("fingers", fingers)
      line.add("dx", delta.dx)
      line.add("dy", delta.dy)
      line.add("scale", scale)
      line.add("rotation", rotation)
    case .swipeEnd(let fingers, let cancelled), .pinchEnd(let fingers, let cancelled),
      .holdEnd(let fingers, let cancelled):
      line.add("fingers", fingers)
      line.add("cancelled", cancelled)
    case .scroll(let dx, let dy):
      if let dx { line.add("dx", dx) }
      if let dy { line.add("dy", dy) }
    case .tap(let fingers, let lasted):
      line.add("fingers", fingers)
      line.add("lasted", lasted.wholeMicroseconds)
    }
    return line.text
  }

  private static func members(of device: Device) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = [
      .init("id", .number(Double(device.id.number))),
      .init("name", .string(device.name)),
      .init("kind", .string(device.kind.rawValue)),
      .init("width", device.size.map { .number($0.width) } ?? .null),
      .init("height", device.size.map { .number($0.height) } ?? .null),
    ]
    if let contacts = device.contacts {
      members.append(.init("contacts", .object(contacts.members)))
    }
    return members
  }
}

extension JSONLine {
  fileprivate mutating func add(_ key: String, _ value: Double) {
    add(key, value, decimals: TouchEvent.recordedDecimals)
  }
}

extension ContactReports {
  /// The capabilities as members of a JSON object.
  public var members: [JSONValue.Member] {
    [
      .init("slots", .number(Double(slots))), .init("fingers", .number(Double(fingers))),
      .init("positions", .bool(hasPositions)), .init("pressure", .bool(hasPressure)),
      .init("clickpad", .bool(isClickpad)),
    ] + (hasToolTypes ? [.init("toolTypes", .bool(true))] : [])
  }
}

extension TouchEvent {
  /// The time at which the event's movement began: a tap is reported after its end.
  fileprivate var beginning: Timestamp {
    guard case .tap(_, let lasted) = kind else { return time }
    return time - max(lasted, .zero)
  }

  /// The decimals that a recording keeps: 0.1 µm, far below any device's resolution.
  static let recordedDecimals = 4

  /// The event with its numbers rounded as in a recording. Live events are rounded too, before anything looks at them,
  /// so that a replayed recording yields exactly what happened.
  public var rounded: TouchEvent {
    var event = self
    event.round()
    return event
  }

  /// Rounds the event's numbers in place.
  public mutating func round() {
    switch kind {
    case .touchDown(let slot, let position): kind = .touchDown(slot: slot, position.rounded)
    case .touchMotion(let slot, let position): kind = .touchMotion(slot: slot, position.rounded)
    case .swipeUpdate(let fingers, let delta): kind = .swipeUpdate(fingers: fingers, delta: delta.rounded)
    case .pinchUpdate(let fingers, let delta, let scale, let rotation):
      kind = .pinchUpdate(
        fingers: fingers, delta: delta.rounded, scale: scale.roundedAsRecorded, rotation: rotation.roundedAsRecorded)
    case .touchPressure(let slot, let pressure): kind = .touchPressure(slot: slot, pressure.roundedAsRecorded)
    case .scroll(let dx, let dy): kind = .scroll(dx: dx?.roundedAsRecorded, dy: dy?.roundedAsRecorded)
    case .tap(let fingers, let lasted): kind = .tap(fingers: fingers, lasted: .microseconds(lasted.wholeMicroseconds))
    case .deviceAdded, .deviceRemoved, .eventsLost, .fingersLeft, .touchUp, .touchCancel, .touchFrame, .fingerCount,
      .button,
      .swipeBegin, .swipeEnd,
      .pinchBegin, .pinchEnd, .holdBegin, .holdEnd:
      break
    }
  }
}

extension Double {
  // JSON's 0 has no sign, which an angle would show: adding 0 removes it.
  fileprivate var roundedAsRecorded: Double { (self * 10_000).rounded() / 10_000 + 0 }
}

extension Point {
  /// The position, rounded as in a recording.
  public var rounded: Point { Point(x: x.roundedAsRecorded, y: y.roundedAsRecorded) }
}

extension Vector {
  fileprivate var rounded: Vector { Vector(dx: dx.roundedAsRecorded, dy: dy.roundedAsRecorded) }
}
