internal import Glibc
internal import Touch

/// The contacts of one touchscreen, frame by frame, and the sums of their movement: translation of the centroid, scale
/// and rotation.
///
/// Sums are kept from a base: the positions of the same fingers when one last joined or left. A finger that joins or
/// leaves moves the base, so that no sum ever jumps.
struct ContactTracker: Sendable {
  /// The changes of one frame.
  struct Frame: Hashable, Sendable {
    var landed = 0
    var lifted = 0
    var cancelled = 0
    /// The number of contacts that are down after the frame.
    var down = 0
    var moved = false
  }

  private struct Contact {
    var slot: Int
    var landing: Point
    var base: Point
    var previous: Point
    var position: Point
    /// The position without the sensor's noise.
    var smoothed: Point
    var isNew = true
    var isLeaving = false

    /// Moves the smoothed position half way to the reported one. This leaves little more than half of noise 0.5 mm
    /// wide, with which every tenth tap of three fingers would exceed its 2.5 mm.
    mutating func smooth() { smoothed = smoothed + (position - smoothed) * 0.5 }
  }

  /// More contacts than two hands have are ignored.
  private static let mostContacts = 16
  /// The largest error of a sensor's position in one frame, in mm.
  private static let noise = 0.4
  /// The least span, in mm: closer contacts (two of one palm) count as this far apart, so that the ratio of spans stays
  /// meaningful.
  private static let leastSpan = 1.0

  private var contacts: [Contact] = []
  private var pending = Frame()
  private var baseSpan = 0.0
  /// The centroid of the base positions.
  private var baseCentroid = Point(x: 0, y: 0)
  private var base = (translation: Vector.zero, scale: 1.0, spread: 0.0, disagreement: 0.0)
  private var sums = (translation: Vector.zero, scale: 1.0, spread: 0.0, disagreement: 0.0)
  private var rotation = 0.0
  private var reach = 0.0

  init() { contacts.reserveCapacity(Self.mostContacts) }

  /// True if no finger is down.
  var isEmpty: Bool { contacts.isEmpty }

  /// Resets the sums for a new touch sequence.
  mutating func startSums() {
    base = (.zero, 1, 0, 0)
    sums = base
    rotation = 0
    reach = 0
    rebase()
  }

  mutating func down(slot: Int, at position: Point) {
    // The lift of the slot's previous contact was not reported.
    up(slot: slot)
    guard contacts.count < Self.mostContacts else { return }
    contacts.append(
      Contact(slot: slot, landing: position, base: position, previous: position, position: position, smoothed: position)
    )
    pending.landed += 1
  }

  mutating func move(slot: Int, to position: Point) {
    guard let index = index(of: slot) else { return }
    contacts[index].position = position
    pending.moved = true
  }

  mutating func up(slot: Int) {
    guard let index = index(of: slot) else { return }
    contacts[index].isLeaving = true
    pending.lifted += 1
  }

  mutating func cancel(slot: Int) {
    guard let index = index(of: slot) else { return }
    contacts[index].isLeaving = true
    pending.cancelled += 1
  }

  // Inline, because a non-mutating method is called with a copy of the whole struct.
  @inline(__always)
  private func index(of slot: Int) -> Int? {
    // Contacts that land one after another are in the order of their slots.
    if contacts.indices.contains(slot), contacts[slot].slot == slot, !contacts[slot].isLeaving { return slot }
    return contacts.firstIndex { $0.slot == slot && !$0.isLeaving }
  }

  /// Closes the frame: all changes since the last one happened at once.
  mutating func closeFrame() -> Frame {
    for index in contacts.indices { contacts[index].smooth() }
    var frame = pending
    pending = Frame()
    if frame.lifted + frame.cancelled > 0 {
      // The last position counts, less the noise: the smoothed one lags behind.
      for contact in contacts where contact.isLeaving {
        reach = max(reach, (contact.position - contact.landing).length.value - Self.noise)
      }
      contacts.removeAll { $0.isLeaving }
      for index in contacts.indices { contacts[index].base = contacts[index].previous }
      rebase()
    }
    updateSums()
    if frame.landed > 0 {
      for index in contacts.indices {
        contacts[index].isNew = false
        contacts[index].base = contacts[index].position
      }
      rebase()
    }
    for index in contacts.indices { contacts[index].previous = contacts[index].position }
    frame.down = contacts.count
    return frame
  }

  /// The sums as a sample.
  func sample(at time: Timestamp, fingers: Int, landed: Timestamp) -> Sample {
    Sample(
      time: time, source: .contacts, fingers: fingers, translation: sums.translation, scale: sums.scale,
      rotation: rotation, spread: Millimetres(sums.spread), disagreement: Millimetres(sums.disagreement),
      reach: Millimetres(reach), landed: landed)
  }

  /// The landing site of the fingers that are down; nil if none is.
  func landingSite(on size: (width: Double, height: Double)) -> LandingSite? {
    contacts.isEmpty ? nil : LandingSite(contacts.lazy.map(\.landing), on: size)
  }

  private mutating func rebase() {
    base = sums
    baseCentroid = centroid { $0.base }
    baseSpan = span({ $0.base }, around: baseCentroid)
  }

  private mutating func updateSums() {
    let now = centroid { $0.position }
    let before = centroid { $0.previous }
    let movement = now - baseCentroid
    var count = 0.0
    var difference = 0.0
    var turn = (cross: 0.0, dot: 0.0)
    for contact in contacts where !contact.isNew {
      count += 1
      difference = max(difference, ((contact.position - contact.base) - movement).length.value)
      reach = max(reach, (contact.smoothed - contact.landing).length.value)
      // The rotation that fits all fingers best: each weighs as much as its distance from the centroid.
      let old = contact.previous - before
      let new = contact.position - now
      turn.cross += old.dx * new.dy - old.dy * new.dx
      turn.dot += old.dx * new.dx + old.dy * new.dy
    }
    guard count > 0 else { return }
    sums.translation = base.translation + movement
    guard count > 1 else { return }
    // The lift of a finger that moved differently does not reduce the disagreement.
    sums.disagreement = max(base.disagreement, difference)
    if turn.cross != 0 { rotation += atan2(turn.cross, turn.dot) * 180 / .pi }
    let span = span({ $0.position }, around: now)
    sums.scale = base.scale * max(span, Self.leastSpan) / max(baseSpan, Self.leastSpan)
    sums.spread = base.spread + span - baseSpan
  }

  private func centroid(_ position: (Contact) -> Point) -> Point {
    var sum = Point(x: 0, y: 0)
    var count = 0.0
    for contact in contacts where !contact.isNew {
      sum = Point(x: sum.x + position(contact).x, y: sum.y + position(contact).y)
      count += 1
    }
    return count == 0 ? sum : Point(x: sum.x / count, y: sum.y / count)
  }

  /// Twice the mean distance to the centroid: for two fingers, the distance between them.
  private func span(_ position: (Contact) -> Point, around centroid: Point) -> Double {
    var sum = 0.0
    var count = 0.0
    for contact in contacts where !contact.isNew {
      sum += (position(contact) - centroid).length.value
      count += 1
    }
    return count < 2 ? 0 : 2 * sum / count
  }
}
