internal import Touch

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
  /// The keys that are pressed.
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

  /// True if no contact, key or button is down.
  public var isUntouched: Bool { !ids.contains { $0 >= 0 } && !keys.contains(true) }

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
      handleAxis(code, value, of: surface)
    } else if type == EventCode.key, let index = surface.keys.firstIndex(of: code) {
      keys[index] = value != 0
    }
  }

  private mutating func handleAxis(_ code: UInt16, _ value: Int32, of surface: OwnedSurface) {
    if code == EventCode.slot {
      current = Int(value)
    } else if code == EventCode.trackingID {
      if ids.indices.contains(current) { ids[current] = max(value, -1) }
    } else if let index = surface.contactAxes.firstIndex(of: code) {
      guard ids.indices.contains(current) else { return }
      values[current * surface.contactAxes.count + index] = value
    } else if let index = surface.axes.firstIndex(of: code) {
      axes[index] = value
    }
  }
}
