internal import CWayland

/// A protocol object with one owner. It is destroyed with its owner, and then its listener is not called any more.
struct Proxy: ~Copyable {
  /// The object, for libwayland's functions. Callers must not destroy it.
  let pointer: OpaquePointer
  /// Keeps the connection alive: libwayland frees with it what destroying its objects requires.
  private let display: WaylandDisplay
  private let destroy: (OpaquePointer) -> Void

  /// Takes ownership of `pointer`.
  /// - Parameter destroy: the interface's destructor. If it has none, libwayland discards the object, and the
  ///   compositor keeps its own until the connection ends.
  init(
    owning pointer: OpaquePointer, on display: WaylandDisplay,
    destroy: @escaping (OpaquePointer) -> Void = wl_proxy_destroy
  ) {
    self.pointer = pointer
    self.display = display
    self.destroy = destroy
  }

  deinit { destroy(pointer) }

  /// The version in which it was bound.
  var version: UInt32 { wl_proxy_get_version(pointer) }
}

/// The callbacks for the events of an interface. libwayland keeps its address, so it is never freed.
/// Safe to share, since it is never changed.
struct ListenerTable<Listener>: @unchecked Sendable {
  /// Safe to share, since it is written only by `init`.
  let pointer: UnsafePointer<Listener>

  init(_ listener: Listener) {
    let table = UnsafeMutablePointer<Listener>.allocate(capacity: 1)
    table.initialize(to: listener)
    pointer = UnsafePointer(table)
  }
}

/// The object that a listener was registered with. It exists, since the listener is removed with its proxy, which the
/// object owns.
func receiver<Receiver: AnyObject>(_ data: UnsafeMutableRawPointer?, _: Receiver.Type = Receiver.self) -> Receiver? {
  data.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
}

/// The user data that `receiver` turns back into `object`.
func listenerData(_ object: AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }

/// The answer to `wl_display.sync`, sent after the compositor has handled all earlier requests.
final class SyncCallback {
  private static let listener: ListenerTable<wl_callback_listener> = {
    var listener = wl_callback_listener()
    listener.done = { data, _, _ in receiver(data, SyncCallback.self)?.done() }
    return ListenerTable(listener)
  }()

  private let pointer: OpaquePointer
  private let done: () -> Void
  /// Keeps the connection alive, as in `Proxy`; nil if the connection owns this object.
  private let owner: WaylandDisplay?

  /// Sends the request on a connection. Nil if there is no memory.
  /// - Parameters:
  ///   - owner: the object of the connection, which then lives as long as this one; nil if it releases this one itself.
  ///   - done: called with the answer.
  init?(_ display: OpaquePointer, of owner: WaylandDisplay?, _ done: @escaping () -> Void) {
    guard let pointer = wl_display_sync(display) else { return nil }
    self.pointer = pointer
    self.done = done
    self.owner = owner
    wl_callback_add_listener(pointer, Self.listener.pointer, listenerData(self))
  }

  deinit { wl_callback_destroy(pointer) }
}
