internal import CWayland

/// The answer to `wl_display.sync`: it comes after the compositor has done all it was asked for before.
final class SyncCallback {
  private static let listener: ListenerTable<wl_callback_listener> = {
    var listener = wl_callback_listener()
    listener.done = { data, _, _ in receiver(data, SyncCallback.self)?.done() }
    return ListenerTable(listener)
  }()

  private let pointer: OpaquePointer
  private let done: () -> Void

  /// Asks for it on a connection that stays for longer. Nil where there is no memory.
  init?(_ display: OpaquePointer, _ done: @escaping () -> Void) {
    guard let pointer = wl_display_sync(display) else { return nil }
    self.pointer = pointer
    self.done = done
    wl_callback_add_listener(pointer, Self.listener.pointer, listenerData(self))
  }

  deinit { wl_callback_destroy(pointer) }
}
