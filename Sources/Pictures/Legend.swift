internal import Gestures
internal import Touch

/// A panel's text: each gesture with its number, the rule that it fulfils, and the rule's reaction.
struct Legend {
  private struct Line {
    var text: String
    var style: String
    /// The number of the gesture, on the first line about it.
    var number: Int?
  }

  private static let lineHeight = 16.0
  /// The space left of the text for the number, in pixels.
  private static let gutter = 26.0
  private static let mostRules = 5

  private let lines: [Line]

  init(panel: ScenePanel) {
    let room = panel.inner - Self.gutter
    var lines: [Line] = []
    func add(_ text: String, _ style: String, number: Int? = nil, limit: Int = 2) {
      let parts = Lettering.wrap(
        text, to: room, size: style == "bold" ? 12.6 : style == "small" ? 11 : 12, limit: limit)
      for (index, part) in parts.enumerated() {
        lines.append(Line(text: part, style: style, number: index == 0 ? number : nil))
      }
    }
    for mark in panel.marks {
      add("\(mark.span.text), \(mark.span.times(from: panel.scene.start))", "bold", number: mark.number)
      if let rule = mark.rule {
        add("\(rule.heading): \(rule.reaction.isEmpty ? "nothing" : rule.reaction)", "", limit: 3)
        add("It waits for \(rule.trigger.pattern.limits).", "small")
      } else {
        add("no rule", "")
      }
    }
    let unsaid = panel.scene.spans.count - panel.marks.count
    if unsaid > 0 { add("\(unsaid) more gesture\(unsaid == 1 ? " is" : "s are") left out", "") }
    if panel.marks.isEmpty {
      add("no gesture was recognised", "bold")
      add("The middle of the fingers came \(panel.scene.reach.text) at most.", "")
    }
    let fingers = panel.scene.episodes.map(\.contacts.count).max() ?? 0
    if fingers > Scene.mostFingers { add("\(fingers - Scene.mostFingers) more contacts are left out", "") }
    let style = panel.scene.style.rawValue
    let count = panel.scene.fingers
    let hand = count == 1 ? "a finger that \(style)s" : "\(count) fingers that \(style)"
    if !panel.missed.isEmpty {
      add("Rules for \(hand):", "")
      for rule in panel.missed.prefix(Self.mostRules) {
        add("\(rule.heading): \(rule.gesture); \(rule.trigger.pattern.limits)", "small")
      }
      let rest = panel.missed.count - Self.mostRules
      if rest > 0 { add("and \(rest) more", "small") }
    } else if !panel.marks.contains(where: { $0.rule != nil }) {
      add("No rule is for \(hand) on a \(panel.scene.device.kind.rawValue).", "")
    }
    self.lines = lines
  }

  var height: Double { Double(lines.count) * Self.lineHeight + 4 }

  func draw(at point: PixelPoint, into markup: inout Markup) {
    for (index, line) in lines.enumerated() {
      let y = point.y + Double(index) * Self.lineHeight + 12
      if let number = line.number { markup.drawNumber(number, at: PixelPoint(x: point.x + 9.5, y: y - 4)) }
      markup.write(line.text, line.style, at: PixelPoint(x: point.x + Self.gutter, y: y))
    }
  }
}
