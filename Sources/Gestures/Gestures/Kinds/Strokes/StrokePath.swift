public import Touch

/// The path of the fingers' centroid while they draw, in millimetres: at most 512 points, however long it is.
public struct StrokePath: Sendable {
  private static let capacity = 512
  /// The least distance between points, in mm; smaller movements are tremor.
  private static let tremor = 0.5
  /// The least length and the least larger side of a drawing, in mm. Taps and presses that drift are smaller.
  private static let leastLength = 15.0
  static let leastSide = 8.0

  /// The points, in order.
  public private(set) var points: [Vector] = []
  private var spacing = Self.tremor

  /// An empty path.
  public init() { points.reserveCapacity(Self.capacity) }

  /// Removes all points.
  public mutating func reset() {
    points.removeAll(keepingCapacity: true)
    spacing = Self.tremor
  }

  /// Adds a point, unless it is too near to the last one.
  public mutating func add(_ point: Vector) {
    if let last = points.last, (point - last).length.value < spacing { return }
    if points.count == Self.capacity { thinOut() }
    points.append(point)
  }

  /// Removes every other point, and doubles the distance between points from now on.
  private mutating func thinOut() {
    for index in 0..<Self.capacity / 2 { points[index] = points[2 * index] }
    points.removeLast(Self.capacity / 2)
    spacing *= 2
  }

  /// The shape of the path; nil if it is too small, too short or too straight to be one.
  public var shape: StrokeShape? {
    guard Outline.length(of: points) >= Self.leastLength, let box = Box(points), box.side >= Self.leastSide else {
      return nil
    }
    return StrokeShape(points)
  }
}
