public import Linux
public import Touch

/// The touchpads and touchscreens of this machine as they come and go, and their events.
///
/// udev reports the devices. They are opened for reading after udev has initialised them; a keyboard is never opened. A
/// device that cannot be opened is reported once, and tried again when its permissions change.
public final class TouchDevices {
  /// A report of `dispatch`.
  public enum Report: Sendable {
    /// An event of a device, or its arrival or removal.
    case event(TouchEvent)
    /// A device that cannot be read.
    case unreadable(UnreadableDevice)
    /// A message of libinput.
    case log(String)
  }

  private struct Readable {
    var node: InputNode
    var device: Device
    var open: LibinputContext.OpenDevice
  }

  private let monitor: UdevMonitor
  private let context: LibinputContext
  /// Watches for changes of permissions, created with the first device that cannot be read: most users need none, and a
  /// user may have only 128 instances.
  private var permissions: Inotify?
  private var changes: Epoll
  private let messages = Messages()
  private var open: [Readable] = []
  private var unreadable: [UnreadableDevice] = []
  private var initialNodes: [InputNode] = []
  private var nextID = 0

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
    if try permissions?.events().isEmpty == false {
      for device in unreadable { add(device.node, body) }
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

  /// Reports the input since the last call, in order. Only reads input, since fingers report more than a hundred times
  /// a second.
  /// - Throws: `SystemError` if reading fails for all devices.
  public func dispatchInput(_ body: (consuming Report) -> Void) throws(SystemError) {
    try context.dispatch(body)
    guard !messages.texts.isEmpty else { return }
    for message in messages.texts { body(.log(message)) }
    messages.texts.removeAll()
  }

  private func add(_ node: InputNode, _ body: (consuming Report) -> Void) {
    guard let kind = node.kind, !open.contains(where: { $0.node.path == node.path }) else { return }
    let id = DeviceID(nextID)
    do {
      if node.isKeyboard { throw UnreadableDevice.Reason.alsoKeyboard }
      let handle = try context.add(node.path, as: id)
      nextID += 1
      unreadable.removeAll { $0.path == node.path }
      let device = Device(
        id: id, name: node.name, kind: kind, size: handle.size, isBuiltIn: node.isBuiltIn,
        outputName: handle.outputName)
      open.append(Readable(node: node, device: device, open: handle))
      body(.event(TouchEvent(time: Timestamp(microseconds: monotonicNow()), device: id, kind: .deviceAdded(device))))
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
    let device = UnreadableDevice(node: node, kind: kind, reason: reason)
    unreadable.append(device)
    guard isNew else { return }
    body(.unreadable(device))
    guard permissions == nil, (try? watchPermissions()) != nil else { return }
    // The permission may have been granted just before the watch began.
    add(node, body)
  }

  /// A node itself may lack the permission to be watched; the directory never does.
  private func watchPermissions() throws(SystemError) {
    let inotify = try Inotify()
    try inotify.watch("/dev/input", for: .attributes)
    try changes.add(inotify.number, token: 1)
    permissions = consume inotify
  }

  private func remove(_ node: InputNode, _ body: (consuming Report) -> Void) {
    unreadable.removeAll { $0.path == node.path }
    guard let index = open.firstIndex(where: { $0.node.path == node.path }) else { return }
    let removed = open.remove(at: index)
    context.remove(removed.open)
    let time = Timestamp(microseconds: monotonicNow())
    body(.event(TouchEvent(time: time, device: removed.device.id, kind: .deviceRemoved)))
  }
}
