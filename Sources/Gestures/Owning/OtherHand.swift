internal import Touch

/// The hand on a touchpad as it is shown with another number of fingers: contacts are left out, or added between those
/// that are there, so that they move with them and stay on the surface.
struct OtherHand: Sendable {
  /// A contact that is added.
  private struct Addition: Sendable {
    /// The slot, which has no real contact.
    var slot: Int
    /// Its own tracking id, which no real contact has.
    var id: Int32
    /// The slots of the two contacts that it lies between, and their tracking ids.
    var first: Int, firstID: Int32
    var second: Int, secondID: Int32
    /// The share of the way from the first to the second.
    var share: Double

    func isValid(in real: SurfaceState) -> Bool {
      real.ids[slot] < 0 && real.ids[first] == firstID && real.ids[second] == secondID
    }
  }

  private let surface: OwnedSurface
  private let positions: [Int]
  /// The number of fingers with which the desktop is to see the hand; nil for those that it has.
  private(set) var wanted: Int?
  /// True if a finger has lifted since the last one landed.
  private var hasLifted = false
  /// The number of fingers; nil if the hand is shown as it is.
  private(set) var fingers: Int?
  private var additions: [Addition] = []
  /// The contacts that are left out, by their tracking ids; -1 in slots without one.
  private var omissions: [Int32]
  private var nextID: Int32 = 0x4000_0000

  /// The device as this hand touches it, what is visible of it, and true for each contact that is left out. Kept, so
  /// that a frame allocates nothing.
  private(set) var state: SurfaceState
  private(set) var visible: [ShownDevice.Visibility]
  private(set) var omitted: [Bool]

  init(of surface: OwnedSurface) {
    self.surface = surface
    positions = [EventCode.slotX, EventCode.slotY].compactMap { surface.contactAxes.firstIndex(of: $0) }
    omissions = Array(repeating: -1, count: surface.slots)
    state = SurfaceState(of: surface)
    visible = Array(repeating: .hidden, count: surface.slots)
    omitted = Array(repeating: false, count: surface.slots)
  }

  /// True if the hand is to be shown with another number of fingers, and is not yet.
  var isAwaited: Bool { wanted != nil && fingers == nil }

  /// True if a contact is added or left out.
  var isOther: Bool { !additions.isEmpty || omissions.contains { $0 >= 0 } }

  /// True if the slot shows an added contact.
  func isAdded(_ slot: Int) -> Bool { additions.contains { $0.slot == slot } }

  /// Shows the hand as it is.
  mutating func end() {
    fingers = nil
    additions.removeAll(keepingCapacity: true)
    for slot in omissions.indices { omissions[slot] = -1 }
  }

  /// Shows the hand as it is, also if another number of fingers is wanted.
  mutating func forget() {
    wanted = nil
    end()
  }

  /// Begins to show the hand with so many fingers, or forgets them if the device has too few slots.
  mutating func begin(_ fingers: Int, _ real: SurfaceState) {
    end()
    // From left to right, so that an addition lies between neighbours.
    let x = positions.first ?? 0
    let down = real.ids.indices.filter { real.ids[$0] >= 0 }
    let sorted = down.sorted {
      real.values[$0 * surface.contactAxes.count + x] < real.values[$1 * surface.contactAxes.count + x]
    }
    let missing = fingers - down.count
    guard down.count >= 2, positions.count == 2, fingers <= surface.slots else { return wanted = nil }
    self.fingers = fingers
    // libinput tells swipes from pinches by the highest and the lowest contact, which remain those of the hand. Of
    // contacts at the same height it takes those in the first and the last slot: the latter is given to an addition
    // that moves nearly as far as its outer neighbour.
    for (number, slot) in real.ids.indices.reversed().filter({ real.ids[$0] < 0 }).prefix(max(missing, 0)).enumerated()
    {
      let gaps = sorted.count - 1
      let gap = gaps - 1 - number % gaps
      let first = sorted[gap]
      let second = sorted[gap + 1]
      let share = 1 - 0.2 * Double(number / gaps + 1)
      additions.append(
        Addition(
          slot: slot, id: nextID, first: first, firstID: real.ids[first], second: second, secondID: real.ids[second],
          share: share))
      nextID = 0x4000_0000 | (nextID + 1) & 0xffff
    }
    // The outer ones move farthest in a pinch.
    for slot in sorted.dropFirst().dropLast().suffix(max(-missing, 0)) { omissions[slot] = real.ids[slot] }
  }

  /// Takes in a frame with its claim.
  /// - Parameters:
  ///   - lands: true if a contact has landed.
  ///   - lifts: true if a contact has lifted.
  mutating func update(_ real: SurfaceState, known: SurfaceState, _ claim: TouchClaim, lands: Bool, lifts: Bool) {
    follow(real, known: known)
    hasLifted = lifts || hasLifted && !lands && real.hasContacts
    if lands || lifts && fingers == nil || !real.hasContacts { wanted = nil }
    // Fingers that lift are those of the hand as it was.
    if !hasLifted, let fingers = claim.fingers { wanted = fingers }
  }

  /// Follows the contacts that have landed and lifted: an addition lifts with one of those that it lies between, and a
  /// contact that lands beside enough others is left out.
  private mutating func follow(_ real: SurfaceState, known: SurfaceState) {
    guard let fingers else { return }
    additions.removeAll { !$0.isValid(in: real) }
    var count = additions.count
    for slot in real.ids.indices {
      if omissions[slot] != real.ids[slot] { omissions[slot] = -1 }
      if real.ids[slot] >= 0, real.ids[slot] == known.ids[slot], omissions[slot] < 0 { count += 1 }
    }
    for slot in real.ids.indices where real.ids[slot] >= 0 && real.ids[slot] != known.ids[slot] {
      if count < fingers { count += 1 } else { omissions[slot] = real.ids[slot] }
    }
  }

  /// Makes `state`, `visible` and `omitted` those of the real device as this hand touches it.
  mutating func touch(_ real: SurfaceState, _ visible: [ShownDevice.Visibility]) {
    state.copy(real)
    for slot in omissions.indices {
      omitted[slot] = omissions[slot] >= 0
      self.visible[slot] = omitted[slot] && visible[slot] == .shown ? .hidden : visible[slot]
    }
    let axes = surface.contactAxes.count
    for addition in additions {
      for axis in 0..<axes {
        let first = real.values[addition.first * axes + axis]
        state.values[addition.slot * axes + axis] = first
        guard positions.contains(axis) else { continue }
        let way = Double(Int(real.values[addition.second * axes + axis]) - Int(first))
        state.values[addition.slot * axes + axis] = Int32(clamping: Int(first) + Int((way * addition.share).rounded()))
      }
      state.ids[addition.slot] = addition.id
      self.visible[addition.slot] = .shown
    }
  }
}
