public import Touch

/// Thresholds of the recognisers that are no rule's to choose. Explanations and pictures show the same ones.
public enum Thresholds {
  /// The largest deviation of a whole path from its direction, in degrees. Directions are 45° apart, so neighbours
  /// overlap.
  public static let deviation = 30.0
  /// Its cosine, with room for rounding.
  static let cosine = 0.866_025_4

  /// The largest deviation of a pan's beginning, in degrees: beyond `deviation` it takes `looseFactor` times the
  /// distance, because a finger often starts with a small hook.
  static let looseDeviation = 45.0
  /// Its cosine, with room for rounding.
  static let looseCosine = 0.707_106
  /// The largest deviation of a swipe if rules ask for one direction only: a neighbouring direction is another one.
  static let loneDeviation = 44.9
  static let loneCosine = 0.708_339_8
  /// The factor of the distance beyond `deviation`.
  static let looseFactor = 2.0

  /// The distance that fingers may move while they rest or settle. Time counts from the moment they exceed it.
  public static let slop: Millimetres = 3
  /// The least distance at which a pan of one finger on a touchpad begins. A palm that settles moves by some
  /// millimetres.
  static let leastSlide: Millimetres = 6
  /// The least angle by which the path of one finger on a touchpad has turned when a circle begins, in degrees. One
  /// that points turns by half a circle at times.
  static let leastRound = 300.0
  /// The longest time from the landing of one finger on a touchpad until it has moved by `slideSlop`. A thumb or palm
  /// that rests longer does not slide.
  static let longestSlideRest = Duration.milliseconds(500)
  /// The distance that a thumb or palm moves while it settles.
  static let slideSlop: Millimetres = 1.5
  /// The greatest speed of fingers, in mm/s, by which a swipe can tell that its distance is out of reach: the fastest
  /// fling of Android's ViewConfiguration, 8000 dp/s of 25.4/160 mm each.
  static let greatestSpeed = 1270.0
  /// The change of the distance between fingers while they settle, as a fraction. Time counts from the moment they
  /// exceed it.
  static let pinchSlop = 0.03
  /// The rotation of fingers while they settle, in degrees: at 25 mm from the centroid it moves them as far as
  /// `pinchSlop` does.
  static let turnSlop = 1.7

  /// The least time for which a finger rests before those that move beside it land, whatever the device.
  static let leastAnchorRest = Duration.milliseconds(150)
  /// The same on a device of this kind: longer than fingers of one gesture land apart.
  public static func anchorRest(on kind: Device.Kind, settling: Duration) -> Duration {
    max(settling, kind == .touchpad ? PalmZone.patience : .zero, leastAnchorRest)
  }

  /// The additional time for a tap of several fingers on a touchpad: they land and lift one after another.
  static let tapSkew = Duration.milliseconds(200)

  /// The time fingers have rested when libinput reports a hold: 40 ms for one or two, 180 ms for more (1.19 and later,
  /// src/evdev-mt-touchpad-gestures.c: QUICK_GESTURE_HOLD_TIMEOUT, DEFAULT_GESTURE_HOLD_TIMEOUT).
  public static func holdDelay(fingers: Int) -> Duration { .milliseconds(fingers <= 2 ? 40 : 180) }

  /// The longest time from the end of a hold, cancelled, to the gesture that its fingers make of it: three or more that
  /// creep have to move 1 mm first.
  public static let longestInterruption = Duration.milliseconds(400)
}
