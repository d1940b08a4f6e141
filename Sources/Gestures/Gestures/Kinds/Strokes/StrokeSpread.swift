internal import Touch

/// The spread of the drawings of one shape: the similarity of each to the others.
///
///     similarity to the nearest drawing   ──────────╮
///                                                   ├─ their mean, at least three deviations below the usual one
///     median similarity to those of its way ────────╯
///
/// The similarity to the nearest drawing alone would accept more with each drawing: the neighbourhoods of all of them,
/// also that of the worst. So a drawing must be as similar to them as they are to each other: D. Rubine, Specifying
/// gestures by example (SIGGRAPH 1991), rejects by the distance from the mean of a shape's examples in units of their
/// deviation.
///
/// With the gesture logs of 11 people of the $1 recognizer (Wobbrock, Wilson and Li 2007), at a medium speed, of the
/// drawings of other shapes 0.5 % are accepted with one drawing, 0.4 % with three and 0.5 % with nine; with the nearest
/// drawing alone 0.5 %, 1.0 % and 1.9 %. That was measured with the mean in place of the median, which one drawing that
/// cannot be compared at all, such as a thinner one, does not move (P. Huber, Robust Statistics, 1981).
///
/// It is computed for each drawing that is near to one of the shape's: 4 million instructions for 16 drawings, a
/// millisecond or two after the lift.
struct StrokeSpread {
  /// More drawings of a shape than this are not compared with each other.
  private static let mostDrawings = 16
  /// The permitted distance from the mean, in standard deviations.
  private static let deviations = 3.0
  /// The standard deviation that hands have on average, and its weight, in drawings: that of two or three drawings
  /// alone is a matter of chance.
  private static let usual = (deviation: 0.05, weight: 2.0)

  private let templates: [StrokeTemplate]
  /// The similarity of each drawing to each; empty if they are not compared.
  private let scores: [[Double]]
  /// The least similarity of a drawing to the shape.
  let least: Double

  /// The spread of `templates`, as far as a hand drew them.
  init(of templates: [StrokeTemplate]) {
    self.templates = Array(templates.prefix(Self.mostDrawings))
    guard templates.count > 1, templates.allSatisfy(\.isDrawn) else {
      (scores, least) = ([], StrokePattern.leastScore)
      return
    }
    let all = self.templates
    scores = all.map { drawing in
      guard let shape = Outline(drawing.grid).map(StrokeMatch.init) else { return all.map { _ in 0 } }
      return all.map(shape.score)
    }
    least = Self.least(scores)
  }

  /// The similarity of a drawing to the shape: halfway between that to the nearest template, and the median of that to
  /// all templates that are drawn in the same way as the nearest one, such as in the same direction.
  func similarity(_ own: [Double], nearest: Int) -> Double {
    guard scores.indices.contains(nearest) else { return own[nearest] }
    return Self.similarity(own, nearest: nearest, scores, among: scores.indices)
  }

  private static func similarity(
    _ own: [Double], nearest: Int, _ scores: [[Double]], among drawings: some Sequence<Int>
  ) -> Double {
    let way = drawings.filter { $0 == nearest || scores[nearest][$0] >= StrokePattern.leastScore }
    let sorted = way.map { own[$0] }.sorted()
    let median = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    return (own[nearest] + median) / 2
  }

  /// The least similarity, from that of each drawing to the others. A drawing that resembles none of them is another
  /// way to draw the shape.
  private static func least(_ scores: [[Double]]) -> Double {
    let similarities = scores.indices.compactMap { index -> Double? in
      let others = scores.indices.filter { $0 != index }
      guard let nearest = others.max(by: { scores[index][$0] < scores[index][$1] }),
        scores[index][nearest] >= StrokePattern.leastScore
      else { return nil }
      return similarity(scores[index], nearest: nearest, scores, among: others)
    }
    guard !similarities.isEmpty else { return StrokePattern.leastScore }
    let mean = similarities.reduce(0, +) / Double(similarities.count)
    let squares = similarities.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let variance =
      (squares + usual.weight * usual.deviation * usual.deviation) / (Double(similarities.count) - 1 + usual.weight)
    return max(StrokePattern.leastScore, mean - deviations * variance.squareRoot())
  }

  /// The rivals that are this shape itself, whatever its name: those that most of its drawings resemble most, or more
  /// than each other. Each is left out once, as by M. Stone (Cross-validatory choice, 1974).
  var ownRivals: Set<Int> {
    var votes: [Int: Int] = [:]
    for (index, template) in templates.enumerated() {
      guard let rivals = StrokeShape(template.grid)?.rivals else { continue }
      let nearest = scores.isEmpty ? nil : templates.indices.filter { $0 != index }.map { scores[index][$0] }.max()
      let least = max(StrokePattern.leastScore, min(nearest ?? 1, rivals.max() ?? 0))
      for rival in rivals.indices where rivals[rival] >= least { votes[rival, default: 0] += 1 }
    }
    return Set(votes.filter { 2 * $0.value > templates.count }.keys)
  }
}
