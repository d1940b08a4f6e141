internal import Gestures
internal import RulesFile

extension Failure {
  /// The key of a rule that states the limit of one of the reasons of this failure; nil for a limit that is a constant.
  /// - Parameter kind: the subject of the reason.
  func key(of kind: Reason.Kind, in trigger: Trigger) -> String? {
    let gesture = trigger.pattern.kind.rawValue
    let isTipTap = trigger.pattern.kind.isBesideRest
    // The swipe before a long press has the limits of 'settings'.
    let swipe = trigger.pattern.swipeBefore == nil ? "" : "\(Word.swipe.name): "
    return switch self {
    case .lateFinger, .lateLift: Word.settle.name
    // The limits of a tap beside resting fingers are constants.
    case .movedTooFar, .heldTooLong: isTipTap ? nil : kind == .time ? Word.within.name : Word.movement.name
    case .restedTooBriefly: isTipTap ? nil : gesture
    case .legs: kind == .direction ? gesture : nil
    case .otherAngle, .otherDirection, .taps, .nearerShape, .unpressed: gesture
    case .otherLeg: swipe.isEmpty ? gesture : Word.moved.name
    case .tooShort, .scaledTooLittle, .rotatedTooLittle, .turnedTooLittle: swipe + Word.distance.name
    case .tooLate: swipe + Word.within.name
    case .tooEarly: swipe + Word.after.name
    case .speed: swipe + Word.speed.name
    case .notAnchored: Word.anchor.name
    case .outside, .unoccupied: Word.margin.name
    case .outsideZone: Word.zone.name
    case .shared: trigger.start?.key
    case .distanceApart: Word.apart.name
    case .drawnFrom: Word.drawnFrom.name
    case .tapsBefore: trigger.pattern.kind.isMadeOfTaps ? gesture : Word.taps.name
    // The taps before a long press or a pan have constant limits.
    case .unfollowed, .lateTap: trigger.pattern.kind.isMadeOfTaps ? Word.gap.name : nil
    case .distantTap: trigger.pattern.kind.isMadeOfTaps ? Word.distance.name : nil
    case .apart, .spreadTooLittle, .mixed, .scaled, .beside, .back, .offDirection, .turning, .tight, .notTogether,
      .togetherFor, .together, .fewMoved, .palm, .rested, .restedBefore, .stayedTooBriefly, .offSurface, .reported,
      .scrolled, .jumped, .pointed, .leftToDesktop, .tooNearBeside, .tooFarBeside, .tooFarAcross, .otherShape,
      .pressedLightly, .pressedWeakly, .noTipTap, .step, .notFollowed, .followedBy, .otherFingers, .prevented,
      .liftedEarly, .other:
      nil
    }
  }

  /// The reasons of a trigger for users, with the keys that state the limits.
  func reasons(of trigger: Trigger) -> [Reason] {
    messages(for: trigger).map { reason in
      var reason = reason
      reason.key = key(of: reason.kind, in: trigger)
      return reason
    }
  }
}
