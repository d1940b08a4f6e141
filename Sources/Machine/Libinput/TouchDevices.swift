internal import Glibc
public import Linux
internal import Time
public import Touch

/// The touchpads and touchscreens of this machine as they come and go, and their events.
///
/// udev reports the devices. They are opened for reading after udev has initialised them; a keyboard is never opened. A
/// device that cannot be opened is reported once, and tried again when its permissions change.
public final class TouchDevices {
  /// A report of `dispatch`. All but events are rare, and indirect: else every event would be copied with the room for
  /// the largest of them.
  public enum Report: Sendable {
    /// An event of a device, or its arrival or removal.
    case event(TouchEvent)
    /// A device that cannot be read.
    indirect case unreadable(UnreadableDevice)
    /// A touchpad whose contacts are wanted and cannot be read. Its gestures by libinput are still reported.
    indirect case contactsUnreadable(Device, SystemError)
    /// An owned device: from now on, not any more, or not at all.
    indirect case ownership(Device, Ownership)
    /// A device whose fingers are taken without a grab: from now on, not any more, or not at all.
    indirect case taking(Device, Taking)
    /// A message of libinput.
    case log(String)

    /// A change in the taking of a device's fingers.
    public enum Taking: Sendable {
      /// Rules may take its fingers.
      case began
      /// They may not any more.
      case ended
      /// They cannot.
      case refused(SystemError)
    }

    /// A change in the ownership of a device.
    public enum Ownership: Sendable {
      /// The desktop sees only what the rules leave.
      case began
      /// The desktop has the device back.
      case ended
      /// Five fingers rested: the user wants all devices back.
      case panic
      /// The device cannot be owned.
      case refused(SystemError)
    }
  }

  struct Readable {
    var node: InputNode
    var device: Device
    var open: LibinputContext.OpenDevice
    /// The reader of its contacts; nil if they are not read.
    var contacts: ContactReader?
    /// True if its contacts are wanted and cannot be read, which was reported.
    var isRefused = false
    /// The writer that cancels touches of a touchscreen for others; nil if none are taken.
    var touchTaker: TouchTaker?
    /// True if rules may take its fingers without a grab.
    var isTaken: Bool { contacts?.taker != nil || touchTaker != nil }
    /// The error for which it is not owned although it is wanted, which was reported.
    var owningRefusal: SystemError?
    /// The time at which that is tried again, for a device that another program has grabbed; nil otherwise.
    var owningRetry: Timestamp?
    /// The error for which its fingers are not taken although they are wanted, which was reported.
    var takingRefusal: SystemError?
  }

  private let monitor: UdevMonitor
  let context: LibinputContext
  /// Watches for changes of permissions, and of the devices that another program has. Created with the first device
  /// that cannot be read or had: most users need none, and a user may have only 128 instances.
  private var files: Inotify?
  private var arePermissionsWatched = false
  private var changes: Epoll
  private let messages = Messages()
  var open: [Readable] = []
  private var unreadable: [UnreadableDevice] = []
  private var initialNodes: [InputNode] = []
  private var nextID = 0
  var areContactsRead = false
  /// True if libinput was read for a frame of an owned device, since the last `dispatchInput` began.
  var isLibinputRead = false
  /// Wakes the loop for owned devices; nil if none was ever owned.
  var ownerTimer: TimerDescriptor?
  /// The time that it is set to; nil if it is off.
  var ownerDeadline: Timestamp?
  /// The devices that were given back and could not be opened: see `readAgain`.
  var closed: [InputNode] = []
  /// The physical paths of the devices that have stood for owned ones.
  private var clonedPaths: Set<String> = []

  /// True for a touchpad whose contacts are wanted. Asked when it is added, and by `updateContacts`; if true, the
  /// device is opened, and it is asked again with what the device can report (`Device.contacts`).
  public var wantsContacts: (Device) -> Bool = { _ in false }
  /// True for a device that is to be owned. Asked when it is added, and by `updateOwners`.
  public var wantsOwner: (Device) -> Bool = { _ in false }
  /// True for a touchscreen, or a touchpad whose contacts are read, whose fingers rules may take without a grab. Asked
  /// when it is added, and by `updateContacts`.
  public var wantsTaking: (Device) -> Bool = { _ in false }
  /// Returns the claim of the rules on the fingers that are down on such a touchpad.
  public var takingClaim: (DeviceID) -> TakingClaim = { _ in TakingClaim(.off) }
  /// True if a rule has taken the touches that are down on such a touchscreen.
  public var takesTouches: (DeviceID) -> Bool = { _ in false }
  /// The slots whose contacts rules withhold from the desktop on such a touchscreen, a bit each.
  public var withheldTouches: (DeviceID) -> UInt64 = { _ in 0 }
  /// The time for which five fingers rest on an owned device to give all devices back. Counts from the next
  /// `updateOwners` on.
  public var panicTime = Duration.seconds(3)
  /// Returns the claim of the rules on the fingers that are down on an owned device. Asked after each frame.
  public var claim: (DeviceID) -> TouchClaim = { _ in .none }
  /// True to leave out the devices that stand for owned ones, as their owner must.
  public var leavesOutClones = false
  /// Called with the descriptor of a touchpad whose contacts are read from now on, and that of a timer: it is one more
  /// for input, see `markReady`. It is closed when they are not read any more.
  public var awaitInput: (CInt) throws(SystemError) -> Void = { _ throws(SystemError) in }

  /// Messages of libinput, kept until the next dispatch.
  private final class Messages { var texts: [String] = [] }

  /// Searches devices; the first `dispatch` reports them.
  /// - Throws: `SystemError`, but not for a device that cannot be opened, nor if there is none.
  public init() throws(SystemError) {
    let messages = messages
    monitor = try UdevMonitor()
    context = try LibinputContext { messages.texts.append($0) }
    changes = try Epoll()
    try changes.add(monitor.descriptor, token: 0)
    initialNodes = monitor.present()
  }

  /// The descriptor for input; call `dispatchInput` when it is readable. It does not change.
  public var inputDescriptor: CInt { context.descriptor }

  /// The descriptor for devices that come and go; call `dispatch` when it is readable. It does not change.
  public var changeDescriptor: CInt { changes.number }

  /// The devices that can be read, in the order in which they were found.
  public var readable: [Device] { open.map(\.device) }

  /// The path of a readable device.
  public func path(of id: DeviceID) -> String? { open.first { $0.device.id == id }?.node.path }

  /// True if another device stands for a readable one: a daemon owns it.
  public func isOwned(_ id: DeviceID) -> Bool {
    open.first { $0.device.id == id }.map { clonedPaths.contains(DeviceMark.clone + $0.node.phys) } ?? false
  }

  /// The devices that cannot be read.
  public var notReadable: [UnreadableDevice] { unreadable }

  /// Reports everything since the last call, in order.
  /// - Throws: `SystemError` if reading fails for all devices.
  public func dispatch(_ body: (consuming Report) -> Void) throws(SystemError) {
    // The devices that were found by `init`.
    let found = initialNodes
    initialNodes = []
    for node in found { add(node, body) }
    // Input from before a device came or went is reported before it.
    try dispatchInput(body)
    dispatchChanges(body)
    if try files?.events().isEmpty == false {
      for device in unreadable { add(device.node, body) }
      if open.contains(where: \.isRefused) { updateContacts(body) }
      retryBusy(body)
    }
    try dispatchInput(body)
  }

  private func dispatchChanges(_ body: (consuming Report) -> Void) {
    while true {
      do throws(UdevMonitor.Overflow) {
        guard let node = try monitor.next() else { return }
        switch node.action {
        case .added: add(node, body)
        case .changed: if unreadable.contains(where: { $0.path == node.path }) { add(node, body) }
        case .removed: remove(node, body)
        }
      } catch {
        rescan(body)
      }
    }
  }

  /// Compares the known devices with the existing ones, after udev has lost events.
  private func rescan(_ body: (consuming Report) -> Void) {
    let present = monitor.present()
    let systemPaths = Set(present.map(\.systemPath))
    for node in open.map(\.node) + unreadable.map(\.node) where !systemPaths.contains(node.systemPath) {
      remove(node, body)
    }
    for node in present { add(node, body) }
  }

  /// Notes that a descriptor that `awaitInput` was called with is ready.
  public func markReady(_ descriptor: CInt) {
    for index in open.indices where open[index].contacts?.number == descriptor { open[index].contacts?.isReady = true }
  }

  /// Reports the input since the last call, in order. Only reads input, since fingers report more than a hundred times
  /// a second.
  /// - Parameter onlyReady: true to leave out owned devices that `markReady` was not called for: a read that finds
  ///   nothing takes a tenth of the time of a frame.
  /// - Throws: `SystemError` if reading fails for all devices.
  public func dispatchInput(onlyReady: Bool = false, _ body: (consuming Report) -> Void) throws(SystemError) {
    // libinput does not read an owned device, and the desktop waits for its frames.
    isLibinputRead = false
    if ownerTimer != nil { readContacts(onlyReady: onlyReady, body) { $0.isOwned } }
    // libinput has nothing to report of fingers that are palms: it reads the frame and the palms after it together, and
    // the loop is not woken up for them once more.
    if areContactsRead { readContacts(body) { $0.isTaken } }
    if !isLibinputRead { try context.read() }
    // The kernel gives a frame to libinput first, which opened the device first. Between libinput's reading and its
    // reports, the contacts of all frames that it has read can be read as well, whichever descriptor was ready first.
    if areContactsRead { readContacts(body) { !$0.isOwned && !$0.isTaken } }
    context.report(body)
    updateTouchTakers()
    if ownerTimer != nil {
      continueOwning(body)
      if !closed.isEmpty { readAgain(body) }
    }
    guard !messages.texts.isEmpty else { return }
    for message in messages.texts { body(.log(message)) }
    messages.texts.removeAll()
  }

  func add(_ node: InputNode, _ body: (consuming Report) -> Void) {
    if node.phys == DeviceMark.virtualTouchpad { return }
    if node.phys.hasPrefix(DeviceMark.clone) {
      for readable in open { readable.contacts?.owner?.notice(node.path, at: Timestamp.now) }
      clonedPaths.insert(node.phys)
      if leavesOutClones || node.phys.hasPrefix(DeviceMark.privateClone) { return }
    }
    guard let kind = node.kind, !open.contains(where: { $0.node.path == node.path }) else { return }
    let id = DeviceID(nextID)
    do {
      if node.isKeyboard { throw UnreadableDevice.Reason.alsoKeyboard }
      let handle = try context.add(node.path, as: id)
      nextID += 1
      unreadable.removeAll { $0.path == node.path }
      var device = Device(
        id: id, name: node.name, kind: kind,
        size: kind == .touchscreen ? handle.touchscreenSize : handle.reportedSize, isBuiltIn: node.isBuiltIn,
        outputName: handle.outputName)
      if kind == .touchpad, !node.hasSize, handle.reportedSize?.isLibinputGuess == true { device.isSizeAssumed = true }
      device.pointsAtButtons = kind == .touchpad && !LibinputRelease.detectsPalmsAtButtons
      open.append(Readable(node: node, device: device, open: handle))
      let index = open.count - 1
      if let error = openContacts(at: index) { refuseContacts(at: index, error, body) }
      reportAdded(open[index].device, body)
      prepareOwning(at: index, body)
      prepareTaking(at: index, body)
    } catch let refusal as LibinputContext.Refusal {
      switch refusal {
      case .open(let error): reportUnreadable(node, kind, .open(error), body)
      case .notUnderstood: reportUnreadable(node, kind, .notUnderstood, body)
      }
    } catch {
      reportUnreadable(node, kind, .alsoKeyboard, body)
    }
  }

  private func reportUnreadable(
    _ node: InputNode, _ kind: Device.Kind, _ reason: UnreadableDevice.Reason, _ body: (consuming Report) -> Void
  ) {
    let isNew = !unreadable.contains { $0.path == node.path }
    unreadable.removeAll { $0.path == node.path }
    var device = UnreadableDevice(node: node, kind: kind, reason: reason)
    device.isRemedyKnown = unreadable.contains { $0.remedy == device.remedy }
    unreadable.append(device)
    guard isNew else { return }
    body(.unreadable(device))
    guard watchPermissions() else { return }
    // The permission may have been granted just before the watch began.
    add(node, body)
  }

  /// A node itself may lack the permission to be watched; the directory never does.
  /// - Returns: true if they were not watched before.
  func watchPermissions() -> Bool {
    guard !arePermissionsWatched, (try? watch("/dev/input", for: .attributes)) != nil else { return false }
    arePermissionsWatched = true
    return true
  }

  private func watch(_ path: String, for mask: Inotify.Mask) throws(SystemError) {
    if files == nil {
      let inotify = try Inotify()
      try changes.add(inotify.number, token: 1)
      files = consume inotify
    }
    try files?.watch(path, for: mask)
  }

  /// Watches a device that another program has: `retryBusy` is called once a program that could write to it has closed
  /// it. Whoever takes fingers or gives back a device does so.
  /// - Returns: false if it cannot be watched.
  func watchBusy(at index: Int) -> Bool { (try? watch(open[index].node.path, for: [.written, .once])) != nil }

  /// Tries the devices again that another program had.
  private func retryBusy(_ body: (consuming Report) -> Void) {
    for index in open.indices {
      if open[index].owningRefusal?.code == EBUSY { retryOwning(at: index, body) }
      if open[index].takingRefusal?.code == EBUSY { take(at: index, body) }
    }
  }

  func remove(_ node: InputNode, _ body: (consuming Report) -> Void) {
    unreadable.removeAll { $0.path == node.path }
    guard let index = open.firstIndex(where: { $0.node.path == node.path }) else { return }
    let removed = open.remove(at: index)
    removed.contacts?.owner?.release(at: Timestamp.now)
    removed.contacts?.taker = nil
    removed.contacts?.end { body(.event($0)) }
    context.remove(removed.open)
    let time = Timestamp.now
    body(.event(TouchEvent(time: time, device: removed.device.id, kind: .deviceRemoved)))
  }

  func reportAdded(_ device: Device, _ body: (consuming Report) -> Void) {
    let time = Timestamp.now
    body(.event(TouchEvent(time: time, device: device.id, kind: .deviceAdded(device))))
  }
}
