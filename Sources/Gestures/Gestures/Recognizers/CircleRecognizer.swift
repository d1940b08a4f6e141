internal import Touch

/// A recogniser of fingers that go round.
///
///     turned   0° ─────────── ± angle ──── + every ──▲──
///     state    possible          began     changed    ended
///
/// The angle is that by which the path has turned, wherever its centre is, so a hand may wander while it goes round. The
/// gesture begins when the path has turned by its angle on curves wider than a fingertip rolls: fingers that turn back
/// make a tight bend.
struct CircleRecognizer: Hashable, Sendable {
  /// The least mean radius of the curves, in mm.
  private static let leastRadius = 4.0
  /// The largest radius, in mm, of a path that may become a circle, behind its first millimetres. Straighter ones are
  /// swipes.
  private static let largestRadius = 60.0
  private static let undecided = 10.0

  private let pattern: CirclePattern
  private let directions: RotationDirections

  init(_ pattern: CirclePattern) {
    self.pattern = pattern
    directions = pattern.allDirections
  }

  func observe(_ sample: Sample, _ legs: LegPath, takesPinches: Bool) -> Verdict {
    if let failure = sample.source.failureOfPath(takesPinches: takesPinches) { return .failed(failure) }
    guard isEnough(legs), legs.isTogether(sample) else { return .undecided }
    return .matched(Match(direction: legs.turned > 0 ? .clockwise : .counterclockwise))
  }

  private func isEnough(_ legs: LegPath) -> Bool {
    // Rounded, because sums of small turns fall a little short.
    abs(legs.turned) >= pattern.angle - 1e-9 && permits(legs.turned)
      && legs.turnedLength >= abs(legs.turned) * .pi / 180 * Self.leastRadius
  }

  private func permits(_ angle: Double) -> Bool { directions.contains(angle > 0 ? .clockwise : .counterclockwise) }

  /// True if the path so far is the beginning of a circle.
  func mayFollow(_ legs: LegPath) -> Bool {
    permits(legs.turned) && abs(legs.turned) * .pi / 180 * Self.largestRadius >= legs.farthest - Self.undecided
  }

  /// The reason why it was undecided until the fingers lifted.
  func unfinished(_ sample: Sample, _ legs: LegPath) -> Failure {
    guard permits(legs.turned) else { return .otherDirection(legs.turned > 0 ? .clockwise : .counterclockwise) }
    guard abs(legs.turned) >= pattern.angle - 1e-9 else {
      return .turnedTooLittle(abs(legs.turned), least: pattern.angle)
    }
    guard legs.isTogether(sample) else { return sample.disagreementFailure(over: legs.farthest) }
    return .tight(
      radius: Millimetres(legs.turnedLength / (abs(legs.turned) * .pi / 180)), least: Millimetres(Self.leastRadius))
  }
}
