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
  /// The phase of each finger, as the index among all cases, and its pressure in 255ths of the device's range.
  private var phases = SIMD16<UInt8>.zero
  private var pressures = SIMD16<UInt8>.zero

  /// The phase of one finger at the moment of a report.
  public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    /// The finger has landed.
    case landed
    /// The finger has moved since the last report of the device.
    case moved
    /// The finger is down and has not moved.
    case still
    /// The finger has lifted; its position is the last one.
    case lifted

    /// Its name, as programs read it.
    public var name: String {
      switch self {
      case .landed: "landed"
      case .moved: "moved"
      case .still: "still"
      case .lifted: "lifted"
      }
    }
  }

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

  /// The phase of the finger that landed as number `index`.
  public func phase(at index: Int) -> Phase { Phase(rawValue: phases[index]) ?? .still }

  /// The pressure of the finger that landed as number `index`, as a share of the device's range; nil if it reports
  /// none.
  public func pressure(at index: Int) -> Double? { pressures[index] == 0 ? nil : Double(pressures[index]) / 255 }

  /// Takes in what a finger does.
  mutating func set(_ phase: Phase, pressure: Double = 0, at index: Int) {
    guard index < length else { return }
    phases[index] = phase.rawValue
    pressures[index] = UInt8((pressure.isNaN ? 0 : Swift.max(0, Swift.min(pressure * 255, 255))).rounded(.up))
  }

  /// Takes in that the device has reported nothing: fingers that are down are still.
  mutating func rest() { phases.replace(with: Phase.still.rawValue, where: phases .!= Phase.lifted.rawValue) }

  /// The positions of `fingers` and what they do.
  init(of fingers: some Sequence<FingerTracker.Finger>) {
    for finger in fingers {
      append(finger.position)
      set(finger.phase, pressure: finger.pressure, at: count - 1)
    }
  }

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
    set(.landed, at: Int(length) - 1)
  }

  /// Removes the position at `index`.
  mutating func remove(at index: Int) {
    for later in index..<(count - 1) {
      self[later] = self[later + 1]
      (phases[later], pressures[later]) = (phases[later + 1], pressures[later + 1])
    }
    length -= 1
  }

  mutating func removeAll() { length = 0 }

  /// True if both have the same positions, whatever the fingers do.
  public static func == (left: FingerPositions, right: FingerPositions) -> Bool { left.elementsEqual(right) }

  /// Hashes the positions.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(length)
    for point in self { hasher.combine(point) }
  }
}

extension FingerTracker {
  var positions: FingerPositions { FingerPositions(of: fingers) }

  /// The positions of the `count` fingers that landed last; nil if fewer are down.
  func positions(ofLast count: Int) -> FingerPositions? {
    fingers.count < count ? nil : FingerPositions(of: fingers.suffix(count))
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
