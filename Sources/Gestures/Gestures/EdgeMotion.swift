internal import Time
internal import Touch

/// The movement of a gesture that goes on while its fingers rest at the edge of a touchpad to which they have moved.
///
///     fingers   ── move to the edge ──│── rest ─────────────────│── move away ──
///     gesture   ── moves with them ───│ 80 ms │ goes on, 100 Hz │── moves with them ──
///
/// Fingers have moved to an edge if the way of the hand leads there. It is measured along a rope that the hand draws
/// behind itself: noise, and a finger that rolls, do not turn it. So a hand that works along an edge is not carried
/// away.
struct EdgeMotion: Sendable {
  /// The distance from the edge, in mm, within which a finger is at it: half of a fingertip, and a rim on which no
  /// finger is found.
  static let margin = 5.0
  /// The time for which the fingers rest before the movement goes on, and how far they may move meanwhile, in mm.
  static let rest = (time: Duration.milliseconds(80), distance: 0.5)
  /// The time between two reports: that between two frames of most touchpads.
  static let interval = Duration.milliseconds(10)
  /// The length of the rope, and the part of it that leads to an edge to which the hand has moved, in mm.
  static let rope = (length: 5.0, least: 2.5)

  /// The speed, in mm/s; 0 for none.
  private var speed = 0.0
  /// The end of the rope: a translation of the hand.
  private var end = Vector.zero
  /// The time and the translation since which the fingers rest.
  private var resting = (since: Timestamp.zero, at: Vector.zero)
  /// The direction in which the gesture goes on, a vector of length 1; zero away from the edges.
  private var direction = Vector.zero
  /// True if it goes on at present.
  private var isGoingOn = false
  /// The time at which it goes on next; nil if it does not.
  private(set) var due: Timestamp?

  /// No such movement.
  init() {}

  /// - Parameter speed: in mm/s; 0 for none.
  init(speed: Double, at time: Timestamp) {
    self.speed = speed
    resting.since = time
  }

  /// True if a gesture asks for it.
  @inline(__always)
  var isOn: Bool { speed > 0 }

  /// The velocity at which it goes on, in mm/s.
  var velocity: Vector { direction * speed }

  /// Takes in what the fingers do.
  mutating func follow(_ sample: Sample, _ positions: FingerPositions, on extent: Size) {
    var way = sample.translation - end
    let length = way.length.value
    if length > Self.rope.length {
      way = way * (Self.rope.length / length)
      end = sample.translation + way * -1
    }
    let moved = sample.translation - resting.at
    let direction = Self.direction(of: way, positions, on: extent)
    if moved.length.value > Self.rest.distance {
      resting = (sample.time, sample.translation)
      // Fingers that press on against the edge do not interrupt it.
      if moved.dx * direction.dx + moved.dy * direction.dy <= 0 || !isGoingOn { stop() }
    }
    self.direction = direction
    guard direction != .zero else { return stop() }
    if due == nil { due = resting.since + Self.rest.time }
  }

  /// Returns the way of one interval.
  mutating func goOn(at now: Timestamp) -> Vector {
    isGoingOn = true
    due = now + Self.interval
    return velocity * Self.interval.inSeconds
  }

  private mutating func stop() { (isGoingOn, due) = (false, nil) }

  /// The direction to the edges at which a finger is and to which the hand has moved; zero if there are none.
  private static func direction(of way: Vector, _ positions: FingerPositions, on extent: Size) -> Vector {
    var direction = Vector.zero
    for index in positions.indices where positions.phase(at: index) != .lifted {
      let position = positions[index]
      if way.dx >= rope.least, position.x >= extent.width - margin { direction.dx = 1 }
      if way.dx <= -rope.least, position.x <= margin { direction.dx = -1 }
      if way.dy >= rope.least, position.y >= extent.height - margin { direction.dy = 1 }
      if way.dy <= -rope.least, position.y <= margin { direction.dy = -1 }
    }
    return direction == .zero ? .zero : direction * (1 / direction.length.value)
  }
}

extension TouchSequence {
  /// Begins to watch the edges for a gesture that has begun. One beside it may watch them already.
  mutating func startEdge(for active: borrowing ActiveRecognizer) {
    let speed = candidates[active.candidate].edgeSpeed
    if speed > 0 || ongoing.isEmpty { edge = EdgeMotion(speed: speed, at: last.time) }
    followEdge()
  }

  /// Takes in what the fingers do at the edges, if a gesture asks for that.
  @inline(__always)
  mutating func followEdge() {
    guard edge.isOn, let extent = landingSite?.extent else { return }
    edge.follow(last, positions, on: extent)
  }

  /// Reports the gestures that go on at an edge, if their time has come.
  mutating func goOnAtEdge(at now: Timestamp, into gestures: inout [Gesture]) {
    guard !ongoing.isEmpty, let due = edge.due, due <= now else { return }
    let way = edge.goOn(at: now)
    var velocity = VelocityEstimator.Velocity()
    velocity.translation = edge.velocity
    for index in ongoing.indices where candidates[ongoing[index].candidate].edgeSpeed > 0 {
      guard let phase = ongoing[index].proceed(by: way).flatMap({ Gesture.Phase($0) }) else { continue }
      gestures.append(
        ongoing[index].gesture(phase, at: last, from: landingSite, positions, device: device, velocity: velocity))
    }
  }
}
