internal import Touch

/// The way of one finger, for as long as it is seen.
struct Trail: Sendable {
  /// The finger's number, from 1.
  let finger: Int
  /// In the order of time; never empty.
  let moments: [Timed<Point>]
  /// Whether the finger is down.
  let isDown: Bool

  /// Where the finger is, or was last.
  var end: Timed<Point> { moments[moments.count - 1] }
}

/// How clearly something is seen that was at a moment: less and less, and then no more.
enum Fading: Int, CaseIterable, Sendable {
  case clear
  case weak
  case weaker

  /// Up to which age it looks so.
  private var end: Duration {
    switch self {
    case .clear: .milliseconds(200)
    case .weak: .milliseconds(500)
    case .weaker: .milliseconds(900)
    }
  }

  /// How clearly it is seen when it is so old; nil where it is not.
  init?(after age: Duration) {
    guard let state = Self.allCases.first(where: { age < $0.end }) else { return nil }
    self = state
  }

  /// When something that was at `moment` looks otherwise than at `now`; nil where it is gone.
  static func nextChange(of moment: Timestamp, after now: Timestamp) -> Timestamp? {
    Self(after: now - moment).map { moment + $0.end }
  }

  /// Of so many dots of a line one is seen.
  var thinning: Int {
    switch self {
    case .clear: 1
    case .weak: 2
    case .weaker: 4
    }
  }
}

extension Stay {
  /// How far the fingers of a touchpad are drawn from each other, in mm.
  private static let spacing = 12.0

  /// The ways of its fingers.
  /// - Parameter isDown: whether those of a touchpad are down; a touchscreen's contacts tell it themselves.
  func trails(isDown: Bool) -> [Trail] {
    switch device.kind {
    case .touchscreen:
      contacts.suffix(Scene.mostFingers).enumerated().map { index, contact in
        Trail(finger: index + 1, moments: contact.places, isDown: isDown && contact.lifted == nil)
      }
    case .touchpad:
      (0..<min(fingers, Scene.mostFingers)).map { index in
        let arm = (Double(index) - Double(fingers - 1) / 2) * Self.spacing
        return Trail(
          finger: index + 1, moments: groupTimes.map { Timed(time: $0, value: place(at: $0, arm: arm)) }, isDown: isDown
        )
      }
    }
  }

  /// When the fingers of a touchpad were told to have moved.
  private var groupTimes: [Timestamp] { ways.count >= turns.count ? ways.map(\.time) : turns.map(\.time) }

  /// Where a finger of a touchpad would be that lies beside the others and moves, parts and turns with them.
  private func place(at time: Timestamp, arm: Double) -> Point {
    let turn = turns.latest(at: time) ?? Turn(scale: 1, degrees: 0)
    // Beyond ten times what it was, a scale is no hand's.
    return middle(at: time) + Vector(clockwise: turn.degrees) * (arm * min(turn.scale, 10))
  }

  /// Forgets where fingers were before `time`, but for the last place of each.
  mutating func forget(before time: Timestamp) {
    for index in contacts.indices { contacts[index].places.drop(before: time) }
    ways.drop(before: time)
    turns.drop(before: time)
  }
}

extension Array {
  /// Drops what was before `time`, but for the last.
  fileprivate mutating func drop<Value>(before time: Timestamp) where Element == Timed<Value> {
    let count = prefix { $0.time < time }.count
    removeFirst(Swift.min(count, Swift.max(self.count - 1, 0)))
  }
}
