internal import Time
internal import Touch

/// A recogniser of fingers that touch for a moment.
///
///     fingers  ──▼─▼▼────────────▲──▲▲──
///     landed        │◀─ within ─▶│
///     state    possible             recognized
///
/// A tap is recognised when the last finger has lifted, if none has moved and all were down together for a short time
/// only. `TapSeries` counts several taps in a row; this recognises one of them.
struct TapRecognizer: Hashable, Sendable {
  private let movement: Millimetres
  private let landed: Timestamp
  /// The last moment at which the first finger may lift.
  private let end: Timestamp
  private var hasLifted = false

  init(_ pattern: TapPattern, at sample: Sample) {
    movement = pattern.movement
    landed = sample.landed
    end = sample.landed + (pattern.within ?? TapPattern.longest)
  }

  /// The first moment that is too late; a lift at `end` itself is in time.
  var deadline: Timestamp? { hasLifted ? nil : end + .microseconds(1) }

  func observe(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts: break
    // libinput reports the tap after the lift.
    case .hold, .tap: return .undecided
    default: return .failed(sample.source.failure)
    }
    guard sample.reach <= movement else {
      return .failed(.movedTooFar(sample.reach, limit: movement, held: sample.time - landed, within: end - landed))
    }
    return expire(at: sample.time, sample.reach)
  }

  /// - Parameter reach: the largest distance of a finger from its landing.
  func expire(at time: Timestamp, _ reach: Millimetres) -> Verdict {
    guard !hasLifted, time > end else { return .undecided }
    return .failed(.heldTooLong(time - landed, limit: end - landed, moved: reach, most: movement))
  }

  mutating func lift() { hasLifted = true }

  mutating func restore() { hasLifted = false }

  func complete(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts:
      if sample.reach > movement {
        .failed(.movedTooFar(sample.reach, limit: movement, held: sample.time - landed, within: end - landed))
      } else if !sample.wereDownTogether {
        .failed(.apart(share: sample.shareTogether, least: Sample.leastTogetherShare, time: Sample.longTogether))
      } else {
        .matched(Match())
      }
    // Reported after the last lift. The last landing may be estimated from a hold that began before, so several fingers
    // have additional time to land and lift.
    case .tap:
      sample.time <= (sample.fingers == 1 ? end : end + Thresholds.tapSkew)
        ? .matched(Match())
        : .failed(.heldTooLong(sample.time - landed, limit: end - landed, moved: sample.reach, most: movement))
    // Fingers that rested on a touchpad and lifted: libinput reports separately if that was a tap.
    default: .failed(sample.source.failure)
    }
  }
}
