internal import Gestures
internal import Time
internal import Touch

/// Whom the defaults of limits suit, if `settings` say so.
enum Person: String, Sendable, CaseIterable {
  /// A hand that trembles, or that is slow.
  case tremor
}

extension Person {
  /// The longest time between the landings, and between the lifts, of the fingers of one gesture. Each finger of a slow
  /// hand comes on its own.
  var settling: Duration { .milliseconds(250) }

  /// The defaults of limits that a rule leaves out.
  ///
  /// A tremor that hinders people has 4 to 6 times a second in Parkinson's disease and up to 12 otherwise (G. Deuschl
  /// and others, Consensus statement of the Movement Disorder Society on tremor, 1998). Here it is 5 mm to each side:
  /// so a finger that means to rest goes 10 mm, and the pad rolls. What rests is within 12 mm, and what moves goes
  /// farther: a pan 15 mm, a swipe 20 mm.
  ///
  /// A slow hand needs the same: it takes longer between taps and for a swipe, and rolls its fingers. All fingers
  /// tremble together, so pinches and rotations need no other limits.
  var defaults: Defaults {
    var defaults = Defaults()
    defaults.tap = TapPattern(movement: 12, gap: .milliseconds(600), distance: 30, pause: .milliseconds(200))
    defaults.longPress.movement = 12
    defaults.swipe.distance = 20
    defaults.swipe.within = .seconds(2)
    defaults.pan.distance = 15
    defaults.edge = Defaults.Start(margin: 10, distance: 20)
    defaults.corner = Defaults.Start(margin: 18, distance: 20)
    defaults.resume = .seconds(1)
    return defaults
  }
}
