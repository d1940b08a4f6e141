internal import CWayland

/// The outputs, kept up to date by listening (wl_output, and zxdg_output_v1 for their positions and, before version 4
/// of wl_output, for their names, as in GNOME 43).
public final class Outputs: GlobalObserver {
  /// All outputs that the compositor has described, in the order in which they were announced.
  public private(set) var all: [Output] = []

  private let display: WaylandDisplay
  private let changed: () -> Void
  private var listeners: [(global: Registry.Global, listener: OutputListener)] = []
  private var positions: OutputPositions?

  /// Starts listening.
  /// - Parameter changed: called when `all` has changed, at the end of a `dispatch`.
  public init(of display: WaylandDisplay, changed: @escaping () -> Void = {}) {
    self.display = display
    self.changed = changed
    display.addObserver(self)
  }

  /// The output `id`; nil if it is gone.
  public subscript(id: Output.ID) -> Output? { all.first { $0.id == id } }

  /// The object of an output, for requests; nil if it is gone.
  func pointer(of id: Output.ID) -> OpaquePointer? {
    listeners.first { $0.listener.output?.id == id }?.listener.pointer
  }

  func appeared(_ global: Registry.Global) {
    // If there is no room for a request, or the connection has ended, the output or its position stays unknown.
    switch global.kind {
    case .output:
      guard let listener = try? OutputListener(global, of: display) else { return }
      listeners.append((global, listener))
      try? positions?.request(for: listener)
    case .outputPositions where positions == nil:
      positions = try? OutputPositions(global, of: display)
      for (_, listener) in listeners { try? positions?.request(for: listener) }
    case .outputPositions, .seat, .toplevels, .toplevelList, .cosmicToplevels, .plasmaWindows, .workspaces,
      .idleNotifier, .fakeInput, .virtualKeyboard, .virtualPointer, .compositor, .sharedMemory, .layerShell,
      .viewporter,
      .fractionalScales:
      break
    }
  }

  func disappeared(_ global: Registry.Global) { listeners.removeAll { $0.global == global } }

  func reportChanges() {
    let all = listeners.compactMap(\.listener.output)
    guard all != self.all else { return }
    self.all = all
    changed()
  }
}

extension [Output] {
  /// The rectangle around these outputs, in logical units; nil if the position of one is unknown.
  public var desktop: Output.Rectangle? {
    let rectangles = compactMap(\.rectangle)
    guard let first = rectangles.first, rectangles.count == count else { return nil }
    let left = rectangles.reduce(first.x) { Swift.min($0, $1.x) }
    let top = rectangles.reduce(first.y) { Swift.min($0, $1.y) }
    let right = rectangles.reduce(left) { Swift.max($0, $1.x + $1.size.width) }
    let bottom = rectangles.reduce(top) { Swift.max($0, $1.y + $1.size.height) }
    return .init(x: left, y: top, size: .init(width: right - left, height: bottom - top))
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
  /// The object that reports the position; it is destroyed before the output.
  fileprivate var position: OutputPosition?

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

  private func finish() {
    // Half of a position is none.
    pending.rectangle = position?.rectangle
    pending.name = pending.name ?? position?.name
    output = pending
  }

  /// The object, for requests.
  fileprivate var pointer: OpaquePointer { proxy.pointer }

  /// Uses a position that is complete, if the output is: the compositor may send the one after the other.
  fileprivate func finishPosition() { if output != nil { finish() } }
}

/// The compositor's source of positions (zxdg_output_manager_v1).
private final class OutputPositions {
  private let display: WaylandDisplay
  private let manager: Proxy

  /// Binds `global`.
  /// - Throws: `WaylandError`.
  init(_ global: Registry.Global, of display: WaylandDisplay) throws(WaylandError) {
    self.display = display
    manager = Proxy(
      owning: try display.bind(global, as: .outputPositions), on: display, destroy: zxdg_output_manager_v1_destroy)
  }

  /// Requests the position of an output.
  /// - Throws: `WaylandError`.
  func request(for output: OutputListener) throws(WaylandError) {
    var new: OpaquePointer?
    let managerPointer = manager.pointer
    try display.request { new = zxdg_output_manager_v1_get_xdg_output(managerPointer, output.pointer) }
    guard let new else { throw .noMemory(for: "zxdg_output_v1") }
    output.position = OutputPosition(new, on: display) { [unowned output] in output.finishPosition() }
  }
}

/// Collects the position and the size of one output on the desktop (zxdg_output_v1).
private final class OutputPosition {
  private static let listener: ListenerTable<zxdg_output_v1_listener> = {
    var listener = zxdg_output_v1_listener()
    listener.logical_position = { data, _, x, y in receiver(data, OutputPosition.self)?.position = (Int(x), Int(y)) }
    listener.logical_size = { data, _, width, height in
      receiver(data, OutputPosition.self)?.size =
        width > 0 && height > 0 ? Output.Size(width: Int(width), height: Int(height)) : nil
    }
    // Since version 3, wl_output.done follows instead.
    listener.done = { data, _ in receiver(data, OutputPosition.self)?.done() }
    listener.name = { data, _, name in receiver(data, OutputPosition.self)?.name = name.map { String(cString: $0) } }
    listener.description = { _, _, _ in }
    return ListenerTable(listener)
  }()

  private let proxy: Proxy
  private let done: () -> Void
  private var position: (x: Int, y: Int)?
  private var size: Output.Size?
  /// The name of the output; nil before version 2.
  private(set) var name: String?

  /// Takes ownership of `pointer`.
  /// - Parameter done: called at the end of each group of changes, before version 3.
  init(_ pointer: OpaquePointer, on display: WaylandDisplay, done: @escaping () -> Void) {
    self.done = done
    proxy = Proxy(owning: pointer, on: display, destroy: zxdg_output_v1_destroy)
    zxdg_output_v1_add_listener(proxy.pointer, Self.listener.pointer, listenerData(self))
  }

  /// The part of the desktop; nil if it is not known completely.
  var rectangle: Output.Rectangle? {
    guard let position, let size else { return nil }
    return Output.Rectangle(x: position.x, y: position.y, size: size)
  }
}
