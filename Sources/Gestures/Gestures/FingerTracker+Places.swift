internal import Time
internal import Touch

/// The positions of the fingers that are down, for regions, for taps that a touchpad reports and for its button.
extension FingerTracker {
  /// The longest time from the first landing of a gesture to its last.
  private static let longestLanding = Duration.milliseconds(250)
  /// The least distance of a thumb below the fingers, in mm.
  fileprivate static let thumbDrop = 15.0
  /// The same for a thumb that presses the button.
  private static let clickingThumbDrop = 20.0
  /// On a touchpad, the largest distance of fingers beside one that rests, and above or below it, in mm: those of one
  /// hand. A thumb rests below the finger that points, and another hand's finger farther away.
  private static let beside = (along: 28.0, across: 15.0)

  /// The index of the finger with number `id`; nil if it is gone.
  func index(ofFinger id: Int) -> Int? { fingers.firstIndex { $0.id == id } }

  /// The distance of `position` from the nearest finger of a hand, in mm.
  func distance(of position: Point, from hand: Int) -> Double {
    var nearest = Double.infinity
    for index in fingers.indices where fingers[index].hand == hand {
      nearest = min(nearest, (fingers[index].position - position).length.value)
    }
    return nearest
  }

  /// True if one hand could span the fingers of two.
  func areInReach(_ hand: Int, _ other: Int) -> Bool {
    !fingers.contains { [fingers] finger in
      finger.hand == hand
        && fingers.contains { $0.hand == other && ($0.position - finger.position).length > Trigger.handSpan }
    }
  }

  /// True if the nearest finger of `hand` is beside `position`, as one finger of a hand beside the others.
  func isBeside(_ position: Point, _ hand: Int) -> Bool {
    var nearest = Vector(dx: .infinity, dy: 0)
    for finger in fingers where finger.hand == hand {
      let distance = finger.position - position
      if abs(distance.dx) < abs(nearest.dx) { nearest = distance }
    }
    return abs(nearest.dx) <= Self.beside.along && abs(nearest.dy) <= min(Self.beside.across, abs(nearest.dx))
  }

  /// The landing site of the fingers of a hand, an unknown one if one of them landed outside of the surface; nil if it
  /// has none.
  /// - Parameter thumb: the slot of one that does not count.
  func landingSite(of hand: Int, without thumb: Int? = nil, on size: (width: Double, height: Double)) -> LandingSite? {
    let landings = fingers.lazy.filter { $0.hand == hand && (thumb == nil || $0.slot != thumb) }.map(\.landing)
    if landings.contains(where: { [movements] in movements.isOutside($0) }) { return LandingSite([], on: size) }
    return landings.isEmpty ? nil : LandingSite(landings, on: size)
  }

  /// The landing site of the `count` fingers that landed last; nil if fewer are down. A thumb may have rested before
  /// them.
  func landingSite(ofLast count: Int, on size: (width: Double, height: Double)) -> LandingSite? {
    guard count > 0, fingers.count >= count else { return nil }
    return LandingSite(fingers.suffix(count).lazy.map(\.landing), on: size)
  }

  /// The landing site of the `count` fingers that lifted last; nil if fewer have.
  func landingSite(ofLifted count: Int, on size: (width: Double, height: Double)) -> LandingSite? {
    guard count > 0, lifted.count >= count else { return nil }
    return LandingSite(lifted.suffix(count).lazy.map { $0 }, on: size)
  }

  /// The number of fingers that press the button under a touchpad, and their positions; nil if a thumb presses it below
  /// fingers that rest or point. Two fingers farther apart than 40 mm, or 30 mm up and down, do not press together (as
  /// in libinput, src/evdev-mt-touchpad-buttons.c, `tp_clickfinger_within_distance`).
  func press(on size: (width: Double, height: Double)) -> (fingers: Int, site: LandingSite?)? {
    guard fingers.count > 1 else {
      let count = fingers.count + unseen
      return count == 0 ? nil : (count, unseen > 0 ? nil : present(on: size))
    }
    var (low, high) = (fingers[0].position, fingers[0].position)
    for finger in fingers {
      low = Point(x: min(low.x, finger.position.x), y: min(low.y, finger.position.y))
      high = Point(x: max(high.x, finger.position.x), y: max(high.y, finger.position.y))
    }
    if fingers.count == 2, high.x - low.x > 40 || high.y - low.y > 30 { return nil }
    let isThumb =
      fingers.count < 5
      && fingers.contains { thumb in
        fingers.allSatisfy { $0.slot == thumb.slot || thumb.position.y - $0.position.y >= Self.clickingThumbDrop }
      }
    return isThumb ? nil : (fingers.count + unseen, present(on: size))
  }

  private func present(on size: (width: Double, height: Double)) -> LandingSite {
    LandingSite(fingers.lazy.map(\.position), on: size)
  }

  /// The position of the only finger, and the time and position of its landing; nil if there are none or several.
  var only: (position: Point, landing: Point, landed: Timestamp)? {
    guard fingers.count == 1, unseen == 0 else { return nil }
    return (fingers[0].position, fingers[0].landing, fingers[0].landed)
  }

  /// The number of fingers that landed together with the last one, so that they make one gesture. A thumb below them
  /// counts only once it moves.
  var countTogether: Int {
    guard let last = fingers.last?.landed else { return unseen }
    var count = 0
    var lowest: Int?
    for index in fingers.indices where last - fingers[index].landed <= Self.longestLanding {
      count += 1
      if let other = lowest, fingers[other].position.y >= fingers[index].position.y { continue }
      lowest = index
    }
    guard let lowest, count > 1 else { return count + unseen }
    let thumb = fingers[lowest]
    let isThumb =
      (thumb.position - thumb.landing).length < Thresholds.slop
      && fingers.indices.allSatisfy { $0 == lowest || thumb.position.y - fingers[$0].position.y >= Self.thumbDrop }
    return count + unseen - (isThumb ? 1 : 0)
  }

  /// The largest movement of a thumb that rests, as a share of the least movement of the other fingers.
  fileprivate static let thumbShare = 1.0 / 3

  /// The slot of the thumb that rests below the other fingers of `hand`, two or more, which move; nil if there is none.
  func thumb(of hand: Int) -> Int? { thumb(of: hand) { $0.rests(below: $1) } }

  /// The slot of the finger that may turn out to be such a thumb, of all fingers if `hand` is nil; nil if there is
  /// none.
  func possibleThumb(of hand: Int?) -> Int? { thumb(of: hand) { $0.mayRest(below: $1) } }

  private func thumb(of hand: Int?, _ rests: (_ thumb: Finger, _ finger: Finger) -> Bool) -> Int? {
    guard let thumb = present(of: hand).max(by: { $0.position.y < $1.position.y }) else { return nil }
    let others = present(of: hand).filter { $0.id != thumb.id }
    return others.count > 1 && others.allSatisfy({ rests(thumb, $0) }) ? thumb.slot : nil
  }

  /// The mean movement of the fingers of `hand` but `thumb`, in mm.
  func movement(of hand: Int, without thumb: Int) -> Vector {
    var (sum, count) = (Vector.zero, 0.0)
    for finger in present(of: hand) where finger.slot != thumb {
      sum += finger.smoothed - finger.origin
      count += 1
    }
    return count > 0 ? sum * (1 / count) : .zero
  }

  /// True if one finger of `hand` moves above all others that are left, which rest: it points beside a thumb and a
  /// palm.
  @inline(__always)
  func points(of hand: Int) -> Bool {
    guard let pointer = present(of: hand).min(by: { $0.landing.y < $1.landing.y }) else { return false }
    return present(of: hand).allSatisfy { $0.id == pointer.id || $0.rests(below: pointer) }
  }

  private func present(of hand: Int?) -> some Collection<Finger> {
    fingers.lazy.filter { (hand == nil || $0.hand == hand) && $0.missingSince == nil }
  }
}

extension FingerTracker.Finger {
  /// True if it rests well below `finger`, which moves.
  fileprivate func rests(below finger: FingerTracker.Finger) -> Bool { !finger.isResting && mayRest(below: finger) }

  /// True if it is well below `finger`, and rests if that moves on.
  fileprivate func mayRest(below finger: FingerTracker.Finger) -> Bool {
    let roll = (smoothed - origin).length.value
    let movement = max(Thresholds.slop.value, (finger.smoothed - finger.origin).length.value)
    return isResting && landing.y - finger.landing.y >= FingerTracker.thumbDrop
      && roll <= FingerTracker.thumbShare * movement
  }
}
