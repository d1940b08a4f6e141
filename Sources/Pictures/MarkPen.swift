internal import Gestures
internal import Touch

/// Draws the marks of gestures: a number where each was recognised, a diamond at each step, and the end of continuous
/// ones.
struct MarkPen {
  /// The most steps that are drawn.
  private static let mostSteps = 60

  let view: View
  let panel: Panel

  func draw(into markup: inout Markup, _ placer: inout Placer) {
    for mark in panel.marks {
      for step in mark.act.steps.prefix(Self.mostSteps) {
        markup.drawStep(isBack: step.value < 0, at: spot(at: step.time))
      }
      drawEnd(of: mark.act, into: &markup)
    }
    for mark in panel.marks {
      let spot = spot(at: mark.act.first.time)
      let box = placer.place((19, 19), near: spot, towards: -60, gaps: [9, 18, 30, 44, 60])
      let middle = Spot(x: box.x + 9.5, y: box.y + 9.5)
      markup.add("path", ["class": "lead", "d": .text([spot, middle].line)])
      markup.add("circle", ["class": "mark", "cx": .number(spot.x), "cy": .number(spot.y), "r": 2.8])
      markup.drawNumber(mark.number, at: middle)
    }
  }

  private func spot(at time: Timestamp) -> Spot { view.spot(panel.scene.place(at: time, pairs: panel.tracks)) }

  private func drawEnd(of act: Act, into markup: inout Markup) {
    guard act.first.kind.isContinuous, act.isOver else { return }
    let spot = spot(at: act.last.time)
    // An end close to the beginning is visible on the time line only.
    guard (spot - self.spot(at: act.first.time)).length.value > 12 else { return }
    markup.drawEnd(isCancelled: act.last.phase == .cancelled, at: spot)
  }
}

extension Markup {
  /// Draws the number of a gesture.
  mutating func drawNumber(_ number: Int, at spot: Spot) {
    add("circle", ["class": "mark", "cx": .number(spot.x), "cy": .number(spot.y), "r": 9])
    write(String(number), "in", at: Spot(x: spot.x, y: spot.y + 4))
  }

  /// Draws a step of a gesture.
  mutating func drawStep(isBack: Bool, at spot: Spot) {
    let diamond = "M\(Tenths(spot.x).text) \(Tenths(spot.y - 5).text)l4.5 5l-4.5 5l-4.5 -5Z"
    add("path", ["class": isBack ? "back" : "mark", "d": .text(diamond)])
  }

  /// Draws the end of a continuous gesture.
  mutating func drawEnd(isCancelled: Bool, at spot: Spot) {
    if isCancelled {
      add("path", ["class": "lead", "d": "M\(Tenths(spot.x - 4).text) \(Tenths(spot.y - 4).text)l8 8m0-8l-8 8"])
    } else {
      add("rect", ["class": "mark", "x": .number(spot.x - 4), "y": .number(spot.y - 4), "width": 8, "height": 8])
    }
  }
}
