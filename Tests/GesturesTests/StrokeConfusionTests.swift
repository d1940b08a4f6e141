import Gestures
@testable import Hands
import Testing
import Touch
import Trials

/// Counts what drawings of many hands are taken for.
@Suite("Strokes of many hands")
struct StrokeConfusionTests {
  private struct Tally {
    var right = 0
    var rejected = 0
    var wrong = 0
    var all: Int { right + rejected + wrong }
  }

  private static func drawn(_ drawing: StrokeHand.Drawing) -> StrokePath {
    var path = StrokePath()
    for (_, point) in drawing.positions { path.add(point) }
    return path
  }

  /// The name of the pattern with the highest score.
  private static func name(_ path: StrokePath, among patterns: [StrokePattern]) -> String? {
    guard let shape = path.shape else { return nil }
    return patterns.compactMap { pattern in pattern.score(of: shape).map { (pattern.name, $0) } }
      .max { $0.1 < $1.1 }?.0
  }

  private static func table(_ title: String, _ rows: [(StrokeHand.Figure, Tally)]) -> String {
    func line(_ cells: [String]) -> String {
      let first = cells[0] + String(repeating: " ", count: max(0, 26 - cells[0].count))
      return first + cells.dropFirst().map { String(repeating: " ", count: max(0, 9 - $0.count)) + $0 }.joined()
    }
    let heading = line([title, "right", "rejected", "wrong"])
    let lines = rows.map { line([$0.0.rawValue] + [$0.1.right, $0.1.rejected, $0.1.wrong].map(String.init)) }
    return ([heading] + lines).joined(separator: "\n")
  }

  /// The results of `count` drawings of each figure, each by another hand.
  private static func tally(
    _ figures: [StrokeHand.Figure], _ count: Int, seed: UInt64, style: StrokeHand.Style? = nil,
    among patterns: [StrokePattern]
  ) -> [(StrokeHand.Figure, Tally)] {
    figures.enumerated().map { row, figure in
      var tally = Tally()
      for number in 0..<count {
        var random = SplitMix(state: seed << 40 + UInt64(row) << 20 + UInt64(number))
        let name = name(drawn(StrokeHand(style: style, &random).draw(figure, &random)), among: patterns)
        switch name {
        case nil: tally.rejected += 1
        case figure.rawValue: tally.right += 1
        default: tally.wrong += 1
        }
      }
      return (figure, tally)
    }
  }

  private static func sum(_ rows: [(StrokeHand.Figure, Tally)]) -> Tally {
    rows.reduce(into: Tally()) {
      $0.right += $1.1.right
      $0.rejected += $1.1.rejected
      $0.wrong += $1.1.wrong
    }
  }

  /// The number of hands that draw each figure.
  private static let hands = trials(25, thorough: 100)

  private static let builtIn = BuiltInStroke.allCases.map { StrokePattern($0.name, templates: $0.templates) }

  @Test("the built-in shapes are recognised from any hand: 95 in 100, and at most 2 as another")
  func builtInShapes() {
    let rows = Self.tally(StrokeHand.Figure.shapes, Self.hands, seed: 1, among: Self.builtIn)
    print(Self.table("built-in shapes", rows))
    let sum = Self.sum(rows)
    #expect(Double(sum.right) >= 0.95 * Double(sum.all))
    #expect(Double(sum.wrong) <= 0.02 * Double(sum.right + sum.wrong))
    for (figure, tally) in rows { #expect(100 * tally.right >= 85 * tally.all, "\(figure)") }
  }

  @Test("a shape recorded three times by one hand is recognised from others that draw it in that manner: 95 in 100")
  func recordedShapes() {
    var rows: [(StrokeHand.Figure, Tally)] = StrokeHand.Figure.shapes.map { ($0, Tally()) }
    for teacher in 0..<trials(2, thorough: 5) {
      var random = SplitMix(state: 77 + UInt64(teacher))
      let hand = StrokeHand(&random)
      let patterns = StrokeHand.Figure.shapes.map { figure in
        StrokePattern(
          figure.rawValue,
          templates: (0..<3).compactMap { _ in StrokeTemplate(Self.drawn(hand.draw(figure, &random)).points) })
      }
      let others = Self.tally(
        StrokeHand.Figure.shapes, trials(10, thorough: 20), seed: 10 + UInt64(teacher), style: hand.style,
        among: patterns)
      for (row, tally) in others.enumerated() {
        rows[row].1.right += tally.1.right
        rows[row].1.rejected += tally.1.rejected
        rows[row].1.wrong += tally.1.wrong
      }
    }
    print(Self.table("recorded shapes", rows))
    let sum = Self.sum(rows)
    #expect(Double(sum.wrong) <= 0.02 * Double(sum.right + sum.wrong))
    #expect(Double(sum.right) >= 0.95 * Double(sum.all))
  }

  @Test("other drawings are no shape, except for 3 in 100; more of those with similar bends")
  func noShapes() {
    let rows = Self.tally(StrokeHand.Figure.others, Self.hands, seed: 2, among: Self.builtIn)
    let chances = Self.tally(StrokeHand.Figure.chances, Self.hands, seed: 3, among: Self.builtIn)
    print(Self.table("no shapes", rows + chances))
    let sum = Self.sum(rows)
    #expect(Double(sum.wrong) <= 0.03 * Double(sum.all))
    for (figure, tally) in rows { #expect(tally.wrong <= max(2, tally.all / 20), "\(figure)") }
    for (figure, tally) in chances { #expect(100 * tally.wrong <= 30 * tally.all, "\(figure)") }
  }

  /// The drawings of other shapes that patterns with so many drawings by one hand accept, and their own that they
  /// reject.
  private static func strangers(drawings: Int) -> (accepted: Int, of: Int, rejected: Int, ofOwn: Int) {
    let shapes = StrokeHand.Figure.shapes
    var (accepted, strange, rejected, own) = (0, 0, 0, 0)
    for teacher in 0..<trials(12, thorough: 40) {
      var random = SplitMix(state: 4_000 + UInt64(teacher))
      let hand = StrokeHand(&random)
      func draw(_ figure: StrokeHand.Figure) -> StrokePath { Self.drawn(hand.draw(figure, &random)) }
      let taught = Set(shapes.shuffled(using: &random).prefix(shapes.count / 2))
      let patterns = taught.sorted { $0.rawValue < $1.rawValue }.map { figure in
        StrokePattern(
          figure.rawValue, templates: (0..<drawings).compactMap { _ in StrokeTemplate(draw(figure).points) })
      }
      for figure in shapes {
        for _ in 0..<6 {
          let name = name(draw(figure), among: patterns)
          if taught.contains(figure) {
            own += 1
            if name != figure.rawValue { rejected += 1 }
          } else {
            strange += 1
            if name != nil { accepted += 1 }
          }
        }
      }
    }
    return (accepted, strange, rejected, own)
  }

  @Test("more drawings of a shape accept no more of other shapes, and more of its own")
  func strangersOfRecordedShapes() {
    let figures = [1, 3, 9].map { (drawings: $0, counts: Self.strangers(drawings: $0)) }
    for (drawings, counts) in figures {
      print(
        "figure: shapes with \(drawings) drawings: \(counts.accepted) of \(counts.of) drawings of other shapes accepted, "
          + "\(counts.rejected) of \(counts.ofOwn) of their own not recognised")
      #expect(200 * counts.accepted <= counts.of, "\(drawings) drawings")
      #expect(100 * counts.rejected <= (drawings == 1 ? 8 : 3) * counts.ofOwn, "\(drawings) drawings")
    }
    for (_, counts) in figures.dropFirst() { #expect(counts.accepted <= figures[0].counts.accepted + counts.of / 500) }
  }
}
