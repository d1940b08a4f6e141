internal import Time
internal import Touch

/// Fingers that are given back land once more for everybody who reads the node, behind where they are, and approach:
/// libinput begins their gesture. Without it, libinput would wait for 2 mm more, and would take a hand that is
/// disturbed meanwhile for another one.
///
///     driver          ●───────────────●───────────────●
///     the others      ×   ×   ×   ↑●──●─ ─●───────────●──────▶  a swipe
///                  lift, landings, approach, start
///
/// One finger lands before the others, so that libinput takes none that lands at an edge for a palm. Fingers that move
/// together approach alike: libinput would take them for a pinch if one starts later than the others. The lowest one
/// may be a thumb that rests, which libinput tells by itself from fingers that scroll.
///
/// None lands where a clickpad has its buttons: libinput may not count it until it has left or has moved by 5 mm, and
/// would begin a gesture of the others. Such a finger lands first, above them, and follows the others from the frame on
/// in which those land: libinput counts movements from the last landing on. If there are no others, all approach from
/// above the buttons: libinput begins the same gesture, whichever way they come.
///
/// libinput takes no movement from a frame in which contacts land, nor from the next one, and begins a gesture in the
/// first frame that moves. So the start is a short step, some time after the approach: libinput relates movements to
/// the time that they take, and would discard it as a jump. What is left of the way comes with the driver's next frame,
/// and is a movement for the desktop. The start is left out if the driver's next frame is near.
///
/// The contacts are new, with ids that no driver gives: libinput would report the way back of the same ones as jumps.
/// A tool type that no driver of a touchpad gives tells that the frames are this program's.
struct RepeatedLanding {
  /// The frames that are written at once: lift, two landings and approach.
  static let frames = 4
  /// The time from the approach to the start, and from there to the driver's next frame at least.
  static let pause = (start: Duration.milliseconds(2), frame: Duration.milliseconds(3))
  /// The time after which the start is not written any more, since the driver's next frame is near.
  static let latestStart = Duration.milliseconds(1)
  /// The longest time between two frames to count on: a driver may report none while fingers rest.
  private static let longestFrame = Duration.milliseconds(10)
  /// The least movement of a hand, in mm, that libinput counts as one.
  private static let least = 1.0
  /// The length of the approach, in mm: libinput waits for 2.5 mm of four fingers, and ignores a finger that moves by
  /// 6 mm while another one rests.
  private static let approach = (least: 3.0, most: 4.0)
  /// The length of the start, in mm, and the longest way that may be left after it.
  private static let start = (length: 0.6, rest: 3.0)
  /// The farthest way of a finger from the mean way of all, as a part of that, up to which they move together.
  private static let together = 1.25
  /// libinput discards a movement that grows by so many mm in so much time (`tp_detect_jumps`).
  private static let jump = (length: 7.0, time: Duration.milliseconds(12))

  private let slots: UInt64
  /// The slots of the fingers that would land on a button.
  private var onButtons: UInt64 = 0
  /// The slots of the fingers that land first: these and, if it is not the only one, the finger between the others.
  private var first: UInt64 = 0
  /// The distance above the end of their approach at which all land; nil if they land on their way.
  private var drop: Double?
  /// The way of fingers that move together; nil if each has its own.
  private let mean: Vector?
  /// The parts of the way that fingers are behind at the landing, after the approach and after the start.
  private let parts: (landing: Double, approach: Double, start: Double)
  /// True if the start is to be written.
  let hasStart: Bool

  /// - Parameters:
  ///   - slots: those of the fingers, a bit each.
  ///   - now: the time of the landing.
  /// - Returns: nil if there are no fingers, or if they have not moved.
  init?(_ slots: UInt64, _ real: SurfaceState, _ movement: HandMovement, of surface: OwnedSurface, at now: Timestamp) {
    guard slots != 0 else { return nil }
    self.slots = slots
    var sum = Vector.zero
    for slot in real.ids.indices where slots.contains(slot) {
      sum += surface.way(from: movement.start(slot), to: surface.position(slot, in: real))
    }
    let mean = sum * (1 / Double(slots.nonzeroBitCount))
    var (longest, farthest) = (0.0, 0.0)
    var lowest = (y: Int32.min, way: 0.0)
    for slot in real.ids.indices where slots.contains(slot) {
      let here = surface.position(slot, in: real)
      let way = surface.way(from: movement.start(slot), to: here)
      (longest, farthest) = (max(longest, way.length.value), max(farthest, (way - mean).length.value))
      if here.y > lowest.y { lowest = (here.y, way.length.value) }
    }
    let areTogether = farthest <= mean.length.value * Self.together && lowest.way >= Self.least
    self.mean = areTogether ? mean : nil
    if areTogether { longest = mean.length.value }
    guard longest >= Self.least else { return nil }
    // The time from the start to the driver's next frame.
    let next = movement.marked + min(movement.step.time, Self.longestFrame) - (now + Self.pause.start)
    // The start counts as a movement as well, which the next one may exceed by a jump; with a margin.
    let allowed = Self.jump.length + Self.start.length * (Self.jump.time / Self.pause.start)
    let room = 0.8 * allowed * (next / Self.jump.time) - 1.3 * movement.step.distance
    let rest = min(Self.start.rest, room, max(0, longest - Self.start.length - Self.approach.least))
    hasStart = next >= Self.pause.frame && rest >= 0 && longest >= Self.approach.least
    let behind = hasStart ? rest + Self.start.length : 0
    let landing = min(longest, behind + (hasStart ? Self.approach.most : Self.approach.least))
    parts = (landing / longest, behind / longest, hasStart ? rest / longest : 0)
    var lowestEnd = Int32.min
    for slot in real.ids.indices where slots.contains(slot) {
      let landing = position(slot, real, movement, of: surface, part: parts.landing)
      if landing.y > surface.lowest { onButtons |= 1 << UInt64(slot) }
      lowestEnd = max(lowestEnd, position(slot, real, movement, of: surface, part: parts.approach).y)
    }
    if onButtons == slots {
      let depth = surface.way(from: .init(x: 0, y: surface.lowest), to: .init(x: 0, y: lowestEnd)).dy
      (onButtons, drop) = (0, max(Self.approach.least, depth))
    }
    let others = slots & ~onButtons
    first = onButtons | (others.nonzeroBitCount > 1 ? Self.middle(of: others, real, surface) : 0)
  }

  /// The slot of the finger between the others.
  private static func middle(of slots: UInt64, _ real: SurfaceState, _ surface: OwnedSurface) -> UInt64 {
    // Without a list: the writer allocates nothing.
    for slot in real.ids.indices where slots.contains(slot) {
      let here = (surface.position(slot, in: real).x, slot)
      let before = real.ids.indices.count { slots.contains($0) && (surface.position($0, in: real).x, $0) < here }
      if before == slots.nonzeroBitCount / 2 { return 1 << UInt64(slot) }
    }
    return slots
  }

  func appendLift(_ real: SurfaceState, at now: Timestamp, into events: inout [DeviceEvent]) {
    for slot in real.ids.indices where slots.contains(slot) {
      events.append(.axis(EventCode.slot, Int32(slot), at: now))
      if slot == marked { events.append(.axis(EventCode.toolType, EventCode.pen, at: now)) }
      events.append(.axis(EventCode.trackingID, -1, at: now))
    }
    events.append(.end(at: now))
  }

  func appendLanding(
    _ real: SurfaceState, _ movement: HandMovement, of surface: OwnedSurface, at now: Timestamp,
    into events: inout [DeviceEvent]
  ) {
    events.append(.axis(EventCode.slot, Int32(marked), at: now))
    events.append(.axis(EventCode.toolType, EventCode.finger, at: now))
    append(first, real, movement, of: surface, part: landingPart, landing: first, at: now, into: &events)
    events.append(.end(at: now))
    let others = slots & ~first
    append(
      onButtons | others, real, movement, of: surface, part: landingPart, landing: others, at: now, into: &events)
    events.append(.end(at: now))
    append(slots, real, movement, of: surface, part: parts.approach, at: now, into: &events)
  }

  func appendStart(
    _ real: SurfaceState, _ movement: HandMovement, of surface: OwnedSurface, at now: Timestamp,
    into events: inout [DeviceEvent]
  ) {
    append(slots, real, movement, of: surface, part: parts.start, isMarked: true, at: now, into: &events)
  }

  /// Appends contacts at a part of the way back.
  /// - Parameter landing: those of them that land, above the buttons.
  private func append(
    _ contacts: UInt64, _ real: SurfaceState, _ movement: HandMovement, of surface: OwnedSurface, part: Double,
    isMarked: Bool = false, landing: UInt64 = 0, at now: Timestamp, into events: inout [DeviceEvent]
  ) {
    for slot in real.ids.indices where contacts.contains(slot) {
      var place = position(slot, real, movement, of: surface, part: part)
      let isNew = landing.contains(slot)
      if isNew, let drop { place = surface.position(place, shiftedBy: Vector(dx: 0, dy: -drop)) }
      if isNew { place.y = min(place.y, surface.lowest) }
      events.append(.axis(EventCode.slot, Int32(slot), at: now))
      if slot == marked, isMarked {
        events.append(.axis(EventCode.toolType, EventCode.pen, at: now))
        events.append(.axis(EventCode.toolType, EventCode.finger, at: now))
      }
      if isNew {
        events.append(.axis(EventCode.trackingID, Taking.firstReturnedID | real.ids[slot] & 0xffff, at: now))
      }
      events.append(.axis(EventCode.slotX, place.x, at: now))
      events.append(.axis(EventCode.slotY, place.y, at: now))
    }
  }

  private var landingPart: Double { drop == nil ? parts.landing : parts.approach }

  /// The slot whose tool type tells that the frames are this program's.
  private var marked: Int { slots.trailingZeroBitCount }

  /// The position of a contact that is a part of the way behind.
  private func position(
    _ slot: Int, _ real: SurfaceState, _ movement: HandMovement, of surface: OwnedSurface, part: Double
  ) -> OwnedSurface.Position {
    let here = surface.position(slot, in: real)
    let way = mean ?? surface.way(from: movement.start(slot), to: here)
    return surface.position(here, shiftedBy: way * -part)
  }
}
