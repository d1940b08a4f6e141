public import Touch

/// What the recognisers see of the fingers that are down on one device, and what may still come of them.
public struct Observation: Hashable, Sendable {
  /// How fast their middle goes, in mm/s.
  public var speed: Double
  /// Their distance as a multiple of what it was.
  public var scale: Double
  /// How far they have turned, in degrees, clockwise positive.
  public var rotation: Double
  /// The gestures that may still be recognised, or begin.
  public var possible: Set<Gesture.Kind>
}

/// What a hand did from its landing to its lift, in the few numbers by which it can be compared with what rules wait
/// for.
public struct Attempt: Hashable, Sendable {
  /// On what.
  public var device: Device
  /// With how many fingers.
  public var fingers: Int
  /// Where their middle landed; nil on touchpads, which do not tell.
  public var start: Point?
  /// How far it went, where it was farthest.
  public var translation = Vector.zero
  /// How fast it went there, on average, in mm/s.
  public var speed = 0.0
  /// The fingers' distance as a multiple of what it was, where it had changed most.
  public var scale = 1.0
  /// How far they had turned, in degrees, clockwise positive, where that was farthest.
  public var rotation = 0.0
  /// From the landing of the first finger to the lift of the last.
  public var lasting = Duration.zero

  /// Fingers that have done nothing yet.
  public init(device: Device, fingers: Int, start: Point?) {
    self.device = device
    self.fingers = fingers
    self.start = start
  }
}

extension TouchSequence {
  /// What the fingers are at; nil while none is down.
  var observation: Observation? {
    guard stage != .idle else { return nil }
    return Observation(
      speed: velocity.velocity(at: last.time).translation.length.value, scale: last.scale, rotation: last.rotation,
      possible: Set(possible.lazy.filter(\.isEnabled).map(\.kind)))
  }
}
