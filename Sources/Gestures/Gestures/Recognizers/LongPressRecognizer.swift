internal import Time

/// A recogniser of resting fingers.
///
///     fingers  ──▼▼▼─────────────────────────────▲──
///     landed        │◀──── duration ────▶│
///     state    possible                  began   ended
///
/// The gesture begins at its time, while the fingers are still down; from then on they may move freely. A touchpad
/// reports resting fingers only some time after they landed, and no longer once they have moved 2 mm.
struct LongPressRecognizer: Hashable, Sendable {
  private let pattern: LongPressPattern
  let deadline: Timestamp

  init(_ pattern: LongPressPattern, at sample: Sample) {
    self.pattern = pattern
    deadline = sample.landed + pattern.duration
  }

  func observe(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts, .hold: break
    default: return .failed(sample.source.failure)
    }
    guard sample.reach <= pattern.movement else {
      return .failed(.movedTooFar(sample.reach, limit: pattern.movement, held: nil, within: nil))
    }
    return expire(at: sample.time)
  }

  /// The reason why it was undecided until the fingers lifted.
  func unfinished(_ sample: Sample) -> Failure {
    .restedTooBriefly(pattern.duration - (deadline - sample.time), least: pattern.duration)
  }

  func expire(at time: Timestamp) -> Verdict { time >= deadline ? .matched(Match()) : .undecided }
}
