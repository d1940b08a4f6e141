internal import Time
internal import Touch

/// The visible path of one finger.
struct Trail: Sendable {
  /// The finger's number, from 1.
  let finger: Int
  /// The positions in order of time; never empty.
  let moments: [Timed<Point>]
  let isDown: Bool

  /// The latest position.
  var end: Timed<Point> { moments[moments.count - 1] }
}

/// The degrees of fading, by age.
enum Fading: Int, CaseIterable, Sendable {
  case clear
  case weak
  case weaker

  /// The age at which this degree ends.
  private var end: Duration {
    switch self {
    case .clear: .milliseconds(200)
    case .weak: .milliseconds(500)
    case .weaker: .milliseconds(900)
    }
  }

  /// The degree at an age; nil if nothing is visible any more.
  init?(after age: Duration) {
    guard let state = Self.allCases.first(where: { age < $0.end }) else { return nil }
    self = state
  }

  /// The next time after `now` at which something of the time `moment` changes degree; nil if it is invisible already.
  static func nextChange(of moment: Timestamp, after now: Timestamp) -> Timestamp? {
    Self(after: now - moment).map { moment + $0.end }
  }

  /// The number of dots of a line of which one is drawn.
  var thinning: Int {
    switch self {
    case .clear: 1
    case .weak: 2
    case .weaker: 4
    }
  }
}

extension TouchEpisode {
  /// The distance at which the fingers of a touchpad are drawn from each other, in mm.
  private static let spacing = 12.0

  /// The trails of its fingers.
  /// - Parameter isDown: true if the fingers of a touchpad are down; a touchscreen's contacts know it themselves.
  func trails(isDown: Bool) -> [Trail] {
    if device.reportsPositions {
      contacts.suffix(Scene.mostFingers).enumerated().map { index, contact in
        Trail(finger: index + 1, moments: contact.positions, isDown: isDown && contact.lifted == nil)
      }
    } else {
      (0..<min(fingers, Scene.mostFingers)).map { index in
        let arm = (Double(index) - Double(fingers - 1) / 2) * Self.spacing
        return Trail(
          finger: index + 1, moments: groupTimes.map { Timed(time: $0, value: position(at: $0, arm: arm)) },
          isDown: isDown
        )
      }
    }
  }

  /// The times at which the fingers of a touchpad moved.
  private var groupTimes: [Timestamp] {
    translations.count >= pinchStates.count ? translations.map(\.time) : pinchStates.map(\.time)
  }

  /// The position of an imaginary finger of a touchpad: `arm` beside the centroid, moved, spread and turned with it.
  private func position(at time: Timestamp, arm: Double) -> Point {
    let pinchState = pinchStates.latest(at: time) ?? PinchState(scale: 1, degrees: 0)
    // No hand scales by more than ten.
    return centroid(at: time) + Vector(clockwise: pinchState.degrees) * (arm * min(pinchState.scale, 10))
  }

  /// Drops positions before `time`, except the last one of each finger.
  mutating func forget(before time: Timestamp) {
    for index in contacts.indices { contacts[index].positions.drop(before: time) }
    translations.drop(before: time)
    pinchStates.drop(before: time)
  }
}

extension Array {
  /// Drops elements before `time`, except the last one.
  fileprivate mutating func drop<Value>(before time: Timestamp) where Element == Timed<Value> {
    let count = prefix { $0.time < time }.count
    removeFirst(Swift.min(count, Swift.max(self.count - 1, 0)))
  }
}
