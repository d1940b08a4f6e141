public import Touch
internal import Glibc

// The place where fingers that lift would come to rest, as if friction slowed down the movement.
//
//     begins ────────────▶ lift ─ ─ ─ ─▶ rest
//            translation        velocity × time
//
// After a time t, friction that leaves the share d of a velocity after each millisecond leaves d^t of it, and the whole
// way is the velocity × -1 / ln d milliseconds. On touchpads d is 0.997, on touchscreens 0.998, as in libadwaita
// (adw-swipe-tracker.c) and GNOME Shell (swipeTracker.js).
//
// cosmic-comp has the same formula, with 0.997, for the mean velocity of the last 150 ms (src/input/gestures/mod.rs);
// here it is the velocity at the lift (`VelocityEstimator`). Its workspaces do not use it: they change with at least
// 0.02 outputs per second forwards, else beyond half of the way (src/shell/mod.rs).

extension Device {
  /// The time for which fingers that lift would go on at their velocity, in seconds.
  var glide: Double { -0.001 / log(kind == .touchpad ? 0.997 : 0.998) }
}

extension Gesture {
  /// The place where the fingers of a gesture that ends would come to rest, and that which its rule requires.
  public struct Commitment: Hashable, Sendable {
    /// The way there since the landing, in the direction in which the gesture began: in mm, for a pinch in multiples of
    /// the initial distance, for a rotation in degrees. Negative behind the landing.
    public var amount: Double
    /// The least way with which the gesture ends. With less it is cancelled.
    public var least: Double

    /// True if it ends.
    public var isMet: Bool { amount >= least - 1e-9 }
  }

  /// `translation`, where the fingers would come to rest.
  public var projectedTranslation: Vector { translation + velocity * glide }
  /// `scale`, where they would come to rest; at least 0.
  public var projectedScale: Double? { scale.map { max(0, $0 + (scaleSpeed ?? 0) * glide) } }
  /// `rotation`, where they would come to rest.
  public var projectedRotation: Double? { rotation.map { $0 + (rotationSpeed ?? 0) * glide } }

  /// True if it goes on, and its fingers can be somewhere else when they come to rest.
  public var isProjected: Bool { kind.isContinuous && kind.motion != .rest && glide > 0 }
}

extension ActiveRecognizer {
  /// The place where the fingers would come to rest.
  func commitment(_ velocity: VelocityEstimator.Velocity, least: Double) -> Gesture.Commitment {
    let direction = match?.direction
    let amount: Double
    switch kind.change {
    case .scale:
      let change = progress.scale + velocity.scale * glide - 1
      amount = direction == .inwards ? -change : change
    case .rotation:
      let angle = progress.rotation + velocity.rotation * glide
      amount = direction == .clockwise ? angle : -angle
    case .place:
      let rest = progress.translation + velocity.translation * glide
      amount = direction.flatMap(EightDirections.bit).map { EightDirections.along(rest)[$0] } ?? rest.length.value
    }
    return Gesture.Commitment(amount: amount, least: least)
  }
}

extension TouchSequence {
  /// Ends a gesture that goes on, or cancels it if its fingers would not come to rest far enough.
  mutating func conclude(_ active: inout ActiveRecognizer, into gestures: inout [Gesture]) {
    let commitment = candidates[active.candidate].projected.map {
      active.commitment(velocity.velocity(at: last.time), least: $0)
    }
    let first = gestures.count
    report(&active, active.receive(commitment?.isMet == false ? .cancel : .finish), into: &gestures)
    if gestures.count > first { gestures[first].commitment = commitment }
  }
}
