internal import CWayland

/// Binds the globals that the compositor announces.
protocol GlobalObserver: AnyObject {
  /// Called for each global, including those that were announced before the observer was added.
  func appeared(_ global: Registry.Global)
  /// Called when a global is removed.
  func disappeared(_ global: Registry.Global)
  /// Called after all pending events, to report changes. libwayland is not dispatching then, so the callee may call it.
  func reportChanges()
}

/// The globals that the compositor announces (wl_registry), as far as this program uses them.
final class Registry {
  struct Global: Hashable {
    /// The compositor's number for it.
    var name: UInt32
    var kind: WaylandGlobal
    /// The newest version that the compositor supports.
    var version: UInt32
  }

  private struct WeakObserver {
    weak var observer: (any GlobalObserver)?
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

  /// The maximum number of globals: no machine has that many outputs and seats, so a compositor that announces more is
  /// defective.
  private static let maxGlobals = 256

  /// The current globals, in the order in which they were announced.
  private(set) var globals: [Global] = []
  private let pointer: OpaquePointer
  private var observers: [WeakObserver] = []

  /// Requests the registry of a connection, which must outlive it. Nil if there is no memory.
  init?(of display: OpaquePointer) {
    guard let pointer = wl_display_get_registry(display) else { return nil }
    self.pointer = pointer
    wl_registry_add_listener(pointer, Self.listener.pointer, listenerData(self))
  }

  deinit { wl_registry_destroy(pointer) }

  /// Reports the current globals to `observer`, and then all that come and go. `observer` is not retained.
  func addObserver(_ observer: any GlobalObserver) {
    observers.removeAll { $0.observer == nil }
    observers.append(WeakObserver(observer: observer))
    globals.forEach(observer.appeared)
  }

  /// Lets all observers report changes.
  func reportChanges() {
    for entry in observers { entry.observer?.reportChanges() }
  }

  /// Binds `global` in the newest version that both sides support; nil if there is no memory.
  func bind(_ global: Global) -> OpaquePointer? {
    guard let type = global.kind.type else { return nil }
    let version = min(global.version, global.kind.newestVersion)
    return wl_registry_bind(pointer, global.name, type, version).map { OpaquePointer($0) }
  }

  private func add(_ global: Global) {
    guard globals.count < Self.maxGlobals, !globals.contains(where: { $0.name == global.name }) else { return }
    globals.append(global)
    for entry in observers { entry.observer?.appeared(global) }
  }

  private func remove(_ name: UInt32) {
    guard let index = globals.firstIndex(where: { $0.name == name }) else { return }
    let global = globals.remove(at: index)
    for entry in observers { entry.observer?.disappeared(global) }
  }
}
