public import Touch

/// A hand on a touchscreen that a rule shows to the desktop (`Trigger.shownFingers`), since its gesture was recognised.
public struct FollowedHand: Hashable, Sendable {
  /// The states of a hand that is shown.
  public enum State: Hashable, Sendable {
    /// The fingers are down.
    case moving
    /// The fingers have lifted.
    case lifted
    /// The touch was cancelled: by another finger, a palm, or a lock of the session.
    case cancelled
  }

  public var state: State
  /// The movement of the centroid since the fingers landed, in mm.
  public var translation: Vector
  /// The distance between the fingers as a multiple of the initial one.
  public var scale: Double
  /// The rotation of the fingers, in degrees, clockwise positive.
  public var rotation: Double

  public init(_ state: State, translation: Vector = .zero, scale: Double = 1, rotation: Double = 0) {
    self.state = state
    self.translation = translation
    self.scale = scale
    self.rotation = rotation
  }
}

extension ContactSequencer {
  /// The hand that is followed; of several, one whose fingers are down. Nil if there is none. It changes nothing and is
  /// mutating all the same, because a non-mutating method is called with a copy.
  mutating func followedHand() -> FollowedHand? {
    var found: FollowedHand?
    for index in hands.indices {
      guard let state = hands[index].sequence.followed, found == nil || state == .moving else { continue }
      let last = hands[index].sequence.last
      found = FollowedHand(state, translation: last.translation, scale: last.scale, rotation: last.rotation)
    }
    return found
  }
}
