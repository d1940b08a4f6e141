public import Touch

/// The recognisers' view of the fingers that are down on one device.
public struct Observation: Hashable, Sendable {
  /// The speed of the centroid, in mm/s.
  public var speed: Double
  /// The distance between the fingers as a multiple of the initial one.
  public var scale: Double
  /// The rotation of the fingers, in degrees, clockwise positive.
  public var rotation: Double
  /// The gestures that may still be recognised, or begin.
  public var possible: Set<Gesture.Kind>
}

/// One touch sequence, summarised in the few numbers that rules have limits for.
public struct Attempt: Hashable, Sendable {
  /// The device of the fingers.
  public var device: Device
  public var fingers: Int
  /// The centroid of the landings; nil on touchpads, which report no positions.
  public var start: Point?
  /// The landings of all fingers, in order; empty on touchpads, which report no positions.
  public var landings: [Point] = []
  /// The movement at its farthest.
  public var translation = Vector.zero
  /// The average speed up to there, in mm/s.
  public var speed = 0.0
  /// The distance between the fingers as a multiple of the initial one, at its most changed.
  public var scale = 1.0
  /// The rotation, in degrees, clockwise positive, at its farthest.
  public var rotation = 0.0
  /// The time from the first landing to the last lift.
  public var lasting = Duration.zero
  /// The number of taps of which it was the last, if it was a tap.
  public var taps = 1
  /// The events of its device since its addition, with which recognisers can judge it; empty if they are not kept.
  public var events: [TouchEvent] = []
  /// The failures of recognisers in it.
  public var failures: [TouchFailure] = []
  /// The rules that acted on it, in the order they did.
  public var acted: [RuleIndex] = []
  /// True if the device withdrew it, for example because it was a palm.
  public var isCancelled = false

  /// An attempt by fingers that have only landed.
  public init(device: Device, fingers: Int, start: Point?) {
    self.device = device
    self.fingers = fingers
    self.start = start
  }
}

extension TouchSequence {
  /// The present observation; nil if no finger is down.
  var observation: Observation? {
    guard !isIdle else { return nil }
    var kinds: Set<Gesture.Kind> = []
    for recognizer in possible where recognizer.isEnabled { kinds.insert(recognizer.kind) }
    return Observation(
      speed: velocity.velocity(at: last.time).translation.length.value, scale: last.scale, rotation: last.rotation,
      possible: kinds)
  }
}
