internal import Gestures
internal import Touch

/// What one hand does, from its landing on: its numbers, and what becomes of it.
struct LiveTouch: Sendable {
  /// What moves less than this since it landed has not begun to move, in mm.
  private static let leastWay = 0.5

  let device: Device
  private(set) var fingers = 0
  private(set) var lasting = Duration.zero
  private(set) var way = Vector.zero
  /// In mm/s.
  private(set) var speed = 0.0
  /// Nil for one finger, and where it is not told.
  private(set) var scale: Double?
  /// In degrees, clockwise positive; nil as above.
  private(set) var rotation: Double?
  private(set) var direction: Direction?
  /// How far the recogniser of each gesture has come; none for those that are not at work.
  private(set) var states: [Gesture.Kind: RecognizerState] = [:]
  /// The rules that have acted, by their places, in the order they did.
  private(set) var acted: [Int] = []
  /// Whether nothing more can come of it.
  private(set) var isSettled = false
  /// Why no rule has acted, in lines; nil while that is open.
  var misses: [String]?

  private let start: Timestamp
  private var attempt: Attempt
  /// When the fingers began to move, and when they had come farthest.
  private var moved: Timestamp?
  private var farthest = Timestamp.zero

  init(_ stay: Stay) {
    device = stay.device
    start = stay.start
    attempt = Attempt(
      device: stay.device, fingers: stay.fingers, start: stay.device.kind == .touchscreen ? stay.origin : nil)
  }

  /// What rules are to be compared with.
  var attempted: Attempt {
    var attempt = attempt
    attempt.fingers = fingers
    attempt.lasting = lasting
    if let moved, farthest > moved {
      attempt.speed = attempt.translation.length.value / (farthest - moved).inSeconds
    } else {
      attempt.speed = max(speed, 1)
    }
    return attempt
  }

  /// Goes by what the device has told by now, and by what the recognisers make of it.
  mutating func take(_ stay: Stay, _ observation: Observation?) {
    guard stay.start == start else { return }
    fingers = max(stay.fingers, 1)
    lasting = stay.end - stay.start
    way = stay.ways.last?.value ?? .zero
    if fingers > 1 {
      scale = stay.turns.last?.value.scale ?? observation?.scale ?? scale
      rotation = stay.turns.last?.value.degrees ?? observation?.rotation ?? rotation
    }
    if device.kind == .touchscreen { attempt.start = stay.origin }
    if moved == nil, way.length.value > Self.leastWay { moved = stay.end }
    if way.length > attempt.translation.length { (attempt.translation, farthest) = (way, stay.end) }
    if let scale, abs(scale - 1) > abs(attempt.scale - 1) { attempt.scale = scale }
    if let rotation, abs(rotation) > abs(attempt.rotation) { attempt.rotation = rotation }
    guard let observation else { return }
    speed = observation.speed
    for kind in observation.possible where states[kind] == nil { states[kind] = .possible }
    for kind in Gesture.Kind.allCases where states[kind] == .possible && !observation.possible.contains(kind) {
      states[kind] = .failed
    }
  }

  /// Takes in what was recognised.
  mutating func take(_ gesture: Gesture) {
    states[gesture.kind] = RecognizerState(gesture.phase)
    direction = gesture.direction ?? direction
    if let rank = gesture.rank, !acted.contains(rank) { acted.append(rank) }
  }

  /// Nothing more can come of it.
  mutating func settle() {
    isSettled = true
    for (kind, state) in states where state == .possible { states[kind] = .failed }
  }
}

extension RecognizerState {
  /// The state that a gesture is told in.
  fileprivate init(_ phase: Gesture.Phase) {
    switch phase {
    case .recognized: self = .recognized
    case .began: self = .began
    case .changed: self = .changed
    case .ended: self = .ended
    case .cancelled: self = .cancelled
    }
  }
}
