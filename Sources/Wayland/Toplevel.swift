internal import CWayland

/// A window as the compositor describes it (zwlr_foreign_toplevel_handle_v1).
public struct Toplevel: Hashable, Sendable {
  /// The application's id: `org.mozilla.firefox`. Empty if it has set none.
  public internal(set) var appID = ""
  /// The title.
  public internal(set) var title = ""
  /// True if it is fullscreen. Always false before version 2 of the protocol.
  public internal(set) var isFullscreen = false
  /// True if it has the keyboard focus.
  public internal(set) var isActivated = false
  /// The outputs on which it is visible, as far as `Outputs` listens to them on the same connection.
  public internal(set) var outputs: Set<Output.ID> = []
}

/// Collects the compositor's description of one window, until its `done` event.
final class ToplevelListener {
  private static let listener: ListenerTable<zwlr_foreign_toplevel_handle_v1_listener> = {
    var listener = zwlr_foreign_toplevel_handle_v1_listener()
    listener.title = { data, _, title in
      guard let title else { return }
      receiver(data, ToplevelListener.self)?.pending.title = String(cString: title)
    }
    listener.app_id = { data, _, appID in
      guard let appID else { return }
      receiver(data, ToplevelListener.self)?.pending.appID = String(cString: appID)
    }
    listener.output_enter = { data, _, output in
      guard let id = OutputListener.id(of: output) else { return }
      receiver(data, ToplevelListener.self)?.pending.outputs.insert(id)
    }
    listener.output_leave = { data, _, output in
      guard let id = OutputListener.id(of: output) else { return }
      receiver(data, ToplevelListener.self)?.pending.outputs.remove(id)
    }
    listener.state = { data, _, array in
      let states = states(in: array)
      guard let window = receiver(data, ToplevelListener.self) else { return }
      window.pending.isActivated = states.contains(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_ACTIVATED.rawValue)
      window.pending.isFullscreen = states.contains(ZWLR_FOREIGN_TOPLEVEL_HANDLE_V1_STATE_FULLSCREEN.rawValue)
    }
    listener.done = { data, _ in receiver(data, ToplevelListener.self)?.finish() }
    listener.closed = { data, _ in receiver(data, ToplevelListener.self)?.close() }
    listener.parent = { _, _, _ in }
    return ListenerTable(listener)
  }()

  /// The complete description; nil before the first `done`.
  private(set) var window: Toplevel?
  private var pending = Toplevel()
  private let proxy: Proxy
  private unowned let owner: Toplevels

  /// Takes ownership of the object `pointer`, which the compositor created.
  init(owning pointer: OpaquePointer, of owner: Toplevels, on display: WaylandDisplay) {
    self.owner = owner
    proxy = Proxy(owning: pointer, on: display, destroy: zwlr_foreign_toplevel_handle_v1_destroy)
    zwlr_foreign_toplevel_handle_v1_add_listener(pointer, Self.listener.pointer, listenerData(self))
  }

  private func finish() {
    let wasActivated = window?.isActivated ?? false
    window = pending
    if pending.isActivated != wasActivated { owner.setActivated(self, pending.isActivated) }
  }

  private func close() { owner.remove(self) }

  /// The 32-bit numbers in an array; an incomplete one at the end is ignored.
  private static func states(in array: UnsafeMutablePointer<wl_array>?) -> [UInt32] {
    guard let array = array?.pointee, let data = array.data else { return [] }
    let bytes = UnsafeRawBufferPointer(start: data, count: array.size)
    let size = MemoryLayout<UInt32>.size
    return (0..<bytes.count / size).map { bytes.loadUnaligned(fromByteOffset: $0 * size, as: UInt32.self) }
  }
}
