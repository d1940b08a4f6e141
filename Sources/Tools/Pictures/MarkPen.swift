internal import Gestures
internal import Time
internal import Touch

/// Draws the marks of gestures: a number where each was recognised, a diamond at each step, and the end of continuous
/// ones.
struct MarkPen {
  /// The most steps that are drawn.
  private static let mostSteps = 60

  let view: Viewport
  let panel: ScenePanel

  func draw(into markup: inout Markup, _ placer: inout LabelPlacer) {
    for mark in panel.marks {
      for step in mark.span.steps.prefix(Self.mostSteps) {
        markup.drawStep(isBack: step.value < 0, at: point(at: step.time))
      }
      drawEnd(of: mark.span, into: &markup)
    }
    for mark in panel.marks {
      let point = point(at: mark.span.first.time)
      let box = placer.place((19, 19), near: point, towards: -60, gaps: [9, 18, 30, 44, 60])
      let middle = PixelPoint(x: box.x + 9.5, y: box.y + 9.5)
      markup.add("path", ["class": "lead", "d": .text([point, middle].line)])
      markup.add("circle", ["class": "mark", "cx": .number(point.x), "cy": .number(point.y), "r": 2.8])
      markup.drawNumber(mark.number, at: middle)
    }
  }

  private func point(at time: Timestamp) -> PixelPoint {
    view.point(panel.scene.markPosition(at: time, pairs: panel.tracks))
  }

  private func drawEnd(of span: GestureSpan, into markup: inout Markup) {
    guard span.first.kind.isContinuous, span.hasEnded else { return }
    let point = point(at: span.last.time)
    // An end close to the beginning is visible on the time line only.
    guard (point - self.point(at: span.first.time)).length.value > 12 else { return }
    markup.drawEnd(isCancelled: span.last.phase == .cancelled, at: point)
  }
}

extension Markup {
  /// Draws the number of a gesture.
  mutating func drawNumber(_ number: Int, at point: PixelPoint) {
    add("circle", ["class": "mark", "cx": .number(point.x), "cy": .number(point.y), "r": 9])
    write(String(number), .inside, at: PixelPoint(x: point.x, y: point.y + 4))
  }

  /// Draws a step of a gesture.
  mutating func drawStep(isBack: Bool, at point: PixelPoint) {
    let diamond = "M\(Tenths(point.x).text) \(Tenths(point.y - 5).text)l4.5 5l-4.5 5l-4.5 -5Z"
    add("path", ["class": isBack ? "back" : "mark", "d": .text(diamond)])
  }

  /// Draws the end of a continuous gesture.
  mutating func drawEnd(isCancelled: Bool, at point: PixelPoint) {
    if isCancelled {
      add("path", ["class": "lead", "d": "M\(Tenths(point.x - 4).text) \(Tenths(point.y - 4).text)l8 8m0-8l-8 8"])
    } else {
      add("rect", ["class": "mark", "x": .number(point.x - 4), "y": .number(point.y - 4), "width": 8, "height": 8])
    }
  }
}
