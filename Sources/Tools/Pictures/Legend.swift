internal import Diagnostics
internal import Gestures
internal import Touch

/// A panel's text: each gesture with its number, its rule and the rule's reaction; for each touch on which no rule
/// acted, the nearest rule and the reason.
struct Legend {
  private struct Line {
    var text: String
    var style: Lettering
    /// The number of the gesture, on the first line about it.
    var number: Int?
  }

  private static let lineHeight = 16.0
  /// The space left of the text for the number, in pixels.
  private static let gutter = 26.0

  private let lines: [Line]

  init(panel: ScenePanel) {
    let room = panel.inner - Self.gutter
    var lines: [Line] = []
    func add(_ text: String, _ style: Lettering, number: Int? = nil, limit: Int = 2) {
      for (index, part) in style.wrap(text, to: room, limit: limit).enumerated() {
        lines.append(Line(text: part, style: style, number: index == 0 ? number : nil))
      }
    }
    for mark in panel.marks {
      add("\(mark.span.text), \(mark.span.times(from: panel.scene.start))", .bold, number: mark.number)
      if let rule = mark.rule {
        add("\(rule.heading): \(rule.reaction.isEmpty ? "no action" : rule.reaction)", .plain, limit: 3)
        add("Requires \(rule.trigger.pattern.limits).", .small)
      } else {
        add("no rule", .plain)
      }
    }
    let rest = panel.scene.spans.count - panel.marks.count
    if rest > 0 { add("\(counted(rest, "more gesture")) not shown", .plain) }
    if panel.marks.isEmpty {
      add("No gesture was recognised.", .bold)
      add("The centre of the fingers moved at most \(panel.scene.reach.text).", .plain)
    }
    let contacts = (panel.scene.episodes.map(\.contacts.count).max() ?? 0) - Scene.mostFingers
    if contacts > 0 { add("\(counted(contacts, "more contact")) not shown", .plain) }
    let unseen = panel.scene.episodes.map(\.unseen).max() ?? 0
    if unseen > 0 { add("\(counted(unseen, "more finger")) without a position", .plain) }
    for miss in panel.misses {
      guard let rule = miss.rule else {
        add("\(miss.reason.prefix(1).uppercased())\(miss.reason.dropFirst()).", .plain)
        continue
      }
      add("Nearest rule: \(rule.heading): \(miss.reason)", .plain, limit: 4)
      add("Requires \(rule.gesture), \(rule.trigger.pattern.limits).", .small)
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
