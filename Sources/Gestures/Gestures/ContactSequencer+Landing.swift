internal import Time
internal import Touch

/// Fingers that land: the hand that each belongs to.
extension ContactSequencer {
  /// The nearest hand to a finger that lands, what the finger is to it, and its distance in mm.
  private typealias NearestHand = (hand: Int, answer: TrackedHand.Answer, distance: Double)

  /// More hands than anybody has are still.
  private static let mostHands = 6
  /// The time after which fingers that rest are none of those that land beside them, which may tap and rest themselves:
  /// near them, and for more fingers than rest or farther away.
  private static let bystanderRest = (near: Duration.milliseconds(500), other: Duration.milliseconds(250))
  /// The largest distance of neighbouring fingers but the thumb, in mm.
  private static let neighbours = 50.0
  /// The longest side of a screen that is one person's, in mm: two hands hold it by its edges. A laptop's of 17.3
  /// inches has 383 mm.
  private static let largestOwn = 400.0
  /// The movement, in mm, at which a hand shows if it moves along with the one that it landed beside, that from which
  /// it no longer does, and the largest difference between the two, as a share of the movement.
  private static let along = (least: 2.0, most: 8.0, difference: 0.5)

  /// Takes in the fingers that have landed in this frame, or that have their first position on the surface.
  mutating func land(at time: Timestamp, into gestures: inout [Gesture]) {
    var landed: UInt64 = 0
    for finger in fingers.fingers where finger.change == .placed {
      guard let hand = finger.hand, hands[hand].mayGrow, hands[hand].sequence.landingEnd != nil else { continue }
      landed |= 1 << UInt64(hand)
    }
    for index in fingers.fingers.indices
    where fingers.fingers[index].change == .landed && fingers.fingers[index].whole == nil {
      landed |= 1 << UInt64(place(index, at: time, into: &gestures))
    }
    if fingers.landedUnseen > 0 {
      for _ in 0..<fingers.landedUnseen { add(nil, to: 0, at: time) }
      landed |= 1
    }
    for hand in hands.indices where landed & 1 << UInt64(hand) != 0 {
      fingers.update { hands[hand].motion.join(&$0, of: hand) }
      start(hand, at: time, into: &gestures)
    }
  }

  private mutating func start(_ hand: Int, at time: Timestamp, into gestures: inout [Gesture]) {
    hands[hand].isLanding = false
    if candidates.hasAnchored { watchAnchor(of: hand, at: time, into: &gestures) }
    if hands[hand].isBeside, hands[hand].down >= leastHandBeside {
      hands[hand].isBeside = false
      hands[hand].isStill = false
    }
    guard !hands[hand].isStill else { return }
    if let neighbour = hands[hand].neighbour {
      let isOther = !neighbour.wasMoving && (!neighbour.isNear || isBystander(neighbour, of: hand))
      hands[hand].neighbour?.mayRestAlong = !isOther
    }
    main = hand
    // On a touchpad, libinput reports a tap after the fingers have lifted.
    hands[hand].sequence.hasOthers = hands.count > 1 || device.kind == .touchpad
    hands[hand].sequence.land(
      hands[hand].sample(at: time), down: hands[hand].down, landingSite: landingSite, positions: hands[hand].positions,
      reserved: reserved(for: hand), isLate: hands[hand].isLate, into: &gestures)
    hands[hand].exclude()
    for other in hands.indices where hands.count > 1 { reserveOngoing(of: other) }
    if device.kind == .touchpad { excludePointing(hand, at: time) }
  }

  /// True if the fingers of `neighbour` rested for so long when those of `hand` landed that they are none of them.
  private func isBystander(_ neighbour: TrackedHand.Neighbour, of hand: Int) -> Bool {
    let rest = hands[hand].firstLanded - hands[neighbour.hand].landed
    let isOther = hands[neighbour.hand].down < hands[hand].down || neighbour.distance > Self.neighbours
    return rest >= (isOther ? Self.bystanderRest.other : Self.bystanderRest.near)
  }

  /// The least number of fingers of a hand beside another one: fewer are a palm or one finger too many. A touchpad has
  /// room for one hand.
  private var leastHandBeside: Int { device.kind == .touchpad ? 3 : 2 }

  /// Assigns the finger at `index`, which has landed, to a hand.
  /// - Returns: the hand.
  private mutating func place(_ index: Int, at time: Timestamp, into gestures: inout [Gesture]) -> Int {
    let position = fingers.fingers[index].position
    guard let nearest = nearestHand(to: position, at: time) else { return begin(index, at: time) }
    switch nearest.answer {
    case .joinLate:
      hands[nearest.hand].isLate = true
      hands[nearest.hand].lateness = lateness(after: nearest.hand, at: time)
      hands[nearest.hand].exclusion = max(hands[nearest.hand].exclusion, .taps)
      add(index, to: nearest.hand, at: time)
    case .join: add(index, to: nearest.hand, at: time)
    case .apart, .beside:
      if !device.countsFingers, let hand = freeHand(at: position) {
        begin(index, as: hand, beside: nearest, at: time)
        return hand
      }
      add(index, to: nearest.hand, at: time)
      breakOff(nearest.hand, at: time, into: &gestures)
    }
    return nearest.hand
  }

  /// The nearest hand to a finger that lands at `place`, of those that it joins if there is one; nil if no finger is
  /// down.
  private mutating func nearestHand(to place: Point, at time: Timestamp) -> NearestHand? {
    var nearest: NearestHand?
    for hand in hands.indices where hands[hand].down > 0 {
      let distance = device.countsFingers ? 0 : fingers.distance(of: place, from: hand)
      let answer = TrackedHand.answer(
        in: hands[hand].stage, to: landing(of: place, on: hand, from: distance, at: time))
      if let other = nearest {
        guard (answer.isJoining, -distance) > (other.answer.isJoining, -other.distance) else { continue }
      }
      nearest = (hand, answer, distance)
    }
    return nearest
  }

  /// Makes the finger at `index` the first of a hand of its own, beside the nearest one.
  private mutating func begin(_ index: Int, as hand: Int, beside nearest: NearestHand, at time: Timestamp) {
    let finger = fingers.fingers[index]
    let other = nearest.hand
    if time - hands[other].landed > candidates.settling { noteAll(lateness(after: other, at: time), at: time) }
    let translation = hands[other].motion.translation
    let landing = landing(of: finger.position, on: other, from: nearest.distance, at: time)
    begin(index, as: hand, at: time)
    // Another person's.
    guard landing.isInReach else { return }
    var membership = TrackedHand.Membership.none
    if hands[other].stage == .moving {
      let mayJoin = landing.isInTime && landing.isAsked || landing.isShared || mayJoinLate(other)
      membership = landing.isInChain ? .ifMoving : mayJoin ? .ifAlong : .none
      if membership != .none { hands[other].sequence.awaitFinger(at: time) }
    }
    hands[hand].neighbour = TrackedHand.Neighbour(
      hand: other, isNear: nearest.distance <= TrackedHand.span, distance: nearest.distance,
      wasMoving: [.moving, .owned].contains(hands[other].stage) || hands[other].movesStill(at: time),
      membership: membership, translation: translation)
    if hands[other].stage == .resting {
      hands[other].exclusion = .rests
      hands[other].exclude()
    }
    let isWatched = tipTaps.isWatching(finger.id) || isCancelled
    if nearest.answer == .beside || device.kind == .touchpad || isWatched {
      hands[hand].isBeside = !isWatched
      hands[hand].isStill = true
    }
  }

  /// True if one more finger may join a hand that moves, however late: on a touchpad, which has room for one hand,
  /// three or more fingers do not scroll. A rule must request just as many.
  private func mayJoinLate(_ hand: Int) -> Bool {
    let count = hands[hand].fingers + 1
    return device.kind == .touchpad && count > TakingClaim.fewest
      && candidates.for(fingers: count).contains { candidates.precedence(of: $0)?.rule != nil }
  }

  /// The failure of gestures with the fingers of a hand and one more, which lands now.
  private func lateness(after hand: Int, at time: Timestamp) -> Failure {
    .lateFinger(hands[hand].down + 1, after: time - hands[hand].landed, limit: candidates.settling)
  }

  /// The relation of a finger that lands at `place`, so many mm from the nearest one of `hand`, to it.
  private mutating func landing(
    of place: Point, on hand: Int, from distance: Double, at time: Timestamp
  ) -> TrackedHand.Landing {
    let count = hands[hand].fingers + 1
    let waited = time - hands[hand].firstLanded
    let isSecond = count == 2 && hands[hand].stage == .resting && device.kind == .touchscreen
    if hands[hand].stage == .resting, waited <= TrackedHand.latestElsewhere, candidates.hasWide,
      request(place, hand, toRest: true)
    {
      return TrackedHand.Landing(isNear: true, isInChain: false, isInTime: true, isAsked: true, isPermitted: false)
    }
    return TrackedHand.Landing(
      isNear: distance <= TrackedHand.span,
      isInReach: distance <= TrackedHand.span || areOfOnePerson(place, hand),
      isInChain: hands[hand].isStill
        ? time - hands[hand].landed <= candidates.settling : hands[hand].sequence.landingEnd != nil,
      isInTime: waited
        < (candidates.hasAnchored
          ? Thresholds.leastAnchorRest : isSecond ? TrackedHand.latestSecond : TrackedHand.latest),
      isAsked: candidates.requests(atLeast: count),
      isPermitted: hands[hand].sequence.permits(count, down: hands[hand].down + 1),
      isShared: hands[hand].sequence.sharesCandidate(with: count))
  }

  /// True if two people may touch the surface at once.
  @inline(__always)
  private var isForSeveral: Bool {
    !device.countsFingers && max(device.extent.width, device.extent.height) > Self.largestOwn
  }

  /// True if a hand can span its fingers and one at `place`, or if a rule requests fingers so far apart.
  private func areOfOnePerson(_ place: Point, _ hand: Int) -> Bool {
    guard isForSeveral, !fingers.movements.isOutside(place) else { return true }
    var apart = 0.0
    for finger in fingers.fingers where finger.hand == hand && !fingers.movements.isOutside(finger.position) {
      apart = max(apart, (finger.position - place).length.value)
    }
    guard apart > Trigger.handSpan.value else { return true }
    return request(place, hand)
  }

  /// True if a rule requests fingers at `place` and where those of `hand` landed, farther apart than a hand spans, and,
  /// with `toRest`, that they rest there.
  private func request(_ place: Point, _ hand: Int, toRest: Bool = false) -> Bool {
    candidates.request(
      FingerPositions(fingers.fingers.lazy.filter { $0.hand == hand }.map(\.landing) + [place]), toRest: toRest,
      on: device)
  }

  /// A hand without fingers for one that lands at `place`: the one that a pending tap or gesture may continue with, or
  /// any without one; nil if there are too many.
  private mutating func freeHand(at place: Point) -> Int? {
    var free: Int?
    for hand in hands.indices where hands[hand].down == 0 && !hands[hand].isLanding {
      if hands[hand].sequence.isPending {
        if !isForSeveral || hands[hand].sequence.wasInReach(of: place) { return hand }
      } else if free == nil {
        free = hand
      }
    }
    if let free { return free }
    guard hands.count < Self.mostHands else { return nil }
    hands.append(TrackedHand(device: device.id, candidates: candidates))
    return hands.count - 1
  }

  private mutating func begin(_ index: Int, at time: Timestamp) -> Int {
    let hand = freeHand(at: fingers.fingers[index].position) ?? 0
    begin(index, as: hand, at: time)
    return hand
  }

  private mutating func begin(_ index: Int, as hand: Int, at time: Timestamp) {
    let wasLost = hands[hand].sequence.wasLost(before: fingers.fingers, at: time)
    hands[hand].begin()
    add(index, to: hand, at: time)
    guard wasLost else { return }
    hands[hand].sequence.continueSpent()
    hands[hand].isStill = true
  }

  /// Adds a finger to a hand; nil for one without a slot.
  private mutating func add(_ index: Int?, to hand: Int, at time: Timestamp) {
    if hands[hand].down == 0 { hands[hand].begin() }
    if let index { fingers.assign(index, to: hand) }
    hands[hand].recordLanding(
      index.map { fingers.fingers[$0].id }, at: index.map { fingers.fingers[$0].position }, time)
  }

  // MARK: A finger that rests beside the others

  /// Makes the finger that rests beside a hand its anchor, if it landed so much earlier.
  private mutating func watchAnchor(of hand: Int, at time: Timestamp, into gestures: inout [Gesture]) {
    guard hands[hand].anchor == nil, !isCancelled, let other = hands[hand].neighbour?.hand, hands[other].down == 1,
      !isOwned(other) || isTipTap, !hands[other].sequence.ongoing.contains(where: { !$0.isUnasked }),
      !hands.indices.contains(where: { $0 != hand && $0 != other && hands[$0].down > 0 }),
      let resting = fingers.fingers.first(where: { $0.hand == other }), resting.isResting,
      hands[hand].firstLanded - resting.landed
        >= Thresholds.anchorRest(on: device.kind, settling: candidates.settling),
      device.kind == .touchscreen || fingers.isBeside(resting.position, hand)
    else { return }
    breakOff(other, at: time, into: &gestures)
    isTipTap = false
    hands[hand].anchor = TrackedHand.Anchor(finger: resting.id, position: resting.smoothed)
    hands[hand].neighbour = nil
    hands[hand].exclusion = .none
    (hands[hand].isStill, hands[hand].isBeside) = (false, false)
  }

  // MARK: Hands beside one another

  /// Breaks off a hand that moves along with the one that it landed beside, and that one: the hand has another number
  /// of fingers than it seemed to have.
  mutating func compareWithNeighbour(_ hand: Int, at time: Timestamp, into gestures: inout [Gesture]) {
    guard let neighbour = hands[hand].neighbour else { return }
    // Fingers that have pressed long drift as the palm beside them does.
    if hands[hand].sequence.ongoing.contains(where: { !$0.isUnasked && $0.kind.motion == .rest }) {
      hands[hand].neighbour = nil
      return
    }
    let other = neighbour.hand
    let own = hands[hand].motion.translation
    guard own.length.value >= Self.along.least else { return }
    guard neighbour.isNear || neighbour.membership == .ifMoving, hands[other].down > 0,
      hands[other].firstLanded < hands[hand].firstLanded, !neighbour.isCompared || own.length.value <= Self.along.most
    else {
      hands[hand].neighbour = nil
      return
    }
    hands[hand].neighbour?.isCompared = true
    let difference = hands[other].motion.translation - neighbour.translation - own
    let isAlong = difference.length.value <= Self.along.difference * own.length.value
    guard isAlong || neighbour.membership == .ifMoving else { return }
    hands[hand].neighbour = nil
    if neighbour.membership != .none, hands[other].mayGrow {
      return merge(hand, into: other, at: time, &gestures)
    }
    breakOff(hand, at: time, into: &gestures)
    hands[hand].isBeside = false
    if !hands[other].isStill { breakOff(other, at: time, into: &gestures) }
  }

  /// Makes the fingers of a hand part of another one, which moved already when they landed.
  private mutating func merge(
    _ hand: Int, into other: Int, at time: Timestamp, _ gestures: inout [Gesture]
  ) {
    breakOff(hand, at: time, into: &gestures)
    for index in fingers.fingers.indices where fingers.fingers[index].hand == hand {
      add(index, to: other, at: time)
    }
    hands[hand].begin()
    hands[hand].sequence.breakOff(at: time, remaining: 0, into: &gestures)
    hands[other].isLate = true
    fingers.update { hands[other].motion.join(&$0, of: other) }
    start(other, at: time, into: &gestures)
  }

  /// Leaves the gestures that a hand makes to it: no other hand makes one of the same rule meanwhile.
  mutating func reserveOngoing(of hand: Int) {
    guard hands.count > 1 else { return }
    // By index: a loop over the elements would copy each of them.
    for index in hands[hand].sequence.ongoing.indices {
      reserve(hands[hand].sequence.ongoing[index].standing, for: hand)
    }
    for active in hands[hand].sequence.suspended.recognizers { reserve(active.standing, for: hand) }
  }

  private mutating func reserve(_ active: Standing, for hand: Int) {
    for other in hands.indices where other != hand {
      hands[other].sequence.possible.removeAll {
        $0.candidate == active.candidate || $0.isUnasked && active.isUnasked
      }
    }
  }

  /// The candidates of gestures that the hands besides `hand` make. Its recognisers, which may succeed at once, do not
  /// start for them.
  func reserved(for hand: Int) -> [Int] {
    guard hands.count > 1 else { return [] }
    var reserved: [Int] = []
    for other in hands.indices where other != hand {
      reserved += hands[other].sequence.ongoing.map(\.candidate)
      reserved += hands[other].sequence.suspended.recognizers.map(\.candidate)
    }
    return reserved
  }

  /// Makes the hands that rest beside one that is recognised still.
  mutating func stillOthers(at time: Timestamp, into gestures: inout [Gesture]) {
    guard hands.count > 1 else { return }
    for hand in hands.indices {
      let isOwned = hands[hand].isOwned
      if isOwned, !hands[hand].wasOwned {
        main = hand
        for other in hands.indices
        where other != hand && hands[other].stage == .resting && (!isForSeveral || fingers.areInReach(hand, other)) {
          breakOff(other, at: time, into: &gestures)
        }
        if hands[hand].sequence.followed != nil {
          // A virtual touchpad shows one hand.
          for other in hands.indices where other != hand { hands[other].sequence.stopFollowing() }
        }
      }
      hands[hand].wasOwned = isOwned
    }
  }
}

extension TrackedHand.Answer {
  /// True if the finger belongs to the hand.
  fileprivate var isJoining: Bool {
    switch self {
    case .join, .joinLate: true
    case .beside, .apart: false
    }
  }
}

private func > (left: (Bool, Double), right: (Bool, Double)) -> Bool {
  left.0 == right.0 ? left.1 > right.1 : left.0
}
