internal import CWayland

/// The globals that an overlay uses.
final class OverlayGlobals {
  let compositor: Proxy
  let shell: Proxy
  let memory: Proxy
  /// Nil if the compositor has whole scales only, as before sway 1.9.
  let scaling: OverlayScaling?

  init(of display: WaylandDisplay) throws(WaylandError) {
    shell = Proxy(
      owning: try display.bind(display.first(.layerShell), as: .layerShell), on: display,
      destroy: zwlr_layer_shell_v1_destroy)
    compositor = Proxy(
      owning: try display.bind(display.first(.compositor), as: .compositor), on: display,
      destroy: wl_compositor_destroy)
    memory = Proxy(
      owning: try display.bind(display.first(.sharedMemory), as: .sharedMemory), on: display, destroy: wl_shm_destroy)
    scaling = try OverlayScaling(of: display)
  }
}

/// Scales between whole numbers.
final class OverlayScaling {
  let viewporter: Proxy
  let scales: Proxy

  init?(of display: WaylandDisplay) throws(WaylandError) {
    guard let viewporter = display.first(.viewporter), let scales = display.first(.fractionalScales) else { return nil }
    self.viewporter = Proxy(
      owning: try display.bind(viewporter, as: .viewporter), on: display, destroy: wp_viewporter_destroy)
    self.scales = Proxy(
      owning: try display.bind(scales, as: .fractionalScales), on: display,
      destroy: wp_fractional_scale_manager_v1_destroy)
  }
}

/// The surface of one showing.
final class OverlaySurface {
  private static let listener: ListenerTable<zwlr_layer_surface_v1_listener> = {
    var listener = zwlr_layer_surface_v1_listener()
    listener.configure = { data, layer, serial, _, _ in
      zwlr_layer_surface_v1_ack_configure(layer, serial)
      receiver(data, OverlaySurface.self)?.isConfigured = true
    }
    listener.closed = { data, _ in receiver(data, OverlaySurface.self)?.isClosed = true }
    return ListenerTable(listener)
  }()

  private static let scaleListener: ListenerTable<wp_fractional_scale_v1_listener> = {
    var listener = wp_fractional_scale_v1_listener()
    listener.preferred_scale = { data, _, parts in
      guard parts > 0, let surface = receiver(data, OverlaySurface.self) else { return }
      // A hostile one would take the memory.
      surface.scale = OverlayScale(parts: Int32(min(parts, 120 * 8)))
    }
    return ListenerTable(listener)
  }()

  private static let frameListener: ListenerTable<wl_callback_listener> = {
    var listener = wl_callback_listener()
    listener.done = { data, _, _ in receiver(data, OverlaySurface.self)?.frame = nil }
    return ListenerTable(listener)
  }()

  private let display: WaylandDisplay
  // In this order: what belongs to the surface is destroyed before it.
  private let layer: Proxy
  private let viewport: Proxy?
  private let preferredScale: Proxy?
  private let surface: Proxy
  private var frame: Proxy?
  private var isConfigured = false
  private(set) var isClosed = false
  private(set) var hasPicture = false
  private(set) var site: OverlaySite
  private(set) var scale: OverlayScale {
    didSet { if scale != oldValue { hasPicture = false } }
  }

  var isReady: Bool { isConfigured && !isClosed && frame == nil }

  /// Makes the surface and requests its place; the compositor answers with `configure`.
  /// - Parameters:
  ///   - output: nil for the one that the compositor chooses.
  ///   - scale: of the first picture, unless the compositor tells it before.
  init(
    _ globals: OverlayGlobals, on display: WaylandDisplay, output: OpaquePointer?, at site: OverlaySite,
    area: Overlay.Area, scale: OverlayScale
  ) throws(WaylandError) {
    self.display = display
    (self.site, self.scale) = (site, scale)
    let (shell, compositor) = (globals.shell.pointer, globals.compositor.pointer)
    var made: (surface: OpaquePointer?, layer: OpaquePointer?)
    try display.request(128) {
      made.surface = wl_compositor_create_surface(compositor)
      made.layer = made.surface.flatMap {
        zwlr_layer_shell_v1_get_layer_surface(
          shell, $0, output, ZWLR_LAYER_SHELL_V1_LAYER_OVERLAY.rawValue, "sleight-hint")
      }
      guard let surface = made.surface, let region = wl_compositor_create_region(compositor) else { return }
      // An empty region: no input.
      wl_surface_set_input_region(surface, region)
      wl_region_destroy(region)
    }
    guard let surface = made.surface, let layer = made.layer else { throw .noMemory(for: "wl_surface") }
    self.layer = Proxy(owning: layer, on: display, destroy: zwlr_layer_surface_v1_destroy)
    self.surface = Proxy(owning: surface, on: display, destroy: wl_surface_destroy)
    var scaled: (viewport: OpaquePointer?, scale: OpaquePointer?)
    if let scaling = globals.scaling {
      let (viewporter, scales) = (scaling.viewporter.pointer, scaling.scales.pointer)
      try display.request(64) {
        scaled.viewport = wp_viewporter_get_viewport(viewporter, surface)
        scaled.scale = wp_fractional_scale_manager_v1_get_fractional_scale(scales, surface)
      }
    }
    viewport = scaled.viewport.map { Proxy(owning: $0, on: display, destroy: wp_viewport_destroy) }
    preferredScale = scaled.scale.map { Proxy(owning: $0, on: display, destroy: wp_fractional_scale_v1_destroy) }
    zwlr_layer_surface_v1_add_listener(layer, Self.listener.pointer, listenerData(self))
    if let scale = scaled.scale {
      wp_fractional_scale_v1_add_listener(scale, Self.scaleListener.pointer, listenerData(self))
    }
    try configure(area, scaled.viewport)
    try move(to: site)
    try display.request { wl_surface_commit(surface) }
  }

  /// Requests the size, and no space, no focus and no place of panels.
  private func configure(_ area: Overlay.Area, _ viewport: OpaquePointer?) throws(WaylandError) {
    let (layer, surface, scale) = (layer.pointer, surface.pointer, scale)
    try display.request(192) {
      zwlr_layer_surface_v1_set_size(layer, UInt32(area.width), UInt32(area.height))
      // Not moved for panels.
      zwlr_layer_surface_v1_set_exclusive_zone(layer, -1)
      zwlr_layer_surface_v1_set_keyboard_interactivity(layer, 0)
      if let viewport {
        wp_viewport_set_destination(viewport, area.width, area.height)
      } else {
        wl_surface_set_buffer_scale(surface, scale.parts / 120)
      }
    }
  }

  /// Requests another place on the same output, with the next commit.
  func move(to site: OverlaySite) throws(WaylandError) {
    self.site = site
    let layer = layer.pointer
    try display.request(64) {
      zwlr_layer_surface_v1_set_anchor(layer, site.anchor)
      zwlr_layer_surface_v1_set_margin(layer, site.top, site.others, site.others, site.left)
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
    hasPicture = true
    frame = Proxy(owning: callback, on: display, destroy: wl_callback_destroy)
    wl_callback_add_listener(callback, Self.frameListener.pointer, listenerData(self))
  }
}
