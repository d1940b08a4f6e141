internal import CWayland

/// Listens to a seat, and to its keyboard while it has one.
final class SeatListener {
  private static let listener: ListenerTable<wl_seat_listener> = {
    var listener = wl_seat_listener()
    listener.capabilities = { data, _, capabilities in
      let hasKeyboard = capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue != 0
      receiver(data, SeatListener.self)?.setKeyboard(isPresent: hasKeyboard)
    }
    listener.name = { _, _, _ in }
    return ListenerTable(listener)
  }()

  private let display: WaylandDisplay
  private let keymapReceived: (String) -> Void
  private let proxy: Proxy
  private var keyboard: KeyboardListener?

  /// True if the seat has a keyboard.
  var hasKeyboard: Bool { keyboard != nil }

  /// Binds `global` and listens.
  /// - Parameter keymapReceived: called with each keymap.
  /// - Throws: `WaylandError`.
  init(
    _ global: Registry.Global, of display: WaylandDisplay, keymapReceived: @escaping (String) -> Void
  ) throws(WaylandError) {
    self.display = display
    self.keymapReceived = keymapReceived
    proxy = try Proxy(seat: global, of: display)
    wl_seat_add_listener(proxy.pointer, Self.listener.pointer, listenerData(self))
  }

  private func setKeyboard(isPresent: Bool) {
    guard isPresent else { return keyboard = nil }
    guard keyboard == nil else { return }
    var pointer: OpaquePointer?
    try? display.request { pointer = wl_seat_get_keyboard(proxy.pointer) }
    keyboard = pointer.map { KeyboardListener(owning: $0, on: display, keymapReceived: keymapReceived) }
  }
}

extension Proxy {
  /// Binds the seat `global`.
  /// - Throws: `WaylandError`: `.missing` if it is nil.
  init(seat global: Registry.Global?, of display: WaylandDisplay) throws(WaylandError) {
    self.init(owning: try display.bind(global, as: .seat), on: display) { pointer in
      // Before version 5 there is no request to release a seat.
      if wl_seat_get_version(pointer) >= 5 { wl_seat_release(pointer) } else { wl_seat_destroy(pointer) }
    }
  }
}
