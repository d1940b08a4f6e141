internal import Touch

/// A side of a shape, as seen from its middle.
public enum StrokeSide: String, Hashable, Sendable, CaseIterable {
  case top, bottom, left, right

  /// The side to which `way` leads from the middle: the nearest of four directions.
  init(_ way: Vector) {
    self = abs(way.dx) > abs(way.dy) ? (way.dx < 0 ? .left : .right) : way.dy < 0 ? .top : .bottom
  }

  /// The side where a path begins.
  init(ofBeginning path: [Vector]) {
    let middle = path.reduce(.zero, +) * (1 / Double(max(path.count, 1)))
    self.init((path.first ?? .zero) - middle)
  }
}
