internal import Gestures

extension Failure {
  /// The key of a rule that states the limit of one of the reasons of this failure; nil for a limit that is a constant.
  /// - Parameter kind: the subject of the reason.
  func key(of kind: Reason.Kind, in trigger: Trigger) -> String? {
    let gesture = trigger.pattern.kind.rawValue
    // The swipe before a long press has the limits of 'settings'.
    let swipe = trigger.pattern.swipeBefore == nil ? "" : "swipe: "
    return switch self {
    case .lateFinger, .lateLift: "settle"
    case .movedTooFar, .heldTooLong: kind == .time ? "within" : "movement"
    case .legs: kind == .direction ? gesture : nil
    case .restedTooBriefly, .otherAngle, .otherDirection, .taps, .nearerShape, .unpressed: gesture
    case .otherLeg: swipe.isEmpty ? gesture : "moved"
    case .tooShort, .scaledTooLittle, .rotatedTooLittle, .turnedTooLittle: "\(swipe)distance"
    case .tooLate: "\(swipe)within"
    case .tooEarly: "\(swipe)after"
    case .speed: "\(swipe)speed"
    case .notAnchored: "anchor"
    case .outside, .unoccupied: "margin"
    case .outsideZone: "zone"
    case .shared: trigger.start?.key
    case .distanceApart: "apart"
    case .tapsBefore: trigger.pattern.kind == .tap ? gesture : "taps"
    // The taps before a long press or a pan have constant limits.
    case .unfollowed, .lateTap: trigger.pattern.kind == .tap ? "gap" : nil
    case .distantTap: trigger.pattern.kind == .tap ? "distance" : nil
    case .apart, .spreadTooLittle, .mixed, .scaled, .beside, .back, .offDirection, .turning, .tight, .notTogether,
      .togetherFor, .together, .oneMoved, .palm, .rested, .restedBefore, .offSurface, .reported, .scrolled, .jumped,
      .pointed,
      .tooNearBeside,
      .tooFarBeside, .tooFarAcross, .otherShape, .pressedLightly, .pressedWeakly, .noTipTap, .liftedEarly, .other:
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
