import Touch

/// The kernel's node of a touchpad: its reports of the contacts, frame by frame.
struct TouchpadNode {
  let device: Device
  /// The centroid of the hand, in mm.
  let centroid: Point
  private var slots: [Int: Int] = [:]
  private var last: [Int: Vector] = [:]
  private var isPressed = false

  /// The sizes of real touchpads, from a small external one to that of a large laptop.
  static let sizes: [(Double, Double)] = [(65, 45), (80, 50), (100, 60), (160, 100)]

  static func device(_ number: Int) -> Device {
    let (width, height) = sizes[number % sizes.count]
    return Device(
      id: DeviceID(1), name: "Pad \(Int(width))", kind: .touchpad, size: Size(width: width, height: height),
      isBuiltIn: true,
      contacts: ContactReports(slots: 5, fingers: 5, hasPositions: true, hasPressure: true, isClickpad: true))
  }

  init(_ device: Device, at centroid: Point) {
    self.device = device
    self.centroid = centroid
  }

  /// libinput's strips: 8 % of the width at both sides, at most 8 mm, on touchpads of 70 mm and more; 5 % of the height
  /// at the top, where it is more than 55 mm.
  func isInPalmZone(_ position: Vector) -> Bool {
    guard let size = device.size, size.width >= 70 else { return false }
    let point = centroid + position
    let side = min(8, size.width * 0.08)
    return point.x < side || point.x > size.width - side || size.height > 55 && point.y < size.height * 0.05
  }

  /// The events of a frame; none if nothing has changed.
  mutating func frame(_ touches: [(contact: Int, position: Vector)], isPressed isDown: Bool) -> [TouchEvent.Kind] {
    var kinds: [TouchEvent.Kind] = []
    let before = slots.count
    for (contact, slot) in slots.sorted(by: { $0.value < $1.value })
    where !touches.contains(where: { $0.contact == contact }) {
      kinds.append(.touchUp(slot: slot))
      slots[contact] = nil
      last[contact] = nil
    }
    for (contact, position) in touches {
      if let slot = slots[contact] {
        if last[contact] != position { kinds.append(.touchMotion(slot: slot, centroid + position)) }
      } else {
        let slot = (0...).first { !slots.values.contains($0) } ?? 0
        slots[contact] = slot
        kinds.append(.touchDown(slot: slot, centroid + position))
      }
      last[contact] = position
    }
    if slots.count != before { kinds.append(.fingerCount(slots.count)) }
    if isDown != isPressed { kinds.append(.button(isPressed: isDown)) }
    isPressed = isDown
    return kinds.isEmpty ? [] : kinds + [.touchFrame]
  }
}
