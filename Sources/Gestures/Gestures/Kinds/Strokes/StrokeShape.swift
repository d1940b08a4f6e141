internal import Touch

/// A drawing, prepared for comparison.
public struct StrokeShape: Sendable {
  private let match: StrokeMatch
  /// The similarity to each of `StrokeRival.all`.
  let rivals: [Double]
  /// The side where the drawing begins.
  let beginning: StrokeSide

  init?(_ path: [Vector]) {
    guard let outline = Outline(path) else { return nil }
    match = StrokeMatch(outline)
    beginning = StrokeSide(ofBeginning: outline.points)
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

  /// The similarity of `shape` to the nearest drawing of this pattern, from 0.82 to 1; nil if it differs more than
  /// these drawings do from each other, or if a known shape that is not this one is more similar. Of several patterns
  /// the one with the highest score was drawn.
  public func score(of shape: StrokeShape) -> Double? {
    let scores = templates.map(shape.score)
    return failure(of: shape, scores) == nil ? scores.max() : nil
  }

  /// The reason why a drawing is not this shape.
  /// - Parameter shape: nil if the drawing is none, such as a dot.
  func failure(of shape: StrokeShape?) -> Failure {
    shape.flatMap { failure(of: $0, templates.map($0.score)) } ?? .otherShape(0, least: Self.leastScore)
  }

  /// The reason why `shape`, which is so similar to each template, is not this one; nil if it is.
  private func failure(of shape: StrokeShape, _ scores: [Double]) -> Failure? {
    guard let nearest = scores.indices.max(by: { scores[$0] < scores[$1] }) else {
      return .otherShape(0, least: Self.leastScore)
    }
    guard scores[nearest] >= Self.leastScore else { return .otherShape(scores[nearest], least: Self.leastScore) }
    let spread = StrokeSpread(of: templates)
    let score = spread.similarity(scores, nearest: nearest)
    guard score >= spread.least else { return .otherShape(score, least: spread.least) }
    if let rival = nearerRival(of: shape, score, spread) {
      return .nearerShape(StrokeRival.all[rival].name, shape.rivals[rival], own: score)
    }
    guard let side = drawnFrom, side != shape.beginning else { return nil }
    return .drawnFrom(shape.beginning, wanted: side)
  }

  /// The known shape that `shape` resembles most, and more than this one; nil if there is none.
  private func nearerRival(of shape: StrokeShape, _ score: Double, _ spread: StrokeSpread) -> Int? {
    let better = shape.rivals.indices.filter { shape.rivals[$0] > score + Self.margin }
    guard !better.isEmpty else { return nil }
    let own = spread.ownRivals
    return better.filter { !own.contains($0) && StrokeRival.all[$0].name != name }
      .max { shape.rivals[$0] < shape.rivals[$1] }
  }
}
