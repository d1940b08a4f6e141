internal import CUinput
internal import Engine
internal import Glibc
internal import Linux
internal import Time
internal import Touch

/// A uinput touchpad without a button of its own, on which hands of touchscreens are shown.
///
/// The surface is larger than any movement, so that no hand reaches its edges, where libinput takes contacts for palms.
/// The physical path keeps it from being read as a touchpad of the user's.
final class Touchpad {
  /// Its name among the input devices.
  static let name = "Sleight touchpad"
  /// Its width and height, in mm: ten times the movement over a screen of 55 inches, to both sides.
  private static let size = 30_000
  private static let unitsPerMillimetre = 50.0
  private static let slots = 4
  /// The directions of the contacts from the middle of the hand, in degrees, clockwise from the right. libinput
  /// compares the highest and the lowest contact to tell swipes from pinches.
  private static let directions = [-90.0, 90, 0, 180]
  private static let tools = [BTN_TOOL_FINGER, BTN_TOOL_DOUBLETAP, BTN_TOOL_TRIPLETAP, BTN_TOOL_QUADTAP]

  private let device: UinputDevice
  private var hand = TouchpadHand.lifted
  private var nextID: Int32 = 0
  /// The changes of a frame. Kept, so that a frame allocates nothing.
  private var changes: [UinputDevice.Change] = []

  /// - Throws: `SystemError` with /dev/uinput.
  init(now: Timestamp) throws(SystemError) {
    let maximum = Int32(Double(Self.size) * Self.unitsPerMillimetre)
    let resolution = Int32(Self.unitsPerMillimetre)
    let positions = [ABS_X, ABS_Y, ABS_MT_POSITION_X, ABS_MT_POSITION_Y].map {
      UinputDevice.Axis(code: $0, maximum: maximum, resolution: resolution)
    }
    let contacts: [UinputDevice.Axis] = [
      .init(code: ABS_MT_SLOT, maximum: Int32(Self.slots - 1)), .init(code: ABS_MT_TRACKING_ID, maximum: 0xffff),
      .init(code: ABS_MT_TOOL_TYPE, maximum: MT_TOOL_PALM),
    ]
    let keys = [BTN_LEFT, BTN_RIGHT, BTN_TOUCH] + Self.tools
    device = try UinputDevice(
      .init(
        name: Self.name, keys: keys.map { KeyCode(UInt16($0)) }, absoluteAxes: positions + contacts,
        properties: [INPUT_PROP_POINTER], place: DeviceMark.virtualTouchpad), now: now)
    changes.reserveCapacity(64)
  }

  /// Returns the time to ask again; nil once hands arrive.
  func wait(at now: Timestamp) -> Timestamp? { device.wait(at: now) }

  /// Touches it with a hand, in one frame.
  /// - Throws: `SystemError` with /dev/uinput.
  func touch(_ new: TouchpadHand) throws(SystemError) {
    changes.removeAll(keepingCapacity: true)
    for slot in 0..<max(hand.fingers, new.fingers) {
      add(EV_ABS, ABS_MT_SLOT, Int32(slot))
      guard slot < new.fingers else {
        add(EV_ABS, ABS_MT_TRACKING_ID, -1)
        continue
      }
      add(EV_ABS, ABS_MT_TOOL_TYPE, new.isPalm ? MT_TOOL_PALM : MT_TOOL_FINGER)
      if slot >= hand.fingers {
        add(EV_ABS, ABS_MT_TRACKING_ID, nextID)
        nextID = (nextID + 1) & 0xffff
      }
      let position = Self.position(ofContact: slot, of: new)
      add(EV_ABS, ABS_MT_POSITION_X, position.x)
      add(EV_ABS, ABS_MT_POSITION_Y, position.y)
    }
    add(EV_KEY, BTN_TOUCH, new.fingers > 0 ? 1 : 0)
    for (index, tool) in Self.tools.enumerated() { add(EV_KEY, tool, new.fingers == index + 1 ? 1 : 0) }
    if new.fingers > 0 {
      let first = Self.position(ofContact: 0, of: new)
      add(EV_ABS, ABS_X, first.x)
      add(EV_ABS, ABS_Y, first.y)
    }
    hand = new
    _ = try device.send(changes)
  }

  private func add(_ type: CInt, _ code: CInt, _ value: Int32) {
    changes.append(UinputDevice.Change(type: type, code: code, value: value))
  }

  private static func position(ofContact slot: Int, of hand: TouchpadHand) -> (x: Int32, y: Int32) {
    let angle = (directions[slot] + hand.rotation) * .pi / 180
    let radius = TouchpadHand.radius * hand.scale
    func units(_ way: Double) -> Int32 {
      let most = Double(size)
      return Int32((max(0, min(most, most / 2 + way)) * unitsPerMillimetre).rounded())
    }
    return (units(hand.movement.dx + radius * cos(angle)), units(hand.movement.dy + radius * sin(angle)))
  }
}
