public import Linux
public import Touch

/// The touchpads and touchscreens of this machine, as they come and go, and what they report.
///
/// Devices are found by udev and opened for reading only once udev has set them up; a keyboard is never opened. One
/// that cannot be opened is reported once, and tried again when its permissions change.
public final class TouchDevices {
  /// What `dispatch` hands over.
  public enum Report: Sendable {
    /// A device said something, came, or went.
    case event(TouchEvent)
    /// A device cannot be read.
    case unreadable(UnreadableDevice)
    /// What libinput logs.
    case log(String)
  }

  private struct Readable {
    var node: InputNode
    var device: Device
    var open: LibinputContext.OpenDevice
  }

  private let monitor: UdevMonitor
  private let context: LibinputContext
  /// Told of changed permissions, from the first device on that cannot be read: who has none pays nothing, and a user may
  /// have 128 of these.
  private var permissions: Inotify?
  private var changes: Epoll
  private let messages = Messages()
  private var open: [Readable] = []
  private var unreadable: [UnreadableDevice] = []
  private var known: [InputNode] = []
  private var nextID = 0

  /// Where libinput's messages wait for the next dispatch.
  private final class Messages { var waiting: [String] = [] }

  /// Looks for devices; `dispatch` hands over the first ones.
  /// - Throws: `SystemError`, but not for a device that cannot be opened, nor for there being none.
  public init() throws(SystemError) {
    let messages = messages
    monitor = try UdevMonitor()
    context = try LibinputContext { messages.waiting.append($0) }
    changes = try Epoll()
    try changes.add(monitor.descriptor, token: 0)
    known = monitor.present()
  }

  /// What to wait for, to call `dispatchInput` when it is readable: what fingers do. It stays the same for this object's
  /// life.
  public var inputDescriptor: CInt { context.descriptor }

  /// What to wait for besides, to call `dispatch` when it is readable: devices that come and go. It stays the same for
  /// this object's life.
  public var changeDescriptor: CInt { changes.number }

  /// The devices that can be read, in the order they were found.
  public var readable: [Device] { open.map(\.device) }

  /// The path of a device that can be read.
  public func path(of id: DeviceID) -> String? { open.first { $0.device.id == id }?.node.path }

  /// The devices that cannot be read.
  public var notReadable: [UnreadableDevice] { unreadable }

  /// Takes in all that happened since the last call and hands it over, in order.
  /// - Throws: `SystemError` where nothing can be read any more.
  public func dispatch(_ body: (consuming Report) -> Void) throws(SystemError) {
    // Those that were there before anything was waited for.
    let first = known
    known = []
    for node in first { add(node, body) }
    // Input that was there before a device came or went belongs before it.
    try dispatchInput(body)
    takeInChanges(body)
    if try permissions?.events().isEmpty == false {
      for device in unreadable { add(device.node, body) }
    }
    try dispatchInput(body)
  }

  private func takeInChanges(_ body: (consuming Report) -> Void) {
    while true {
      do throws(UdevMonitor.Overflow) {
        guard let node = try monitor.next() else { return }
        switch node.action {
        case .added: add(node, body)
        case .changed: if unreadable.contains(where: { $0.path == node.path }) { add(node, body) }
        case .removed: remove(node, body)
        }
      } catch {
        lookAgain(body)
      }
    }
  }

  /// Compares what is known with what is there, where udev could not tell what changed.
  private func lookAgain(_ body: (consuming Report) -> Void) {
    let present = monitor.present()
    let places = Set(present.map(\.systemPath))
    for node in open.map(\.node) + unreadable.map(\.node) where !places.contains(node.systemPath) { remove(node, body) }
    for node in present { add(node, body) }
  }

  /// Takes in what devices have reported since the last call and hands it over, in order. Fingers report a hundred times
  /// a second: nothing else is asked for then.
  /// - Throws: `SystemError` where nothing can be read any more.
  public func dispatchInput(_ body: (consuming Report) -> Void) throws(SystemError) {
    try context.dispatch(body)
    guard !messages.waiting.isEmpty else { return }
    for message in messages.waiting { body(.log(message)) }
    messages.waiting.removeAll()
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
      case .open(let error): refuse(node, kind, .open(error), body)
      case .notUnderstood: refuse(node, kind, .notUnderstood, body)
      }
    } catch {
      refuse(node, kind, .alsoKeyboard, body)
    }
  }

  private func refuse(
    _ node: InputNode, _ kind: Device.Kind, _ reason: UnreadableDevice.Reason, _ body: (consuming Report) -> Void
  ) {
    let isNew = !unreadable.contains { $0.path == node.path }
    unreadable.removeAll { $0.path == node.path }
    let device = UnreadableDevice(node: node, kind: kind, reason: reason)
    unreadable.append(device)
    guard isNew else { return }
    body(.unreadable(device))
    guard permissions == nil, (try? watchPermissions()) != nil else { return }
    // The permission may have come while nobody watched for it.
    add(node, body)
  }

  /// A node itself may not be watched for want of permission; the directory always may.
  private func watchPermissions() throws(SystemError) {
    let inotify = try Inotify()
    try inotify.watch("/dev/input", for: .attributes)
    try changes.add(inotify.number, token: 1)
    permissions = consume inotify
  }

  private func remove(_ node: InputNode, _ body: (consuming Report) -> Void) {
    unreadable.removeAll { $0.path == node.path }
    guard let index = open.firstIndex(where: { $0.node.path == node.path }) else { return }
    let gone = open.remove(at: index)
    context.remove(gone.open)
    let time = Timestamp(microseconds: monotonicNow())
    body(.event(TouchEvent(time: time, device: gone.device.id, kind: .deviceRemoved)))
  }
}
