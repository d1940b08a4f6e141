internal import Glibc
internal import Touch

/// A known shape. A drawing that resembles it more than the shape a rule requests is not that shape.
struct StrokeRival: Sendable {
  /// The drawings of the shape.
  let templates: [StrokeTemplate]
  /// The name of a built-in shape; nil for others.
  var name: String?

  /// The built-in shapes, and shapes that are often drawn and resemble them, but need no name.
  static let all: [StrokeRival] =
    BuiltInStroke.allCases.map { StrokeRival(templates: $0.templates, name: $0.rawValue) } + others

  private static let others: [StrokeRival] = [
    // Parentheses and arches: half circles.
    [.arc(from: 270, to: 90)], [.arc(from: 270, to: 450)], [.arc(from: 180, to: 360)], [.arc(from: 180, to: 0)],
    // S and N, lying and standing, and their mirror images: a wave, or a zigzag's beginning.
    [wave(1)], [wave(-1)], [wave(1).map { Vector(dx: $0.dy, dy: $0.dx) }],
    [wave(-1).map { Vector(dx: $0.dy, dy: $0.dx) }],
    [.corners((0, 20), (10, 0), (20, 20), (30, 0))], [.corners((0, 0), (10, 20), (20, 0), (30, 20))],
    // The L in its four positions.
    [.corners((0, 0), (0, 20), (14, 20))], [.corners((0, 20), (0, 0), (14, 0))], [.corners((14, 0), (14, 20), (0, 20))],
    [.corners((0, 0), (14, 0), (14, 20))],
    // Braces.
    [leftBrace, leftBrace.map { Vector(dx: $0.dx * 0.6, dy: $0.dy) }],
    [leftBrace, leftBrace.map { Vector(dx: $0.dx * 0.6, dy: $0.dy) }].map { $0.map { Vector(dx: -$0.dx, dy: $0.dy) } },
    // A triangle on its head.
    [.corners((0, 0), (23, 0), (12, 20), (0, 0))],
    // Crosses in one line, their third side at the bottom or at the right.
    [.corners((0, 0), (20, 20), (0, 20), (20, 0))], [.corners((0, 0), (20, 20), (20, 0), (0, 20))],
    // Digits and the question mark.
    [
      .corners(
        (0, 6), (4, 1), (10, 0), (16, 4), (16, 10), (10, 15), (4, 17), (10, 18), (17, 23), (16, 31), (8, 35), (0, 31))
    ],
    [.corners((0, 8), (3, 2), (10, 0), (17, 4), (18, 10), (14, 16), (9, 20), (8, 26), (8, 34))],
    [.corners((14, 0), (5, 9), (0, 22), (3, 31), (9, 34), (16, 30), (16, 22), (9, 18), (1, 24))],
  ].map { drawings in StrokeRival(templates: drawings.compactMap { StrokeTemplate($0, isReversible: true) }) }

  /// A wave of two half circles, the first of them up or down.
  private static func wave(_ first: Double) -> [Vector] {
    (0...24).map { Vector(dx: Double($0) / 12 * .pi, dy: 1.4 * first * sin(Double($0) / 12 * .pi)) }
  }

  private static let leftBrace: [Vector] = .corners(
    (20, 0), (13, 1), (9, 6), (10, 14), (10, 20), (7, 25), (0, 27), (7, 29), (10, 34), (10, 40), (9, 48), (13, 53),
    (20, 54))
}
