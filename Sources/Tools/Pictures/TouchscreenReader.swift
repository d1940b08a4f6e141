internal import Gestures
internal import Time
internal import Touch

/// Divides the contacts that one device reports into episodes.
struct TouchscreenReader: Sendable {
  /// A finger that is down.
  private struct Finger {
    var slot: Int
    /// Its index among the episode's contacts.
    var contact: Int
    /// Its position in the previous frame; nil in its first one.
    var previous: Point?
    var position: Point
    var isLeaving = false
  }

  /// More fingers than two hands have are not counted.
  private static let mostUnseen = 10

  private let device: Device
  /// The index of the current episode; nil while no finger is down.
  private var open: Int?
  private var fingers: [Finger] = []
  /// The number of fingers that a touchpad with few slots counts.
  private var count = 0
  private var translation = Vector.zero
  /// The landing of the latest finger that belongs to the first ones.
  private var landed = Timestamp.zero

  init(_ device: Device) { self.device = device }

  /// True if the latest episode is the current one, so that it may still grow.
  var isOpen: Bool { open != nil }

  mutating func read(_ event: TouchEvent.Kind, at time: Timestamp, into episodes: inout [TouchEpisode]) {
    switch event {
    case .touchDown(let slot, let position): land(slot, at: position, time, into: &episodes)
    case .touchMotion(let slot, let position):
      guard let index = fingers.lastIndex(where: { $0.slot == slot }), !fingers[index].isLeaving else { return }
      fingers[index].position = device.inMillimetres(position).drawable
    case .touchUp(let slot): lift(slot, isCancelled: false, time, in: &episodes)
    case .touchCancel(let slot): lift(slot, isCancelled: true, time, in: &episodes)
    case .fingerCount(let fingers): count = fingers
    case .touchFrame: closeFrame(time, in: &episodes)
    case .deviceRemoved, .eventsLost:
      open = nil
      fingers = []
      count = 0
    default: break
    }
  }

  private mutating func land(_ slot: Int, at position: Point, _ time: Timestamp, into episodes: inout [TouchEpisode]) {
    let position = device.inMillimetres(position).drawable
    let index: Int
    if let open {
      index = open
      // A landing in an occupied slot replaces a finger whose lift was lost.
      lift(slot, isCancelled: false, time, in: &episodes)
    } else {
      index = episodes.count
      open = index
      translation = .zero
      landed = time
      episodes.append(TouchEpisode(on: device, at: time, origin: position))
    }
    fingers.append(Finger(slot: slot, contact: episodes[index].contacts.count, position: position))
    episodes[index].contacts.append(TouchEpisode.Contact(slot: slot, positions: [Timed(time: time, value: position)]))
  }

  private mutating func lift(_ slot: Int, isCancelled: Bool, _ time: Timestamp, in episodes: inout [TouchEpisode]) {
    // The latest finger of a slot: earlier ones of the same frame are leaving.
    guard let open, let index = fingers.lastIndex(where: { $0.slot == slot }), !fingers[index].isLeaving else { return }
    fingers[index].isLeaving = true
    episodes[open].lift(fingers[index].contact, at: time, isCancelled: isCancelled)
  }

  /// Applies the events since the last frame, which happened at once.
  private mutating func closeFrame(_ time: Timestamp, in episodes: inout [TouchEpisode]) {
    guard let open else { return }
    let moved = fingers.compactMap { finger in finger.previous.map { finger.position - $0 } }
    if !moved.isEmpty { translation += moved.reduce(.zero, +) * (1 / Double(moved.count)) }
    for finger in fingers where finger.previous.map({ $0 != finger.position }) ?? false {
      episodes[open].contacts[finger.contact].positions.append(Timed(time: time, value: finger.position))
    }
    let hasLanding = fingers.contains { $0.previous == nil }
    fingers.removeAll(where: \.isLeaving)
    for index in fingers.indices { fingers[index].previous = fingers[index].position }
    let unseen = device.countsFingers && !fingers.isEmpty ? min(max(0, count - fingers.count), Self.mostUnseen) : 0
    episodes[open].unseen = max(episodes[open].unseen, unseen)
    episodes[open].fingers = max(episodes[open].fingers, fingers.count + unseen)
    episodes[open].end = time
    episodes[open].translations.append(Timed(time: time, value: translation))
    if hasLanding, time - landed <= Recognition.settling {
      landed = time
      anchor(&episodes[open])
    }
    if fingers.isEmpty { self.open = nil }
  }

  /// Moves the start of the path to where it would be if the fingers that belong together had landed at once.
  private func anchor(_ episode: inout TouchEpisode) {
    guard !fingers.isEmpty else { return }
    let share = 1 / Double(fingers.count)
    let centroid = fingers.reduce(Point(x: 0, y: 0)) {
      Point(x: $0.x + $1.position.x * share, y: $0.y + $1.position.y * share)
    }
    episode.origin = centroid + translation * -1
    episode.radius = fingers.reduce(0) { $0 + ($1.position - centroid).length.value * share }
  }
}

extension Point {
  /// The position, limited to what a picture can contain: no surface is 10 m wide, and NaN becomes 0.
  fileprivate var drawable: Point { Point(x: x.drawable, y: y.drawable) }
}

extension Double {
  /// The number of millimetres, limited to the size of a surface.
  var drawable: Double { isNaN ? 0 : Swift.min(Swift.max(self, -10_000), 10_000) }
}
