internal import Glibc
internal import Touch

/// Fingers that turn.
///
///     turned   0° ─────────── ± angle ──────────▲──
///     state    possible          began  changed  ended
///
/// It begins when they have turned by its angle. They must have turned farther than they have parted, or else the hand
/// pinches, and must not be going one way together: the hand of a long swipe turns about its elbow.
struct RotateRecognizer: Hashable, Sendable {
  private let pattern: RotatePattern
  private let directions: RotationDirections
  private let sharesFingers: Bool

  init(_ pattern: RotatePattern, sharesFingers: Bool) {
    self.pattern = pattern
    self.sharesFingers = sharesFingers
    directions = pattern.goesBack ? .any : pattern.directions
  }

  func observe(_ sample: Sample) -> Verdict {
    switch sample.source {
    case .contacts, .hold, .pinch: break
    // libinput takes touchpad fingers for something else and does not change its mind.
    case .tap, .swipe, .scroll: return .failed
    }
    // Rounded off, because sums of small turns fall short by a little.
    guard abs(sample.rotation) >= pattern.angle - 1e-9 else { return .undecided }
    guard sharesFingers || (sample.isOneHand && !sample.isTogether && !sample.pinchesMoreThanItTurns) else {
      return .undecided
    }
    guard directions.contains(sample.rotation > 0 ? .clockwise : .counterclockwise) else { return .failed }
    return .matched(Match(direction: sample.rotation > 0 ? .clockwise : .counterclockwise))
  }
}

extension Sample {
  /// How far the middle of two fingers may be from what they turn about, in mm: half of what one hand spans.
  private static let largestRadius = 48.0

  /// Whether two fingers can be one hand's, which turns about a place between them or about one of them. Beside a thumb
  /// that holds the device, the other hand's scrolls about it in the widest of circles.
  fileprivate var isOneHand: Bool {
    guard source == .contacts, fingers == 2 else { return true }
    return translation.length.value <= 2 * sin(min(abs(rotation), 180) * .pi / 360) * Self.largestRadius
  }

  /// Whether the fingers have parted farther than they have turned. Both are fractions of their distance: by how much it
  /// grew, and how long the arc is.
  var pinchesMoreThanItTurns: Bool { abs(scale - 1) >= abs(rotation) * .pi / 180 }
}
