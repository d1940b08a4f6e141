internal import CWayland

/// The outputs, kept up to date by listening (wl_output).
public final class Outputs: GlobalObserver {
  /// All outputs that the compositor has described, in the order in which they were announced.
  public private(set) var all: [Output] = []

  private let display: WaylandDisplay
  private let changed: () -> Void
  private var listeners: [(global: Registry.Global, listener: OutputListener)] = []

  /// Starts listening.
  /// - Parameter changed: called when `all` has changed, at the end of a `dispatch`.
  public init(of display: WaylandDisplay, changed: @escaping () -> Void = {}) {
    self.display = display
    self.changed = changed
    display.addObserver(self)
  }

  /// The output `id`; nil if it is gone.
  public subscript(id: Output.ID) -> Output? { all.first { $0.id == id } }

  func appeared(_ global: Registry.Global) {
    guard global.kind == .output else { return }
    // If there is no room for a request, or the connection has ended, the output stays unknown.
    guard let listener = try? OutputListener(global, of: display) else { return }
    listeners.append((global, listener))
  }

  func disappeared(_ global: Registry.Global) { listeners.removeAll { $0.global == global } }

  func reportChanges() {
    let all = listeners.compactMap(\.listener.output)
    guard all != self.all else { return }
    self.all = all
    changed()
  }
}

/// Collects the compositor's description of one output, until its `done` event.
final class OutputListener {
  private static let listener: ListenerTable<wl_output_listener> = {
    var listener = wl_output_listener()
    listener.geometry = { data, _, _, _, width, height, _, make, model, transform in
      receiver(data, OutputListener.self)?.change { output in
        output.physicalSize = width > 0 && height > 0 ? Output.Size(width: Int(width), height: Int(height)) : nil
        output.make = make.map { String(cString: $0) } ?? ""
        output.model = model.map { String(cString: $0) } ?? ""
        output.transform = Output.Transform(rawValue: transform) ?? .normal
      }
    }
    listener.mode = { data, _, flags, width, height, _ in
      // The other modes are possible, not current.
      guard flags & WL_OUTPUT_MODE_CURRENT.rawValue != 0, width > 0, height > 0 else { return }
      receiver(data, OutputListener.self)?.change {
        $0.pixelSize = Output.Size(width: Int(width), height: Int(height))
      }
    }
    listener.scale = { data, _, scale in
      receiver(data, OutputListener.self)?.change { $0.scale = max(Int(scale), 1) }
    }
    listener.name = { data, _, name in
      guard let name else { return }
      receiver(data, OutputListener.self)?.change { $0.name = String(cString: name) }
    }
    listener.description = { data, _, text in
      guard let text else { return }
      receiver(data, OutputListener.self)?.change { $0.description = String(cString: text) }
    }
    listener.done = { data, _ in receiver(data, OutputListener.self)?.finish() }
    return ListenerTable(listener)
  }()

  /// The complete description; nil before the first `done`.
  private(set) var output: Output?
  private var pending: Output
  private let proxy: Proxy

  /// Binds `global` and listens.
  /// - Throws: `WaylandError`.
  init(_ global: Registry.Global, of display: WaylandDisplay) throws(WaylandError) {
    pending = Output(id: Output.ID(name: global.name))
    proxy = Proxy(owning: try display.bind(global, as: .output), on: display) { pointer in
      // Before version 3 there is no request to release an output.
      if wl_output_get_version(pointer) >= 3 { wl_output_release(pointer) } else { wl_output_destroy(pointer) }
    }
    wl_output_add_listener(proxy.pointer, Self.listener.pointer, listenerData(self))
  }

  /// The id of the output whose proxy an event refers to; nil if it is gone.
  static func id(of pointer: OpaquePointer?) -> Output.ID? {
    guard let pointer else { return nil }
    // Only this type binds outputs, so the user data is an OutputListener.
    return receiver(wl_output_get_user_data(pointer), OutputListener.self)?.pending.id
  }

  private func change(_ body: (inout Output) -> Void) {
    body(&pending)
    // Version 1 has no `done` event.
    if proxy.version < 2 { finish() }
  }

  private func finish() { output = pending }
}
