public import Touch

/// One way to draw a shape. The direction counts, unless it is said not to; a path whose ends meet may be begun
/// anywhere on it.
public struct StrokeTemplate: Hashable, Sendable {
  /// Ends that are nearer than this, in sizes of the shape, meet.
  private static let meeting = 0.2
  /// Places are rounded to this share of the shape, so that written down they are two digits.
  private static let grain = 99.0
  /// More places than any text has that this program wrote, and few enough to be read at once.
  private static let mostPoints = 1000

  /// The places as they are written down.
  let grid: [Vector]
  /// As an outline has them; of a ring 31 places twice, and the first once more, so that 32 of them in a row are the
  /// shape begun anywhere.
  let points: [Vector]
  /// As an outline has it.
  let thickness: Double
  /// Whether its ends meet.
  let isRing: Bool
  /// Whether it may be drawn from its end to its beginning.
  let isReversible: Bool

  /// The shape of a path, in any unit. Nil for what is no shape: fewer than three places, one that is not a number, no
  /// size, or a straight line.
  public init?(_ path: [Vector]) { self.init(path, isReversible: false) }

  /// The same, for a shape that may be drawn either way.
  init?(_ path: [Vector], isReversible: Bool) {
    guard let outline = Outline(path) else { return nil }
    // What is matched is what is written down, so that a template that was read is the one that was drawn.
    let grid = outline.points.map { point in
      Vector(dx: (point.dx * Self.grain).rounded(), dy: (point.dy * Self.grain).rounded())
    }
    self.init(grid: grid, isReversible: isReversible)
  }

  private init?(grid: [Vector], isReversible: Bool) {
    guard let outline = Outline(grid) else { return nil }
    self.grid = grid
    self.isReversible = isReversible
    thickness = outline.thickness
    isRing = outline.gap < Self.meeting
    if isRing, let ring = Outline.points(along: outline.points + [outline.points[0]], Outline.count) {
      points = ring + ring.dropFirst()
    } else {
      points = outline.points
    }
  }

  /// Reads what `text` writes: two whole numbers, a comma between them, for each place, and spaces between the places.
  /// Nil for another text, and for what is no shape.
  public init?(text: String) {
    let words = text.split(separator: " ", maxSplits: Self.mostPoints)
    guard words.count <= Self.mostPoints else { return nil }
    var grid: [Vector] = []
    for word in words {
      let numbers = word.split(separator: ",", omittingEmptySubsequences: false).map { Int32($0) }
      guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
      grid.append(Vector(dx: Double(x), dy: Double(y)))
    }
    self.init(grid: grid, isReversible: false)
  }

  /// The template as one line: `0,50 3,41 …`, x to the right and y downwards, 32 places from 0 to 99.
  public var text: String { grid.map { "\(Int($0.dx)),\(Int($0.dy))" }.joined(separator: " ") }

  /// Where a drawing may begin.
  var beginnings: Range<Int> { isRing ? 0..<Outline.count - 1 : 0..<1 }
}
