internal import Time
internal import Touch

/// Fingers that are given back land once more for everybody who reads the node, a little behind where they are, and
/// arrive there at once: libinput begins their gesture. Without it, libinput would wait for 2 mm more, and would take a
/// hand that is disturbed meanwhile, or in the next frame, for another one.
///
///     driver          ●───────●───────●───────●
///     the others      ×   ×   ×   ↑●──●───────●──────▶  a swipe begins
///                          lift, landing, arrival
///
/// The contacts are new, with ids that no driver gives: libinput would report the way back of the same ones as jumps.
/// A tool type that no driver of a touchpad gives tells that the frames are this program's.
struct RepeatedLanding {
  /// The number of frames: lift, landing and arrival.
  static let frames = 3
  /// The farthest distance from a finger, in mm: libinput takes more than 7 mm in 12 ms for a jump.
  private static let farthest = 3.0
  /// The least movement of a hand, in mm, that libinput counts as one.
  private static let least = 1.0

  private let slots: UInt64
  /// The part of the way from where a finger is to where it landed.
  private let part: Double

  /// - Parameter slots: those of the fingers, a bit each.
  /// - Returns: nil if there are none, or if they have not moved.
  init?(_ slots: UInt64, _ real: SurfaceState, _ movement: HandMovement, of surface: OwnedSurface) {
    guard slots != 0 else { return nil }
    self.slots = slots
    var longest = 0.0
    for slot in real.ids.indices where slots >> UInt64(slot) & 1 != 0 {
      longest = max(longest, surface.distance(surface.position(slot, in: real), movement.start(slot)))
    }
    guard longest >= Self.least else { return nil }
    part = min(1, Self.farthest / longest)
  }

  func appendLift(_ real: SurfaceState, at now: Timestamp, into events: inout [DeviceEvent]) {
    for slot in real.ids.indices where contains(slot) {
      events.append(.axis(EventCode.slot, Int32(slot), at: now))
      if slot == first { events.append(.axis(EventCode.toolType, EventCode.pen, at: now)) }
      events.append(.axis(EventCode.trackingID, -1, at: now))
    }
    events.append(.end(at: now))
  }

  func appendLanding(
    _ real: SurfaceState, _ movement: HandMovement, of surface: OwnedSurface, at now: Timestamp,
    into events: inout [DeviceEvent]
  ) {
    for slot in real.ids.indices where contains(slot) {
      let (here, start) = (surface.position(slot, in: real), movement.start(slot))
      events.append(.axis(EventCode.slot, Int32(slot), at: now))
      if slot == first { events.append(.axis(EventCode.toolType, EventCode.finger, at: now)) }
      events.append(.axis(EventCode.trackingID, Taking.firstReturnedID | real.ids[slot] & 0xffff, at: now))
      events.append(.axis(EventCode.slotX, here.x + between(here.x, start.x), at: now))
      events.append(.axis(EventCode.slotY, here.y + between(here.y, start.y), at: now))
    }
    events.append(.end(at: now))
  }

  func appendArrival(
    _ real: SurfaceState, of surface: OwnedSurface, at now: Timestamp, into events: inout [DeviceEvent]
  ) {
    for slot in real.ids.indices where contains(slot) {
      let here = surface.position(slot, in: real)
      events.append(.axis(EventCode.slot, Int32(slot), at: now))
      events.append(.axis(EventCode.slotX, here.x, at: now))
      events.append(.axis(EventCode.slotY, here.y, at: now))
    }
  }

  private var first: Int { slots.trailingZeroBitCount }

  private func contains(_ slot: Int) -> Bool { slots >> UInt64(slot) & 1 != 0 }

  private func between(_ here: Int32, _ start: Int32) -> Int32 {
    Int32((Double(Int(start) - Int(here)) * part).rounded())
  }
}
