internal import Touch

/// Fingers that rest.
///
///     fingers  ──▼▼▼─────────────────────────────▲──
///     landed        │◀──── duration ────▶│
///     state    possible                  began   ended
///
/// It begins at its time, while the fingers are still down, and from then on they may move freely. A touchpad says that
/// fingers rest only some time after they landed, and says so no longer once they have moved 2 mm.
struct LongPressRecognizer: Hashable, Sendable {
  private let pattern: LongPressPattern
  let deadline: Timestamp

  init(_ pattern: LongPressPattern, at sample: Sample) {
    self.pattern = pattern
    deadline = sample.landed + pattern.duration
  }

  func observe(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .tap, .swipe, .scroll, .pinch: return .failed
    case .contacts, .hold: break
    }
    guard sample.reach <= pattern.movement else { return .failed }
    return expire(at: sample.time)
  }

  func expire(at time: Timestamp) -> Verdict { time >= deadline ? .matched(Match()) : .undecided }
}
