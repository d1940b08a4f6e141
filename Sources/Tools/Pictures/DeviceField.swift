internal import Gestures
internal import Touch

/// A panel's drawing of the device, or of the part of it that was touched, with the paths on it.
struct DeviceField {
  /// The space for the map in the panel's corner, in pixels.
  static let mapSize = (width: 60.0, height: 36.0)

  let panel: ScenePanel
  private let box: PixelBox
  private let view: Viewport
  private let thresholds: [(threshold: ThresholdOutline, isMissed: Bool)]
  private let paths: [(track: Track, points: [PixelPoint])]

  init(panel: ScenePanel, box: PixelBox) {
    self.panel = panel
    self.box = box
    let scene = panel.scene
    thresholds = Self.thresholds(of: panel)
    let positions =
      panel.tracks.flatMap { $0.moments.map(\.value) } + thresholds.flatMap(\.threshold.bounds)
      + scene.episodes.map(\.origin)
    let view = Viewport(on: positions, extent: scene.device.drawnExtent, area: (box.width, box.height))
    self.view = view
    paths = panel.tracks.map { ($0, $0.points(in: view, limit: panel.detail)) }
  }

  /// True if only a part of the device is drawn.
  var isPart: Bool { view.isPart }

  /// The thresholds of the rules that were fulfilled; if none was, those of the nearest rules.
  private static func thresholds(of panel: ScenePanel) -> [(ThresholdOutline, Bool)] {
    var all: [(ThresholdOutline, Bool)] = []
    func add(_ pattern: Pattern, _ episode: TouchEpisode, _ direction: Direction?, isMissed: Bool) {
      for threshold in episode.thresholds(of: pattern, direction: direction)
      where !all.contains(where: { $0.0 == threshold }) {
        all.append((threshold, isMissed))
      }
    }
    for mark in panel.marks {
      guard let rule = mark.rule else { continue }
      add(
        rule.trigger.pattern, panel.scene.episode(at: mark.span.first.time), mark.span.first.direction, isMissed: false)
    }
    for rule in panel.missed where all.count < 12 {
      add(rule.trigger.pattern, panel.scene.episodes[0], nil, isMissed: true)
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
    for region in panel.regions { draw(region, "region", into: &markup) }
    for (threshold, isMissed) in thresholds { draw(threshold, isMissed: isMissed, into: &markup) }

    let area = PixelBox(x: 2, y: 2, width: box.width - 4, height: box.height - 4)
    var placer = LabelPlacer(in: area, beside: paths.flatMap(\.points))
    let pen = PathPen(view: view, paths: paths, scene: panel.scene)
    pen.draw(into: &markup, &placer)
    MarkPen(view: view, panel: panel).draw(into: &markup, &placer)
    drawLabels(into: &markup, &placer)
    if let playback = panel.playback { draw(playback, into: &markup) }
    markup.end()
    markup.add("rect", box.attributes(style: "frame"))
    drawScales(pen.interval, into: &markup)
    if isPart { drawMap(into: &markup) }
  }

  private func draw(_ playback: Playback, into markup: inout Markup) {
    for (track, _) in paths where track.kind != .centroid || panel.scene.tracksOnlyCentroid {
      playback.draw(track, in: view, into: &markup)
    }
    for mark in panel.marks {
      let point = view.point(panel.scene.markPosition(at: mark.span.first.time, pairs: panel.tracks))
      playback.drawRing(at: point, mark.span.first.time, into: &markup)
    }
  }

  private func drawDevice(_ style: String, into markup: inout Markup) {
    let extent = panel.scene.device.drawnExtent
    draw(Region(left: 0, top: 0, right: extent.width, bottom: extent.height), style, into: &markup)
  }

  private func draw(_ region: Region, _ style: String, into markup: inout Markup) {
    let start = view.point(Point(x: region.left, y: region.top))
    let end = view.point(Point(x: region.right, y: region.bottom))
    let box = PixelBox(x: start.x, y: start.y, width: max(end.x - start.x, 0), height: max(end.y - start.y, 0))
    markup.add("rect", box.attributes(style: style))
  }

  private func draw(_ threshold: ThresholdOutline, isMissed: Bool, into markup: inout Markup) {
    let centre = view.point(threshold.centre)
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

  private func drawLabels(into markup: inout Markup, _ placer: inout LabelPlacer) {
    var written: [String] = []
    for (threshold, _) in thresholds {
      guard let label = threshold.label, !written.contains(label) else { continue }
      written.append(label)
      let size = (width: Lettering.halo.width(of: label), height: 13.0)
      let labelBox = placer.place(
        size, near: view.point(threshold.labelPosition), towards: threshold.labelAngle, gaps: [2, 10, 20])
      markup.write(label, .halo, at: PixelPoint(x: labelBox.x, y: labelBox.y + 10))
    }
  }

  /// The length of the scale and of a square of the grid, in mm.
  private var unit: Double {
    let lengths = [1.0, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000]
    return lengths.first { $0 * view.scale >= 36 } ?? 10_000
  }

  /// Draws the grid: a line every unit, counted from the device's corner.
  private func drawGrid(into markup: inout Markup) {
    var data = ""
    let first = (x: (view.corner.x / unit).rounded(.up), y: (view.corner.y / unit).rounded(.up))
    var point = view.point(Point(x: first.x * unit, y: first.y * unit))
    while point.x < box.width {
      data += "M\(Tenths(point.x).text) 0V\(Tenths(box.height).text)"
      point.x += unit * view.scale
    }
    while point.y < box.height {
      data += "M0 \(Tenths(point.y).text)H\(Tenths(box.width).text)"
      point.y += unit * view.scale
    }
    markup.add("path", ["class": "grid", "d": .text(data)])
  }

  /// Draws the scales below the field: the length of some millimetres, and the time from one dot to the next.
  private func drawScales(_ interval: Duration, into markup: inout Markup) {
    let (left, top) = (box.x, box.y + box.height + 4)
    let right = left + unit * view.scale
    markup.add(
      "path", ["class": "scale", "d": "M\(Tenths(left).text) \(Tenths(top).text)v8m0-4H\(Tenths(right).text)m0-4v8"])
    markup.write("\(Int(unit)) mm", .small, at: PixelPoint(x: right + 6, y: top + 8))
    markup.write(
      "\(interval.milliseconds) from dot to dot", .small, "far", at: PixelPoint(x: box.x + box.width, y: top + 8))
  }

  /// Draws the map in the panel's corner: the part of the device that is visible.
  private func drawMap(into markup: inout Markup) {
    let extent = panel.scene.device.drawnExtent
    let scale = min(Self.mapSize.width / extent.width, Self.mapSize.height / extent.height)
    let (width, height) = (extent.width * scale, extent.height * scale)
    let (left, top) = (box.x + box.width - width, box.y - height - 5)
    let whole = PixelBox(x: left, y: top, width: width, height: height)
    markup.add("rect", whole.attributes(style: "map"))
    // Limits what protrudes beyond the device: there is only a little room for it.
    let (x, y) = (max(left + view.corner.x * scale, left - 2), max(top + view.corner.y * scale, top - 2))
    let end = PixelPoint(
      x: min(left + (view.corner.x + box.width / view.scale) * scale, left + width + 2),
      y: min(top + (view.corner.y + box.height / view.scale) * scale, top + height + 2))
    let part = PixelBox(x: x, y: y, width: max(end.x - x, 1), height: max(end.y - y, 1))
    markup.add("rect", part.attributes(style: "seen"))
  }
}

extension PixelPoint {
  /// The point, in the syntax of path data.
  fileprivate var text: String { "\(Tenths(x).text) \(Tenths(y).text)" }
}
