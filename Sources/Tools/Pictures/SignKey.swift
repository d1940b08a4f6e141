internal import Touch

/// The key to the signs, at the foot of the picture.
struct SignKey {
  enum Sign {
    case landing, lift, cancelled, dot, centroid, pair, mark, step, back, waiting, end, gestureCancelled, limit, missed,
      region, map
  }

  private struct Entry {
    var sign: Sign
    var text: String
    var point: PixelPoint
  }

  private static let lineHeight = 20.0
  private let entries: [Entry]
  let height: Double

  /// - Parameter signs: the signs that occur in the picture.
  init(_ signs: Set<Sign>, width: Double) {
    let words: [(Sign, String)] = [
      (.landing, "finger lands"), (.lift, "finger lifts"), (.cancelled, "contact cancelled, not a finger"),
      (.dot, "equal time from dot to dot"), (.centroid, "centre of the fingers"),
      (.pair, "two fingers that represent all"), (.mark, "gesture recognised or begun"), (.step, "step"),
      (.back, "step back"), (.waiting, "gesture waits for the fingers to return"), (.end, "gesture ends"),
      (.gestureCancelled, "gesture cancelled"), (.limit, "required by its rule"),
      (.missed, "required by a rule, not reached"), (.region, "start region of a rule"),
      (.map, "part of the device that is drawn"),
    ]
    var x = 0.0
    var y = 0.0
    entries = words.filter { signs.contains($0.0) }.map { sign, text in
      let length = 28 + Lettering.small.width(of: text) + 8
      if x + length > width { (x, y) = (0, y + Self.lineHeight) }
      defer { x += length }
      return Entry(sign: sign, text: text, point: PixelPoint(x: x, y: y))
    }
    height = y + Self.lineHeight
  }

  func draw(at point: PixelPoint, into markup: inout Markup) {
    markup.begin("g", ["transform": "translate(\(Tenths(point.x).text) \(Tenths(point.y).text))"])
    for entry in entries {
      let middle = PixelPoint(x: entry.point.x + 11, y: entry.point.y + 9)
      draw(entry.sign, at: middle, into: &markup)
      markup.write(entry.text, .small, at: PixelPoint(x: middle.x + 15, y: middle.y + 4))
    }
    markup.end()
  }

  private func draw(_ sign: Sign, at point: PixelPoint, into markup: inout Markup) {
    let (x, y) = (Markup.Attribute.number(point.x), Markup.Attribute.number(point.y))
    func line(_ style: String) {
      markup.add(
        "path",
        [
          "class": .text(style),
          "d": .text([PixelPoint(x: point.x - 10, y: point.y), PixelPoint(x: point.x + 10, y: point.y)].line),
        ])
    }
    func box(_ style: String, _ width: Double, _ height: Double) {
      markup.add(
        "rect",
        [
          "class": .text(style), "x": .number(point.x - width / 2), "y": .number(point.y - height / 2),
          "width": .number(width), "height": .number(height),
        ])
    }
    switch sign {
    case .landing: markup.add("circle", ["class": "landing f0", "cx": x, "cy": y, "r": 5.5])
    case .lift: markup.add("circle", ["class": "lift f0", "cx": x, "cy": y, "r": 3.2])
    case .cancelled:
      markup.add(
        "path", ["class": "path f0", "d": "M\(Tenths(point.x - 4).text) \(Tenths(point.y - 4).text)l8 8m0-8l-8 8"])
    case .dot:
      line("path f0")
      markup.add("circle", ["class": "dot", "cx": x, "cy": y, "r": 2.2])
    case .centroid: line("middle")
    case .pair: line("pair")
    case .mark: markup.drawNumber(1, at: point)
    case .step: markup.drawStep(isBack: false, at: point)
    case .back: markup.drawStep(isBack: true, at: point)
    case .waiting: line("waiting")
    case .end: markup.drawEnd(isCancelled: false, at: point)
    case .gestureCancelled: markup.drawEnd(isCancelled: true, at: point)
    case .limit: box("limit", 18, 12)
    case .missed: box("missed", 18, 12)
    case .region: box("region", 18, 12)
    case .map:
      box("map", 20, 13)
      box("seen", 8, 6)
    }
  }
}
