public import Touch

/// One way to draw a shape.
public struct StrokeTemplate: Hashable, Sendable {
  let points: [Vector]
  /// From a path.
  public init?(_ points: [Vector]) { self.points = points }
}
struct StrokeShape {}
extension StrokePattern { func score(of shape: StrokeShape) -> Double? { nil } }
struct StrokePath { mutating func reset() {}; mutating func add(_ v: Vector) {}; var shape: StrokeShape? { nil } }
