public import Touch

/// A hand on the virtual touchpad, around the middle of its surface, at one moment.
public struct TouchpadHand: Hashable, Sendable {
  /// The number of its contacts: 0 if they have lifted, 2 to 4 while it is shown, and fewer while it is cancelled.
  public var fingers: Int
  /// The movement of the hand from the middle, in mm.
  public var movement = Vector.zero
  /// The distance between the contacts as a multiple of the initial one.
  public var scale = 1.0
  /// The rotation, in degrees, clockwise positive.
  public var rotation = 0.0
  /// True if its contacts are those of a palm.
  public var isPalm = false

  /// A hand that has just landed.
  public init(fingers: Int) { self.fingers = fingers }

  /// The distance of its contacts from the middle of it when they land, in mm.
  public static let radius = 20.0

  /// No hand.
  public static let lifted = TouchpadHand(fingers: 0)
}
