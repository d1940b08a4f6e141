/// The identity of a device while it is plugged in; never reused while the program runs.
public struct DeviceID: Hashable, Sendable, Comparable {
  /// The number, from 0.
  public let number: Int

  public init(_ number: Int) { self.number = number }

  /// Orders devices as they were found.
  public static func < (left: DeviceID, right: DeviceID) -> Bool { left.number < right.number }
}

/// A touchpad or a touchscreen.
public struct Device: Hashable, Sendable {
  /// The kinds of surface.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Moves a pointer; libinput recognises swipes, pinches and holds on it and does not report finger positions.
    case touchpad
    /// Lies over a screen; libinput reports every finger's position and recognises no gestures.
    case touchscreen
  }

  /// Its identity among the devices of one run or recording.
  public var id: DeviceID
  /// The name that the kernel reports.
  public var name: String
  public var kind: Kind
  /// The size to which its lengths refer; nil if the kernel does not know the resolution of a touchscreen. Its
  /// positions are then fractions of its extent, 0 to 1.
  public var size: Size?
  /// True if `size` is not that of the device: an absurd one, or an assumed one.
  public var isSizeAssumed: Bool
  /// True if it is part of the machine rather than plugged in.
  public var isBuiltIn: Bool
  /// The output that a touchscreen lies over, if the system's administrator has stated it.
  public var outputName: String?
  /// The reports of a touchpad's contacts; nil if its contacts are not read, and for touchscreens.
  public var contacts: ContactReports?
  /// The longest time for which it loses a finger that stays down, if the rules file states one; nil for the usual one.
  public var bounce: Duration?
  /// True if a rule that acts can cancel the touches of a touchscreen for programs: it reports tool types, and its node
  /// may be written. False where nobody has looked.
  public var canCancelTouches = false
  /// True if a finger at an edge of a clickpad moves the pointer where the desktop may have its buttons: with libinput
  /// before 1.28.
  public var pointsAtButtons = false

  /// The height of the strip at the bottom of a clickpad in which libinput has its buttons, in mm: 15 % of the
  /// touchpad's, at most 10 mm (src/evdev-mt-touchpad-buttons.c, `tp_init_softbuttons`).
  public static func buttonStrip(ofHeight height: Double) -> Double { min(10, height * 0.15) }

  public init(
    id: DeviceID, name: String, kind: Kind, size: Size?, isBuiltIn: Bool = false, outputName: String? = nil,
    contacts: ContactReports? = nil
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.size = size
    isSizeAssumed = size.map { Self.isAssumed($0, kind) } ?? true
    self.isBuiltIn = isBuiltIn
    self.outputName = outputName
    self.contacts = contacts
  }

  /// The size, in millimetres, assumed for a touchscreen of unknown size: that of a 7" 16:10 panel, between a
  /// telephone's and a laptop's, and the commonest of those that do not report it: the ones sold for single-board
  /// computers. A threshold of 12 mm is then 8 % of the width: 5 mm on a telephone held upright, 27 mm on a large
  /// laptop.
  public static let assumedTouchscreenSize = (width: 151.0, height: 94.0)

  /// The size, in millimetres, that libinput assumes for a touchpad of unknown size (`tp_init_default_resolution`). It
  /// then reports this size as if it were known, up to a rounding of the resolution, and scales movements by it, so
  /// only a recording can have a touchpad of unknown size.
  public static let assumedTouchpadSize = (width: 69.0, height: 50.0)

  /// The size in millimetres, or the assumed one.
  public var extent: (width: Double, height: Double) {
    size.map { ($0.width, $0.height) } ?? Self.assumedTouchscreenSize
  }

  /// The size; nil if it is unknown.
  public var knownSize: Size? { isSizeAssumed ? nil : size }

  /// True if it reports the positions of its fingers: a touchscreen, or a touchpad whose contacts are read and are
  /// fingers.
  public var reportsPositions: Bool { kind == .touchscreen || contacts?.hasPositions == true }

  /// Converts a position from the device's events to millimetres.
  public func inMillimetres(_ position: Point) -> Point {
    guard size == nil else { return position }
    return Point(
      x: position.x * Self.assumedTouchscreenSize.width, y: position.y * Self.assumedTouchscreenSize.height)
  }
}

/// The capabilities of a touchpad to report contacts.
public struct ContactReports: Hashable, Sendable {
  /// The number of contacts that have a slot, and so a position.
  public var slots: Int
  /// The largest number of fingers that it counts.
  public var fingers: Int
  /// True if the positions are those of the fingers. A device with `INPUT_PROP_SEMI_MT` reports two corners of the
  /// rectangle around them.
  public var hasPositions: Bool
  /// True if it reports pressure.
  public var hasPressure: Bool
  /// True if its button lies under the surface (`INPUT_PROP_BUTTONPAD`).
  public var isClickpad: Bool
  /// True if it reports whether a contact is a finger or a palm (`ABS_MT_TOOL_TYPE`).
  public var hasToolTypes: Bool

  /// The reports of a device.
  public init(
    slots: Int, fingers: Int, hasPositions: Bool, hasPressure: Bool, isClickpad: Bool, hasToolTypes: Bool = false
  ) {
    self.slots = slots
    self.fingers = fingers
    self.hasPositions = hasPositions
    self.hasPressure = hasPressure
    self.isClickpad = isClickpad
    self.hasToolTypes = hasToolTypes
  }
}
