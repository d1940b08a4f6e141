internal import CWayland

/// What the compositor says of one screen, taken in until it says that it is done.
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
      // Others are what it could be set to.
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

  /// What is told; nil until the compositor was done for the first time.
  private(set) var output: Output?
  private var told: Output
  private let proxy: Proxy

  /// Binds `global` and listens.
  /// - Throws: `WaylandError`.
  init(_ global: Registry.Global, of display: WaylandDisplay) throws(WaylandError) {
    told = Output(id: Output.ID(name: global.name))
    proxy = Proxy(owning: try display.bind(global, as: .output), on: display) { pointer in
      // Before version 3 compositors are not told that nobody listens any more.
      if wl_output_get_version(pointer) >= 3 { wl_output_release(pointer) } else { wl_output_destroy(pointer) }
    }
    wl_output_add_listener(proxy.pointer, Self.listener.pointer, listenerData(self))
  }

  /// Which one the object `pointer` of an event is; nil where it is none any more.
  static func id(of pointer: OpaquePointer?) -> Output.ID? {
    guard let pointer else { return nil }
    // All outputs are bound here: what one was registered with is an OutputListener.
    return receiver(wl_output_get_user_data(pointer), OutputListener.self)?.told.id
  }

  private func change(_ body: (inout Output) -> Void) {
    body(&told)
    // Version 1 does not say when it is done.
    if proxy.version < 2 { finish() }
  }

  private func finish() { output = told }
}
