internal import Gestures
internal import Time
internal import Touch

/// A touch from the first landing to the last lift: its numbers, and what is recognised in it.
struct LiveTouch: Sendable {
  /// The distance below which the fingers have not begun to move, in mm.
  private static let leastTranslation = 0.5
  /// The largest number of landings that are kept, more than a device has fingers: of a hand that lands again and again,
  /// they are not the fingers that are down.
  private static let mostLandings = 100

  let device: Device
  private(set) var fingers = 0
  private(set) var lasting = Duration.zero
  private(set) var translation = Vector.zero
  /// In mm/s.
  private(set) var speed = 0.0
  /// Nil for one finger, and if the device does not report it.
  private(set) var scale: Double?
  /// In degrees, clockwise positive; nil as above.
  private(set) var rotation: Double?
  private(set) var direction: Direction?
  /// The state of the recogniser of each kind of gesture, for those at work.
  private(set) var states: [Gesture.Kind: RecognizerState] = [:]
  /// The rules that have acted, in the order in which they did.
  private(set) var acted: [RuleIndex] = []
  /// True if nothing more can come of it.
  private(set) var isSettled = false
  /// The time at which the first finger landed.
  let start: Timestamp
  /// The time at which the last finger lifted or the last gesture was recognised, without the wait for more taps.
  private(set) var end: Timestamp

  private var attempt: Attempt
  /// The times at which the fingers began to move, and at which they were farthest from the start.
  private var moved: Timestamp?
  private var farthest = Timestamp.zero

  init(_ episode: TouchEpisode) {
    device = episode.device
    start = episode.start
    end = episode.end
    fingers = episode.fingers
    attempt = Attempt(
      device: episode.device, fingers: episode.fingers,
      start: episode.device.reportsPositions ? episode.origin : nil)
  }

  /// The attempt to compare rules with.
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

  /// Updates everything from what the device reported and the recognisers observe.
  mutating func update(from episode: TouchEpisode, _ observation: Observation?) {
    guard episode.start == start else { return }
    fingers = max(episode.fingers, 1)
    lasting = episode.end - episode.start
    end = max(end, episode.end)
    attempt.isCancelled = episode.isCancelled
    translation = episode.translations.last?.value ?? .zero
    if fingers > 1 {
      scale = episode.pinchStates.last?.value.scale ?? observation?.scale ?? scale
      rotation = episode.pinchStates.last?.value.degrees ?? observation?.rotation ?? rotation
    }
    if device.reportsPositions {
      attempt.start = episode.origin
      // Only the new ones: a touch can have many thousands, one after the other.
      let count = min(episode.contacts.count, Self.mostLandings)
      for index in min(attempt.landings.count, count)..<count {
        attempt.landings.append(episode.contacts[index].positions[0].value)
      }
    }
    if moved == nil, translation.length.value > Self.leastTranslation { moved = episode.end }
    if translation.length > attempt.translation.length { (attempt.translation, farthest) = (translation, episode.end) }
    if let scale, abs(scale - 1) > abs(attempt.scale - 1) { attempt.scale = scale }
    if let rotation, abs(rotation) > abs(attempt.rotation) { attempt.rotation = rotation }
    guard let observation else { return }
    speed = observation.speed
    for kind in observation.possible where states[kind] == nil { states[kind] = .possible }
    for kind in Gesture.Kind.allCases where states[kind] == .possible && !observation.possible.contains(kind) {
      states[kind] = .failed
    }
  }

  /// Adds what was recognised.
  mutating func update(with gesture: Gesture) {
    states[gesture.kind] = RecognizerState(gesture.phase)
    direction = gesture.direction ?? direction
    end = max(end, gesture.time - gesture.wait)
    if gesture.kind.isMadeOfTaps, let taps = gesture.taps { attempt.taps = taps }
    // Other fingers may end a gesture that waited for its own to return.
    let isOver = gesture.phase == .ended || gesture.phase == .cancelled
    if let rule = gesture.rule, !acted.contains(rule), !isOver || gesture.fingers == fingers { acted.append(rule) }
  }

  /// Ends it: recognisers that are still undecided count as failed.
  mutating func settle() {
    isSettled = true
    for (kind, state) in states where state == .possible { states[kind] = .failed }
  }
}

extension RecognizerState {
  /// The state in which a gesture is reported.
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
