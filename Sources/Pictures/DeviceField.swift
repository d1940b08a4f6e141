internal import Gestures
internal import Touch

/// A panel's drawing of the device, or of the part of it on which something happened, with the paths on it.
struct DeviceField {
  let panel: Panel
  private let box: Box
  private let view: View
  private let thresholds: [(threshold: Threshold, isMissed: Bool)]
  private let paths: [(track: Track, spots: [Spot])]

  init(panel: Panel, box: Box) {
    self.panel = panel
    self.box = box
    let scene = panel.scene
    thresholds = Self.thresholds(of: panel)
    let places =
      panel.tracks.flatMap { $0.moments.map(\.value) } + thresholds.flatMap(\.threshold.bounds)
      + scene.stays.map(\.origin)
    let view = View(on: places, extent: scene.device.drawnExtent, area: (box.width, box.height))
    self.view = view
    paths = panel.tracks.map { ($0, $0.spots(in: view, limit: panel.detail)) }
  }

  /// The limits that belong to what was recognised; or, where no rule was fulfilled, those of the rules that are near.
  private static func thresholds(of panel: Panel) -> [(Threshold, Bool)] {
    var all: [(Threshold, Bool)] = []
    func add(_ pattern: Pattern, _ stay: Stay, _ direction: Direction?, isMissed: Bool) {
      for threshold in stay.thresholds(of: pattern, direction: direction)
      where !all.contains(where: { $0.0 == threshold }) {
        all.append((threshold, isMissed))
      }
    }
    for mark in panel.marks {
      guard let rule = mark.rule else { continue }
      add(
        rule.trigger.pattern, panel.scene.stay(at: mark.act.first.time), mark.act.first.direction, isMissed: false)
    }
    for rule in panel.missed where all.count < 12 {
      add(rule.trigger.pattern, panel.scene.stays[0], nil, isMissed: true)
    }
    return all
  }

  func draw(into markup: inout Markup) {
    markup.begin(
      "svg",
      ["x": .number(box.x), "y": .number(box.y), "width": .number(box.width), "height": .number(box.height)])
    markup.add("rect", ["class": "field", "width": .number(box.width), "height": .number(box.height)])
    drawDevice("surface", into: &markup)
    drawGrid(into: &markup)
    drawDevice("outline", into: &markup)
    for region in panel.regions { draw(region, into: &markup) }
    for (threshold, isMissed) in thresholds { draw(threshold, isMissed: isMissed, into: &markup) }

    let area = Box(x: 2, y: 2, width: box.width - 4, height: box.height - 4)
    var placer = Placer(in: area, beside: paths.flatMap(\.spots))
    drawScale(into: &markup, &placer)
    if view.isPart { drawMap(into: &markup, &placer) }
    let pen = PathPen(view: view, paths: paths, scene: panel.scene)
    pen.draw(into: &markup, &placer)
    MarkPen(view: view, panel: panel).draw(into: &markup, &placer)
    drawLabels(into: &markup, &placer)
    markup.end()
    markup.add(
      "rect",
      [
        "class": "frame", "x": .number(box.x), "y": .number(box.y), "width": .number(box.width),
        "height": .number(box.height),
      ])
  }

  private func drawDevice(_ style: String, into markup: inout Markup) {
    let extent = panel.scene.device.drawnExtent
    let corner = view.spot(Point(x: 0, y: 0))
    markup.add(
      "rect",
      [
        "class": .text(style), "x": .number(corner.x), "y": .number(corner.y),
        "width": .number(extent.width * view.scale),
        "height": .number(extent.height * view.scale), "rx": .number(min(6, 3 * view.scale)),
      ])
  }

  private func draw(_ region: Region, into markup: inout Markup) {
    let start = view.spot(Point(x: region.left, y: region.top))
    markup.add(
      "rect",
      [
        "class": "region", "x": .number(start.x), "y": .number(start.y),
        "width": .number(max(region.right - region.left, 0) * view.scale),
        "height": .number(max(region.bottom - region.top, 0) * view.scale),
      ])
  }

  private func draw(_ threshold: Threshold, isMissed: Bool, into markup: inout Markup) {
    let centre = view.spot(threshold.centre)
    let radius = threshold.radius * view.scale
    let style = Markup.Attribute.text(isMissed ? "missed" : "limit")
    switch threshold.shape {
    case .circle:
      markup.add(
        "circle", ["class": style, "cx": .number(centre.x), "cy": .number(centre.y), "r": .number(radius)])
    case .sector(let from, let to):
      let start = centre + Vector(clockwise: from) * radius
      let end = centre + Vector(clockwise: to) * radius
      let arc = "A\(Tenths(radius).text) \(Tenths(radius).text) 0 \(to - from > 180 ? 1 : 0) 1"
      markup.add("path", ["class": style, "d": "\([centre, start].line)\(arc) \(end.text)Z"])
    case .spoke(let angle):
      markup.add("path", ["class": style, "d": .text([centre, centre + Vector(clockwise: angle) * radius].line)])
    }
  }

  private func drawLabels(into markup: inout Markup, _ placer: inout Placer) {
    var written: [String] = []
    for (threshold, _) in thresholds {
      guard let label = threshold.label, !written.contains(label) else { continue }
      written.append(label)
      let size = (width: Lettering.width(of: label, size: 11), height: 13.0)
      let place = placer.place(
        size, near: view.spot(threshold.labelPlace), towards: threshold.labelAngle, gaps: [2, 10, 20])
      markup.write(label, "halo", at: Spot(x: place.x, y: place.y + 10))
    }
  }

  /// What the scale and the grid show, in mm.
  private var unit: Double {
    let lengths = [1.0, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000]
    return lengths.first { $0 * view.scale >= 36 } ?? 10_000
  }

  /// Lines from one unit to the next, counted from the device's corner.
  private func drawGrid(into markup: inout Markup) {
    var data = ""
    let first = (x: (view.corner.x / unit).rounded(.up), y: (view.corner.y / unit).rounded(.up))
    var spot = view.spot(Point(x: first.x * unit, y: first.y * unit))
    while spot.x < box.width {
      data += "M\(Tenths(spot.x).text) 0V\(Tenths(box.height).text)"
      spot.x += unit * view.scale
    }
    while spot.y < box.height {
      data += "M0 \(Tenths(spot.y).text)H\(Tenths(box.width).text)"
      spot.y += unit * view.scale
    }
    markup.add("path", ["class": "grid", "d": .text(data)])
  }

  /// How long some millimetres are.
  private func drawScale(into markup: inout Markup, _ placer: inout Placer) {
    let length = unit
    let (left, bottom) = (8.0, box.height - 8)
    let right = left + length * view.scale
    markup.add(
      "path", ["class": "scale", "d": "M\(left) \(bottom - 4)v4H\(Tenths(right).text)v-4"])
    let label = "\(Int(length)) mm"
    markup.write(label, "halo", at: Spot(x: left + 4, y: bottom - 5))
    placer.block(
      Box(x: left - 2, y: bottom - 18, width: max(right, Lettering.width(of: label, size: 11)) + 4, height: 20))
  }

  /// Which part of the device is seen.
  private func drawMap(into markup: inout Markup, _ placer: inout Placer) {
    let extent = panel.scene.device.drawnExtent
    let scale = min(64 / extent.width, 44 / extent.height)
    let (width, height) = (extent.width * scale, extent.height * scale)
    let (left, top) = (box.width - width - 8, 8.0)
    markup.add(
      "rect",
      [
        "class": "map", "x": .number(left), "y": .number(top), "width": .number(width), "height": .number(height),
        "rx": 2,
      ])
    let part = Box(
      x: left + view.corner.x * scale, y: top + view.corner.y * scale, width: box.width / view.scale * scale,
      height: box.height / view.scale * scale)
    markup.add(
      "rect",
      [
        "class": "seen", "x": .number(part.x), "y": .number(part.y), "width": .number(part.width),
        "height": .number(part.height),
      ])
    placer.block(Box(x: left - 3, y: top - 3, width: width + 6, height: height + 6))
  }
}

extension Spot {
  /// As a path's data has it.
  fileprivate var text: String { "\(Tenths(x).text) \(Tenths(y).text)" }
}
