internal import Linux
internal import Owning
internal import Time
internal import Touch

/// The writer of palms into a touchscreen's own node: libinput in the desktop cancels a touch whose contact becomes a
/// palm (TOUCH_CANCEL).
///
///     contact   shown ── a rule takes the touches ──▶ cancelled ── lifts ──▶ none
///
/// A touch that was cancelled stays so until it lifts, also if its contact is a finger again (src/evdev-fallback.c,
/// `PALM_WAS_PALM`). Nothing could be given back, and so nothing is written before a rule acts; and one write for each
/// contact suffices. FINGER is written when the contact has lifted, unless the driver has said so: else the next one in
/// its slot would be a palm. A palm of the driver stays one.
///
/// libinput in this program receives no tool types while contacts are cancelled: the rule follows its touches on.
final class TouchTaker {
  private let node: TakenNode
  /// Lets libinput in this program receive the tool types, or not.
  private let passToolTypes: (Bool) -> Void
  /// The cancelled contact of each slot; -1 if there is none.
  private var cancelled: [Int32]
  /// The touch sequences that rules have taken.
  private(set) var kept = 0

  /// The device has `slots`, and reports tool types.
  /// - Throws: `SystemError`: EBUSY if another program takes its fingers.
  init(_ path: String, slots: Int, passToolTypes: @escaping (Bool) -> Void) throws(SystemError) {
    node = try TakenNode(path, slots: slots)
    self.passToolTypes = passToolTypes
    cancelled = Array(repeating: -1, count: slots)
    // A program that was killed has left them.
    guard node.read() else { return }
    write(node.ids.indices.filter { node.ids[$0] < 0 && node.tools[$0] == EventCode.palm }, EventCode.finger)
  }

  private var isCancelling: Bool { cancelled.contains { $0 >= 0 } }

  /// Cancels the touches that are down, if a rule has taken them, and those in the slots that rules withhold, a bit
  /// each; forgets those that have lifted.
  func update(isTaken: Bool, withheld: UInt64) {
    guard isTaken || withheld != 0 || isCancelling, node.read() else { return }
    let wasCancelling = isCancelling
    var (taken, lifted): ([Int], [Int]) = ([], [])
    for slot in cancelled.indices where node.ids[slot] != cancelled[slot] {
      let isWanted = isTaken || withheld >> UInt64(slot) & 1 != 0
      if isWanted, node.ids[slot] >= 0, node.tools[slot] != EventCode.palm {
        cancelled[slot] = node.ids[slot]
        taken.append(slot)
      } else if cancelled[slot] >= 0 {
        cancelled[slot] = -1
        if node.tools[slot] == EventCode.palm { lifted.append(slot) }
      }
    }
    if !taken.isEmpty, !wasCancelling {
      if isTaken { kept += 1 }
      passToolTypes(false)
    }
    write(lifted, EventCode.finger)
    write(taken, EventCode.palm)
    if wasCancelling, !isCancelling { passToolTypes(true) }
  }

  /// Makes fingers of the palms, for a program that takes none any more.
  func release() {
    guard isCancelling, node.read() else { return }
    write(cancelled.indices.filter { cancelled[$0] >= 0 && node.tools[$0] == EventCode.palm }, EventCode.finger)
    for slot in cancelled.indices { cancelled[slot] = -1 }
    passToolTypes(true)
  }

  private func write(_ slots: [Int], _ tool: Int32) {
    guard !slots.isEmpty else { return }
    var events: [DeviceEvent] = []
    for slot in slots {
      events.append(.axis(EventCode.slot, Int32(slot), at: .zero))
      events.append(.axis(EventCode.toolType, tool, at: .zero))
    }
    events.append(.axis(EventCode.slot, node.currentSlot, at: .zero))
    events.append(.end(at: .zero))
    node.write(events)
  }
}
