internal import Touch

/// What was drawn, ready to be compared.
public struct StrokeShape: Sendable {
  private let match: StrokeMatch
  /// How like it is to each of the shapes that are known besides what the rules ask for.
  let rivals: [Double]

  init?(_ path: [Vector]) {
    guard let outline = Outline(path) else { return nil }
    match = StrokeMatch(outline)
    rivals = StrokeRival.all.map { [match] rival in rival.templates.map(match.score).max() ?? 0 }
  }

  /// How like it is to a template: 0 to 1, which is the template itself.
  public func score(against template: StrokeTemplate) -> Double { match.score(against: template) }
}

extension StrokePattern {
  /// Below this a drawing is not like a template.
  static let leastScore = 0.82
  /// By so much a rival must be liked better, since it is known in several proportions and a shape often in one.
  private static let margin = 0.01

  /// How like a drawing is to this shape, from 0.82 to 1; nil where it is not, or is more like a shape that is known and
  /// not meant. Of several patterns the one with the highest score was drawn.
  public func score(of shape: StrokeShape) -> Double? {
    guard let score = templates.map(shape.score).max(), score >= Self.leastScore else { return nil }
    let better = shape.rivals.indices.filter { shape.rivals[$0] > score + Self.margin }
    guard !better.isEmpty else { return score }
    let own = ownRivals
    return better.allSatisfy(own.contains) ? score : nil
  }

  /// The rivals that are this shape itself, by name or by likeness.
  private var ownRivals: Set<Int> {
    var own: Set<Int> = []
    for template in templates {
      guard let scores = StrokeShape(template.grid)?.rivals else { continue }
      if let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] >= Self.leastScore {
        own.insert(best)
      }
    }
    return own
  }
}
