import CCairo
import Hints
import Wayland

/// Draws a hint: a line of text above a bar.
struct HintPainter {
  static let (width, height, margin): (Int32, Int32, Int32) = (360, 64, 48)
  private static let text = Overlay.Area(x: 16, y: 8, width: 328, height: 28)
  private static let bar = Overlay.Area(x: 16, y: 44, width: 328, height: 8)

  /// The colours of the box and of the texts, 0 to 1: the same for red, green and blue.
  private struct Palette {
    var box, title, detail: Double

    static let dark = Palette(box: 0.11, title: 1, detail: 0.8)
    static let light = Palette(box: 0.98, title: 0, detail: 0.3)
  }

  /// In the notation of Pango.
  private let font: String
  private let palette: Palette
  /// The hint that is shown, and its opacity.
  private var shown: (hint: Hint, opacity: Double)?

  init(font: String, isLight: Bool) {
    self.font = font
    palette = isLight ? .light : .dark
  }

  /// The parts of the picture that differ from the one that is shown; nil for all.
  func damage(by hint: Hint, _ opacity: Double) -> [Overlay.Area]? {
    guard let shown, shown.opacity == opacity, shown.hint.sign == hint.sign,
      (shown.hint.share == nil) == (hint.share == nil)
    else { return nil }
    let isSameText = (shown.hint.text, shown.hint.detail) == (hint.text, hint.detail)
    return (isSameText ? [] : [Self.text]) + (shown.hint.share == hint.share ? [] : [Self.bar])
  }

  mutating func draw(_ hint: Hint, _ opacity: Double, into pixels: Overlay.Pixels) {
    shown = (hint, opacity)
    let surface = cairo_image_surface_create_for_data(
      pixels.memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, pixels.width, pixels.height,
      pixels.width * 4)
    defer { cairo_surface_destroy(surface) }
    let context = cairo_create(surface)
    defer { cairo_destroy(context) }
    cairo_scale(context, pixels.scale, pixels.scale)
    cairo_set_operator(context, CAIRO_OPERATOR_CLEAR)
    cairo_paint(context)
    cairo_set_operator(context, CAIRO_OPERATOR_OVER)
    Self.addBox(to: context, Overlay.Area(x: 0, y: 0, width: Self.width, height: Self.height), radius: 12)
    setGrey(palette.box, 0.92 * opacity, context)
    cairo_fill(context)
    drawText(hint, opacity, context)
    if let share = hint.share { drawBar(share, hint.sign, opacity, context) }
  }

  private func drawText(_ hint: Hint, _ opacity: Double, _ context: OpaquePointer?) {
    setGrey(palette.detail, opacity, context)
    // Most of the line is for the title.
    let detail = drawLine(hint.detail, in: Self.text, widest: Self.text.width * 3 / 5, isRight: true, context)
    setGrey(palette.title, opacity, context)
    _ = drawLine(
      hint.text, in: Self.text, widest: Self.text.width - detail - (detail > 0 ? 12 : 0), isRight: false,
      context)
  }

  /// Draws one line of text in the desktop's font, and returns its width.
  private func drawLine(
    _ text: String, in area: Overlay.Area, widest: Int32, isRight: Bool, _ context: OpaquePointer?
  ) -> Int32 {
    guard !text.isEmpty, let layout = pango_cairo_create_layout(context) else { return 0 }
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    let font = pango_font_description_from_string(font)
    defer { pango_font_description_free(font) }
    pango_layout_set_font_description(layout, font)
    pango_layout_set_single_paragraph_mode(layout, 1)
    pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
    pango_layout_set_text(layout, text, -1)
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(layout, &width, &height)
    if width > widest {
      width = widest
      pango_layout_set_width(layout, widest * PANGO_SCALE)
    }
    cairo_move_to(
      context, Double(isRight ? area.x + area.width - width : area.x), Double(area.y + (area.height - height) / 2))
    pango_cairo_show_layout(context, layout)
    return width
  }

  private func drawBar(_ share: Double, _ sign: Hint.Sign, _ opacity: Double, _ context: OpaquePointer?) {
    Self.addBox(to: context, Self.bar, radius: 4)
    cairo_save(context)
    cairo_clip(context)
    setGrey(palette.title, 0.2 * opacity, context)
    cairo_paint(context)
    let colour = sign.colour.map { Double($0) / 255 }
    cairo_set_source_rgba(context, colour[0], colour[1], colour[2], opacity)
    cairo_rectangle(
      context, Double(Self.bar.x), Double(Self.bar.y), Double(Self.bar.width) * share, Double(Self.bar.height))
    cairo_fill(context)
    cairo_restore(context)
  }

  private func setGrey(_ grey: Double, _ opacity: Double, _ context: OpaquePointer?) {
    cairo_set_source_rgba(context, grey, grey, grey, opacity)
  }

  /// Adds a rectangle with round corners to the path.
  private static func addBox(to context: OpaquePointer?, _ area: Overlay.Area, radius: Double) {
    let (left, top) = (Double(area.x) + radius, Double(area.y) + radius)
    let (right, bottom) = (Double(area.x + area.width) - radius, Double(area.y + area.height) - radius)
    cairo_new_sub_path(context)
    cairo_arc(context, right, top, radius, -.pi / 2, 0)
    cairo_arc(context, right, bottom, radius, 0, .pi / 2)
    cairo_arc(context, left, bottom, radius, .pi / 2, .pi)
    cairo_arc(context, left, top, radius, .pi, .pi * 1.5)
    cairo_close_path(context)
  }
}
