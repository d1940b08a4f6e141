/// The touches in the kernel's events of one touchscreen, by its protocol with slots (the kernel's documentation,
/// "Multi-touch Protocol", type B). Positions are those that libinput reports for the device.
struct KernelTouches {
  /// The range of an axis, and its units per millimetre; 0 if they are unknown.
  struct Axis {
    var least: Double
    var most: Double
    var resolution: Double

    init?(_ numbers: [Double]) {
      guard numbers.count >= 2, numbers[1] > numbers[0], numbers.allSatisfy({ abs($0) < 1e9 }) else { return nil }
      (least, most) = (numbers[0], numbers[1])
      resolution = numbers.count >= 5 && numbers[4] >= 1 ? numbers[4] : 0
    }
  }

  private struct Slot {
    var isDown = false
    /// True if its landing was reported and its lift was not.
    var isReported = false
    var isChanged = false
    /// True if it lifted in this frame; another contact may follow in the same frame.
    var hasLifted = false
    var isPalm = false
    var x = 0.0
    var y = 0.0
  }

  /// More slots than any device has.
  private static let mostSlots = 64

  let x: Axis
  let y: Axis
  private var slots: [Slot] = []
  private var current = 0

  init(x: Axis, y: Axis) { (self.x, self.y) = (x, y) }

  /// The size of the device; nil if it does not report its resolution.
  var size: Size? {
    guard x.resolution > 0, y.resolution > 0 else { return nil }
    return Size(width: (x.most - x.least) / x.resolution, height: (y.most - y.least) / y.resolution)
  }

  /// Takes an event. Returns the touches of a frame at its end, otherwise nothing.
  mutating func take(type: Int, code: Int, value: Double) -> [TouchEvent.Kind] {
    if type == EventCode.synchronization, code == EventCode.report { return endFrame() }
    guard type == EventCode.absolute else { return [] }
    if code == EventCode.slot {
      current = (0..<Double(Self.mostSlots)).contains(value) ? Int(value) : Self.mostSlots
      return []
    }
    guard current < Self.mostSlots else { return [] }
    while slots.count <= current { slots.append(Slot()) }
    switch UInt16(exactly: code) {
    case EventCode.trackingID:
      slots[current].hasLifted = slots[current].hasLifted || slots[current].isReported
      slots[current].isDown = value >= 0
      slots[current].isPalm = false
    case EventCode.slotX: slots[current].x = value
    case EventCode.slotY: slots[current].y = value
    case EventCode.toolType: slots[current].isPalm = value == Double(EventCode.palm)
    default: return []
    }
    slots[current].isChanged = true
    return []
  }

  private mutating func endFrame() -> [TouchEvent.Kind] {
    var kinds: [TouchEvent.Kind] = []
    for index in slots.indices where slots[index].isChanged {
      var slot = slots[index]
      if slot.hasLifted || slot.isReported && slot.isPalm {
        kinds.append(slot.hasLifted ? .touchUp(slot: index) : .touchCancel(slot: index))
        slot.isReported = false
      }
      if slot.isDown, !slot.isPalm {
        let point = point(slot)
        kinds.append(slot.isReported ? .touchMotion(slot: index, point) : .touchDown(slot: index, point))
        slot.isReported = true
      }
      (slot.isChanged, slot.hasLifted) = (false, false)
      slots[index] = slot
    }
    return kinds.isEmpty ? [] : kinds + [.touchFrame]
  }

  /// In millimetres, or as a share of a device without a size.
  private func point(_ slot: Slot) -> Point {
    guard size != nil else {
      return Point(x: (slot.x - x.least) / (x.most - x.least + 1), y: (slot.y - y.least) / (y.most - y.least + 1))
    }
    return Point(x: (slot.x - x.least) / x.resolution, y: (slot.y - y.least) / y.resolution)
  }
}
