internal import Time
internal import Touch

/// Movements of contacts that no finger makes: contacts that jump, change places, or merge with a neighbour's.
///
/// A sensor that sees two neighbouring fingers as one reports a contact between them. Such a movement counts for
/// nothing: the finger is displaced with its contact.
///
/// A device may also report a position outside of its axes, such as a negative number that it takes for a large one. A
/// contact that leaps to such a position moves with its hand, or stays where it was if it is alone; one that landed
/// there lands where it leaps to.
struct ContactMovements: Sendable {
  /// The largest distance of two fingers that a sensor sees as one, in mm.
  private static let mergeDistance = 35.0
  /// The share of the distance between two fingers at which a sensor sees them as one.
  private static let mergeShares = 0.3...0.7
  /// The error of that way by the noise of both contacts, in mm.
  private static let mergeNoise = 0.8
  /// The least movement by which a contact takes in another one, in mm.
  private static let leastMerge = 2.0
  /// The most that it may move across the way to the other one, in mm: noise, in three frames.
  private static let mostAcrossMerge = 4.0
  /// The largest distance of a finger that has not moved from its landing, in mm: noise, in two frames.
  private static let sameLanding: Millimetres = 2.5
  /// The length, in mm, up to which a movement in one frame can be that of a finger, whatever it did before: less than
  /// the least of the limits below.
  static let shortMovement = 5.0

  /// The largest speed of a finger on a touchpad, in mm per ms, as in libinput.
  static let greatestSpeedOnTouchpads = 20.0 / 12
  /// The largest growth of a finger's movement from one frame to the next, in mm per ms²: 22 mm in frames of 12 ms.
  /// libinput permits 7 mm; a flick that leaves a touchscreen in 60 ms grows by 20 mm.
  private static let greatestGrowth = 0.15
  /// The times between frames for which the limits hold, in ms. After longer times a finger that rested on a sensor
  /// that reports only changes has moved for one frame.
  private static let frameTimes = 7.0...20.0
  /// The largest distance of a position beyond an edge, as a share of the axis: the ranges of some devices were
  /// measured inexactly. libinput tolerates as much (src/evdev.c, `evdev_device_init_abs_range_warnings`).
  private static let tolerance = 0.05
  /// The time without a movement after which a finger has rested, in ms.
  private static let longestRest = 30.0

  /// The largest speed of a finger, in mm per ms. libinput takes 20 mm in 12 ms for a jump (src/evdev-mt-touchpad.c,
  /// `tp_detect_jumps`); the quickest flicks of touchscreens are half as fast again.
  var greatestSpeed = 3.3
  /// The size of the surface, in mm.
  var extent = (width: Double.infinity, height: Double.infinity)
  /// The length of the last movement that no finger can make, in mm, and the time in which it was made.
  private(set) var lastJump = (length: 0.0, time: Duration.zero)
  /// True if a finger jumped or merged in the last frame; while a frame is closed, in this one.
  private(set) var hasDisplaced = false
  /// True if a contact is outside of the surface in the frame that is closed.
  private(set) var areAway = false

  /// Begins to close a frame.
  /// - Returns: true if a finger jumped or merged in the last one.
  mutating func beginFrame() -> Bool {
    defer { hasDisplaced = false }
    areAway = false
    return hasDisplaced
  }

  /// Corrects movements that no finger can make: contacts that changed places, and those that jumped.
  mutating func follow(_ fingers: inout [FingerTracker.Finger], at time: Timestamp) {
    let areShort = fingers.withUnsafeMutableBufferPointer { fingers in
      for index in fingers.indices where !fingers[index].followShort(at: time) { return false }
      return true
    }
    if !areShort { followLong(&fingers, at: time) }
  }

  /// The same for a frame in which a finger moved far. Those that moved less have been followed before it.
  private mutating func followLong(_ fingers: inout [FingerTracker.Finger], at time: Timestamp) {
    for index in fingers.indices where fingers[index].change == nil && fingers[index].missingSince == nil {
      let movement = fingers[index].position - fingers[index].previous
      guard movement != .zero else {
        fingers[index].movement = .zero
        continue
      }
      // Some devices report each position twice.
      let elapsed = (time - fingers[index].movedAt).inSeconds * 1000
      let frameTime = min(max(elapsed, Self.frameTimes.lowerBound), Self.frameTimes.upperBound)
      let largest = greatestSpeed * frameTime
      let growth = max(Self.greatestGrowth * frameTime * frameTime, largest / 2)
      let stride = elapsed > Self.longestRest ? fingers[index].stride.map { _ in 0 } : fingers[index].stride
      if movement.length.value > Self.shortMovement { Self.exchange(index, among: &fingers) }
      let length = (fingers[index].position - fingers[index].previous).length.value
      if length > largest || stride.map({ length > $0 + growth }) ?? false {
        guard leap(&fingers[index], in: elapsed) else { continue }
      }
      fingers[index].movedAt = time
      fingers[index].movement = fingers[index].position - fingers[index].previous
      // As after any landing, nothing is known of the next movement.
      fingers[index].stride = fingers[index].change == .placed ? nil : fingers[index].movement.length.value
    }
  }

  /// Exchanges the contacts of two fingers that have taken each other's place.
  private static func exchange(_ index: Int, among fingers: inout [FingerTracker.Finger]) {
    for other in fingers.indices.dropFirst(index + 1)
    where fingers[other].change == nil && fingers[other].missingSince == nil {
      let (one, two) = (fingers[index], fingers[other])
      let straight = (one.position - one.previous).length.value + (two.position - two.previous).length.value
      let crossed = (two.position - one.previous).length.value + (one.position - two.previous).length.value
      guard crossed < straight / 2 else { continue }
      (fingers[index].slot, fingers[other].slot) = (two.slot, one.slot)
      (fingers[index].position, fingers[other].position) = (two.position, one.position)
    }
  }

  /// Takes in a movement that no finger can make.
  /// - Returns: false if the contact has no position in this frame, so that the finger is where it was.
  private mutating func leap(_ finger: inout FingerTracker.Finger, in milliseconds: Double) -> Bool {
    if isOutside(finger.landing), isOutside(finger.previous) {
      place(&finger)
    } else if isOutside(finger.position) {
      finger.position = finger.previous
      finger.isAway = true
      areAway = true
      return false
    } else {
      jump(&finger, in: milliseconds)
    }
    return true
  }

  /// True if a position is outside of the surface, as far as no device reports it by its inexact range.
  func isOutside(_ place: Point) -> Bool {
    let (x, y) = (Self.tolerance * extent.width, Self.tolerance * extent.height)
    return place.x < -x || place.x > extent.width + x || place.y < -y || place.y > extent.height + y
  }

  /// Lets a finger, whose landing was outside of the surface, land where its contact is.
  private mutating func place(_ finger: inout FingerTracker.Finger) {
    displace(&finger, .placed, by: finger.position - finger.previous)
    (finger.origin, finger.smoothed, finger.landing) = (finger.position, finger.position, finger.position)
    if finger.down.time == finger.landed { finger.down.position = finger.position }
  }

  private mutating func jump(_ finger: inout FingerTracker.Finger, in milliseconds: Double) {
    let movement = finger.position - finger.previous
    lastJump = (movement.length.value, .microseconds(Int64(milliseconds * 1000)))
    displace(&finger, .jumped, by: movement)
  }

  /// Moves a finger with its contact, so that the movement counts for nothing.
  private mutating func displace(
    _ finger: inout FingerTracker.Finger, _ change: FingerTracker.Change, by movement: Vector
  ) {
    finger.change = change
    hasDisplaced = true
    finger.shift(by: movement)
    finger.previous = finger.position
  }

  /// Discounts the movements of contacts that took in a neighbour's in the frame in which that ended, or let go of it:
  /// the sensor sees two fingers as one, between them.
  mutating func followMerges(of fingers: inout [FingerTracker.Finger], at time: Timestamp) {
    for index in fingers.indices where fingers[index].change == nil && fingers[index].missingSince == nil {
      let finger = fingers[index]
      let movement = finger.position - finger.previous
      let unexpected = movement - finger.movement
      guard unexpected.length.value > Self.leastMerge else { continue }
      if finger.offset != .zero, Self.isMerge(unexpected, of: finger.offset * -2) {
        // Back to its place, without the noise of both movements. The other finger lands in this frame, or has lifted.
        displace(&fingers[index], .merged, by: finger.offset * -1)
        fingers[index].offset = .zero
        for other in fingers.indices where fingers[other].host == finger.id {
          (fingers[other].host, fingers[other].missingSince) = (nil, time)
        }
        continue
      }
      // Once only, although another finger may land or lift in the same frame.
      for other in fingers.indices where fingers[index].change == nil {
        let place = fingers[other].position
        switch fingers[other].change {
        case .lifted where Self.isMerge(unexpected, of: place - finger.previous):
          fingers[other].host = finger.id
          fingers[index].offset = finger.offset + movement
          displace(&fingers[index], .merged, by: movement)
        case .landed where Self.isMerge(unexpected, of: finger.position - place):
          displace(&fingers[index], .merged, by: movement)
          // The contact stood for a finger that the sensor had not seen yet.
          if (finger.position - finger.landing).length <= Self.sameLanding {
            fingers[index].origin = finger.position
            fingers[index].smoothed = finger.position
            fingers[index].isBack = true
          }
        default: break
        }
      }
    }
  }

  /// True if `movement` is about half of `gap`, the way from one finger to another.
  private static func isMerge(_ movement: Vector, of gap: Vector) -> Bool {
    let length = gap.length.value
    guard length > 0, length <= mergeDistance else { return false }
    let along = movement.dot(gap) / length
    let across = (movement.dx * gap.dy - movement.dy * gap.dx) / length
    let ways = mergeShares.lowerBound * length - mergeNoise...mergeShares.upperBound * length + mergeNoise
    return ways.contains(along) && abs(across) <= mostAcrossMerge
  }
}
