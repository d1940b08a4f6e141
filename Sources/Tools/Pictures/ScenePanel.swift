internal import Diagnostics
internal import Gestures
package import Time
internal import Touch

/// The drawing of one scene: a heading, the device with the paths on it, a time line, and the gestures.
///
///     heading
///     ┌───────────────┐
///     │    device     │
///     └───────────────┘
///     time line
///     legend
struct ScenePanel {
  /// A gesture with its number in the drawing, on the time line and in the legend.
  struct Mark {
    let number: Int
    let span: GestureSpan
    let rule: PicturedRule?
  }

  /// The most gestures that are drawn.
  static let mostMarks = 12
  /// The space around the content, in pixels.
  static let padding = 10.0
  private static let headingHeight = 46.0
  private static let scaleHeight = 16.0

  /// A touch on which no rule acted, with the rule that came nearest.
  struct Miss {
    let rule: PicturedRule?
    let reason: String
  }

  let number: Int
  let scene: Scene
  /// The playback; nil if the picture is not animated.
  let playback: Playback?
  let width: Double
  let marks: [Mark]
  /// If no rule was fulfilled: the rules for as many fingers on such a device.
  let missed: [PicturedRule]
  let misses: [Miss]
  /// The start regions of rules on the device.
  let regions: [Region]
  /// The most points of a path.
  let detail: Int
  let tracks: [Track]

  init(number: Int, scene: Scene, playback: Playback?, rules: [PicturedRule], width: Double, detail: Int) {
    self.number = number
    self.scene = scene
    self.playback = playback
    self.width = width
    self.detail = detail
    tracks = scene.tracks
    marks = scene.spans.prefix(Self.mostMarks).enumerated().map { index, span in
      let rule = span.rule?.position
      return Mark(
        number: index + 1, span: span, rule: rule.flatMap { rules.indices.contains($0) ? rules[$0] : nil })
    }
    let near = rules.filter { $0.trigger.includes(scene.device) && $0.trigger.fingers.contains(scene.fingers) }
    let motion = scene.motion
    missed = marks.contains { $0.rule != nil } ? [] : near.filter { $0.trigger.pattern.kind.motion == motion }
    misses = scene.misses.prefix(Self.mostMarks).map { miss in
      let rule = miss.rule?.position
      return Miss(rule: rule.flatMap { rules.indices.contains($0) ? rules[$0] : nil }, reason: miss.reason)
    }
    let starts = scene.device.reportsPositions ? near.compactMap(\.trigger.start) : []
    var regions: [Region] = []
    for region in starts.flatMap({ Region.regions(of: $0, on: scene.device.drawnExtent) })
    where !regions.contains(region) {
      regions.append(region)
    }
    self.regions = regions
  }

  /// The width inside the padding.
  var inner: Double { width - 2 * Self.padding }

  /// The rectangle of the device.
  var field: PixelBox {
    PixelBox(x: Self.padding, y: Self.headingHeight, width: inner, height: width > 500 ? 360 : 230)
  }

  var timeLine: TimeLine { TimeLine(scene: scene, marks: marks, width: inner) }
  private var legend: Legend { Legend(panel: self) }

  var height: Double {
    field.y + field.height + Self.scaleHeight + 8 + timeLine.height + 8 + legend.height + Self.padding
  }

  /// Draws the panel at a point, as high as its neighbours in the row.
  func draw(at point: PixelPoint, height: Double, into markup: inout Markup) {
    markup.begin("g", ["transform": "translate(\(Tenths(point.x).text) \(Tenths(point.y).text))"])
    markup.add(
      "rect", ["class": "panel", "width": .number(width), "height": .number(height), "rx": 6])
    let room = inner - DeviceField.mapSize.width - 8
    let name = scene.device.name.isEmpty ? "unnamed" : scene.device.name
    let line = "\(scene.device.kind.rawValue) \(name)"
    markup.write(Lettering.heading.cut(heading, to: room), .heading, at: PixelPoint(x: Self.padding, y: 19))
    markup.write(Lettering.small.cut(line, to: room), .small, at: PixelPoint(x: Self.padding, y: 35))
    drawField(into: &markup)
    timeLine.draw(
      at: PixelPoint(x: Self.padding, y: field.y + field.height + Self.scaleHeight + 8), playback, into: &markup)
    legend.draw(
      at: PixelPoint(x: Self.padding, y: field.y + field.height + Self.scaleHeight + 16 + timeLine.height),
      into: &markup)
    markup.end()
  }

  /// Draws the rectangle of the device, with the fingers on it.
  func drawField(into markup: inout Markup) { DeviceField(panel: self, box: field).draw(into: &markup) }

  private var heading: String {
    "\(number). \(counted(scene.fingers, "finger")) at \(scene.start.seconds) for \((scene.end - scene.start).milliseconds)"
  }
}

extension Timestamp {
  /// The text `1.204 s`.
  package var seconds: String {
    let milliseconds = microseconds / 1000
    return "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst()) s"
  }
}
