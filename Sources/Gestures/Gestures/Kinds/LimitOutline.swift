public import Touch

/// The outline of the limits of a gesture around the fingers of a hand that makes it.
public enum LimitOutline: Hashable, Sendable {
  /// The distance that fingers go in directions and at angles from their landing.
  case reach(Directions, [AngleRange], Millimetres)
  /// The distance that no finger may go from its landing.
  case rest(Millimetres)
  /// The distances between the fingers, as multiples of the initial one.
  case spreads([Double])
  /// The angle, in degrees, by which the fingers turn in either direction.
  case turn(Double)
  /// Nothing that lies around the fingers.
  case none
}
