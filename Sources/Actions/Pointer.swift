internal import CUinput
internal import Engine
internal import Linux
internal import Touch

/// A uinput pointer: a mouse's buttons, two wheels, and motion.
final class Pointer {
  private let device: UinputDevice
  private var wheels = WheelClicks()

  /// - Throws: `SystemError` with /dev/uinput.
  init(now: Timestamp) throws(SystemError) {
    let axes = [REL_X, REL_Y, REL_WHEEL, REL_WHEEL_HI_RES, REL_HWHEEL, REL_HWHEEL_HI_RES]
    device = try UinputDevice(.init(name: "Sleight pointer", keys: KeyCode.buttons, axes: axes), now: now)
  }

  /// Returns the time to ask again; nil once events arrive.
  func wait(at now: Timestamp) -> Timestamp? { device.wait(at: now) }

  /// Presses or releases a button, moves, or turns wheels.
  /// - Returns: false if the kernel has no room now; nothing is sent then.
  /// - Throws: `SystemError` with /dev/uinput.
  func send(_ event: InputEvent) throws(SystemError) -> Bool {
    var wheels = wheels
    guard try device.send(Self.changes(for: event, &wheels)) else { return false }
    self.wheels = wheels
    return true
  }

  private static func changes(for event: InputEvent, _ wheels: inout WheelClicks) -> [UinputDevice.Change] {
    // The kernel ignores axes that changed by 0.
    switch event {
    case .key(let event): return [.init(event)]
    case .motion(let right, let down):
      return [.init(type: EV_REL, code: REL_X, value: right), .init(type: EV_REL, code: REL_Y, value: down)]
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
