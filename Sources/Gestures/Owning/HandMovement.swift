internal import Time
internal import Touch

/// The movement of the contacts of a touch sequence: how long they are down, and how far they have moved.
struct HandMovement: Sendable {
  /// libinput's longest tap (DEFAULT_TAP_TIMEOUT_PERIOD), and its farthest movement with a margin.
  private static let tap = (time: Duration.milliseconds(180), distance: 2.0)
  /// The length of a step, in mm, that a contact makes more than another one in a frame only if it has become that of
  /// another finger, or of two.
  private static let jump = 7.0

  /// True for the slots that had contacts in this sequence.
  private(set) var used: [Bool]
  /// The farthest distance of a contact from its landing, in mm.
  private(set) var reach = 0.0
  /// The time of the last mark.
  private(set) var marked = Timestamp.zero
  /// The time between the last two marks, and the farthest distance of a contact meanwhile, in mm.
  private(set) var step = (time: Duration.zero, distance: 0.0)
  private var began = Timestamp.zero
  /// The positions at which the present contacts of each slot landed, and those at `marked`.
  private var starts: [OwnedSurface.Position]
  private var marks: [OwnedSurface.Position]

  init(of surface: OwnedSurface) {
    used = Array(repeating: false, count: surface.slots)
    starts = Array(repeating: .init(), count: surface.slots)
    marks = starts
  }

  /// Begins a touch sequence.
  mutating func begin(at time: Timestamp) {
    began = time
    reach = 0
    for slot in used.indices { used[slot] = false }
  }

  /// Takes in a contact that has landed.
  /// - Parameter isUsed: false for one that is no part of a tap.
  mutating func land(_ slot: Int, _ real: SurfaceState, of surface: OwnedSurface, isUsed: Bool = true) {
    starts[slot] = surface.position(slot, in: real)
    marks[slot] = starts[slot]
    used[slot] = isUsed
  }

  /// Leaves out of the way of each contact the jump that it has made since the last mark: contacts that exchange their
  /// slots or merge do not move.
  mutating func leaveOutJumps(_ real: SurfaceState, of surface: OwnedSurface) {
    var least = Double.infinity
    for slot in real.ids.indices where real.ids[slot] >= 0 {
      least = min(least, surface.distance(marks[slot], surface.position(slot, in: real)))
    }
    for slot in real.ids.indices where real.ids[slot] >= 0 {
      let step = surface.way(from: marks[slot], to: surface.position(slot, in: real))
      guard step.length.value >= least + Self.jump else { continue }
      starts[slot] = surface.position(starts[slot], shiftedBy: step)
    }
  }

  /// Records the positions: the number of contacts has changed, or a frame has come.
  mutating func mark(_ real: SurfaceState, of surface: OwnedSurface, at time: Timestamp) {
    step = (time - marked, 0)
    marked = time
    for slot in marks.indices {
      let position = surface.position(slot, in: real)
      if real.ids[slot] >= 0 { step.distance = max(step.distance, surface.distance(position, marks[slot])) }
      marks[slot] = position
    }
  }

  /// The position at which the present contact of a slot landed.
  func start(_ slot: Int) -> OwnedSurface.Position { starts[slot] }

  mutating func updateReach(_ real: SurfaceState, of surface: OwnedSurface) {
    for slot in real.ids.indices where real.ids[slot] >= 0 {
      reach = max(reach, surface.distance(surface.position(slot, in: real), starts[slot]))
    }
  }

  /// True if the contacts so far are a tap.
  func isTap(at time: Timestamp) -> Bool { time - began <= Self.tap.time && reach <= Self.tap.distance }

  /// True if the contacts of `state` have been down for this time, or moved this far, since their number changed.
  /// - Parameter isCounted: false for slots to ignore.
  func exceeds(
    _ limits: (time: Duration, distance: Double), _ state: SurfaceState, of surface: OwnedSurface, at time: Timestamp,
    isCounted: (Int) -> Bool
  ) -> Bool {
    guard time - marked < limits.time else { return true }
    return state.ids.indices.contains {
      state.ids[$0] >= 0 && isCounted($0)
        && surface.distance(surface.position($0, in: state), marks[$0]) >= limits.distance
    }
  }
}
