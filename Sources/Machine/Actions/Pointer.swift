internal import CUinput
internal import Engine
internal import Linux
internal import Time
internal import Touch

/// A uinput pointer: a mouse's buttons, two wheels, and motion; and if required a second device for positions, as the
/// pointer of a virtual machine has. Not one device for both: X servers treat a mouse with absolute axes otherwise.
final class Pointer {
  static let name = "Sleight pointer"
  static let positionsName = "Sleight absolute pointer"

  private let device: UinputDevice
  private var positions: UinputDevice?
  /// True after a position until the pointer moves or scrolls: buttons are then sent by the same device, because
  /// programs may read two devices in either order.
  private var isPositioned = false
  /// The buttons that are down on the device for positions.
  private var positionedButtons: [KeyCode] = []
  private var wheels = WheelClicks()

  /// - Throws: `SystemError` with /dev/uinput.
  init(now: Timestamp) throws(SystemError) {
    let axes = [REL_X, REL_Y, REL_WHEEL, REL_WHEEL_HI_RES, REL_HWHEEL, REL_HWHEEL_HI_RES]
    device = try UinputDevice(.init(name: Self.name, keys: KeyCode.buttons, axes: axes), now: now)
  }

  /// True if it can be moved to a position.
  var hasPositions: Bool { positions != nil }

  /// Makes the device for positions, if there is none.
  /// - Throws: `SystemError` with /dev/uinput.
  func makePositions(now: Timestamp) throws(SystemError) {
    guard positions == nil else { return }
    // Sending an event allocates nothing.
    positionedButtons.reserveCapacity(KeyCode.buttons.count)
    let maximum = DesktopPosition.extent - 1
    positions = try UinputDevice(
      .init(
        name: Self.positionsName, keys: KeyCode.buttons,
        absoluteAxes: [.init(code: ABS_X, maximum: maximum), .init(code: ABS_Y, maximum: maximum)]), now: now)
  }

  /// Returns the time to ask again; nil once events arrive.
  func wait(at now: Timestamp) -> Timestamp? {
    var wait = device.wait(at: now)
    wait.limit(to: positions?.wait(at: now))
    return wait
  }

  /// Presses or releases a button, moves, or turns wheels.
  /// - Returns: false if the kernel has no room now; nothing is sent then.
  /// - Throws: `SystemError` with /dev/uinput.
  func send(_ event: InputEvent) throws(SystemError) -> Bool {
    var wheels = wheels
    let isForPositions = isForPositions(event)
    guard let device = isForPositions ? positions : device else { throw UinputDevice.notMade }
    guard try device.send(Self.changes(for: event, &wheels)) else { return false }
    self.wheels = wheels
    guard case .key(let key) = event else {
      isPositioned = isForPositions
      return true
    }
    if !isForPositions { return true }
    if key.isDown { positionedButtons.append(key.key) } else { positionedButtons.removeAll { $0 == key.key } }
    return true
  }

  private func isForPositions(_ event: InputEvent) -> Bool {
    switch event {
    case .position: true
    case .key(let key): key.isDown ? isPositioned : positionedButtons.contains(key.key)
    case .motion, .wheel, .scroll, .scrollEnd, .character: false
    }
  }

  private static func changes(for event: InputEvent, _ wheels: inout WheelClicks) -> [UinputDevice.Change] {
    // The kernel ignores axes that changed by 0.
    switch event {
    case .key(let event): return [.init(event)]
    case .motion(let right, let down):
      return [.init(type: EV_REL, code: REL_X, value: right), .init(type: EV_REL, code: REL_Y, value: down)]
    // The kernel ignores an axis that does not change; a mouse may have moved the pointer since.
    case .position(let position):
      return [
        .init(type: EV_ABS, code: ABS_X, value: position.x ^ 1), .init(type: EV_ABS, code: ABS_X, value: position.x),
        .init(type: EV_ABS, code: ABS_Y, value: position.y),
      ]
    case .wheel(let right, let up): return turning(&wheels, right: right, up: up)
    // A mouse scrolls by fractions of a click only, and cannot report the end.
    case .scroll(let right, let down): return turning(&wheels, right: right, up: -down)
    case .scrollEnd, .character: return []
    }
  }

  private static func turning(_ wheels: inout WheelClicks, right: Int32, up: Int32) -> [UinputDevice.Change] {
    let clicks = wheels.turn(right: right, up: up)
    return [
      .init(type: EV_REL, code: REL_HWHEEL_HI_RES, value: right),
      .init(type: EV_REL, code: REL_HWHEEL, value: clicks.right),
      .init(type: EV_REL, code: REL_WHEEL_HI_RES, value: up),
      .init(type: EV_REL, code: REL_WHEEL, value: clicks.up),
    ]
  }
}

/// Counts whole clicks of the wheels, for programs that ignore fractions of a click.
struct WheelClicks {
  private var rest: (right: Int32, up: Int32) = (0, 0)

  /// Turns the wheels by 120ths of a click, and returns the whole clicks that this completes.
  mutating func turn(right: Int32, up: Int32) -> (right: Int32, up: Int32) {
    // A turn the other way is discarded: it would delay the first click.
    if rest.right.signum() * right.signum() < 0 { rest.right = 0 }
    if rest.up.signum() * up.signum() < 0 { rest.up = 0 }
    let turned = (right: rest.right + right, up: rest.up + up)
    rest = (turned.right % WheelUnits.perClick, turned.up % WheelUnits.perClick)
    return (turned.right / WheelUnits.perClick, turned.up / WheelUnits.perClick)
  }
}
