internal import Touch

// A gesture whose conditions are met waits while a gesture of an earlier rule may still be recognised instead, as with
// UIKit's require(toFail:). It begins when none of those is possible any more, with all that the fingers have done.
//
// Gestures wait only for what fingers can do in the same way: moving together (swipe, pan, stroke), parting, turning or
// resting. If fingers that move together begin to part, the first gesture that is certain has them, because the other
// one may stay possible until they lift. For the same reason a long press does not wait for fingers to move.

/// The longest time for which a gesture may wait for another one.
public enum LongestWait: Hashable, Comparable, Sendable {
  /// A time from the landing, or from the first movement.
  case time(Duration)
  /// Until the fingers lift.
  case lift
}

extension TouchSequence {
  /// True if `active`, whose conditions are met with `match`, has to wait for a recogniser of an earlier rule.
  func waits(_ active: Standing, _ match: Match) -> Bool {
    if waitsByTie(active) { return true }
    guard !active.isSimultaneous else { return false }
    // By index: a closure over the elements would be given a copy of each.
    for index in possible.indices {
      let other = possible[index].standing
      guard other.isEnabled, !other.isSimultaneous, !other.isUnasked, other.isAtLastTouch,
        other.isBeside == active.isBeside, hasPrecedence(other, over: active), !isFree(active, of: other.trigger)
      else { continue }
      // Of movements in two directions, the nearer one is meant.
      if let rival = possible[index].match {
        if other.kind != active.kind || other.continues(active) || rival.fit >= match.fit { return true }
      } else if !possible[index].conditions.isTooSlow, candidates.waits(active.candidate, for: other.candidate),
        mayFollow(index, match, of: active.kind)
      {
        return true
      }
    }
    return false
  }

  /// True if the recogniser at `index` is undecided for fingers that go the way of `match`.
  func mayFollow(_ index: Int, _ match: Match, of kind: Gesture.Kind) -> Bool {
    let paths = paths(of: possible[index])
    return possible[index].recognizer.mayFollow(match, of: kind, paths.motion, paths.legs)
  }

  /// Decides for the recognisers that wait: those that are undecided can no longer be recognised.
  mutating func settle(into gestures: inout [Gesture]) {
    guard wait != .none else { return }
    possible.removeAll { !$0.isMatched || $0.isUnasked }
    resolve(into: &gestures)
  }
}

extension MotionPath {
  /// True if the fingers go more than `share` of their way along one of `directions`, and no less than along `rival`.
  func goes(_ share: Double, along directions: Directions, rival: Direction?) -> Bool {
    let other = rival.flatMap(EightDirections.bit).map { along[$0] } ?? -.infinity
    for bit in 0..<8 where directions.contains(bit: bit) {
      if along[bit] > share * length, along[bit] >= other { return true }
    }
    return false
  }
}
