public import Linux
public import Time

/// The keyboards of this machine as they come and go, the state of a few of their keys, and when they were typed on; or
/// its tablets for pens, or switches. This is the only code that opens any of them; create it only if the user has
/// permitted that, or if rules depend on it.
public final class KeyDevices {
  /// The devices that are opened.
  public enum Kind: Hashable, Sendable {
    case keyboards
    /// Tablets and screens for pens. Read are only the keys that tell if a pen is near.
    case pens
    /// The switches of machines that serve as tablets.
    case tabletMode

    /// The keys, or switches, whose state tells if a pen is near, or a machine serves as a tablet.
    fileprivate var keys: [UInt16] {
      switch self {
      case .keyboards: []
      case .pens: HeldKeys.pens
      case .tabletMode: [HeldKeys.tabletMode]
      }
    }

    fileprivate func includes(_ node: InputNode) -> Bool {
      switch self {
      // A keyboard that is also a touch device is never opened.
      case .keyboards: node.isKeyboard && node.kind == nil
      case .pens: node.isTablet && !node.isKeyboard
      case .tabletMode: node.hasTabletSwitch
      }
    }
  }

  /// A device that cannot be read.
  public struct Refusal: Hashable, Sendable {
    /// `/dev/input/event3`
    public var path: String
    /// Its name in the kernel.
    public var name: String
    /// The error of the system call that failed.
    public var error: SystemError
  }

  private final class OpenDevice {
    let node: InputNode
    let keys: HeldKeys
    var typed: TypedKeys?
    var down: Set<UInt16> = []

    init(_ node: InputNode, of kind: Kind, keys: [UInt16], pause: Duration?) throws(SystemError) {
      self.node = node
      self.keys = try HeldKeys(path: node.path, keys: keys, areSwitches: kind == .tabletMode)
      if let pause { typed = try TypedKeys(path: node.path, pause: pause) }
    }

    func lastTyped(at now: Timestamp) -> Timestamp? {
      // A keyboard that is gone was not typed on; udev is about to report it.
      try? typed?.last(at: now)
    }
  }

  private enum Token: UInt64 {
    case monitor
    case permissions
    case keyboard
  }

  private let kind: Kind
  private let keys: [UInt16]
  private let pause: Duration?
  private let isHardware: (String) -> Bool
  private let monitor: UdevMonitor
  private let permissions: Inotify
  private var epoll: Epoll
  private var open: [OpenDevice] = []

  /// The descriptor to wait for; call `dispatch` when it is readable. It does not change.
  public var descriptor: CInt { epoll.number }

  /// The keys that are down, or the switches that are on, on any device.
  public var down: Set<UInt16> { open.reduce(into: []) { $0.formUnion($1.down) } }

  /// True if at least one device can be read.
  public var isAnyReadable: Bool { !open.isEmpty }

  /// True if a key is down, or a switch is on; nil if that may be so on a device that cannot be read.
  public var isAnyDown: Bool? {
    if open.contains(where: { !$0.down.isEmpty }) { return true }
    return refused.isEmpty ? false : nil
  }

  /// The devices that cannot be read.
  public private(set) var refused: [Refusal] = []

  /// Watches the pens, or the switches, of the devices that exist and of those that come.
  /// - Throws: `SystemError`, but not for a device that cannot be opened, nor if there is none.
  public convenience init(of kind: Kind) throws(SystemError) {
    try self.init(of: kind, keys: kind.keys, typingPause: nil) { _ in true }
  }

  /// Watches keys of the keyboards that exist and of those that come.
  /// - Parameters:
  ///   - keys: key codes of the kernel.
  ///   - pause: the time after which a key that is typed follows no other; nil if typing is not read.
  ///   - isHardware: true for the name of a hardware keyboard, false for a program's virtual keyboard, which is
  ///     ignored.
  /// - Throws: `SystemError`, but not for a keyboard that cannot be opened, nor if there is none.
  public convenience init(
    keys: [UInt16], typingPause pause: Duration?, where isHardware: @escaping (String) -> Bool
  ) throws(SystemError) {
    try self.init(of: .keyboards, keys: keys, typingPause: pause, where: isHardware)
  }

  private init(
    of kind: Kind, keys: [UInt16], typingPause pause: Duration?, where isHardware: @escaping (String) -> Bool
  ) throws(SystemError) {
    self.kind = kind
    self.keys = keys
    self.pause = pause
    self.isHardware = isHardware
    monitor = try UdevMonitor()
    permissions = try Inotify()
    epoll = try Epoll()
    try epoll.add(monitor.descriptor, token: Token.monitor.rawValue)
    try epoll.add(permissions.number, token: Token.permissions.rawValue)
    // A device's own node may lack the permission to be watched; the directory never does.
    try permissions.watch("/dev/input", for: .attributes)
    for node in monitor.present() { add(node) }
  }

  /// Handles the changes since the last call.
  /// - Throws: `SystemError` if the watch for permissions fails.
  public func dispatch() throws(SystemError) {
    dispatchChanges()
    if try !permissions.events().isEmpty, !refused.isEmpty {
      for node in monitor.present() { add(node) }
    }
    for keyboard in open { updateKeys(of: keyboard) }
  }

  /// The time at which a keyboard was typed on last, `now` if a key is held; nil if none was, or typing is not read.
  public func lastTyped(at now: Timestamp) -> Timestamp? {
    var last: Timestamp?
    for keyboard in open {
      guard let time = keyboard.lastTyped(at: now) else { continue }
      last = last.map { max($0, time) } ?? time
    }
    return last
  }

  private func dispatchChanges() {
    while true {
      do throws(UdevMonitor.Overflow) {
        guard let node = try monitor.next() else { return }
        if node.action == .removed { remove(node.path) } else { add(node) }
      } catch {
        let present = monitor.present()
        let systemPaths = Set(present.map(\.systemPath))
        for keyboard in open where !systemPaths.contains(keyboard.node.systemPath) { remove(keyboard.node.path) }
        refused.removeAll { refusal in !present.contains { $0.path == refusal.path } }
        for node in present { add(node) }
      }
    }
  }

  private func add(_ node: InputNode) {
    guard kind.includes(node), isHardware(node.name),
      !open.contains(where: { $0.node.path == node.path })
    else { return }
    refused.removeAll { $0.path == node.path }
    do throws(SystemError) {
      let keyboard = try OpenDevice(node, of: kind, keys: keys, pause: pause)
      try epoll.add(keyboard.keys.number, token: Token.keyboard.rawValue)
      open.append(keyboard)
      updateKeys(of: keyboard)
    } catch {
      refused.append(Refusal(path: node.path, name: node.name, error: error))
    }
  }

  private func updateKeys(of keyboard: OpenDevice) {
    do throws(SystemError) {
      keyboard.down = try keyboard.keys.down()
    } catch {
      // The keyboard is gone, which udev is about to report, or its permission was revoked.
      remove(keyboard.node.path)
    }
  }

  private func remove(_ path: String) {
    refused.removeAll { $0.path == path }
    guard let index = open.firstIndex(where: { $0.node.path == path }) else { return }
    try? epoll.remove(open[index].keys.number)
    open.remove(at: index)
  }
}
