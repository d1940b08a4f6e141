public import Touch

/// Where the fingers' middle has been while they draw, in millimetres: at most 512 places, however long they go on.
public struct StrokePath: Sendable {
  private static let capacity = 512
  /// Nearer than that to the last place it is the hand that trembles.
  private static let tremor = 0.5
  /// A drawing is at least this long, and this large one way. Taps and presses that drift are smaller.
  private static let leastLength = 15.0
  private static let leastSide = 8.0

  /// The places, in the order in which they were passed.
  public private(set) var points: [Vector] = []
  private var spacing = Self.tremor

  /// A path without places.
  public init() { points.reserveCapacity(Self.capacity) }

  /// Forgets the places.
  public mutating func reset() {
    points.removeAll(keepingCapacity: true)
    spacing = Self.tremor
  }

  /// The fingers have come to `place`.
  public mutating func add(_ point: Vector) {
    if let last = points.last, (point - last).length.value < spacing { return }
    if points.count == Self.capacity { thinOut() }
    points.append(point)
  }

  /// Every other place goes, and from now on they are twice as far apart.
  private mutating func thinOut() {
    for index in 0..<Self.capacity / 2 { points[index] = points[2 * index] }
    points.removeLast(Self.capacity / 2)
    spacing *= 2
  }

  /// What was drawn, or nil where that is too small, too short or too straight to be anything.
  public var shape: StrokeShape? {
    guard Outline.length(of: points) >= Self.leastLength, let box = Box(points), box.side >= Self.leastSide else {
      return nil
    }
    return StrokeShape(points)
  }
}
