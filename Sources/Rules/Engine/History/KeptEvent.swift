internal import Time
public import Touch

/// An event of a touch sequence as the history keeps it: half as large as a `TouchEvent`, with the precision of a
/// recording. Its bytes are a part of the message that `sleight why` reads.
public struct KeptEvent: Sendable, BitwiseCopyable {
  private var microseconds: Int64
  private var deviceNumber: UInt32
  private var code: UInt8
  /// The slot or the number of fingers.
  private var count: UInt8
  /// Bit 0: pressed, cancelled, or an x; bit 1: a y.
  private var flags: UInt8 = 0
  /// No byte of the message is left undefined.
  private let padding: UInt8 = 0
  /// Lengths, shares and factors in 10000ths; the duration of a tap in microseconds.
  private var first: Int32 = 0
  private var second: Int32 = 0
  private var third: Int32 = 0
  private var fourth: Int32 = 0

  /// The device of the event.
  public var device: DeviceID { DeviceID(Int(deviceNumber)) }

  /// Nil for the coming and going of a device, which is no part of a touch sequence, and for movements without
  /// positions.
  init?(_ event: borrowing TouchEvent, withPositions: Bool) {
    (microseconds, deviceNumber) = (event.time.microseconds, UInt32(truncatingIfNeeded: event.device.number))
    (code, count) = (0, 0)
    switch event.kind {
    case .deviceAdded, .deviceRemoved: return nil
    case .eventsLost: set(.eventsLost)
    case .fingersLeft(let left):
      set(.fingersLeft, LeftFingers.Reason.allCases.firstIndex(of: left.reason) ?? 0)
      first = Int32(clamping: left.amount)
    case .touchDown(let slot, let position):
      if withPositions { set(.touchDown, slot, position.x, position.y) } else { set(.touchDown, slot) }
    case .touchMotion(let slot, let position):
      // The end of its frame has the same time.
      guard withPositions else { return nil }
      set(.touchMotion, slot, position.x, position.y)
    case .touchUp(let slot): set(.touchUp, slot)
    case .touchCancel(let slot): set(.touchCancel, slot)
    case .touchPressure(let slot, let pressure): set(.touchPressure, slot, pressure)
    case .touchFrame: set(.touchFrame)
    case .fingerCount(let fingers): set(.fingerCount, fingers)
    case .button(let isPressed): set(.button, flags: isPressed ? 1 : 0)
    case .swipeBegin(let fingers): set(.swipeBegin, fingers)
    case .swipeUpdate(let fingers, let delta): set(.swipeUpdate, fingers, delta.dx, delta.dy)
    case .swipeEnd(let fingers, let cancelled): set(.swipeEnd, fingers, flags: cancelled ? 1 : 0)
    case .pinchBegin(let fingers): set(.pinchBegin, fingers)
    case .pinchUpdate(let fingers, let delta, let scale, let rotation):
      set(.pinchUpdate, fingers, delta.dx, delta.dy)
      (third, fourth) = (Self.pack(scale), Self.pack(rotation))
    case .pinchEnd(let fingers, let cancelled): set(.pinchEnd, fingers, flags: cancelled ? 1 : 0)
    case .holdBegin(let fingers): set(.holdBegin, fingers)
    case .holdEnd(let fingers, let cancelled): set(.holdEnd, fingers, flags: cancelled ? 1 : 0)
    case .scroll(let dx, let dy):
      set(.scroll, 0, dx ?? 0, dy ?? 0, flags: (dx == nil ? 0 : 1) | (dy == nil ? 0 : 2))
    case .tap(let fingers, let lasted):
      set(.tap, fingers)
      first = Int32(clamping: lasted.wholeMicroseconds)
    }
  }

  /// The event; nil if the bytes are not those of one.
  public var event: TouchEvent? {
    Code(rawValue: code).map {
      TouchEvent(time: Timestamp(microseconds: microseconds), device: device, kind: kind($0))
    }
  }

  /// The bytes of events, one after the other.
  public static func bytes(of events: [KeptEvent]) -> [UInt8] { events.withUnsafeBytes { Array($0) } }

  /// The events whose bytes these are; bytes at the end that are no whole event are ignored.
  public static func read(_ bytes: ArraySlice<UInt8>) -> [TouchEvent] {
    bytes.withUnsafeBytes { bytes in
      (0..<bytes.count / size).compactMap {
        bytes.loadUnaligned(fromByteOffset: $0 * size, as: KeptEvent.self).event
      }
    }
  }

  /// The number of bytes of an event.
  public static var size: Int { MemoryLayout<KeptEvent>.stride }

  private enum Code: UInt8 {
    case eventsLost, touchDown, touchMotion, touchUp, touchCancel, touchPressure, touchFrame, fingerCount, button
    case swipeBegin, swipeUpdate, swipeEnd, pinchBegin, pinchUpdate, pinchEnd, holdBegin, holdEnd, scroll, tap,
      fingersLeft
  }

  private func kind(_ code: Code) -> TouchEvent.Kind {
    let (number, flag) = (Int(count), flags & 1 != 0)
    let (x, y) = (Self.unpack(first), Self.unpack(second))
    return switch code {
    case .eventsLost: .eventsLost
    case .fingersLeft:
      .fingersLeft(
        LeftFingers(LeftFingers.Reason.allCases[min(number, LeftFingers.Reason.allCases.count - 1)], amount: Int(first))
      )
    case .touchDown: .touchDown(slot: number, Point(x: x, y: y))
    case .touchMotion: .touchMotion(slot: number, Point(x: x, y: y))
    case .touchUp: .touchUp(slot: number)
    case .touchCancel: .touchCancel(slot: number)
    case .touchPressure: .touchPressure(slot: number, x)
    case .touchFrame: .touchFrame
    case .fingerCount: .fingerCount(number)
    case .button: .button(isPressed: flag)
    case .swipeBegin: .swipeBegin(fingers: number)
    case .swipeUpdate: .swipeUpdate(fingers: number, delta: Vector(dx: x, dy: y))
    case .swipeEnd: .swipeEnd(fingers: number, cancelled: flag)
    case .pinchBegin: .pinchBegin(fingers: number)
    case .pinchUpdate:
      .pinchUpdate(
        fingers: number, delta: Vector(dx: x, dy: y), scale: Self.unpack(third), rotation: Self.unpack(fourth))
    case .pinchEnd: .pinchEnd(fingers: number, cancelled: flag)
    case .holdBegin: .holdBegin(fingers: number)
    case .holdEnd: .holdEnd(fingers: number, cancelled: flag)
    case .scroll: .scroll(dx: flag ? x : nil, dy: flags & 2 != 0 ? y : nil)
    case .tap: .tap(fingers: number, lasted: .microseconds(Int64(first)))
    }
  }

  private mutating func set(
    _ code: Code, _ count: Int = 0, _ first: Double = 0, _ second: Double = 0, flags: UInt8 = 0
  ) {
    (self.code, self.count, self.flags) = (code.rawValue, UInt8(clamping: count), flags)
    (self.first, self.second) = (Self.pack(first), Self.pack(second))
  }

  private static func pack(_ number: Double) -> Int32 {
    // Not by a function of the C library: this runs up to four times per event.
    let scaled = number * 10_000
    // False if it is not a number.
    guard abs(scaled) < 2e9 else { return number.isNaN ? 0 : number < 0 ? -2_000_000_000 : 2_000_000_000 }
    return Int32(scaled + (scaled < 0 ? -0.5 : 0.5))
  }

  private static func unpack(_ number: Int32) -> Double { Double(number) / 10_000 }
}
