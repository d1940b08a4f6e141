/// What libinput's numbers mean.
public enum LibinputUnits {
  /// Unaccelerated units of touchpad motion per millimetre of finger, with the default (adaptive) profile: the
  /// acceleration filter scales to 1000 dpi (1000 / 25.4 per mm), slows touchpads down by 0.2968, and multiplies
  /// with its baseline speed of 0.9. Scrolling goes through the same filter.
  public static let perMillimetre = 0.9 * 0.2968 * 1000 / 25.4

  /// The movement of fingers that libinput reports as (`dx`, `dy`) units.
  public static func movement(_ dx: Double, _ dy: Double) -> Vector {
    Vector(dx: dx / perMillimetre, dy: dy / perMillimetre)
  }
}
