public import Touch

/// The part of a device's description that owning depends on.
public struct OwnedSurface: Hashable, Sendable {
  public let kind: Device.Kind
  /// The number of contacts that it tracks.
  public let slots: Int
  /// The axes of its contacts, such as ABS_MT_POSITION_X, without the tracking id. The tool type is always one of them,
  /// because the shown device has it.
  public let contactAxes: [UInt16]
  /// Its other axes, such as ABS_X.
  public let axes: [UInt16]
  /// The codes of its keys, such as BTN_TOUCH.
  public let keys: [UInt16]
  /// True for a clickpad on which libinput ignores palms: one that is not part of the machine.
  public var ignoresPalms = false
  /// The y from which on a clickpad has its buttons, in the device's units; `Int32.max` without any.
  public var buttons = Int32.max
  /// The largest y that is clearly above them: by 1 mm.
  var lowest: Int32 { buttons == .max ? .max : Int32(clamping: Int(buttons) - Int(unitsY)) }
  /// The units of a millimetre along x and y.
  public var unitsPerMillimetre: (x: Double, y: Double) {
    get { (unitsX, unitsY) }
    set { (unitsX, unitsY) = newValue }
  }
  private var unitsX: Double
  private var unitsY: Double
  /// The indices of the positions in `contactAxes`; nil without such an axis.
  private let x: Int?
  private let y: Int?
  /// The axes by their codes: each frame of ten fingers has some forty values.
  private let axesByCode: [Axis?]

  public init(
    kind: Device.Kind, slots: Int, contactAxes: [UInt16], axes: [UInt16], keys: [UInt16],
    unitsPerMillimetre: (x: Double, y: Double)
  ) {
    self.kind = kind
    self.slots = slots
    self.contactAxes = contactAxes.contains(EventCode.toolType) ? contactAxes : contactAxes + [EventCode.toolType]
    self.axes = axes
    self.keys = keys
    (unitsX, unitsY) = unitsPerMillimetre
    x = contactAxes.firstIndex(of: EventCode.slotX)
    y = contactAxes.firstIndex(of: EventCode.slotY)
    var axesByCode: [Axis?] = Array(repeating: nil, count: EventCode.axes)
    for (index, code) in axes.enumerated() { axesByCode[Int(code)] = .ofDevice(UInt8(index)) }
    for (index, code) in self.contactAxes.enumerated() { axesByCode[Int(code)] = .ofContacts(UInt8(index)) }
    axesByCode[Int(EventCode.slot)] = .slot
    axesByCode[Int(EventCode.trackingID)] = .trackingID
    self.axesByCode = axesByCode
  }

  /// An axis, by its index in `contactAxes` or `axes`.
  enum Axis: Hashable, Sendable {
    case slot
    case trackingID
    case ofContacts(UInt8)
    case ofDevice(UInt8)
  }

  /// The axis with this code; nil if the device has none.
  func axis(_ code: UInt16) -> Axis? { Int(code) < axesByCode.count ? axesByCode[Int(code)] : nil }

  /// The position of a contact, in the device's units.
  func position(_ slot: Int, in state: SurfaceState) -> Position {
    let first = slot * contactAxes.count
    return Position(x: x.map { state.values[first + $0] } ?? 0, y: y.map { state.values[first + $0] } ?? 0)
  }

  /// The distance between two positions, in millimetres.
  func distance(_ one: Position, _ two: Position) -> Double { way(from: one, to: two).length.value }

  /// The way from one position to another.
  func way(from one: Position, to two: Position) -> Vector {
    Vector(
      dx: Double(Int(two.x) - Int(one.x)) / max(unitsX, 0.001), dy: Double(Int(two.y) - Int(one.y)) / max(unitsY, 0.001)
    )
  }

  /// The position that is `way` from another one.
  func position(_ position: Position, shiftedBy way: Vector) -> Position {
    Position(
      x: Int32(clamping: Int(position.x) + Int((way.dx * unitsX).rounded())),
      y: Int32(clamping: Int(position.y) + Int((way.dy * unitsY).rounded())))
  }

  /// A position in the device's units.
  struct Position {
    var x: Int32 = 0
    var y: Int32 = 0
  }
}
