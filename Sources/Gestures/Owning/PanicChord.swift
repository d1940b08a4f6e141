internal import Time
internal import Touch

/// Fingers that rest on an owned device until the user has it back.
struct PanicChord: Sendable {
  /// The number of fingers, and the distance in mm that resting ones may move.
  private static let fingers = 5
  private static let distance = 5.0

  /// The time from which they rest; nil if there are fewer, or if they move.
  private var began: Timestamp?
  private var positions: [OwnedSurface.Position]
  /// The time for which they have to rest.
  var patience: Duration
  /// True if they have rested for that time.
  private var isHeld = false

  init(of surface: OwnedSurface, patience: Duration) {
    positions = Array(repeating: .init(), count: surface.slots)
    self.patience = patience
  }

  /// Takes in a frame.
  /// - Parameter lands: true if a contact has landed in it.
  mutating func update(_ real: SurfaceState, of surface: OwnedSurface, lands: Bool, at time: Timestamp) {
    var fingers = 0
    for id in real.ids where id >= 0 { fingers += 1 }
    for index in real.keys.indices where real.keys[index] {
      if let counted = EventCode.fingers(surface.keys[index]) { fingers = max(fingers, counted) }
    }
    guard fingers >= Self.fingers else { return end() }
    let hasMoved = real.ids.indices.contains {
      real.ids[$0] >= 0 && surface.distance(surface.position($0, in: real), positions[$0]) > Self.distance
    }
    guard began == nil || hasMoved || lands else { return }
    began = time
    for slot in positions.indices { positions[slot] = surface.position(slot, in: real) }
  }

  mutating func end() { began = nil }

  /// The time at which they have rested long enough; nil if they do not rest, or did.
  var deadline: Timestamp? { isHeld ? nil : began.map { $0 + patience } }

  /// Lets time pass.
  /// - Returns: true if they have rested long enough now.
  mutating func expire(at now: Timestamp) -> Bool {
    guard let deadline, deadline <= now else { return false }
    isHeld = true
    return true
  }
}
