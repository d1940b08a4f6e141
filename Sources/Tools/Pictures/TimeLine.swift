internal import Diagnostics
internal import Gestures
internal import Time

/// A panel's time line: a bar for each finger while it is down, or for each phase that a touchpad reports, and the
/// gestures above.
struct TimeLine {
  /// The time during which a finger is down, or a phase lasts.
  private struct Bar {
    var row: Int
    var start: Timestamp
    var end: Timestamp
    var style: String
    var label: String
    var isCancelled: Bool
  }

  private static let rowHeight = 16.0
  private static let markHeight = 22.0
  private static let axisHeight = 16.0
  /// The space left of the bars for their labels, in pixels.
  private static let gutter = 14.0

  private let scene: Scene
  private let marks: [ScenePanel.Mark]
  private let width: Double
  private let bars: [Bar]
  private let rows: Int
  /// The row of each gesture above the bars.
  private let markRows: [Int]

  init(scene: Scene, marks: [ScenePanel.Mark], width: Double) {
    self.scene = scene
    self.marks = marks
    self.width = width
    var bars: [Bar] = []
    for episode in scene.episodes {
      for (index, contact) in episode.contacts.prefix(Scene.mostFingers).enumerated() {
        bars.append(
          Bar(
            row: index, start: contact.positions[0].time, end: contact.lifted ?? episode.end,
            style: StyleSheet.finger(index + 1), label: String(index + 1), isCancelled: contact.isCancelled))
      }
      for phase in episode.phases.prefix(40) {
        bars.append(
          Bar(
            row: 0, start: phase.start, end: phase.end,
            style: phase.kind == .rest ? StyleSheet.finger(7) : StyleSheet.finger(1),
            label: "\(counted(phase.fingers, "finger")): \(phase.kind.rawValue)", isCancelled: phase.isCancelled))
      }
    }
    self.bars = bars
    rows = (bars.map(\.row).max() ?? 0) + 1
    let span = max((scene.end - scene.start).inSeconds, 0.001)
    let scale = (width - Self.gutter - 12) / span
    // Each gesture goes to the first row that has room for it.
    var ends: [Double] = []
    markRows = marks.map { mark in
      let start = (mark.span.first.time - scene.start).inSeconds * scale
      let end = max((mark.span.last.time - scene.start).inSeconds * scale + 6, start + 12)
      let row = ends.firstIndex { $0 + 10 < start } ?? ends.count
      if row == ends.count { ends.append(end) } else { ends[row] = end }
      return row
    }
  }

  private var marksHeight: Double { Double((markRows.max() ?? -1) + 1) * Self.markHeight }

  var height: Double { marksHeight + Double(rows) * Self.rowHeight + Self.axisHeight }

  private func x(_ time: Timestamp) -> Double {
    let span = max((scene.end - scene.start).inSeconds, 0.001)
    return Self.gutter + (width - Self.gutter - 12) * min(max((time - scene.start).inSeconds / span, 0), 1)
  }

  func draw(at point: PixelPoint, _ playback: Playback?, into markup: inout Markup) {
    markup.begin("g", ["transform": "translate(\(Tenths(point.x).text) \(Tenths(point.y).text))"])
    drawAxis(into: &markup)
    for bar in bars { draw(bar, into: &markup) }
    for (mark, row) in zip(marks, markRows) {
      draw(mark, at: Double(row) * Self.markHeight + Self.markHeight / 2, into: &markup)
    }
    playback?.drawTime(height: height - Self.axisHeight, x: x, into: &markup)
    markup.end()
  }

  private func draw(_ bar: Bar, into markup: inout Markup) {
    let top = marksHeight + Double(bar.row) * Self.rowHeight + 2
    let (left, right) = (x(bar.start), max(x(bar.end), x(bar.start) + 2))
    markup.add(
      "rect",
      [
        "class": .text(bar.style), "x": .number(left), "y": .number(top), "width": .number(right - left), "height": 12,
        "rx": 2,
      ])
    if bar.isCancelled {
      markup.add(
        "path", ["class": "lead", "d": "M\(Tenths(right - 4).text) \(Tenths(top + 1).text)l8 8m0-8l-8 8"])
    }
    if Lettering.inside.width(of: bar.label) + 6 < right - left {
      markup.write(bar.label, .inside, at: PixelPoint(x: (left + right) / 2, y: top + 10))
    } else if bar.label.count <= 2 {
      markup.write(bar.label, .small, "far", at: PixelPoint(x: left - 3, y: top + 10))
    }
  }

  private func draw(_ mark: ScenePanel.Mark, at y: Double, into markup: inout Markup) {
    let start = x(mark.span.first.time)
    if mark.span.last.phase != .recognized {
      let end = x(mark.span.last.time)
      var time = mark.span.first.time
      for wait in waits(of: mark.span) {
        drawLine("lead", from: time, to: wait.start, at: y, into: &markup)
        drawLine("waiting", from: wait.start, to: wait.end, at: y, into: &markup)
        time = wait.end
      }
      drawLine("lead", from: time, to: mark.span.last.time, at: y, into: &markup)
      for step in mark.span.steps.prefix(100) {
        markup.drawStep(isBack: step.value < 0, at: PixelPoint(x: x(step.time), y: y))
      }
      if mark.span.hasEnded {
        markup.drawEnd(isCancelled: mark.span.last.phase == .cancelled, at: PixelPoint(x: end, y: y))
      }
    }
    markup.drawNumber(mark.number, at: PixelPoint(x: start, y: y))
  }

  /// True if a gesture goes on while its fingers are up.
  var isWaiting: Bool { marks.contains { !waits(of: $0.span).isEmpty } }

  /// The parts of a gesture in which its fingers are up, and may return.
  private func waits(of span: GestureSpan) -> [(start: Timestamp, end: Timestamp)] {
    let starts = scene.episodes.dropFirst().map(\.start) + [span.last.time]
    return zip(scene.episodes, starts).compactMap { episode, next in
      let (start, end) = (max(episode.end, span.first.time), min(next, span.last.time))
      return start < end ? (start, end) : nil
    }
  }

  private func drawLine(
    _ style: String, from start: Timestamp, to end: Timestamp, at y: Double, into markup: inout Markup
  ) {
    guard start < end else { return }
    let line = [PixelPoint(x: x(start), y: y), PixelPoint(x: x(end), y: y)].line
    markup.add("path", ["class": .text(style), "d": .text(line)])
  }

  private func drawAxis(into markup: inout Markup) {
    let steps: [Int64] = [
      10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 1_000_000, 10_000_000,
      100_000_000,
    ]
    let whole = (scene.end - scene.start).wholeMicroseconds / 1000
    let most = Int64(width / 60)
    let step = steps.first { whole / $0 < most } ?? max(whole, 1)
    let isInSeconds = step >= 1000 && step % 1000 == 0
    let bottom = height - Self.axisHeight + 2
    for moment in stride(from: Int64(0), through: whole, by: Int64.Stride(step)) {
      let x = x(scene.start + .milliseconds(moment))
      markup.add("path", ["class": "axis", "d": "M\(Tenths(x).text) 0V\(Tenths(bottom).text)"])
      guard moment > 0 else {
        markup.write("0 \(isInSeconds ? "s" : "ms")", .small, at: PixelPoint(x: x, y: bottom + 11))
        continue
      }
      let label = String(isInSeconds ? moment / 1000 : moment)
      // The last label ends at the edge.
      let middle = min(x, width - Lettering.small.width(of: label) / 2)
      markup.write(label, .small, "mid", at: PixelPoint(x: middle, y: bottom + 11))
    }
  }
}
