public import Linux

/// The keyboards of this machine, as they come and go, listened to for a few keys that are held. Who makes one has been
/// allowed to: nothing else opens a keyboard.
public final class Keyboards {
  /// A keyboard that cannot be read.
  public struct Refusal: Hashable, Sendable {
    /// `/dev/input/event3`
    public var path: String
    /// Its name as the kernel has it.
    public var name: String
    /// Why.
    public var error: SystemError
  }

  private final class Open {
    let node: InputNode
    let keys: HeldKeys
    var down: Set<UInt16> = []

    init(_ node: InputNode, keys: [UInt16]) throws(SystemError) {
      self.node = node
      self.keys = try HeldKeys(path: node.path, keys: keys)
    }
  }

  private enum Token: UInt64 {
    case monitor
    case permissions
    case keyboard
  }

  private let keys: [UInt16]
  private let isOther: (String) -> Bool
  private let monitor: UdevMonitor
  private let permissions: Inotify
  private var epoll: Epoll
  private var open: [Open] = []

  /// Becomes readable when there is something to dispatch. It stays the same for this object's life.
  public var descriptor: CInt { epoll.number }

  /// The keys that are held, on any of them.
  public var down: Set<UInt16> { open.reduce(into: []) { $0.formUnion($1.down) } }

  /// Whether there is one that can be read.
  public var isAnyReadable: Bool { !open.isEmpty }

  /// Those that cannot be read.
  public private(set) var refused: [Refusal] = []

  /// Listens to some keys, by the kernel's codes, of the keyboards that are there and of those that come.
  /// - Parameter isOther: by a keyboard's name, whether it is one that hands type on, and not a program's own.
  /// - Throws: `SystemError`, but not for a keyboard that cannot be opened, nor for there being none.
  public init(keys: [UInt16], where isOther: @escaping (String) -> Bool) throws(SystemError) {
    self.keys = keys
    self.isOther = isOther
    monitor = try UdevMonitor()
    permissions = try Inotify()
    epoll = try Epoll()
    try epoll.add(monitor.descriptor, token: Token.monitor.rawValue)
    try epoll.add(permissions.number, token: Token.permissions.rawValue)
    // A keyboard's own node may not be watched for want of permission; the directory always may.
    try permissions.watch("/dev/input", for: .attributes)
    for node in monitor.present() { add(node) }
  }

  /// Takes in what happened since the last call.
  /// - Throws: `SystemError` where nothing can be waited for any more.
  public func dispatch() throws(SystemError) {
    takeInChanges()
    if try !permissions.events().isEmpty, !refused.isEmpty {
      for node in monitor.present() { add(node) }
    }
    for keyboard in open { look(at: keyboard) }
  }

  private func takeInChanges() {
    while true {
      do throws(UdevMonitor.Overflow) {
        guard let node = try monitor.next() else { return }
        if node.action == .removed { remove(node.path) } else { add(node) }
      } catch {
        let present = monitor.present()
        let places = Set(present.map(\.systemPath))
        for keyboard in open where !places.contains(keyboard.node.systemPath) { remove(keyboard.node.path) }
        refused.removeAll { refusal in !present.contains { $0.path == refusal.path } }
        for node in present { add(node) }
      }
    }
  }

  private func add(_ node: InputNode) {
    guard node.isKeyboard, isOther(node.name), !open.contains(where: { $0.node.path == node.path }) else { return }
    refused.removeAll { $0.path == node.path }
    do throws(SystemError) {
      let keyboard = try Open(node, keys: keys)
      try epoll.add(keyboard.keys.number, token: Token.keyboard.rawValue)
      open.append(keyboard)
      look(at: keyboard)
    } catch {
      refused.append(Refusal(path: node.path, name: node.name, error: error))
    }
  }

  private func look(at keyboard: Open) {
    do throws(SystemError) {
      keyboard.down = try keyboard.keys.down()
    } catch {
      // It is gone, as udev is about to say, or its permission was taken away.
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
