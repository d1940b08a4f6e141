/// The part of a touchpad's description that its contacts depend on: axes, slots, keys.
public struct ContactSurface: Hashable, Sendable {
  /// The range of an axis, in the device's units.
  public struct Axis: Hashable, Sendable {
    /// The least value.
    public var minimum: Int32
    /// The greatest value, which is more than the least one.
    public var maximum: Int32
    /// True if its values have a known unit: the kernel gives a resolution.
    public var hasUnit: Bool

    public init(minimum: Int32, maximum: Int32, hasUnit: Bool = false) {
      self.minimum = minimum
      self.maximum = maximum
      self.hasUnit = hasUnit
    }

    /// The share of the range at `value`, 0 to 1.
    func share(_ value: Int32) -> Double { Double(Int(value) - Int(minimum)) / Double(Int(maximum) - Int(minimum)) }

    /// The value at a share of the range.
    func value(at share: Double) -> Int32 {
      Int32(clamping: Int((Double(minimum) + share * Double(Int(maximum) - Int(minimum))).rounded(.down)))
    }

    func contains(_ value: Int32) -> Bool { (minimum...maximum).contains(value) }
  }

  /// The horizontal axis.
  public var x: Axis
  /// The vertical axis, downwards.
  public var y: Axis
  /// Nil if it reports no pressure of its contacts.
  public var pressure: Axis?
  /// The size as libinput knows it; nil if unknown. Positions are then shares of the extent.
  public var size: Size?
  /// The number of slots that are read: 0 if positions are not those of the fingers.
  public var slots: Int
  /// True if it reports the length of contacts.
  public var hasTouchSize: Bool
  /// True if it reports whether it is touched at all (BTN_TOUCH).
  public var hasTouchKey: Bool
  /// The capabilities of the device.
  public var reports: ContactReports

  public init(
    x: Axis, y: Axis, pressure: Axis?, size: Size?, slots: Int, hasTouchSize: Bool, hasTouchKey: Bool,
    reports: ContactReports
  ) {
    self.x = x
    self.y = y
    self.pressure = pressure
    self.size = size
    self.slots = slots
    self.hasTouchSize = hasTouchSize
    self.hasTouchKey = hasTouchKey
    self.reports = reports
  }

  /// A touchpad by its description of the kernel's.
  /// - Parameters:
  ///   - slots: the number of slots; 0 if it has none.
  ///   - size: the size as libinput knows it.
  ///   - axis: returns the range of an axis; nil if the device has none.
  ///   - hasKey: returns true for a key of the device.
  ///   - hasProperty: returns true for a property of the device.
  public init(
    slots: Int, size: Size?, axis: (_ code: UInt16) -> Axis?, hasKey: (_ code: UInt16) -> Bool,
    hasProperty: (_ number: Int) -> Bool
  ) {
    let x = axis(EventCode.slotX)
    let y = axis(EventCode.slotY)
    let hasPositions = slots > 0 && x != nil && y != nil && !hasProperty(DeviceProperty.semiMultitouch)
    let pressure = hasPositions ? axis(EventCode.slotPressure) : nil
    let counted = EventCode.fingerTools.filter(hasKey).compactMap { ContactFrames.State.tool($0) }.max() ?? 0
    let unused = Axis(minimum: 0, maximum: 1)
    self.init(
      x: x ?? unused, y: y ?? unused, pressure: pressure, size: size, slots: hasPositions ? slots : 0,
      hasTouchSize: hasPositions && axis(EventCode.touchMajor) != nil, hasTouchKey: hasKey(EventCode.touch),
      reports: ContactReports(
        slots: slots, fingers: max(counted, slots), hasPositions: hasPositions, hasPressure: pressure != nil,
        isClickpad: hasProperty(DeviceProperty.buttonpad),
        hasToolTypes: hasPositions && axis(EventCode.toolType).map { $0.maximum >= EventCode.palm } ?? false))
  }

  /// A position in millimetres from the top left corner. libinput may correct a resolution by
  /// a quirk (AttrResolutionHint): the size decides, so that all positions have its units.
  func position(_ x: Int32, _ y: Int32) -> Point {
    Point(x: self.x.share(x) * (size?.width ?? 1), y: self.y.share(y) * (size?.height ?? 1))
  }
}
