internal import Touch

/// Fingers that touch for a moment.
///
///     fingers  ──▼─▼▼────────────▲──▲▲──
///     landed        │◀─ within ─▶│
///     state    possible             recognized
///
/// It is certain when the last of the fingers has lifted, if none has moved and all were down together for a short time
/// only. Several taps in a row are counted by the touch sequences' `TapRun`; this is one of them.
struct TapRecognizer: Hashable, Sendable {
  private let movement: Millimetres
  /// The last moment at which the first of the fingers may lift.
  private let end: Timestamp
  private var hasLifted = false

  init(_ pattern: TapPattern, at sample: Sample) {
    movement = pattern.movement
    end = sample.landed + pattern.within
  }

  /// The first moment that is too late; a lift at `end` itself is in time.
  var deadline: Timestamp? { hasLifted ? nil : end + .microseconds(1) }

  func observe(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts: break
    // The tap itself is told once it is over.
    case .hold, .tap: return .undecided
    case .swipe, .scroll, .pinch: return .failed
    }
    guard sample.reach <= movement else { return .failed }
    return expire(at: sample.time)
  }

  func expire(at time: Timestamp) -> Verdict { !hasLifted && time > end ? .failed : .undecided }

  mutating func lift() { hasLifted = true }

  func complete(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts: sample.reach <= movement ? .matched(Match()) : .failed
    // Told when the last has lifted. When the last landed may be reckoned back from a rest that began before, so with
    // several fingers there is room for how they land and lift.
    case .tap:
      sample.time <= (sample.fingers == 1 ? end : end + TouchpadSequencer.tapSkew) ? .matched(Match()) : .failed
    // Fingers that rested on a touchpad and lifted again: libinput says so where that was a tap.
    case .hold, .swipe, .scroll, .pinch: .failed
    }
  }
}
