internal import CWayland
internal import Glibc
internal import Linux

/// A picture above all windows (zwlr_layer_surface_v1): at an edge of the output that the compositor chooses, or above
/// a place on the desktop. It takes no input, no focus and no space.
///
///     show ──▶ ready ── draw ──▶ until the frame is shown ──▶ ready ── draw ──▶ ... ── hide
///
/// Hidden, there is no surface, so that a window on the whole output is shown without composition.
public final class Overlay {
  /// The edges of the output.
  public enum Edge: String, Hashable, Sendable, CaseIterable {
    case top, bottom, left, right
  }

  /// The places of the picture.
  public enum Place: Hashable, Sendable {
    case edge(Edge)
    /// Above a position on the desktop, in shares of its width and height, or below it if there is no room.
    case above(x: Double, y: Double)
  }

  /// A part of the picture, in logical units.
  public struct Area: Hashable, Sendable {
    /// The position of its top left corner, and its size.
    public var (x, y, width, height): (Int32, Int32, Int32, Int32)

    public init(x: Int32, y: Int32, width: Int32, height: Int32) {
      (self.x, self.y, self.width, self.height) = (x, y, width, height)
    }
  }

  /// The pixels to draw, premultiplied ARGB of 32 bits; they contain an earlier picture.
  public struct Pixels {
    /// The first row, from the left; the others follow.
    public let memory: UnsafeMutableRawPointer
    /// In pixels.
    public let (width, height): (Int32, Int32)
    /// The number of pixels for each logical unit.
    public let scale: Double
  }

  private let display: WaylandDisplay
  private let area: Area
  private let margin: Int32
  private let outputs: Outputs
  private let globals: OverlayGlobals
  private var surface: OverlaySurface?
  private var buffers: OverlayBuffers?

  /// Binds what it requires; call it after `WaylandDisplay.isReady`.
  /// - Parameters:
  ///   - width: in logical units, as `height` and `margin`.
  ///   - margin: the distance from the edge, or from the position.
  /// - Throws: `WaylandError`: `.missing` if the compositor has no layer shell.
  public init(
    on display: WaylandDisplay, width: Int32, height: Int32, margin: Int32
  ) throws(WaylandError) {
    self.display = display
    self.margin = margin
    area = Area(x: 0, y: 0, width: width, height: height)
    globals = try OverlayGlobals(of: display)
    outputs = Outputs(of: display)
  }

  /// True if the compositor awaits a picture: it has configured the surface, and shown the last picture.
  public var isReady: Bool { surface?.isReady == true && (buffers?.scale != surface?.scale || buffers?.free != nil) }

  /// True if the surface has a picture, from which the next one may differ.
  public var hasPicture: Bool { surface?.hasPicture == true }

  /// Makes the surface, if there is none or its output is gone or another; a later dispatch makes it ready.
  public func show(at place: Place) throws(WaylandError) {
    let site = site(at: place)
    if let surface, !surface.isClosed, surface.site.output == site.output { return }
    // Until the compositor tells the scale of the output that it chooses; with whole numbers it reduces the picture
    // there.
    let scales = outputs.all.filter { site.output == nil || $0.id == site.output }.map(\.scale)
    surface = nil
    surface = try OverlaySurface(
      globals, on: display, output: site.output.flatMap(outputs.pointer), at: site, area: area,
      scale: OverlayScale(whole: scales.max() ?? 1))
  }

  /// Moves the surface; the compositor does so with the next picture.
  /// - Returns: false if it is there, and if `show` has to make another one, on another output.
  public func move(to place: Place) throws(WaylandError) -> Bool {
    let site = site(at: place)
    guard let surface, surface.site != site else { return false }
    guard surface.site.output == site.output else {
      hide()
      return false
    }
    try surface.move(to: site)
    return true
  }

  /// Removes the surface.
  public func hide() { surface = nil }

  /// Draws a picture and shows it; only while `isReady`.
  /// - Parameter damage: what differs from the picture before; nil for all of it.
  public func draw(damaging damage: [Area]? = nil, _ body: (Pixels) -> Void) throws(WaylandError) {
    guard let surface else { return }
    if buffers?.scale != surface.scale {
      buffers = try OverlayBuffers(area, surface.scale, of: globals.memory, on: display)
    }
    guard let buffers, let buffer = buffers.free else { return }
    body(
      Pixels(
        memory: buffer.memory, width: buffers.scale.pixels(area.width), height: buffers.scale.pixels(area.height),
        scale: buffers.scale.factor))
    buffer.isFree = false
    try surface.commit(buffer.pointer, damaging: damage ?? [area])
  }

  /// The anchors and margins for a place; those for the bottom edge if nothing is known of the desktop.
  private func site(at place: Place) -> OverlaySite {
    switch place {
    case .edge(let edge): return OverlaySite(at: edge, margin)
    case .above(let x, let y):
      guard let desktop = outputs.all.desktop else { return OverlaySite(at: .bottom, margin) }
      let position = desktop.position(atX: x, y: y)
      for output in outputs.all {
        guard let rectangle = output.rectangle, rectangle.contains(x: Int(position.x), y: Int(position.y)) else {
          continue
        }
        return OverlaySite(above: position, area, margin, on: output.id, in: rectangle)
      }
      return OverlaySite(at: .bottom, margin)
    }
  }
}

/// The place of the surface on an output.
struct OverlaySite: Equatable {
  /// Nil for the one that the compositor chooses.
  var output: Output.ID?
  var anchor: UInt32
  var top: Int32
  var left: Int32
  var others: Int32

  init(at edge: Overlay.Edge, _ margin: Int32) {
    let anchor =
      switch edge {
      case .top: ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP
      case .bottom: ZWLR_LAYER_SURFACE_V1_ANCHOR_BOTTOM
      case .left: ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT
      case .right: ZWLR_LAYER_SURFACE_V1_ANCHOR_RIGHT
      }
    self.anchor = anchor.rawValue
    (top, left, others) = (margin, margin, margin)
  }

  init(
    above position: (x: Double, y: Double), _ area: Overlay.Area, _ margin: Int32, on output: Output.ID,
    in rectangle: Output.Rectangle
  ) {
    self.output = output
    anchor = ZWLR_LAYER_SURFACE_V1_ANCHOR_TOP.rawValue | ZWLR_LAYER_SURFACE_V1_ANCHOR_LEFT.rawValue
    let (x, y) = (Int32(position.x) - Int32(rectangle.x), Int32(position.y) - Int32(rectangle.y))
    let above = y - margin - area.height
    top = above >= 0 ? above : y + margin
    left = max(0, min(x - area.width / 2, Int32(rectangle.size.width) - area.width))
    others = 0
  }
}

/// The number of pixels for each logical unit, in 120ths as in wp_fractional_scale_v1.
struct OverlayScale: Equatable {
  var parts: Int32

  init(parts: Int32) { self.parts = parts }
  init(whole: Int) { parts = Int32(whole) * 120 }

  var factor: Double { Double(parts) / 120 }
  /// The number of pixels of a length in logical units: half of one counts as one.
  func pixels(_ length: Int32) -> Int32 { (length * parts + 60) / 120 }
}
