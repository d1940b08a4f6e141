internal import Touch

/// A drawing, prepared for comparison.
public struct StrokeShape: Sendable {
  private let match: StrokeMatch
  /// The similarity to each of `StrokeRival.all`.
  let rivals: [Double]

  init?(_ path: [Vector]) {
    guard let outline = Outline(path) else { return nil }
    match = StrokeMatch(outline)
    rivals = StrokeRival.all.map { [match] rival in rival.templates.map(match.score).max() ?? 0 }
  }

  /// The similarity to `template`: 0 to 1, which is the template itself.
  public func score(against template: StrokeTemplate) -> Double { match.score(against: template) }
}

extension StrokePattern {
  /// The least similarity of a drawing to a template.
  static let leastScore = 0.82
  /// The least advantage of a rival: it is known in several proportions, and the rule's shape often in one.
  private static let margin = 0.01

  /// The similarity of `shape` to this pattern, from 0.82 to 1; nil if it is lower, or if a known shape that is not
  /// this one is more similar. Of several patterns the one with the highest score was drawn.
  public func score(of shape: StrokeShape) -> Double? {
    guard let score = templates.map(shape.score).max(), score >= Self.leastScore else { return nil }
    let better = shape.rivals.indices.filter { shape.rivals[$0] > score + Self.margin }
    guard !better.isEmpty else { return score }
    let own = ownRivals
    return better.allSatisfy(own.contains) ? score : nil
  }

  /// The reason why a drawing is not this shape.
  /// - Parameter shape: nil if the drawing is none, such as a dot.
  func failure(of shape: StrokeShape?) -> Failure {
    guard let shape, let score = templates.map(shape.score).max() else {
      return .otherShape(0, least: Self.leastScore)
    }
    let own = ownRivals
    let rival = shape.rivals.indices.filter { !own.contains($0) }.max { shape.rivals[$0] < shape.rivals[$1] }
    guard score >= Self.leastScore, let rival else { return .otherShape(score, least: Self.leastScore) }
    return .nearerShape(StrokeRival.all[rival].name, shape.rivals[rival], own: score)
  }

  /// The rivals that are this shape itself, by name or by similarity.
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
