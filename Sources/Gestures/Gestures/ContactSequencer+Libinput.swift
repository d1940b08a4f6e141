internal import Time
internal import Touch

/// The questions of libinput's side to the contacts, and its reports to them.
extension ContactSequencer {
  /// Breaks off what the fingers that are down have begun, because libinput reports that they do something else.
  mutating func breakOff(at time: Timestamp, into gestures: inout [Gesture]) {
    // Beside a finger that rests, libinput takes one that moves for scrolling.
    guard press == nil, !hands.contains(where: { $0.anchor != nil }) else { return }
    // Scrolling breaks off with each of its frames; only the first changes anything.
    let changesNothing = tipTaps.deadline == nil && hands.indices.allSatisfy { isBrokenOff($0) }
    tipTaps.reset()
    guard !changesNothing else { return }
    breakOffAll(at: time, into: &gestures)
    findDeadline()
  }

  /// True if to break off what a hand has begun changes nothing: it has no finger, or makes no gesture already.
  private func isBrokenOff(_ hand: Int) -> Bool {
    switch hands[hand].sequence.stage {
    case .idle: hands[hand].down == 0 || hands[hand].isStill
    case .spent: hands[hand].down > 0 && hands[hand].isStill
    case .landing, .steady, .lifting: false
    }
  }

  /// The landing site of a gesture of libinput's with so many fingers; nil if it is unknown.
  func landingSite(of event: TouchEvent.Kind) -> LandingSite? {
    switch event {
    case .holdBegin(let count), .swipeBegin(let count), .pinchBegin(let count):
      fingers.landingSite(ofLast: count, on: device.extent)
    case .scroll: fingers.landingSite(ofLast: 2, on: device.extent)
    case .tap(let count, _): fingers.landingSite(ofLifted: count, on: device.extent)
    default: nil
    }
  }

  /// The positions of the fingers of a gesture of libinput's that begins with `event`; empty if they are unknown.
  func positions(of event: TouchEvent.Kind) -> FingerPositions {
    switch event {
    case .holdBegin(let count), .swipeBegin(let count), .pinchBegin(let count):
      fingers.positions(ofLast: count) ?? FingerPositions()
    case .scroll: fingers.positions(ofLast: 2) ?? FingerPositions()
    case .tap(let count, _):
      // In the order in which they landed, unless others have landed since.
      hands[main].positions.count == count ? hands[main].positions : fingers.positions(ofLifted: count)
    default: FingerPositions()
    }
  }

  /// The landing site of the main hand; nil if it is unknown.
  var landingSite: LandingSite? { fingers.landingSite(of: main, on: device.extent) }

  /// True if the two fingers of the main hand are all that are down.
  @inline(__always)
  var arePair: Bool { hands[main].down == 2 && fingers.down == 2 }

  /// True if those move against each other.
  @inline(__always)
  var areOpposed: Bool { hands[main].motion.oppose(fingers.fingers, of: main) && !button.is }

  /// The movement of the main hand.
  mutating func sample(at time: Timestamp) -> Sample { hands[main].sample(at: time) }
}
