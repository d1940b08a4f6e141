public import Touch

/// A drawing of a shape, to compare others with. Its direction matters unless it is reversible; a path whose ends meet
/// may be begun at any point.
public struct StrokeTemplate: Hashable, Sendable {
  /// The distance below which ends meet, in sizes of the shape.
  private static let meeting = 0.2
  /// The grid to which points are rounded, per size of the shape, so that coordinates have two digits as text.
  private static let grain = 99.0
  /// More points than any text this program has written, and few enough to read at once.
  private static let mostPoints = 1000

  /// The points as written to text.
  let grid: [Vector]
  /// The points of the outline. Of a ring, 31 points twice and the first once more, so that any 32 in a row are the
  /// shape begun at that point.
  let points: [Vector]
  let thickness: Double
  /// True if the ends meet, so that a hand may begin anywhere.
  public let isRing: Bool
  /// True if it may be drawn from its end to its beginning.
  let isReversible: Bool
  /// True if a hand drew it. The others are proportions of a known shape.
  let isDrawn: Bool

  /// A template of a path, in any unit. Nil if the path is no shape: fewer than three points, not finite, without size,
  /// or a straight line.
  public init?(_ path: [Vector]) { self.init(path, isReversible: false, isDrawn: true) }

  /// A template that may be drawn in both directions if it `isReversible`.
  init?(_ path: [Vector], isReversible: Bool, isDrawn: Bool = false) {
    guard let outline = Outline(path) else { return nil }
    // Templates are matched as rounded for text, so that one that was read equals the one that was drawn.
    let grid = outline.points.map { point in
      Vector(dx: (point.dx * Self.grain).rounded(), dy: (point.dy * Self.grain).rounded())
    }
    self.init(grid: grid, isReversible: isReversible, isDrawn: isDrawn)
  }

  private init?(grid: [Vector], isReversible: Bool, isDrawn: Bool) {
    guard let outline = Outline(grid) else { return nil }
    self.grid = grid
    self.isReversible = isReversible
    self.isDrawn = isDrawn
    thickness = outline.thickness
    isRing = outline.gap < Self.meeting
    if isRing, let ring = Outline.points(along: outline.points + [outline.points[0]], Outline.count) {
      points = ring + ring.dropFirst()
    } else {
      points = outline.points
    }
  }

  /// Parses the form that `text` has: for each point two whole numbers with a comma between them, and spaces between
  /// the points. Nil for any other text, and for paths that are no shape.
  public init?(text: String) {
    let words = text.split(separator: " ", maxSplits: Self.mostPoints)
    guard words.count <= Self.mostPoints else { return nil }
    var grid: [Vector] = []
    for word in words {
      let numbers = word.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
      guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
      grid.append(Vector(dx: Double(x), dy: Double(y)))
    }
    self.init(grid: grid, isReversible: false, isDrawn: true)
  }

  /// The template as one line: `0,50 3,41 …`, x to the right and y downwards, 32 points from 0 to 99.
  public var text: String { grid.map { "\(Int($0.dx)),\(Int($0.dy))" }.joined(separator: " ") }

  /// The points as written to text, of a ring those that begin at this side.
  func grid(from side: StrokeSide) -> [Vector] {
    guard isRing else { return grid }
    let ring = Array(grid.dropLast())
    let turned = ring.indices.lazy.map { Array(ring[$0...] + ring[...$0]) }
    return turned.first { StrokeSide(ofBeginning: $0) == side && StrokeSide(ofBeginning: Array($0[1...])) == side }
      ?? grid
  }

  /// The indices of `points` at which a drawing may begin.
  var beginnings: Range<Int> { isRing ? 0..<Outline.count - 1 : 0..<1 }
}
