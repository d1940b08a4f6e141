internal import CLibevdev
internal import Glibc
internal import Linux
internal import Owning
internal import Touch

/// A device's own node, into which palms are written. One program at a time has it.
final class TakenNode {
  /// Held while fingers are taken. Closed before `node`: those who wait for the node to be closed find it free.
  private let lock: Descriptor
  private let node: Descriptor
  /// The contact of each slot and its tool type, as the kernel had them last.
  private(set) var ids: [Int32]
  private(set) var tools: [Int32]
  private var buffer: [input_event] = []

  /// Opens the node of a device with so many slots.
  /// - Throws: `SystemError`: EBUSY if another program takes its fingers.
  init(_ path: String, slots: Int) throws(SystemError) {
    // For reading: nobody is to wake up because this program is refused.
    lock = try Descriptor.open(path, O_RDONLY | O_NONBLOCK)
    let number = lock.number
    do throws(SystemError) {
      try system("flock", path: path) { flock(number, LOCK_EX | LOCK_NB) }
    } catch {
      throw error.code == EWOULDBLOCK ? SystemError("flock", path: path, code: EBUSY) : error
    }
    node = try Descriptor.open(path, O_WRONLY | O_NONBLOCK)
    ids = Array(repeating: -1, count: slots)
    tools = Array(repeating: 0, count: slots)
    buffer.reserveCapacity(256)
  }

  /// Reads `ids` and `tools`.
  /// - Returns: false if that failed.
  func read() -> Bool {
    sleight_slot_values(node.number, UInt32(ABS_MT_TRACKING_ID), CInt(ids.count), &ids) == 0
      && sleight_slot_values(node.number, UInt32(ABS_MT_TOOL_TYPE), CInt(ids.count), &tools) == 0
  }

  /// The slot that the driver's next event describes.
  var currentSlot: Int32 { max(0, sleight_current_slot(node.number)) }

  /// Writes the events.
  func write(_ events: [DeviceEvent]) {
    for event in events { buffer.append(sleight_event(0, event.type, event.code, event.value)) }
    defer { buffer.removeAll(keepingCapacity: true) }
    let size = buffer.count * MemoryLayout<input_event>.stride
    // It fails if the device is gone, which udev is about to report.
    _ = buffer.withUnsafeBytes { Glibc.write(node.number, $0.baseAddress, size) }
  }
}
