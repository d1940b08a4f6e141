internal import CWayland

/// Who binds what the compositor offers, when it does.
protocol GlobalUser: AnyObject {
  /// One was announced, now or before the user was there.
  func appeared(_ global: Registry.Global)
  /// One is withdrawn.
  func disappeared(_ global: Registry.Global)
  /// All that came at once is taken in: the time to tell what changed. libwayland is not dispatching, so that whoever
  /// is told may do as he likes.
  func settle()
}

/// What a compositor offers (wl_registry), of what there is a use for.
final class Registry {
  /// One that is offered.
  struct Global: Hashable {
    /// The compositor's number for it.
    var name: UInt32
    var kind: WaylandGlobal
    /// The newest version that the compositor knows.
    var version: UInt32
  }

  private struct User {
    weak var user: (any GlobalUser)?
  }

  private static let listener: ListenerTable<wl_registry_listener> = {
    var listener = wl_registry_listener()
    listener.global = { data, _, name, interface, version in
      guard let interface, let kind = WaylandGlobal(rawValue: String(cString: interface)), version > 0 else { return }
      receiver(data, Registry.self)?.add(Global(name: name, kind: kind, version: version))
    }
    listener.global_remove = { data, _, name in receiver(data, Registry.self)?.remove(name) }
    return ListenerTable(listener)
  }()

  /// No desk has as many screens and seats: a compositor that offers more has gone wrong.
  private static let most = 256

  /// What is offered, in the order in which it came.
  private(set) var globals: [Global] = []
  private let pointer: OpaquePointer
  private var users: [User] = []

  /// The registry of a connection that stays for longer. Nil where there is no memory.
  init?(of display: OpaquePointer) {
    guard let pointer = wl_display_get_registry(display) else { return nil }
    self.pointer = pointer
    wl_registry_add_listener(pointer, Self.listener.pointer, listenerData(self))
  }

  deinit { wl_registry_destroy(pointer) }

  /// Tells `user` of what is offered already, and of all that comes and goes for as long as it is there.
  func add(_ user: any GlobalUser) {
    users.removeAll { $0.user == nil }
    users.append(User(user: user))
    globals.forEach(user.appeared)
  }

  /// Lets all tell what changed.
  func settle() {
    for user in users { user.user?.settle() }
  }

  /// Binds `global` in the newest version that both sides know; nil where there is no memory.
  func bind(_ global: Global) -> OpaquePointer? {
    guard let type = global.kind.type else { return nil }
    let version = min(global.version, global.kind.newestVersion)
    return wl_registry_bind(pointer, global.name, type, version).map { OpaquePointer($0) }
  }

  private func add(_ global: Global) {
    guard globals.count < Self.most, !globals.contains(where: { $0.name == global.name }) else { return }
    globals.append(global)
    for user in users { user.user?.appeared(global) }
  }

  private func remove(_ name: UInt32) {
    guard let index = globals.firstIndex(where: { $0.name == name }) else { return }
    let global = globals.remove(at: index)
    for user in users { user.user?.disappeared(global) }
  }
}
