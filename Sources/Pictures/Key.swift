internal import Touch

/// The key to the signs, at the foot of the picture.
struct Key {
  enum Sign {
    case landing, lift, cancelled, dot, middle, pair, mark, step, back, end, brokenOff, limit, missed, region, map
  }

  private struct Entry {
    var sign: Sign
    var text: String
    var spot: Spot
  }

  private static let lineHeight = 20.0
  private let entries: [Entry]
  let height: Double

  /// - Parameter signs: the signs that occur in the picture.
  init(_ signs: Set<Sign>, width: Double) {
    let words: [(Sign, String)] = [
      (.landing, "a finger lands"), (.lift, "it lifts"), (.cancelled, "it was no finger"),
      (.dot, "as much time from dot to dot"), (.middle, "the middle of the fingers"),
      (.pair, "two fingers that stand for others"),
      (.mark, "a gesture is recognised or begins"), (.step, "it makes a step"), (.back, "a step back"),
      (.end, "it ends"), (.brokenOff, "it is cancelled"), (.limit, "what its rule waits for"),
      (.missed, "what rules wait for, and was not done"), (.region, "where touches begin that rules wait for"),
      (.map, "which part of the device is drawn"),
    ]
    var x = 0.0
    var y = 0.0
    entries = words.filter { signs.contains($0.0) }.map { sign, text in
      let length = 28 + Lettering.width(of: text, size: 11) + 8
      if x + length > width { (x, y) = (0, y + Self.lineHeight) }
      defer { x += length }
      return Entry(sign: sign, text: text, spot: Spot(x: x, y: y))
    }
    height = y + Self.lineHeight
  }

  func draw(at spot: Spot, into markup: inout Markup) {
    markup.begin("g", ["transform": "translate(\(Tenths(spot.x).text) \(Tenths(spot.y).text))"])
    for entry in entries {
      let middle = Spot(x: entry.spot.x + 11, y: entry.spot.y + 9)
      draw(entry.sign, at: middle, into: &markup)
      markup.write(entry.text, "small", at: Spot(x: middle.x + 15, y: middle.y + 4))
    }
    markup.end()
  }

  private func draw(_ sign: Sign, at spot: Spot, into markup: inout Markup) {
    let (x, y) = (Markup.Attribute.number(spot.x), Markup.Attribute.number(spot.y))
    func line(_ style: String) {
      markup.add(
        "path",
        ["class": .text(style), "d": .text([Spot(x: spot.x - 10, y: spot.y), Spot(x: spot.x + 10, y: spot.y)].line)])
    }
    func box(_ style: String, _ width: Double, _ height: Double) {
      markup.add(
        "rect",
        [
          "class": .text(style), "x": .number(spot.x - width / 2), "y": .number(spot.y - height / 2),
          "width": .number(width), "height": .number(height),
        ])
    }
    switch sign {
    case .landing: markup.add("circle", ["class": "landing f0", "cx": x, "cy": y, "r": 5.5])
    case .lift: markup.add("circle", ["class": "lift f0", "cx": x, "cy": y, "r": 3.2])
    case .cancelled:
      markup.add(
        "path", ["class": "path f0", "d": "M\(Tenths(spot.x - 4).text) \(Tenths(spot.y - 4).text)l8 8m0-8l-8 8"])
    case .dot:
      line("path f0")
      markup.add("circle", ["class": "dot", "cx": x, "cy": y, "r": 2.2])
    case .middle: line("middle")
    case .pair: line("pair")
    case .mark: markup.drawNumber(1, at: spot)
    case .step: markup.drawStep(isBack: false, at: spot)
    case .back: markup.drawStep(isBack: true, at: spot)
    case .end: markup.drawEnd(isCancelled: false, at: spot)
    case .brokenOff: markup.drawEnd(isCancelled: true, at: spot)
    case .limit: box("limit", 18, 12)
    case .missed: box("missed", 18, 12)
    case .region: box("region", 18, 12)
    case .map:
      box("map", 20, 13)
      box("seen", 8, 6)
    }
  }
}
