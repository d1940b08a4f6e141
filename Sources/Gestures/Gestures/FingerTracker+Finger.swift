internal import Time
internal import Touch

extension FingerTracker {
  /// The change of one finger in the present frame that is no movement of its hand.
  enum Change: Hashable, Sendable {
    case landed
    /// Its contact ended; the finger may return.
    case missed
    case returned
    case jumped
    /// Its contact, which landed outside of the surface, has its first position on it.
    case placed
    /// Its contact took in that of a neighbour, or let go of it.
    case merged
    case lifted
    case cancelled
  }

  struct Finger: Sendable {
    /// Its number, in the order of the landings.
    let id: Int
    /// The slot of its contact; while it is missing, that of its last one.
    var slot: Int
    var landing: Point
    let landed: Timestamp
    /// The place and the time from which it is down: those of its landing, or of the finger that it continues where a
    /// lift decides nothing (`PresenceTracker`).
    var down: (position: Point, time: Timestamp)
    /// The position from which its reach counts: its landing, moved by its jumps.
    var origin: Point
    /// The position from which the movement of its hand counts.
    var base: Point
    /// The positions in the last frame and in this one. Those of a missing finger move with its hand.
    var previous: Point
    var position: Point
    /// The position without the sensor's noise.
    var smoothed: Point
    /// Its movement in the last frame.
    var movement = Vector.zero
    /// The length of its last movement, in mm, and the time; nil until it has moved.
    var stride: Double?
    var movedAt: Timestamp
    /// Its pressure, as a share of the device's range; 0 if it reports none.
    var pressure = 0.0
    /// The index of its hand; nil until it has one.
    var hand: Int?
    /// The time at which its contact ended; nil while it has one.
    var missingSince: Timestamp?
    /// The number of the finger whose contact stands for both while this one is missing; nil if there is none.
    var host: Int?
    /// The number of the finger that it is a part of; nil for a finger of its own.
    var whole: Int?
    /// The distance from that one at which it is a finger of its own, in mm.
    var separation = 0.0
    var change: Change? = .landed
    /// True if its lift was not reported.
    var isLost = false
    /// True if its contact has no position in the present frame: it is outside of the surface.
    var isAway = false
    /// The way from its place to that of its contact, which stands for another finger as well.
    var offset = Vector.zero
    /// True if its contact is back in this frame at the place where it landed, from one between it and another finger.
    var isBack = false
    /// True if it jumped or merged in the last frame: its movement counts again from this one on.
    var wasDisplaced = false

    /// The change in the present frame.
    var phase: FingerPositions.Phase {
      switch change {
      case .landed: .landed
      case .lifted, .cancelled: .lifted
      case .missed, .returned, .jumped, .placed, .merged, nil: position == previous ? .still : .moved
      }
    }

    /// True if its movement counts.
    var isPresent: Bool { missingSince == nil && whole == nil && change != .landed }

    /// True if its contact moved in the present frame, and the finger did not.
    @inline(__always)
    var isDisplaced: Bool { change == .jumped || change == .merged || change == .placed }

    /// True if it is resting where it landed.
    var isResting: Bool { (smoothed - origin).length <= Thresholds.slop }

    /// The time of its last movement, or of its landing if it rests there. The noise of a sensor is no movement there.
    var restingSince: Timestamp { isResting ? landed : movedAt }

    /// True if it has a contact that has not ended in the present frame.
    @inline(__always)
    var isContact: Bool { missingSince == nil && change != .lifted && change != .cancelled }

    init(id: Int, slot: Int, at position: Point, _ time: Timestamp) {
      self.id = id
      self.slot = slot
      landing = position
      landed = time
      down = (position, time)
      (origin, base) = (position, position)
      movedAt = time
      (previous, self.position, smoothed) = (position, position, position)
    }

    /// Moves what its reach counts from and to: its contact moved, and the finger did not.
    mutating func shift(by movement: Vector) {
      origin = origin + movement
      smoothed = smoothed + movement
    }

    /// Moves the smoothed position half way to the reported one. This leaves little more than half of noise 0.5 mm
    /// wide, with which every tenth tap of three fingers would exceed its 2.5 mm.
    mutating func smooth() { smoothed = smoothed + (position - smoothed) * 0.5 }

    /// Takes in a movement that is too short to be a jump, or an exchange of contacts.
    /// - Returns: false if it is longer.
    mutating func followShort(at time: Timestamp) -> Bool {
      guard change == nil, missingSince == nil else { return true }
      let movement = position - previous
      let length = movement.length.value
      guard length <= ContactMovements.shortMovement else { return false }
      self.movement = movement
      guard length > 0 else { return true }
      movedAt = time
      stride = length
      return true
    }

    mutating func completeFrame() {
      previous = position
      wasDisplaced = isDisplaced
      change = nil
      isAway = false
      isBack = false
    }
  }
}
