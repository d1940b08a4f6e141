internal import Glibc
internal import Touch

/// The shapes that need no recording.
///
/// Their proportions are those that people draw: of 54 people in the $1 recognizer's gesture logs (Wobbrock, Wilson and
/// Li 2007) and in logs made after them.
public enum BuiltInStroke: String, Hashable, Sendable, CaseIterable {
  /// ○, either way round, begun at any point
  case circle
  /// ✓, the short leg first
  case check
  /// ^, from either end
  case caret
  /// v, from either end
  case v
  /// [, from either end
  case leftBracket = "left-bracket"
  /// ], from either end
  case rightBracket = "right-bracket"
  /// Four to six legs, up and down, from either end
  case zigzag
  /// △, either way round, begun at any point
  case triangle
  /// □, either way round, begun at any point
  case rectangle
  /// ☆ in one line of five, either way round, begun at any point
  case star
  /// A loop: up, round to the left and down, and across to the right; or the same from its end
  case pigtail

  /// The name of the shape in a rules file.
  public var name: String { rawValue }

  /// The drawings of the shape.
  public var templates: [StrokeTemplate] { Self.table[self] ?? [] }

  /// The drawings of the shape called `name`; nil if there is none.
  public static func templates(named name: String) -> [StrokeTemplate]? { BuiltInStroke(rawValue: name)?.templates }

  private static let table: [BuiltInStroke: [StrokeTemplate]] = Dictionary(
    uniqueKeysWithValues: allCases.map { stroke in
      (stroke, stroke.drawings.compactMap { StrokeTemplate($0, isReversible: stroke != .check) })
    })

  /// The paths of the drawings, x to the right and y downwards.
  private var drawings: [[Vector]] {
    switch self {
    case .circle:
      [.arc(from: 0, to: 360)]
    case .check:
      // The short leg is 0.13 to 0.64 of the long one, 0.38 for most; some only touch down before they draw the long
      // one.
      [
        .corners((0, 0), (4, 4), (44, -40)),
        .corners((0, 0), (13, 10), (42, -32)), .corners((0, 0), (10, 11), (53, -40)),
        .corners((0, 0), (20, 30), (60, -35)), .corners((0, 0), (20, 8), (55, -35)),
      ]
    case .caret:
      [.corners((0, 20), (10, 0), (20, 20)), .corners((0, 14), (8, 0), (20, 22))]
    case .v:
      [.corners((0, 0), (10, 20), (20, 0)), .corners((0, 3), (8, 18), (19, -4))]
    case .leftBracket:
      [.corners((10, 0), (0, 0), (0, 30), (10, 30)), .corners((18, 0), (0, 0), (0, 30), (18, 30))]
    case .rightBracket:
      [.corners((0, 0), (10, 0), (10, 30), (0, 30)), .corners((0, 0), (18, 0), (18, 30), (0, 30))]
    case .zigzag:
      (4...6).flatMap { legs in [0, 1].map { Self.zigzag(legs: legs, first: $0) } }
    case .triangle:
      [.corners((10, 0), (0, 20), (23, 20), (10, 0)), .corners((13, 0), (0, 10), (26, 10), (13, 0))]
    case .rectangle:
      [
        .corners((0, 0), (0, 20), (30, 20), (30, 0), (0, 0)), .corners((0, 0), (0, 10), (30, 10), (30, 0), (0, 0)),
        .corners((0, 0), (0, 20), (18, 20), (18, 0), (0, 0)),
      ]
    case .star:
      [.corners((18, 95), (50, 0), (82, 95), (0, 36), (100, 36), (18, 95))]
    case .pigtail:
      [
        .corners(
          (0, 80), (18, 76), (38, 64), (54, 44), (60, 24), (54, 6), (40, 0), (26, 8), (22, 26), (27, 48), (42, 68),
          (62, 78), (85, 80))
      ]
    }
  }

  /// A zigzag with `legs` legs. The first one goes up if `first` is 0, else down.
  private static func zigzag(legs: Int, first: Int) -> [Vector] {
    (0...legs).map { corner in
      let isLow = (corner + first).isMultiple(of: 2)
      return Vector(dx: Double(10 * corner), dy: isLow ? 20 : 0)
    }
  }
}

extension [Vector] {
  static func corners(_ corners: (Double, Double)...) -> [Vector] { corners.map { Vector(dx: $0.0, dy: $0.1) } }

  /// An arc of a circle; 0° is its rightmost point, 90° its lowest.
  static func arc(from: Int, to: Int) -> [Vector] {
    stride(from: from, through: to, by: to > from ? 6 : -6).map { degrees in
      let angle = Double(degrees) * .pi / 180
      return Vector(dx: cos(angle), dy: sin(angle))
    }
  }
}
