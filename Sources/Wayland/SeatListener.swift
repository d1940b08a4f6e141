internal import CWayland

/// A seat, and its keyboard for as long as it has one.
final class SeatListener {
  private static let listener: ListenerTable<wl_seat_listener> = {
    var listener = wl_seat_listener()
    listener.capabilities = { data, _, capabilities in
      let hasKeyboard = capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue != 0
      receiver(data, SeatListener.self)?.keyboard(is: hasKeyboard)
    }
    listener.name = { _, _, _ in }
    return ListenerTable(listener)
  }()

  private let display: WaylandDisplay
  private let keymapTold: (String) -> Void
  private let proxy: Proxy
  private var keyboard: KeyboardListener?

  /// Whether the seat has a keyboard.
  var hasKeyboard: Bool { keyboard != nil }

  /// Binds `global` and listens.
  /// - Parameter keymapTold: called with each keymap.
  /// - Throws: `WaylandError`.
  init(
    _ global: Registry.Global, of display: WaylandDisplay, keymapTold: @escaping (String) -> Void
  ) throws(WaylandError) {
    self.display = display
    self.keymapTold = keymapTold
    proxy = try Proxy(seat: global, of: display)
    wl_seat_add_listener(proxy.pointer, Self.listener.pointer, listenerData(self))
  }

  private func keyboard(is present: Bool) {
    guard present else { return keyboard = nil }
    guard keyboard == nil else { return }
    var pointer: OpaquePointer?
    try? display.request { pointer = wl_seat_get_keyboard(proxy.pointer) }
    keyboard = pointer.map { KeyboardListener(owning: $0, on: display, keymapTold: keymapTold) }
  }
}

extension Proxy {
  /// The seat that `global` names.
  /// - Throws: `WaylandError`: `.missing` where there is none.
  init(seat global: Registry.Global?, of display: WaylandDisplay) throws(WaylandError) {
    self.init(owning: try display.bind(global, as: .seat), on: display) { pointer in
      // Before version 5 compositors are not told that nobody needs it any more.
      if wl_seat_get_version(pointer) >= 5 { wl_seat_release(pointer) } else { wl_seat_destroy(pointer) }
    }
  }
}
