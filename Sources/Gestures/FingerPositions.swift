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

  /// Removes all positions.
  mutating func removeAll() { length = 0 }

  /// True if both have the same positions.
  public static func == (left: FingerPositions, right: FingerPositions) -> Bool { left.elementsEqual(right) }

  /// Hashes the positions.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(length)
    for point in self { hasher.combine(point) }
  }
}

/// The fingers of the present touch sequence: those that are down, and those that have lifted since it began.
struct FingerPlaces: Sendable {
  private(set) var positions = FingerPositions()
  /// The slot of each finger; `lifted` once it has lifted.
  private var slots = SIMD16<Int32>(repeating: Self.lifted)

  private static let lifted: Int32 = -1

  /// Moves the fingers to where their `contacts` are. Those without a contact stay where they lifted.
  mutating func move(with contacts: [ContactTracker.Contact]) {
    for index in positions.indices where slots[index] != Self.lifted {
      // Contacts that land one after another are in the order of the fingers.
      let place =
        index < contacts.count && Self.slot(of: contacts[index]) == slots[index]
        ? index : contacts.firstIndex { Self.slot(of: $0) == slots[index] }
      if let place { positions[index] = contacts[place].position } else { slots[index] = Self.lifted }
    }
  }

  /// Adds the fingers of `contacts` that landed since, but for one that rests beside them.
  mutating func land(_ contacts: [ContactTracker.Contact]) {
    for contact in contacts where contact.anchor == nil && positions.count < FingerPositions.capacity {
      let slot = Self.slot(of: contact)
      if positions.indices.contains(where: { slots[$0] == slot }) { continue }
      slots[positions.count] = slot
      positions.append(contact.position)
    }
  }

  /// Forgets the fingers that have lifted, because a gesture goes on without them.
  mutating func dropLifted() {
    var index = 0
    while index < positions.count {
      if slots[index] != Self.lifted {
        index += 1
        continue
      }
      positions.remove(at: index)
      for later in index..<positions.count { slots[later] = slots[later + 1] }
    }
  }

  /// Forgets all fingers, before a new sequence.
  mutating func removeAll() { positions.removeAll() }

  private static func slot(of contact: ContactTracker.Contact) -> Int32 {
    Int32(truncatingIfNeeded: contact.slot) & .max
  }
}

extension ContactTracker {
  /// The positions of the contacts that are down.
  var positions: FingerPositions { FingerPositions(contacts.lazy.map(\.position)) }

  /// The positions of the `fingers` that landed last; nil if fewer are down.
  func positions(ofLast fingers: Int) -> FingerPositions? {
    contacts.count < fingers ? nil : FingerPositions(contacts.suffix(fingers).lazy.map(\.position))
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
