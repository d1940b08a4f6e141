internal import Time

/// The fingers on a device, as far as chains depend on them.
struct ChainFingers {
  /// The first landing of each touch that goes on.
  var landings: [Timestamp]
  /// True if the fingers that are down, or a tap that waits for others, may still make the gesture of a trigger.
  var mayMake: (Int) -> Bool
  /// True if a touch that landed then, and has lifted, ends the chains of which it made no step.
  var mayEnd: (Timestamp) -> Bool
  /// The latest failure of a trigger's recogniser since a landing.
  var failure: (Int, Timestamp) -> TouchFailure?

  /// No fingers.
  static var none: ChainFingers {
    ChainFingers(landings: [], mayMake: { _ in false }, mayEnd: { _ in false }, failure: { _, _ in nil })
  }

  /// The first landing of the fingers of a gesture that is reported now; its own time if they have lifted.
  func landing(of gesture: Gesture) -> Timestamp {
    gesture.wait == .zero ? landings.max() ?? gesture.time : gesture.time - gesture.wait
  }
}
