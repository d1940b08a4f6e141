internal import Time
internal import Touch

/// Draws the paths of fingers: lines, landings, lifts, numbers, and dots in time.
struct PathPen {
  /// The possible intervals from dot to dot, in ms.
  private static let intervals: [Int64] = [
    100, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 600_000, 3_600_000,
  ]
  /// The most dots of a path: more would hide it.
  private static let mostDots: Int64 = 30

  let view: Viewport
  let paths: [(track: Track, points: [PixelPoint])]
  let scene: Scene

  /// The interval from dot to dot.
  var interval: Duration {
    let longest = scene.episodes.map { ($0.end - $0.start).wholeMicroseconds / 1000 }.max() ?? 0
    return .milliseconds(Self.intervals.first { longest / $0 <= Self.mostDots } ?? max(longest, 1))
  }

  func draw(into markup: inout Markup, _ placer: inout LabelPlacer) {
    for (track, points) in paths {
      switch track.kind {
      case .finger(let number): draw(points, "path \(StyleSheet.finger(number))", into: &markup)
      case .centroid: draw(points, "middle", into: &markup)
      case .pair: draw(points, "pair", into: &markup)
      }
    }
    for (track, _) in paths where track.kind != .centroid || scene.tracksOnlyCentroid {
      drawDots(of: track, into: &markup)
    }
    for (track, points) in paths { drawEnds(of: track, points, into: &markup, &placer) }
  }

  private func draw(_ points: [PixelPoint], _ style: String, into markup: inout Markup) {
    guard points.count > 1 else { return }
    markup.add("path", ["class": .text(style), "d": .text(points.line)])
  }

  private func drawDots(of track: Track, into markup: inout Markup) {
    guard let first = track.moments.first else { return }
    let end = track.lifted ?? track.end
    var last = view.point(first.value)
    var moment = scene.episode(at: first.time).start + interval
    var index = 0
    while moment < end {
      defer { moment = moment + interval }
      guard moment > first.time else { continue }
      while index + 1 < track.moments.count, track.moments[index + 1].time <= moment { index += 1 }
      let point = view.point(track.position(at: moment, after: index))
      // Dots of a resting finger would cover each other.
      guard (point - last).length.value > 2 else { continue }
      last = point
      markup.add("circle", ["class": "dot", "cx": .number(point.x), "cy": .number(point.y), "r": 2.2])
    }
  }

  private func drawEnds(of track: Track, _ points: [PixelPoint], into markup: inout Markup, _ placer: inout LabelPlacer)
  {
    guard let first = points.first, let last = points.last, track.kind != .centroid || scene.tracksOnlyCentroid else {
      return
    }
    let style: String
    switch track.kind {
    case .finger(let number): style = StyleSheet.finger(number)
    case .centroid, .pair: style = StyleSheet.finger(7)
    }
    markup.add(
      "circle",
      ["class": "landing \(style)", "cx": .number(first.x), "cy": .number(first.y), "r": 5.5])
    if track.isCancelled {
      markup.add(
        "path", ["class": "path \(style)", "d": "M\(Tenths(last.x - 4).text) \(Tenths(last.y - 4).text)l8 8m0-8l-8 8"])
    } else if track.lifted != nil {
      markup.add("circle", ["class": "lift \(style)", "cx": .number(last.x), "cy": .number(last.y), "r": 3.2])
    }
    for point in [first, last] { placer.block(PixelBox(x: point.x - 6, y: point.y - 6, width: 12, height: 12)) }
    guard case .finger(let number) = track.kind else { return }
    let text = String(number)
    let size = (width: Lettering.number.width(of: text), height: 12.0)
    let back = (first - last).length.value > 8 ? (first - last).angle : -135
    let box = placer.place(size, near: first, towards: back, gaps: [6, 12, 20])
    markup.write(text, .number, style, at: PixelPoint(x: box.x, y: box.y + 10))
  }
}

extension Track {
  /// The interpolated position at `time`, between the moments at `index` and after it.
  fileprivate func position(at time: Timestamp, after index: Int) -> Point {
    let before = moments[index]
    guard index + 1 < moments.count else { return before.value }
    let after = moments[index + 1]
    let whole = (after.time - before.time).inSeconds
    let share = whole > 0 ? min(max((time - before.time).inSeconds / whole, 0), 1) : 0
    return before.value + (after.value - before.value) * share
  }
}

extension Scene {
  /// True if only the centroid's path is known, as for a touchpad's swipe.
  var tracksOnlyCentroid: Bool { episodes.allSatisfy { $0.contacts.isEmpty && $0.pinchStates.isEmpty } }
}
