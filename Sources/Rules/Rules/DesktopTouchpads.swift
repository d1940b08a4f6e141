internal import Glibc
public import Touch

/// The desktop's settings of touchpads, and of touchscreens, that apply to gestures as well.
public struct DesktopTouchpads: Hashable, Sendable {
  /// A set of touchpads.
  public enum Selection: Hashable, Sendable {
    /// The touchpads with these names.
    case named(Set<String>)
    /// All touchpads.
    case all

    /// No touchpad.
    public static let none = Selection.named([])

    /// True for a touchpad of the set.
    public func contains(_ device: Device) -> Bool {
      guard device.kind == .touchpad else { return false }
      return switch self {
      case .named(let names): names.contains(device.name)
      case .all: true
      }
    }
  }

  /// The touchpads that are switched off.
  public var disabled: Selection
  /// The touchpads without natural scrolling: the content moves against the fingers that scroll it.
  public var reversed: Selection

  /// The acceleration of touchpads by their names.
  public var accelerations: [String: TouchpadAcceleration]
  /// The acceleration of all other devices.
  public var acceleration: TouchpadAcceleration

  /// The outputs that touchscreens are mapped to, by their names.
  public var outputs: [String: String] = [:]

  /// Settings by which these touchpads are switched off, and these scroll against the fingers.
  public init(
    disabled: Selection = .none, reversed: Selection = .none, accelerations: [String: TouchpadAcceleration] = [:],
    acceleration: TouchpadAcceleration = TouchpadAcceleration()
  ) {
    self.disabled = disabled
    self.reversed = reversed
    self.accelerations = accelerations
    self.acceleration = acceleration
  }
}

/// The acceleration of the pointer by one finger on a touchpad: a profile of libinput's and the user's speed for it.
///
/// The numbers are those of libinput 1.22 to 1.31, src/filter-touchpad.c (`touchpad_accel_profile_linear`,
/// `speed_factor`) and src/filter-touchpad-flat.c (`accelerator_set_speed_touchpad_flat`). libinput scales the movement
/// of a finger to 1000 dpi first.
public struct TouchpadAcceleration: Hashable, Sendable {
  /// True for a constant speed; false for one that grows with that of the finger (adaptive), libinput's default.
  public var isFlat: Bool
  /// The user's setting, from -1 to 1.
  public let setting: Double

  /// The acceleration of that profile. A setting out of range is limited.
  public init(isFlat: Bool = false, setting: Double = 0) {
    self.isFlat = isFlat
    self.setting = max(-1, min(1, setting))
  }

  /// The distance of the pointer, in logical units, for a millimetre of a finger with a speed in mm/s.
  public func gain(at speed: Double) -> Double {
    let threshold = 130.0
    // From 0.3 at rest to 0.9 at 6 mm/s, and faster beyond 130 mm/s, up to 520.
    let factor: Double
    if isFlat {
      factor = max(0.005, 1 + setting)
    } else {
      let fast = min(speed, threshold * 4)
      factor =
        (speed < threshold
          ? min(0.9, 0.3 + 0.1 * speed) : 0.9 + 0.0025 * fast / threshold * (fast - threshold))
        * (0.05 + 0.95 * pow(1 + setting, 2.38))
    }
    return factor * 0.2968 * 1000 / 25.4
  }
}
