internal import CLibevdev
internal import Glibc
internal import Linux
internal import Owning
internal import Time
internal import Touch

/// The writer of palms into a touchpad's own node: see `Taking`. It opens the node for writing, which the permission to
/// read touch devices includes, and is the only one of its kind for it: two of them would write against each other.
///
/// The writer writes tool types, and once more what libinput has missed while fingers were palms: a tap, or the press
/// of a button. With each frame it allocates nothing, and it waits for nothing.
final class FingerTaker {
  /// The claim of the rules on the fingers that are down.
  let claim: () -> TakingClaim
  private var taking: Taking
  /// Lets libinput in this program receive the tool types, or not.
  private let passToolTypes: (Bool) -> Void
  private let node: TakenNode
  private let slots: Int
  private var events: [DeviceEvent] = []
  /// The slots that the driver newly takes for palms, or does no longer.
  private(set) var palms: [(slot: Int, isPalm: Bool)] = []
  /// The longest time from a frame to its write.
  private var longest = Duration.zero
  /// True if something was written since `beginReading`.
  private(set) var hasWritten = false

  /// Opens the node of the device that `reader` reads.
  /// - Throws: `SystemError`: EOPNOTSUPP for a device that does not report tool types or does not track each finger,
  ///   EBUSY if another program takes its fingers.
  init(
    _ reader: ContactReader, size: Size?, claim: @escaping () -> TakingClaim, passToolTypes: @escaping (Bool) -> Void
  ) throws(SystemError) {
    guard let surface = Self.surface(reader.evdev, .touchpad, size) else {
      throw TouchDevices.noToolTypes(reader.path)
    }
    slots = surface.slots
    node = try TakenNode(reader.path, slots: slots)
    self.claim = claim
    self.passToolTypes = passToolTypes
    taking = Taking(surface, state: try reader.withPresentState { DeviceOwner.state(of: $0, surface) })
    events.reserveCapacity(256)
    palms.reserveCapacity(slots)
    note()
    taking.clean(at: .now, into: &events)
    write()
  }

  /// The device's description; nil if its fingers cannot be taken.
  static func surface(_ evdev: OpaquePointer, _ kind: Device.Kind, _ size: Size?) -> OwnedSurface? {
    guard libevdev.has_event_code(evdev, UInt32(EV_ABS), UInt32(ABS_MT_TOOL_TYPE)) != 0,
      let info = libevdev.get_abs_info(evdev, UInt32(ABS_MT_TOOL_TYPE)), info.pointee.maximum >= EventCode.palm
    else { return nil }
    return DeviceOwner.surface(evdev, kind, size)
  }

  // MARK: Events

  /// Takes an event of the device. The end of a frame comes first to `close`, and to `decide` after the rules.
  /// - Returns: false for one that the recognisers do not see.
  func handle(_ event: input_event) -> Bool { taking.handle(type: event.type, code: event.code, value: event.value) }

  /// True if this end of a frame is one of the driver's.
  var isFrame: Bool { taking.isFrame }

  /// True if the fingers that are down are palms for the others.
  var isTaking: Bool { taking.isTaking }

  /// Notes that events are read, which the next calls are about.
  func beginReading() { hasWritten = false }

  /// Takes the end of a frame before the rules know it; `palms` is set after it.
  /// - Parameter isLast: true if the kernel had no later frame when this one was read.
  func close(at time: Timestamp, isLast: Bool) {
    let now = Timestamp.now
    // Else the kernel has nothing that its events have not told: no other frame can have come yet.
    if !isLast || hasWritten || now - time >= Taking.shortestFrame { note() }
    taking.close(at: time, now: now, into: &events)
    write(since: time)
    palms.removeAll(keepingCapacity: true)
    for slot in 0..<slots { if let isPalm = taking.takePalm(slot) { palms.append((slot, isPalm)) } }
  }

  /// Takes the end of a frame after the rules know it.
  func decide(at time: Timestamp) {
    taking.decide(taking.needsClaim ? claim() : nil, at: time, now: .now, into: &events)
    write(since: time)
  }

  /// Returns once the reason why the fingers that are down were left to the desktop.
  func takeLeft() -> LeftFingers? { taking.takeLeft() }

  /// The slot that the next event describes.
  var currentSlot: Int { taking.currentSlot }

  /// The time at which `update` is due; nil if there is none.
  var deadline: Timestamp? { taking.deadline }

  /// Decides between two frames.
  func update() {
    guard taking.mayTake || taking.deadline != nil else { return }
    note()
    taking.update(claim(), at: .now, into: &events)
    write()
  }

  /// Replaces the state of the device, after events were lost.
  func replaceState(with evdev: OpaquePointer) {
    note()
    taking.replace(with: DeviceOwner.state(of: evdev, taking.surface), at: .now, into: &events)
    write()
  }

  /// Gives all fingers back.
  func release() {
    note()
    taking.release(at: .now, into: &events)
    write()
  }

  /// The hands so far, on a touchpad of this name.
  func hands(on name: String) -> TakenHands {
    TakenHands(
      name: name, kept: taking.kept, returned: taking.returned, missed: taking.misses.values.reduce(0, +),
      longest: Int(longest.wholeMicroseconds))
  }

  // MARK: The node

  private func note() {
    guard node.read() else { return }
    for slot in 0..<slots { taking.note(slot, id: node.ids[slot], tool: node.tools[slot]) }
  }

  private func write(since time: Timestamp? = nil) {
    guard !events.isEmpty else { return }
    if !taking.isRepetition { hideTools(false) }
    node.write(events)
    hideTools(taking.isTaking)
    hasWritten = true
    events.removeAll(keepingCapacity: true)
    if let time { longest = max(longest, .now - time) }
  }

  /// Hides the tool types from libinput in this program, or does no longer: they are a third of the events that it
  /// would read while fingers are taken.
  private func hideTools(_ areHidden: Bool) {
    guard taking.hidesTools != areHidden else { return }
    passToolTypes(!areHidden)
    taking.hidesTools = areHidden
  }
}
