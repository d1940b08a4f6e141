/// The limits at which libinput takes a touchpad's contact for a finger, a palm or a thumb, in the device's own units.
/// The values of the device's quirks, or else libinput's defaults (evdev-mt-touchpad.c).
public struct ContactLimits: Hashable, Sendable {
  /// Two limits: a contact lands at the upper one, and lifts below the lower one.
  public struct Hysteresis: Hashable, Sendable {
    /// The lower limit.
    public var low: Int32
    /// The upper limit.
    public var high: Int32

    /// Two limits.
    public init(low: Int32, high: Int32) {
      self.low = low
      self.high = high
    }
  }

  /// The pressure at which a contact touches the surface; nil if each contact does.
  public var touchPressure: Hysteresis?
  /// The size of a contact that touches the surface (AttrTouchSizeRange); nil if each contact does.
  var touchSize: Hysteresis?
  /// A palm presses more than this (AttrPalmPressureThreshold).
  var palmPressure: Int32?
  /// A palm is longer or wider than this (AttrPalmSizeThreshold).
  var palmSize: Int32?
  /// A thumb at the bottom presses more than this (AttrThumbPressureThreshold).
  public var thumbPressure: Int32?
  /// A thumb is longer than this, and narrower than 60 % of it (AttrThumbSizeThreshold).
  var thumbSize: Int32?
  /// The y below which thumbs rest, 92 % of the height; nil if libinput detects no thumbs: without a button under the
  /// surface, or on less than 50 mm of height.
  var thumbLine: Int32?

  /// No limits: each contact is a finger.
  public init() {}

  /// The limits of a device.
  /// - Parameter quirks: its quirks, by name.
  public init(_ surface: ContactSurface, quirks: QuirkValues) {
    // Pressure with a unit is a force, which is not a measure of size. libinput disables it then (tp_init_pressurepad).
    if let pressure = surface.pressure, !pressure.hasUnit, !quirks.disables("ABS_MT_PRESSURE") {
      touchPressure = Self.touchPressure(pressure, quirks.range("AttrPressureRange"))
      let palm = quirks.number("AttrPalmPressureThreshold") ?? 130
      palmPressure = palm > 0 ? palm : nil
      thumbPressure = quirks.number("AttrThumbPressureThreshold")
    }
    if surface.hasTouchSize {
      // libinput requires five slots for this (tp_init_touch_size).
      if surface.slots >= 5, let range = quirks.range("AttrTouchSizeRange"), range.high > 0 {
        touchSize = range
        touchPressure = nil
      }
      palmSize = quirks.number("AttrPalmSizeThreshold").flatMap { $0 > 0 ? $0 : nil }
      thumbSize = quirks.number("AttrThumbSizeThreshold")
    }
    if surface.reports.isClickpad, let height = surface.size?.height, height >= 50 {
      thumbLine = surface.y.value(at: 0.92)
    }
  }

  /// The default is 12 % and 10 % of the range (tp_init_pressure).
  private static func touchPressure(_ axis: ContactSurface.Axis, _ quirk: Hysteresis?) -> Hysteresis? {
    let range = quirk ?? Hysteresis(low: axis.value(at: 0.10), high: axis.value(at: 0.12))
    let isDisabled = range.low == 0 && range.high == 0
    return !isDisabled && axis.contains(range.low) && axis.contains(range.high) ? range : nil
  }
}
