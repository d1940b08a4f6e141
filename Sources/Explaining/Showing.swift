internal import Gestures
internal import RulesFile
internal import Time
public import Touch

/// A gesture that a hand showed: everything from the first finger that lands until nothing more can come of it.
public struct Showing: Sendable {
  /// The events, beginning with the addition of the device.
  public let events: [TouchEvent]
  public let device: Device
  /// The touches: the time of each landing of the first finger, and of the lift of the last one.
  let touches: [ClosedRange<Timestamp>]
  /// The positions of the landings of the first touch, in mm; empty on a touchpad whose contacts are not read.
  let landings: [Point]
  /// The largest number of fingers that were down at once.
  public let fingers: Int
  /// The movement at its farthest, and the time from its beginning to there.
  let movement: (translation: Vector, lasting: Duration)
  /// The distance between the fingers as a multiple of the initial one, at its most changed, and the time to there.
  let pinch: (scale: Double, lasting: Duration)
  /// The rotation at its farthest, in degrees, clockwise positive, and the time to there.
  let turn: (degrees: Double, lasting: Duration)

  /// The movement of the finger that moved farthest, in mm, and the time from its landing to there.
  let farthest: (distance: Double, lasting: Duration)
  /// True if the button under the touchpad was pressed.
  let hasPressed: Bool

  /// The distance below which the fingers have not moved, in mm.
  private static let leastMovement = 5.0

  /// True if the fingers moved, pinched or turned.
  var hasMoved: Bool {
    movement.translation.length.value >= Self.leastMovement || abs(pinch.scale - 1) >= 0.1 || abs(turn.degrees) >= 12
  }

  /// True if it is one finger on a touchpad, which moves the pointer, or nothing.
  var isPointing: Bool { fingers == 0 || device.kind == .touchpad && fingers == 1 }

  /// True if it is no attempt at a gesture: a pointer that moves, or fingers that rest before they do something else.
  public var isIncidental: Bool { isPointing || touches.isEmpty && !hasMoved }

  /// The time of a touch that rests.
  var resting: Duration { touches.last.map { $0.upperBound - $0.lowerBound } ?? .zero }

  /// The numbers of the fingers' movement in the syntax of rules files: `42mm in 180ms, 233mm/s`.
  public var text: String {
    if abs(pinch.scale - 1) >= 0.1 || abs(turn.degrees) >= 12 { return "\(pinchText), \(turnText)" }
    return hasMoved ? movementText : restingText
  }

  /// The numbers that matter for a gesture.
  func text(for pattern: Pattern) -> String {
    switch pattern {
    case .tap: tapText
    case .pan where pattern.isAnchored: Self.movementText(farthest.distance, farthest.lasting)
    case .pinch: pinchText
    case .rotate: turnText
    default: pattern.kind.motion == .move ? movementText : restingText
    }
  }

  private var tapText: String {
    longestTouch.rounded + (touches.count > 1 ? ", \(longestGap.rounded) apart" : "")
  }

  /// The time of its longest touch.
  var longestTouch: Duration { touches.map { $0.upperBound - $0.lowerBound }.max() ?? .zero }

  /// The longest time from the lift of one touch to the landing of the next.
  var longestGap: Duration { zip(touches, touches.dropFirst()).map { $1.lowerBound - $0.upperBound }.max() ?? .zero }

  private var restingText: String { resting.rounded }

  private var movementText: String { Self.movementText(movement.translation.length.value, movement.lasting) }

  private static func movementText(_ length: Double, _ lasting: Duration) -> String {
    let speed = length / max(lasting.inSeconds, 0.001)
    return "\(length.rounded)mm in \(lasting.rounded), \(Int(speed.rounded()))mm/s"
  }

  private var pinchText: String {
    "\(Int((pinch.scale * 100).rounded()))% of the distance in \(pinch.lasting.rounded)"
  }

  private var turnText: String { "\(Int(abs(turn.degrees).rounded()))° in \(turn.lasting.rounded)" }
}

extension Double {
  /// The number with one decimal below 10, else with none.
  fileprivate var rounded: String { self < 10 ? text : "\(Int(self.rounded()))" }
}

extension Duration {
  /// The duration in whole milliseconds, from a second on in tenths of a second.
  fileprivate var rounded: String {
    let milliseconds = (wholeMicroseconds + 500) / 1000
    return (milliseconds < 1000 ? .milliseconds(milliseconds) : Duration.milliseconds((milliseconds + 50) / 100 * 100))
      .text
  }
}
