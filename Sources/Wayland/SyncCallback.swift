internal import CWayland

/// The answer to `wl_display.sync`, sent after the compositor has handled all earlier requests.
final class SyncCallback {
  private static let listener: ListenerTable<wl_callback_listener> = {
    var listener = wl_callback_listener()
    listener.done = { data, _, _ in receiver(data, SyncCallback.self)?.done() }
    return ListenerTable(listener)
  }()

  private let pointer: OpaquePointer
  private let done: () -> Void

  /// Sends the request on a connection, which must outlive it. Nil if there is no memory.
  /// - Parameter done: called with the answer.
  init?(_ display: OpaquePointer, _ done: @escaping () -> Void) {
    guard let pointer = wl_display_sync(display) else { return nil }
    self.pointer = pointer
    self.done = done
    wl_callback_add_listener(pointer, Self.listener.pointer, listenerData(self))
  }

  deinit { wl_callback_destroy(pointer) }
}
