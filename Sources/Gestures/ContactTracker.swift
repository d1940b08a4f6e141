internal import Glibc
internal import Time
internal import Touch

/// The contacts of one device, frame by frame, and the sums of their movement: translation of the centroid, scale
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

  struct Contact: Sendable {
    var slot: Int
    var landing: Point
    var landed: Timestamp
    var base: Point
    var previous: Point
    var position: Point
    /// The position without the sensor's noise.
    var smoothed: Point
    /// Its pressure, as a share of the device's range; 0 if it reports none.
    var pressure = 0.0
    /// The position at which it rests beside others that move; nil if its movement counts.
    var anchor: Point?
    var isNew = true
    var isLeaving = false

    /// True if its movement counts.
    var isMoving: Bool { anchor == nil && !isNew }

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

  /// The longest time from the first landing of a gesture to its last.
  private static let longestLanding = Duration.milliseconds(250)
  /// The least distance of a thumb below the fingers, in mm.
  private static let thumbDrop = 15.0
  /// The same for a thumb that presses the button.
  private static let clickingThumbDrop = 20.0

  private(set) var contacts: [Contact] = []
  /// True if one contact is an anchor, whose movement does not count.
  private(set) var hasAnchor = false
  /// The landings of the contacts that lifted last, of which a touchpad may report a tap.
  private(set) var lifted: [Point] = []
  /// The fingers without a slot.
  private var unseen = 0
  private var pending = Frame()
  private var baseSpan = 0.0
  /// The centroid of the base positions.
  private var baseCentroid = Point(x: 0, y: 0)
  private var base = (translation: Vector.zero, scale: 1.0, spread: 0.0, disagreement: 0.0)
  private var sums = (translation: Vector.zero, scale: 1.0, spread: 0.0, disagreement: 0.0)
  private var rotation = 0.0
  private var reach = 0.0

  init() {
    contacts.reserveCapacity(Self.mostContacts)
    lifted.reserveCapacity(Self.mostContacts)
  }

  /// True if no finger is down, nor has one lifted in the present frame.
  var isEmpty: Bool { contacts.isEmpty && unseen == 0 && pending.lifted == 0 }

  /// The number of fingers that are down after a frame.
  var down: Int { contacts.count + unseen }

  /// Resets the sums for a new touch sequence.
  mutating func startSums() {
    base = (.zero, 1, 0, 0)
    sums = base
    rotation = 0
    reach = 0
    rebase()
  }

  mutating func down(slot: Int, at position: Point, _ time: Timestamp) {
    // The lift of the slot's previous contact was not reported.
    up(slot: slot)
    guard contacts.count < Self.mostContacts else { return }
    contacts.append(
      Contact(
        slot: slot, landing: position, landed: time, base: position, previous: position, position: position,
        smoothed: position)
    )
    pending.landed += 1
  }

  mutating func move(slot: Int, to position: Point) {
    guard let index = index(of: slot) else { return }
    contacts[index].position = position
    pending.moved = true
  }

  mutating func setPressure(_ pressure: Double, of slot: Int) {
    if let index = index(of: slot) { contacts[index].pressure = pressure }
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

  /// Sets the number of fingers that are down, for a device that has fewer slots than fingers.
  mutating func setCount(_ fingers: Int) {
    var seen = 0
    for contact in contacts where !contact.isLeaving { seen += 1 }
    let now = min(max(0, fingers - seen), Self.mostContacts)
    if now > unseen { pending.landed += now - unseen } else { pending.lifted += unseen - now }
    unseen = now
  }

  // MARK: The anchor

  /// The least time for which the first finger rests before others land, longer than between those of one gesture.
  private static let leastRest = Duration.milliseconds(150)
  /// On a touchpad, the largest distance of the others beside it, and above or below it, in mm: those of one hand. A
  /// thumb rests below the finger that points, and another hand's finger farther away.
  private static let beside = (along: 28.0, across: 15.0)

  /// True if the first finger rests where it landed, and the others landed so much later, together.
  /// - Parameters:
  ///   - rest: the longest time from the first landing of a gesture to the next.
  ///   - others: the longest time between the landings of the others.
  func isFirstResting(for rest: Duration, others: Duration, at time: Timestamp) -> Bool {
    contacts.count > 1 && contacts[1].landed - contacts[0].landed >= max(rest, Self.leastRest)
      && time - contacts[1].landed <= others
      && (contacts[0].smoothed - contacts[0].landing).length <= Thresholds.slop
  }

  /// True if the nearest of the other fingers is beside the first.
  var isBesideFirst: Bool {
    var nearest = Vector(dx: .infinity, dy: 0)
    for contact in contacts.dropFirst() {
      let distance = contact.position - contacts[0].position
      if abs(distance.dx) < abs(nearest.dx) { nearest = distance }
    }
    return abs(nearest.dx) <= Self.beside.along && abs(nearest.dy) <= min(Self.beside.across, abs(nearest.dx))
  }

  /// Makes the first contact the anchor, where it is now. The sums start again.
  mutating func setAnchor() {
    contacts[0].anchor = contacts[0].smoothed
    hasAnchor = true
    startSums()
  }

  /// Lets the movement of all contacts count again.
  mutating func clearAnchor() {
    for index in contacts.indices { contacts[index].anchor = nil }
    hasAnchor = false
  }

  /// The movement of the anchor since the others landed; 0 without one.
  var anchorMovement: Millimetres {
    for contact in contacts { if let anchor = contact.anchor { return (contact.smoothed - anchor).length } }
    return 0
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
        if lifted.count == Self.mostContacts { lifted.removeFirst() }
        lifted.append(contact.landing)
      }
      contacts.removeAll { $0.isLeaving }
      if hasAnchor { hasAnchor = contacts.contains { $0.anchor != nil } }
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
    frame.down = contacts.count + unseen
    return frame
  }

  /// The sums as a sample.
  func sample(at time: Timestamp, fingers: Int, landed: Timestamp) -> Sample {
    Sample(
      time: time, source: hasAnchor ? .anchored : .contacts, fingers: fingers, translation: sums.translation,
      scale: sums.scale,
      rotation: rotation, spread: Millimetres(sums.spread), disagreement: Millimetres(sums.disagreement),
      reach: Millimetres(reach), landed: landed)
  }

  /// The landing site of the fingers that are down, but for the anchor; nil if none is.
  func landingSite(on size: (width: Double, height: Double)) -> LandingSite? {
    guard hasAnchor else { return contacts.isEmpty ? nil : LandingSite(contacts.lazy.map(\.landing), on: size) }
    return contacts.count == 1
      ? nil : LandingSite(contacts.lazy.filter { $0.anchor == nil }.map(\.landing), on: size)
  }

  /// The landing site of the `fingers` that landed last; nil if fewer are down. A thumb may have rested before them.
  func landingSite(ofLast fingers: Int, on size: (width: Double, height: Double)) -> LandingSite? {
    guard fingers > 0, contacts.count >= fingers else { return nil }
    return LandingSite(contacts.suffix(fingers).lazy.map(\.landing), on: size)
  }

  /// The landing site of the `fingers` that lifted last; nil if fewer have.
  func landingSite(ofLifted fingers: Int, on size: (width: Double, height: Double)) -> LandingSite? {
    guard fingers > 0, lifted.count >= fingers else { return nil }
    return LandingSite(lifted.suffix(fingers).lazy.map { $0 }, on: size)
  }

  /// The number of fingers that press the button under a touchpad, and their positions; nil if a thumb presses it below
  /// fingers that rest or point. Two fingers farther apart than 40 mm, or 30 mm up and down, do not press together (as
  /// in libinput, src/evdev-mt-touchpad-buttons.c, `tp_clickfinger_within_distance`).
  func press(on size: (width: Double, height: Double)) -> (fingers: Int, site: LandingSite?)? {
    guard contacts.count > 1 else {
      let fingers = contacts.count + unseen
      return fingers == 0 ? nil : (fingers, unseen > 0 ? nil : present(on: size))
    }
    var (low, high) = (contacts[0].position, contacts[0].position)
    for contact in contacts {
      low = Point(x: min(low.x, contact.position.x), y: min(low.y, contact.position.y))
      high = Point(x: max(high.x, contact.position.x), y: max(high.y, contact.position.y))
    }
    if contacts.count == 2, high.x - low.x > 40 || high.y - low.y > 30 { return nil }
    let isThumb =
      contacts.count < 5
      && contacts.contains { thumb in
        contacts.allSatisfy { $0.slot == thumb.slot || thumb.position.y - $0.position.y >= Self.clickingThumbDrop }
      }
    return isThumb ? nil : (contacts.count + unseen, present(on: size))
  }

  private func present(on size: (width: Double, height: Double)) -> LandingSite {
    LandingSite(contacts.lazy.map(\.position), on: size)
  }

  /// The position of the only contact, and the time and position of its landing; nil if there are none or several.
  var only: (position: Point, landing: Point, landed: Timestamp)? {
    guard contacts.count == 1, unseen == 0 else { return nil }
    return (contacts[0].position, contacts[0].landing, contacts[0].landed)
  }

  /// The number of fingers that landed together with the last one, so that they make one gesture. A thumb below them
  /// counts only once it moves.
  var countTogether: Int {
    guard let last = contacts.last?.landed else { return unseen }
    var count = 0
    var lowest: Int?
    for index in contacts.indices where last - contacts[index].landed <= Self.longestLanding {
      count += 1
      if let other = lowest, contacts[other].position.y >= contacts[index].position.y { continue }
      lowest = index
    }
    guard let lowest, count > 1 else { return count + unseen }
    let thumb = contacts[lowest]
    let isThumb =
      (thumb.position - thumb.landing).length < Thresholds.slop
      && contacts.indices.allSatisfy { $0 == lowest || thumb.position.y - contacts[$0].position.y >= Self.thumbDrop }
    return count + unseen - (isThumb ? 1 : 0)
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
    for contact in contacts where contact.isMoving {
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
    if hasAnchor { difference = max(difference, anchorMovement.value) }
    guard count > 1 || hasAnchor else { return }
    // The lift of a finger that moved differently does not reduce the disagreement.
    sums.disagreement = max(base.disagreement, difference)
    guard count > 1 else { return }
    if turn.cross != 0 { rotation += atan2(turn.cross, turn.dot) * 180 / .pi }
    let span = span({ $0.position }, around: now)
    sums.scale = base.scale * max(span, Self.leastSpan) / max(baseSpan, Self.leastSpan)
    sums.spread = base.spread + span - baseSpan
  }

  private func centroid(_ position: (Contact) -> Point) -> Point {
    var sum = Point(x: 0, y: 0)
    var count = 0.0
    for contact in contacts where contact.isMoving {
      sum = Point(x: sum.x + position(contact).x, y: sum.y + position(contact).y)
      count += 1
    }
    return count == 0 ? sum : Point(x: sum.x / count, y: sum.y / count)
  }

  /// Twice the mean distance to the centroid: for two fingers, the distance between them.
  private func span(_ position: (Contact) -> Point, around centroid: Point) -> Double {
    var sum = 0.0
    var count = 0.0
    for contact in contacts where contact.isMoving {
      sum += (position(contact) - centroid).length.value
      count += 1
    }
    return count < 2 ? 0 : 2 * sum / count
  }
}
