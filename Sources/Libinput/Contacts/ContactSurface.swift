internal import Touch

/// The part of a touchpad's description that its contacts depend on: axes, slots, keys.
struct ContactSurface: Hashable, Sendable {
  /// The range of an axis, in the device's units.
  struct Axis: Hashable, Sendable {
    var minimum: Int32
    var maximum: Int32
    /// True if its values have a known unit: the kernel gives a resolution.
    var hasUnit = false

    /// The share of the range at `value`, 0 to 1.
    func share(_ value: Int32) -> Double { Double(Int(value) - Int(minimum)) / Double(Int(maximum) - Int(minimum)) }

    /// The value at a share of the range.
    func value(at share: Double) -> Int32 {
      Int32(clamping: Int((Double(minimum) + share * Double(Int(maximum) - Int(minimum))).rounded(.down)))
    }

    func contains(_ value: Int32) -> Bool { (minimum...maximum).contains(value) }
  }

  var x: Axis
  var y: Axis
  /// Nil if it reports no pressure of its contacts.
  var pressure: Axis?
  /// The size as libinput knows it; nil if unknown. Positions are then shares of the extent.
  var size: Size?
  /// The number of slots that are read: 0 if positions are not those of the fingers.
  var slots: Int
  /// True if it reports the length of contacts.
  var hasTouchSize: Bool
  /// True if it reports whether it is touched at all (BTN_TOUCH).
  var hasTouchKey: Bool
  var reports: ContactReports

  /// A position in millimetres from the top left corner. libinput may correct a resolution by
  /// a quirk (AttrResolutionHint): the size decides, so that all positions have its units.
  func position(_ x: Int32, _ y: Int32) -> Point {
    Point(x: self.x.share(x) * (size?.width ?? 1), y: self.y.share(y) * (size?.height ?? 1))
  }
}
