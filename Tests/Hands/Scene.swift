import Time
import Touch

/// The contacts of one or more hands as an imperfect touchscreen reports them: some are lost for a moment, get another
/// slot, jump, or are no fingers.
struct Scene {
  /// One contact, from landing to lift.
  struct Contact {
    /// The times of its landing and its lift, in ms; one that lifts at infinity never does.
    var lands: Double
    var lifts: Double
    /// Its position at a time, in mm from the origin of the scene.
    var position: (Double) -> Vector
    /// True if it is cancelled instead of lifted.
    var isCancelled = false
    /// True if it is no finger, and may lie close to the edge of the screen.
    var isStray = false
    /// Its interruptions, in order.
    var losses: [Loss] = []
    /// The contact that the screen sees between this one and itself for a while; nil if it sees both all the time.
    var merge: Merge?
  }

  /// Two contacts that the screen sees as one.
  struct Merge {
    /// The index of the contact that remains.
    var host: Int
    var times: Range<Double>
  }

  /// An interruption of a contact.
  struct Loss {
    var at: Double
    /// The time until it returns, in ms; 0 if it returns within the same frame.
    var lasting: Double
    /// True if it returns in another slot.
    var isRenumbered = false
    /// The way from its place to that at which it returns.
    var aside = Vector.zero
    /// True if it lands in its new slot before it lifts from the old one, within one frame.
    var landsFirst = false
  }

  var contacts: [Contact]
  /// The times during which the screen reports nothing.
  var stalls: [ClosedRange<Double>] = []

  init(_ contacts: [Contact] = []) { self.contacts = contacts }

  /// The contacts of a motion, beginning at `start`, with its centroid `offset` from the origin.
  init(_ motion: Motion, from start: Double = 0, offset: Vector = .zero) {
    contacts = motion.contacts.map { contact in
      Contact(lands: start + contact.lands, lifts: start + contact.lifts) { time in
        motion.position(of: contact, at: time - start) + offset
      }
    }
  }

  /// The time at which the last contact that lifts has done so.
  var end: Double { contacts.map(\.lifts).filter(\.isFinite).max() ?? 0 }
  /// The times during which all fingers are down; nil if they never are.
  var together: ClosedRange<Double>? {
    let fingers = contacts.filter { !$0.isStray }
    guard let last = fingers.map(\.lands).max(), let first = fingers.map(\.lifts).min(), last < first else {
      return nil
    }
    return last...first
  }

  /// Interrupts one contact, drawn at random, while all fingers are down; false if there is no room.
  /// - Parameters:
  ///   - after: the earliest time.
  ///   - before: the latest time, unless that is too early.
  ///   - room: the least time from the last landing and to the first lift.
  mutating func lose(
    _ lasting: Double, after: Double = 0, before: Double? = nil, isRenumbered: Bool = false, landsFirst: Bool = false,
    room: Double = 20,
    _ random: inout SplitMix
  ) -> Bool {
    guard let together, let index = contacts.indices.filter({ !contacts[$0].isStray }).randomElement(using: &random)
    else { return false }
    let first = max(together.lowerBound + room, after)
    let room = together.upperBound - lasting - room
    let last = before.map { max(min($0, room), min(first + 1, room)) } ?? room
    guard first < last else { return false }
    contacts[index].losses = [
      Loss(at: random.within(first...last), lasting: lasting, isRenumbered: isRenumbered, landsFirst: landsFirst)
    ]
    return true
  }

  /// Takes interruptions, stalls and contacts that are no fingers away; false if there are none.
  mutating func clean() -> Bool {
    let isClean = stalls.isEmpty && contacts.allSatisfy { $0.losses.isEmpty && $0.merge == nil && !$0.isStray }
    stalls = []
    contacts.removeAll(where: \.isStray)
    for index in contacts.indices { (contacts[index].losses, contacts[index].merge) = ([], nil) }
    return !isClean
  }

  /// True if the screen sees a contact at a time: it has landed and is not merged into another one.
  func sees(_ contact: Contact, at time: Double) -> Bool {
    contact.lands <= time && contact.merge?.times.contains(time) != true
  }

  /// The position of the contact with this index as the screen sees it: between it and one that is merged into it.
  func position(of index: Int, at time: Double) -> Vector {
    let own = contacts[index].position(time)
    let guest = contacts.first { $0.merge?.host == index && $0.lands <= time && !sees($0, at: time) }
    return guest.map { own + ($0.position(time) - own) * 0.5 } ?? own
  }

  /// Merges a contact into its nearest neighbour; false if that is too far away.
  mutating func merge(_ index: Int, during times: Range<Double>) -> Bool {
    let start = times.lowerBound
    let others = contacts.indices.lazy.filter { [contacts] in $0 != index && !contacts[$0].isStray }
      .map { [contacts] in ($0, (contacts[$0].position(start) - contacts[index].position(start)).length.value) }
    guard let (host, distance) = others.min(by: { $0.1 < $1.1 }), distance < 25 else { return false }
    contacts[index].merge = Merge(host: host, times: times)
    return true
  }

  /// Moves a contact by `vector` during `times`.
  mutating func displace(_ index: Int, by vector: Vector, during times: Range<Double>) {
    let position = contacts[index].position
    contacts[index].position = { times.contains($0) ? position($0) + vector : position($0) }
  }

  /// Lets a contact follow its path `delay` ms later; it lands and lifts as before.
  mutating func delay(_ index: Int, by delay: Double) {
    let position = contacts[index].position
    let lands = contacts[index].lands
    contacts[index].position = { position(max($0 - delay, lands)) }
  }

  /// Adds a contact that does not move, and is no finger.
  mutating func addStray(at place: Vector, from lands: Double, until lifts: Double, isCancelled: Bool = false) {
    contacts.append(
      Contact(lands: lands, lifts: lifts, position: { _ in place }, isCancelled: isCancelled, isStray: true))
  }
}

extension Touchscreen {
  /// The position of the origin on the screen; nil if the scene does not fit.
  func origin(of scene: Scene, margin: Double, _ random: inout SplitMix) -> Point? {
    var landing: [Vector] = []
    var path: [Vector] = []
    for contact in scene.contacts {
      if !contact.isStray { landing.append(contact.position(contact.lands)) }
      let lifts = contact.lifts.isFinite ? contact.lifts : contact.lands
      for time in stride(from: contact.lands, through: lifts + 30, by: 10) { path.append(contact.position(time)) }
    }
    let away = margin...Double.infinity
    guard let x = Self.place(landing.map(\.dx), path.map(\.dx), in: width, away, away, &random),
      let y = Self.place(landing.map(\.dy), path.map(\.dy), in: height, away, away, &random)
    else { return nil }
    return Point(x: x, y: y)
  }

  /// The events of a scene from `start` on, in microseconds.
  func events(of scene: Scene, at origin: Point, from start: Int64, _ random: inout SplitMix) -> [TouchEvent] {
    var events: [TouchEvent] = []
    var states = scene.contacts.map { _ in ContactState() }
    var time = random.within(0...interval)
    var frames = 0
    while zip(scene.contacts, states).contains(where: { $0.lifts.isFinite && !$1.isOver }) || time <= scene.end {
      var said = false
      func say(_ kind: TouchEvent.Kind) {
        events.append(
          TouchEvent(time: Timestamp(microseconds: start + Int64(time * 1000)), device: device.id, kind: kind))
        said = true
      }
      let isStalled = scene.stalls.contains { $0.contains(time) }
      for (index, contact) in scene.contacts.enumerated()
      where !isStalled && !states[index].isOver && contact.lands <= time {
        guard scene.sees(contact, at: time) else {
          if let slot = states[index].slot { say(.touchUp(slot: slot)) }
          states[index].slot = nil
          continue
        }
        if contact.lifts <= time, states[index].hasLanded {
          if let slot = states[index].slot {
            say(contact.isCancelled ? .touchCancel(slot: slot) : .touchUp(slot: slot))
          }
          states[index].slot = nil
          states[index].isOver = true
          continue
        }
        let isNew = frames.isMultiple(of: framesPerScan)
        let seen =
          states[index].last.flatMap { isNew ? nil : $0 }
          ?? see(origin + scene.position(of: index, at: time) + states[index].aside, &random)
        func land(except old: Int? = nil) {
          let used = states.compactMap(\.slot)
          let slot = (0...).first { !used.contains($0) && $0 != old } ?? 0
          states[index].slot = slot
          states[index].hasLanded = true
          say(.touchDown(slot: slot, seen))
        }
        if let slot = states[index].slot {
          if states[index].losses < contact.losses.count, contact.losses[states[index].losses].at <= time {
            let loss = contact.losses[states[index].losses]
            states[index].losses += 1
            states[index].aside = loss.aside
            states[index].oldSlot = loss.isRenumbered ? slot : nil
            states[index].framesUntilReturn = max(1, Int(loss.lasting / interval))
            if loss.landsFirst {
              land(except: slot)
              say(.touchUp(slot: slot))
            } else {
              say(.touchUp(slot: slot))
              states[index].slot = nil
              if loss.lasting == 0 { land(except: states[index].oldSlot) }
            }
          } else if repeats || seen != states[index].last {
            say(.touchMotion(slot: slot, seen))
          }
        } else {
          states[index].framesUntilReturn -= 1
          if states[index].framesUntilReturn <= 0 { land(except: states[index].oldSlot) }
        }
        states[index].last = seen
      }
      if said { say(.touchFrame) }
      time += interval + random.within(-1...1)
      frames += 1
    }
    return events
  }
}

/// The state of a contact between two frames.
private struct ContactState {
  var slot: Int?
  /// The slot to avoid when it returns.
  var oldSlot: Int?
  var last: Point?
  var hasLanded = false
  var isOver = false
  /// The number of interruptions so far.
  var losses = 0
  var framesUntilReturn = 0
  /// The way from its place to that at which it has returned.
  var aside = Vector.zero
}
