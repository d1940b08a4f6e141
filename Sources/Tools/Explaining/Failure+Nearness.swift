internal import Diagnostics
internal import Gestures
internal import RulesFile
internal import Time
internal import Touch

extension Attempt {
  /// The failure of the recogniser of a trigger, as far as one is known: of its own, or of all fingers before that.
  /// - Parameter index: the index of the trigger.
  func failure(of trigger: Trigger, at index: Int?) -> Failure? {
    let own = failures.filter { $0.trigger == index && index != nil && $0.failure != .other }
      .reduce(nil) { latest, next -> TouchFailure? in
        // Fingers that fail as a later step are the first one of no other attempt.
        latest.map { $0.failure.step > next.failure.step ? $0 : next } ?? next
      }
    let common = failures.last { $0.trigger == nil && $0.failure.concerns(trigger, self) }
    guard let own, own.failure.nearness(in: self) > 0 || common == nil else { return common?.failure }
    return common.map { $0.time < own.time ? $0.failure : own.failure } ?? own.failure
  }
}

extension Failure {
  /// The number of the step that failed, from 1; 0 for a gesture that is made at once.
  fileprivate var step: Int { if case .step(let number, _, _) = self { number } else { 0 } }

  /// True if this failure of all fingers prevents gestures of a trigger.
  func concerns(_ trigger: Trigger, _ attempt: Attempt) -> Bool {
    let isTipTap = trigger.pattern.kind.isBesideRest
    return switch self {
    case .lateFinger: !trigger.pattern.isMadeBesideRest && trigger.fingers.contains(attempt.fingers)
    // All other recognisers fail by these themselves.
    case .tooNearBeside, .tooFarBeside, .tooFarAcross, .movedTooFar, .heldTooLong, .restedTooBriefly, .stayedTooBriefly:
      isTipTap
    case .pressedLightly, .pressedWeakly:
      trigger.pattern.pressForce == .firm && trigger.fingers.contains(attempt.fingers)
    case .scrolled: trigger.pattern.kind.isStraight && trigger.fingers.contains(attempt.fingers)
    case .jumped: trigger.fingers.contains(attempt.fingers) && !isTipTap
    default: false
    }
  }

  /// True if the fingers landed in another place than the trigger requires.
  var isOfPlace: Bool {
    switch self {
    case .offSurface, .outside, .outsideZone, .unoccupied, .shared: true
    default: false
    }
  }

  /// True if the movement had another amount than the trigger requires, which a user can state.
  var isOfAmount: Bool {
    switch self {
    case .tooShort, .scaledTooLittle, .rotatedTooLittle, .turnedTooLittle, .speed, .tooEarly, .tooLate,
      .restedTooBriefly, .distanceApart:
      true
    default: false
    }
  }

  /// How near the recogniser came to its gesture, from 0 to 1: the share of the limit that the amount reached, or of
  /// the amount that the limit permits.
  func nearness(in attempt: Attempt) -> Double {
    func least(_ amount: Double, _ limit: Double) -> Double { limit > 0 ? max(0, min(amount / limit, 1)) : 1 }
    func most(_ amount: Double, _ limit: Double) -> Double { least(limit, amount) }
    return switch self {
    case .lateFinger(_, let after, let limit), .lateLift(let after, let limit), .lateTap(let after, let limit):
      most(after.inSeconds, limit.inSeconds)
    case .apart(let share, let limit, _): least(share, limit)
    // The recogniser failed with the first finger too far away; how far the fingers went tells what they meant.
    case .movedTooFar(let distance, let limit, _, _):
      most(max(distance, attempt.translation.length).value, limit.value)
    case .heldTooLong(let time, let limit), .restedBefore(let time, let limit):
      most(time.inSeconds, limit.inSeconds)
    case .restedTooBriefly(let time, let limit), .stayedTooBriefly(let time, let limit), .tooEarly(let time, let limit):
      least(time.inSeconds, limit.inSeconds)
    case .tooShort(let reached, let limit), .spreadTooLittle(let reached, let limit), .tight(let reached, let limit),
      .fewMoved(_, let reached, let limit),
      .tooNearBeside(let reached, let limit):
      least(reached.value, limit.value)
    case .scaledTooLittle(let reached, let limit), .rotatedTooLittle(let reached, let limit),
      .turnedTooLittle(let reached, let limit):
      least(reached, limit)
    case .tooLate(let share, _): share
    case .beside(let distance, let limit), .back(let distance, let limit), .outside(let distance, let limit),
      .unoccupied(_, let distance, let limit),
      .distantTap(let distance, let limit), .tooFarBeside(let distance, let limit),
      .tooFarAcross(let distance, let limit):
      most(distance.value, limit.value)
    case .pressedLightly(let factor, let limit), .pressedWeakly(let factor, let limit): least(factor, limit)
    case .otherAngle(let angle, let nearest): least(15, 15 + min(abs(angle - nearest), 360 - abs(angle - nearest)))
    case .offDirection(let angle, let limit), .turning(let angle, let limit), .notTogether(let angle, let limit):
      most(angle, limit)
    case .togetherFor(let distance, let limit): least(distance.value, limit.value)
    case .together(let share, let limit): least(share, limit)
    case .legs(let count, let limit, _, _, _): least(Double(count), Double(limit))
    case .otherLeg(let leg, _, _): 1 - 0.7 / Double(leg)
    case .speed(let speed, let range):
      speed < range.lowerBound ? least(speed, range.lowerBound) : most(speed, range.upperBound)
    case .scaled(let scale, let range):
      scale < range.lowerBound ? least(scale, range.lowerBound) : most(scale, range.upperBound)
    case .distanceApart(let apart, let range):
      apart < range.lowerBound
        ? least(apart.value, range.lowerBound.value) : most(apart.value, range.upperBound.value)
    case .outsideZone(let distance): most(10, 10 + distance.value)
    // Any drawing is similar to any other by half.
    case .otherShape(let score, let limit): least(score - 0.5, limit - 0.5)
    case .nearerShape, .drawnFrom: 0.9
    case .taps(let count, let limit): least(Double(count), Double(limit))
    case .palm(.near(let distance, let limit)): least(distance.value, limit.value)
    case .palm(.uneven(let distance, let limit)), .palm(.offRow(let distance, let limit)):
      most(distance.value, limit.value)
    case .palm(.slow(let time, let limit)): most(time.inSeconds, limit.inSeconds)
    case .otherDirection: 0.35
    case .tapsBefore, .unfollowed, .mixed, .reported, .scrolled, .pointed, .shared, .offSurface: 0.3
    case .rested, .notAnchored: 0.2
    case .jumped: 0.5
    case .leftToDesktop: 0.9
    case .step(let number, let count, let failure):
      (Double(number - 1) + failure.nearness(in: attempt)) / Double(count)
    case .notFollowed, .followedBy, .otherFingers, .prevented: 0.3
    case .unpressed, .noTipTap, .liftedEarly, .other: 0
    }
  }
}
