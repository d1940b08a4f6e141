internal import Time
internal import Touch

/// The rest of fingers that are taken, and its end: how long they rest, and how far they have moved since. The others
/// see fingers that rest, and must not see them begin a gesture.
struct FingerRest: Sendable {
  /// The time for which fingers rest before the others see them, and the farthest movement meanwhile, in mm.
  static let limits = (time: Duration.milliseconds(45), distance: 0.5)
  /// The time for which libinput has seen fingers, before which they have to move farther than
  /// `LeftFingers.farthestStart`: it waits for 2 mm within 150 ms (src/evdev-mt-touchpad-gestures.c).
  static let early = (time: Duration.milliseconds(140), distance: 1.8)
  /// The least movement in one frame, in mm, that no finger makes which has rested.
  static let leastJump = 5.0

  /// The time and the positions since which the fingers rest, or since which the others see them; nil while unknown.
  private var start: Timestamp?
  private var positions: [OwnedSurface.Position]
  /// The distance of the second farthest one from there, in mm, and its change in the last frame: two move in each
  /// gesture.
  private var departure = (distance: 0.0, step: 0.0)

  init(of surface: OwnedSurface) { positions = Array(repeating: .init(), count: surface.slots) }

  /// The distance from there, in µm.
  var micrometres: Int { Int((departure.distance * 1000).rounded()) }

  mutating func begin(_ real: SurfaceState, of surface: OwnedSurface, at time: Timestamp) {
    start = time
    departure = (0, 0)
    for slot in positions.indices { positions[slot] = surface.position(slot, in: real) }
  }

  mutating func end() { start = nil }

  /// Follows fingers that may rest, or that rest and may start.
  /// - Parameters:
  ///   - isCounted: false for slots to ignore.
  ///   - mayRestart: true if those that move rest from then on.
  mutating func follow(
    _ real: SurfaceState, of surface: OwnedSurface, at time: Timestamp, isNew: Bool, mayRestart: Bool,
    isCounted: (Int) -> Bool
  ) {
    guard start != nil, !isNew else { return begin(real, of: surface, at: time) }
    var (farthest, second) = (0.0, 0.0)
    for slot in real.ids.indices where real.ids[slot] >= 0 && isCounted(slot) {
      let distance = surface.distance(surface.position(slot, in: real), positions[slot])
      second = max(second, min(farthest, distance))
      farthest = max(farthest, distance)
    }
    departure = (second, max(0, second - departure.distance))
    if mayRestart, farthest > Self.limits.distance { begin(real, of: surface, at: time) }
  }

  /// True if fingers that rested have started, and may reach the distance at which libinput begins a gesture in the
  /// next frame: the steps of a hand that starts grow to three times as much from one frame to the next.
  var isStarting: Bool {
    departure.distance > Self.limits.distance || departure.distance + 3 * departure.step >= LeftFingers.farthestStart
  }

  /// True if they have reached it. Contacts that have jumped are none that move.
  func isSudden(at time: Timestamp) -> Bool {
    let isEarly = start.map { time - $0 < Self.early.time } ?? false
    let limit = isEarly ? Self.early.distance : LeftFingers.farthestStart
    return departure.distance >= limit && departure.step < Self.leastJump
  }

  /// True if they have rested for some time.
  func isReached(at time: Timestamp) -> Bool { start.map { time - $0 >= Self.limits.time } ?? false }
}
