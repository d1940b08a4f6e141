public import Touch

/// The positions of a gesture's fingers, in the order in which they landed.
///
/// They are stored in place, because an array would be allocated with each report of a gesture that goes on.
public struct FingerPositions: RandomAccessCollection, Hashable, Sendable {
  /// The largest number of positions: the fingers of two hands.
  public static let capacity = 10

  /// A position, exact to less than 0.001 mm on any device.
  private typealias Stored = SIMD2<Float>

  private var stored: (Stored, Stored, Stored, Stored, Stored, Stored, Stored, Stored, Stored, Stored) = (
    .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero, .zero
  )
  private var length: UInt8 = 0

  /// No positions.
  public init() {}

  /// The first positions of `points`, up to `capacity`.
  public init(_ points: some Sequence<Point>) {
    for point in points { append(point) }
  }

  /// The index of the finger that landed first: 0.
  public var startIndex: Int { 0 }
  /// The number of positions.
  public var endIndex: Int { Int(length) }

  /// The position of the finger that landed as number `index`.
  public subscript(index: Int) -> Point {
    get {
      precondition(index >= 0 && index < length, "no finger \(index)")
      let point = withUnsafeBytes(of: stored) { $0.loadUnaligned(fromByteOffset: index * Self.stride, as: Stored.self) }
      return Point(x: Double(point.x), y: Double(point.y))
    }
    set {
      precondition(index >= 0 && index < length, "no finger \(index)")
      let point = Stored(Float(newValue.x), Float(newValue.y))
      withUnsafeMutableBytes(of: &stored) {
        $0.storeBytes(of: point, toByteOffset: index * Self.stride, as: Stored.self)
      }
    }
  }

  private static var stride: Int { MemoryLayout<Stored>.stride }

  /// The mean of the positions; nil without any.
  public var centroid: Point? {
    guard !isEmpty else { return nil }
    var sum = Vector.zero
    for point in self { sum += point - Point(x: 0, y: 0) }
    return Point(x: 0, y: 0) + sum * (1 / Double(count))
  }

  /// The largest distance between two of the positions, to 0.001 mm.
  public var apart: Millimetres {
    var longest = 0.0
    for last in indices.dropFirst() {
      for index in 0..<last { longest = Swift.max(longest, (self[last] - self[index]).length.value) }
    }
    return Millimetres((longest * 1000).rounded() / 1000)
  }

  /// Adds a position; ignored if there are `capacity` already.
  mutating func append(_ point: Point) {
    guard length < Self.capacity else { return }
    length += 1
    self[Int(length) - 1] = point
  }

  /// Removes the position at `index`.
  mutating func remove(at index: Int) {
    for later in index..<(count - 1) { self[later] = self[later + 1] }
    length -= 1
  }

  mutating func removeAll() { length = 0 }

  /// True if both have the same positions.
  public static func == (left: FingerPositions, right: FingerPositions) -> Bool { left.elementsEqual(right) }

  /// Hashes the positions.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(length)
    for point in self { hasher.combine(point) }
  }
}

extension FingerTracker {
  var positions: FingerPositions { FingerPositions(fingers.lazy.map(\.position)) }

  /// The positions of the `count` fingers that landed last; nil if fewer are down.
  func positions(ofLast count: Int) -> FingerPositions? {
    fingers.count < count ? nil : FingerPositions(fingers.suffix(count).lazy.map(\.position))
  }

  /// The positions of the `fingers` that lifted last, as far as they are known: where they landed.
  func positions(ofLifted fingers: Int) -> FingerPositions { FingerPositions(lifted.suffix(fingers)) }
}

extension Gesture {
  /// The position of the centroid as a share of the device's width and height, from 0 at the top left to 1; nil without
  /// a position. Exact also for a device that does not report its size, whose millimetres are assumed ones.
  public var share: Point? { position.flatMap { share(of: $0) } }

  /// A position of a finger as a share of the device's width and height.
  public func share(of position: Point) -> Point? {
    extent.map { Point(x: position.x / $0.width, y: position.y / $0.height) }
  }
}
