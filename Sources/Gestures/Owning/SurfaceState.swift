internal import Touch

extension UInt64 {
  /// True if this set of slots, a bit each, has one.
  func contains(_ slot: Int) -> Bool { self >> UInt64(slot) & 1 != 0 }
}

/// The state of a device as the kernel keeps it: what is real, or what is shown.
///
/// The kernel keeps the values of a slot when its contact lifts, and reports only those that change. So does this.
public struct SurfaceState: Hashable, Sendable {
  /// The contact in each slot, by its tracking id; -1 if there is none.
  public var ids: [Int32]
  /// The values of the contacts' axes, slot by slot.
  var values: [Int32]
  /// The values of the other axes.
  var axes: [Int32]
  var keys: [Bool]
  /// The slot that the next event describes.
  var current = 0

  /// A device that nothing touches.
  public init(of surface: OwnedSurface) {
    ids = Array(repeating: -1, count: surface.slots)
    values = Array(repeating: 0, count: surface.slots * surface.contactAxes.count)
    axes = Array(repeating: 0, count: surface.axes.count)
    keys = Array(repeating: false, count: surface.keys.count)
  }

  var hasContacts: Bool { ids.contains { $0 >= 0 } }

  /// True if no contact, key or button is down.
  public var isUntouched: Bool { !hasContacts && !keys.contains(true) }

  /// True if a contact has landed since an earlier state.
  func hasLanding(since earlier: SurfaceState) -> Bool {
    ids.indices.contains { ids[$0] >= 0 && ids[$0] != earlier.ids[$0] }
  }

  /// True if a contact has lifted since an earlier state.
  func hasLift(since earlier: SurfaceState) -> Bool {
    ids.indices.contains { earlier.ids[$0] >= 0 && ids[$0] != earlier.ids[$0] }
  }

  /// True if a button is down that was not in an earlier state.
  /// - Parameter earlier: nil for a device that nothing touches.
  func hasButton(of surface: OwnedSurface, since earlier: SurfaceState? = nil) -> Bool {
    keys.indices.contains {
      keys[$0] && EventCode.isButton(surface.keys[$0]) && earlier?.keys[$0] != true
    }
  }

  /// Becomes equal to another state of the same device, in place.
  mutating func copy(_ other: SurfaceState) {
    for index in ids.indices { ids[index] = other.ids[index] }
    for index in values.indices { values[index] = other.values[index] }
    for index in axes.indices { axes[index] = other.axes[index] }
    for index in keys.indices { keys[index] = other.keys[index] }
    current = other.current
  }

  /// Takes an event of the kernel.
  public mutating func handle(type: UInt16, code: UInt16, value: Int32, of surface: OwnedSurface) {
    // Axes first: most events are theirs, and each frame has a dozen.
    if type == EventCode.absolute {
      if let axis = surface.axis(code) { set(axis, to: value, axesPerContact: surface.contactAxes.count) }
    } else if type == EventCode.key, let index = surface.keys.firstIndex(of: code) {
      keys[index] = value != 0
    }
  }

  /// Sets an axis, of the selected contact if it is one of contacts.
  /// - Parameter axesPerContact: the number of the device's `contactAxes`. The device itself would be copied for each
  ///   call.
  mutating func set(_ axis: OwnedSurface.Axis, to value: Int32, axesPerContact: Int) {
    switch axis {
    case .ofDevice(let index): axes[Int(index)] = value
    case .slot: current = Int(value)
    case .trackingID: if ids.indices.contains(current) { ids[current] = max(value, -1) }
    case .ofContacts(let index):
      if ids.indices.contains(current) { values[current * axesPerContact + Int(index)] = value }
    }
  }
}
