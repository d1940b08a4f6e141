internal import CWayland
internal import Glibc
internal import Linux

/// A picture above all windows, at an edge of the output that the compositor chooses (zwlr_layer_surface_v1). It takes no
/// input, no focus and no space.
///
///     show ──▶ ready ── draw ──▶ until the frame is shown ──▶ ready ── draw ──▶ ... ── hide
///
/// Hidden, there is no surface, so that a window on the whole output is shown without composition.
public final class Overlay {
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    case top, bottom, left, right

    fileprivate var anchor: UInt32 {
      switch self {
      case .top: ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP.rawValue
      case .bottom: ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM.rawValue
      case .left: ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT.rawValue
      case .right: ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT.rawValue
      }
    }
  }

  /// A part of the picture, in logical units.
  public struct Area: Hashable, Sendable {
    public var (x, y, width, height): (Int32, Int32, Int32, Int32)

    public init(x: Int32, y: Int32, width: Int32, height: Int32) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// The pixels to draw, premultiplied ARGB of 32 bits; they contain an earlier picture.
  public struct Pixels {
    public let memory: UnsafeMutableRawPointer
    /// In pixels.
    public let (width, height): (Int32, Int32)
    /// The number of pixels for each logical unit.
    public let scale: Int32
  }

  private let display: WaylandDisplay
  private let edge: Edge
  private let area: Area
  private let margin: Int32
  private let outputs: Outputs
  private let compositor: Proxy
  private let shell: Proxy
  private let memory: Proxy
  private var surface: OverlaySurface?
  private var buffers: OverlayBuffers?

  /// Binds what it requires; call it after `WaylandDisplay.isReady`.
  /// - Parameters:
  ///   - width: in logical units, as `height` and `margin`.
  ///   - margin: the distance from the edge.
  /// - Throws: `WaylandError`: `.missing` if the compositor has no layer shell.
  public init(
    on display: WaylandDisplay, at edge: Edge, width: Int32, height: Int32, margin: Int32
  ) throws(WaylandError) {
    self.display = display
    self.edge = edge
    self.margin = margin
    area = Area(x: 0, y: 0, width: width, height: height)
    shell = Proxy(
      owning: try display.bind(display.first(.layerShell), as: .layerShell), on: display,
      destroy: zwlr_layer_shell_v1_destroy)
    compositor = Proxy(
      owning: try display.bind(display.first(.compositor), as: .compositor), on: display,
      destroy: wl_compositor_destroy)
    memory = Proxy(
      owning: try display.bind(display.first(.sharedMemory), as: .sharedMemory), on: display, destroy: wl_shm_destroy)
    outputs = Outputs(of: display)
  }

  /// True if the compositor awaits a picture: it has configured the surface, and shown the last picture.
  public var isReady: Bool { surface?.isReady == true && buffers?.free != nil }

  /// Makes the surface, if there is none or its output is gone; a later dispatch makes it ready.
  public func show() throws(WaylandError) {
    guard surface?.isClosed ?? true else { return }
    // The output is not known before the picture is shown; on one with a smaller scale, the compositor reduces it.
    let scale = Int32(outputs.all.map(\.scale).max() ?? 1)
    if buffers?.scale != scale { buffers = try OverlayBuffers(area, scale, of: memory, on: display) }
    let surface = try OverlaySurface(shell, compositor, on: display)
    self.surface = surface
    try surface.place(area, at: edge.anchor, margin: margin, scale: scale)
  }

  /// Removes the surface.
  public func hide() { surface = nil }

  /// Draws a picture and shows it; only while `isReady`.
  /// - Parameter damage: what differs from the picture before; nil for all of it.
  public func draw(damaging damage: [Area]? = nil, _ body: (Pixels) -> Void) throws(WaylandError) {
    guard let surface, let buffers, let buffer = buffers.free else { return }
    body(
      Pixels(
        memory: buffer.memory, width: area.width * buffers.scale, height: area.height * buffers.scale,
        scale: buffers.scale))
    buffer.isFree = false
    try surface.commit(buffer.pointer, damaging: damage ?? [area])
  }
}

/// The surface of one showing.
private final class OverlaySurface {
  private static let listener: ListenerTable<zwlr_layer_surface_v1_listener> = {
    var listener = zwlr_layer_surface_v1_listener()
    listener.configure = { data, layer, serial, _, _ in
      zwlr_layer_surface_v1_ack_configure(layer, serial)
      receiver(data, OverlaySurface.self)?.isConfigured = true
    }
    listener.closed = { data, _ in receiver(data, OverlaySurface.self)?.isClosed = true }
    return ListenerTable(listener)
  }()

  private static let frameListener: ListenerTable<wl_callback_listener> = {
    var listener = wl_callback_listener()
    listener.done = { data, _, _ in receiver(data, OverlaySurface.self)?.frame = nil }
    return ListenerTable(listener)
  }()

  private let display: WaylandDisplay
  // In this order: the layer is destroyed before its surface.
  private let layer: Proxy
  private let surface: Proxy
  private var frame: Proxy?
  private var isConfigured = false
  private(set) var isClosed = false

  var isReady: Bool { isConfigured && !isClosed && frame == nil }

  init(_ shell: borrowing Proxy, _ compositor: borrowing Proxy, on display: WaylandDisplay) throws(WaylandError) {
    self.display = display
    let (shellPointer, compositorPointer) = (shell.pointer, compositor.pointer)
    var pointers: (surface: OpaquePointer?, layer: OpaquePointer?)
    try display.request(128) {
      pointers.surface = wl_compositor_create_surface(compositorPointer)
      pointers.layer = pointers.surface.flatMap {
        zwlr_layer_shell_v1_get_layer_surface(
          shellPointer, $0, nil, ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY.rawValue, "sleight-hint")
      }
      guard let surface = pointers.surface, let region = wl_compositor_create_region(compositorPointer) else { return }
      // An empty region: no input.
      wl_surface_set_input_region(surface, region)
      wl_region_destroy(region)
    }
    guard let surface = pointers.surface, let layer = pointers.layer else { throw .noMemory(for: "wl_surface") }
    self.layer = Proxy(owning: layer, on: display, destroy: zwlr_layer_surface_v1_destroy)
    self.surface = Proxy(owning: surface, on: display, destroy: wl_surface_destroy)
    zwlr_layer_surface_v1_add_listener(layer, Self.listener.pointer, listenerData(self))
  }

  /// Requests its place; the compositor answers with `configure`.
  func place(_ area: Overlay.Area, at anchor: UInt32, margin: Int32, scale: Int32) throws(WaylandError) {
    let (layer, surface) = (layer.pointer, surface.pointer)
    try display.request(160) {
      zwlr_layer_surface_v1_set_size(layer, UInt32(area.width), UInt32(area.height))
      zwlr_layer_surface_v1_set_anchor(layer, anchor)
      zwlr_layer_surface_v1_set_margin(layer, margin, margin, margin, margin)
      // Not moved for panels.
      zwlr_layer_surface_v1_set_exclusive_zone(layer, -1)
      zwlr_layer_surface_v1_set_keyboard_interactivity(layer, 0)
      wl_surface_set_buffer_scale(surface, scale)
      wl_surface_commit(surface)
    }
  }

  func commit(_ buffer: OpaquePointer, damaging areas: [Overlay.Area]) throws(WaylandError) {
    let surface = surface.pointer
    var callback: OpaquePointer?
    try display.request(96 + 24 * areas.count) {
      wl_surface_attach(surface, buffer, 0, 0)
      for area in areas { wl_surface_damage(surface, area.x, area.y, area.width, area.height) }
      callback = wl_surface_frame(surface)
      wl_surface_commit(surface)
    }
    guard let callback else { throw .noMemory(for: "wl_callback") }
    frame = Proxy(owning: callback, on: display, destroy: wl_callback_destroy)
    wl_callback_add_listener(callback, Self.frameListener.pointer, listenerData(self))
  }
}

/// Two pictures in memory that the compositor shares: it reads one while the other is drawn.
private final class OverlayBuffers {
  final class Buffer {
    let pointer: OpaquePointer
    let memory: UnsafeMutableRawPointer
    var isFree = true

    fileprivate init(_ pointer: OpaquePointer, _ memory: UnsafeMutableRawPointer) {
      (self.pointer, self.memory) = (pointer, memory)
    }

    deinit { wl_buffer_destroy(pointer) }
  }

  private static let listener: ListenerTable<wl_buffer_listener> = {
    var listener = wl_buffer_listener()
    listener.release = { data, _ in receiver(data, Buffer.self)?.isFree = true }
    return ListenerTable(listener)
  }()

  let scale: Int32
  private var buffers: [Buffer] = []
  private let map: UnsafeMutableRawPointer
  private let size: Int
  private let display: WaylandDisplay

  init(
    _ area: Overlay.Area, _ scale: Int32, of memory: borrowing Proxy, on display: WaylandDisplay
  ) throws(WaylandError) {
    self.scale = scale
    self.display = display
    let (width, height) = (area.width * scale, area.height * scale)
    let one = width * height * 4
    size = Int(one) * 2
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor.sealedMemory(named: "pictures", holding: [UInt8](repeating: 0, count: size))
    } catch {
      throw .failed(error)
    }
    guard let map = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.number, 0), map != MAP_FAILED else {
      throw .failed(.last("mmap", path: "pictures"))
    }
    self.map = map
    var made: [OpaquePointer?] = []
    let (shared, number, length) = (memory.pointer, file.number, Int32(size))
    try display.request(128, descriptors: 1) {
      guard let pool = wl_shm_create_pool(shared, number, length) else { return }
      made = [0, one].map {
        wl_shm_pool_create_buffer(pool, $0, width, height, width * 4, WL_SHM_FORMAT_ARGB8888.rawValue)
      }
      wl_shm_pool_destroy(pool)
    }
    let pointers = made.compactMap { $0 }
    guard pointers.count == 2 else { throw .noMemory(for: "wl_buffer") }
    buffers = zip(pointers, [0, one]).map { Buffer($0, map + Int($1)) }
    for buffer in buffers { wl_buffer_add_listener(buffer.pointer, Self.listener.pointer, listenerData(buffer)) }
  }

  deinit { munmap(map, size) }

  /// A picture that the compositor does not read.
  var free: Buffer? { buffers.first(where: \.isFree) }
}
