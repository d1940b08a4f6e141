import Time

/// The contacts in a recording of the kernel's events of one touchpad: the same as those that a live touchpad reports.
struct RecordedContacts {
  /// The kernel's description of a device, as a recording has it.
  struct Description {
    var name = ""
    /// The axes, by their codes.
    var axes: [Int: KernelTouches.Axis] = [:]
    var keys: Set<Int> = []
    /// The numbers of the properties.
    var properties: Set<Int> = []
    /// libinput's quirks of the device, if the recording has them.
    var quirks = QuirkValues()

    /// True if it has the keys of a touchpad: a finger's, and no pen's.
    var isTouchpad: Bool {
      keys.contains(Int(EventCode.fingerTool)) && !keys.contains(Int(EventCode.penTool))
        && !properties.contains(DeviceProperty.direct)
    }

    /// True if udev takes it for a touchscreen: it has the property, or is touched without the keys of a touchpad, a
    /// pen or a mouse.
    var isTouchscreen: Bool {
      let others = [EventCode.fingerTool, EventCode.penTool, EventCode.leftButton]
      return properties.contains(DeviceProperty.direct)
        || keys.contains(Int(EventCode.touch)) && !others.contains { keys.contains(Int($0)) }
    }
  }

  let surface: ContactSurface
  private let device: DeviceID
  private var frames: ContactFrames

  /// The contacts of a touchpad; nil if it reports none.
  /// - Parameter size: the size by libinput; nil if the recording does not have it.
  init?(_ description: Description, size: Size?, as device: DeviceID) {
    let slots = description.axes[Int(EventCode.slot)].map { min($0.most, Double(Recording.mostSlots) - 1) + 1 } ?? 0
    // libinput assumes a size for a touchpad that does not report one.
    let own = description.axes[Int(EventCode.slotX)].flatMap { x in
      description.axes[Int(EventCode.slotY)].flatMap { KernelTouches.size(x, $0, .touchpad) }
    }
    let assumed = Device.assumedTouchpadSize
    let surface = ContactSurface(
      slots: max(0, slots.count), size: size ?? own ?? Size(width: assumed.width, height: assumed.height),
      axis: { description.axes[Int($0)]?.range }, hasKey: { description.keys.contains(Int($0)) },
      hasProperty: { description.properties.contains($0) })
    guard surface.reports.fingers > 0 else { return nil }
    self.surface = surface
    self.device = device
    let limits = ContactLimits(surface, quirks: description.quirks)
    let none = ContactFrames.State(slots: Array(repeating: .init(), count: surface.slots))
    frames = ContactFrames(surface, limits, of: device, in: none)
  }

  /// Takes an event, whose value is below a thousand million. Returns the touch events of a frame at its end, otherwise
  /// nothing.
  mutating func take(type: Int, code: Int, value: Double, at time: Timestamp) -> [TouchEvent] {
    guard let type = UInt16(exactly: type), let code = UInt16(exactly: code) else { return [] }
    var events: [TouchEvent] = []
    frames.handle(type: type, code: code, value: Int32(value), at: time) { events.append($0) }
    return events
  }
}

extension KernelTouches.Axis {
  /// The range in whole numbers.
  fileprivate var range: ContactSurface.Axis {
    .init(
      minimum: Int32(least), maximum: max(Int32(most), Int32(least) + 1), hasUnit: resolution > 0)
  }
}
