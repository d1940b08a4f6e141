internal import CWayland

/// An object of the compositor's, as libwayland knows it, with one owner: it is destroyed when the owner goes, and its
/// listener is not called any more from then on.
struct Proxy: ~Copyable {
  /// The object, for calls; it stays the owner's to destroy.
  let pointer: OpaquePointer
  /// libwayland frees with a connection what its objects need to be destroyed: it stays for as long as they do.
  private let display: WaylandDisplay
  private let destroy: (OpaquePointer) -> Void

  /// Takes over `pointer`.
  /// - Parameter destroy: the interface's own destructor; where it has none, libwayland forgets the object and the
  ///   compositor keeps it until the connection ends.
  init(
    owning pointer: OpaquePointer, on display: WaylandDisplay,
    destroy: @escaping (OpaquePointer) -> Void = wl_proxy_destroy
  ) {
    self.pointer = pointer
    self.display = display
    self.destroy = destroy
  }

  deinit { destroy(pointer) }

  /// The version that it was bound in.
  var version: UInt32 { wl_proxy_get_version(pointer) }
}

/// A table of what is called for an object's events. libwayland keeps its address for as long as there are objects: it
/// is never freed.
struct ListenerTable<Listener>: @unchecked Sendable {
  /// Written once, below, and only read after that.
  let pointer: UnsafePointer<Listener>

  init(_ listener: Listener) {
    let table = UnsafeMutablePointer<Listener>.allocate(capacity: 1)
    table.initialize(to: listener)
    pointer = UnsafePointer(table)
  }
}

/// The object that a listener was registered with. It is alive: its proxy goes with it, and with that the listener.
func receiver<Receiver: AnyObject>(_ data: UnsafeMutableRawPointer?, _: Receiver.Type = Receiver.self) -> Receiver? {
  data.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
}

/// What a listener is registered with to find its way back to `object`.
func listenerData(_ object: AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passUnretained(object).toOpaque() }
