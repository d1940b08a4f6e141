/// The owner of a touch sequence's fingers.
enum Owner: Hashable, Sendable {
  /// No gesture has succeeded, or only such that share the fingers.
  case nobody
  /// An unasked gesture: one of a rule may still take the fingers.
  case unasked
  /// A gesture of a rule, until the next touch sequence begins.
  case rule(Claim)
}

/// The claim of a rule's gesture on the fingers.
struct Claim: Hashable, Sendable {
  var view: DesktopView
  /// True if it is a swipe or a shape, and was not broken off: fingers that the sensor loses may go on with it.
  var isSwipe: Bool
  /// True if it is a step that no rule requests by itself.
  var isStep: Bool
}

/// The part of the fingers that the desktop sees once a rule's gesture owns them.
enum DesktopView: Hashable, Sendable {
  /// Nothing.
  case nothing
  /// The fingers as they are.
  case fingers
  /// A hand with another number of fingers.
  case hand(fingers: Int)
  /// A virtual touchpad that shows what the fingers on a touchscreen do until they lift. The touches are taken.
  case touchpad(FollowedHand.State)

  /// True if the desktop may not see the fingers.
  @inline(__always)
  var isTaken: Bool {
    switch self {
    case .nothing, .touchpad: true
    case .fingers, .hand: false
    }
  }

  /// The number of fingers with which the desktop sees them, if it is another one.
  @inline(__always)
  var shownFingers: Int? {
    switch self {
    case .hand(let fingers): fingers
    case .nothing, .fingers, .touchpad: nil
    }
  }
}

extension TouchSequence {
  /// True if a gesture of a rule owns the fingers or, while none is down, owned the last ones.
  @inline(__always)
  var isClaimed: Bool { if case .rule = owner { true } else { false } }

  /// True if a gesture of a rule owns fingers that are down.
  @inline(__always)
  var isOwned: Bool { isClaimed && !isIdle }

  /// True if fingers that are down may press: no rule's gesture owns them but a step, whose sequence fails then.
  var mayPress: Bool { if case .rule(let claim) = owner, !isIdle { claim.isStep } else { true } }

  /// The desktop's view of the fingers that are down; nil if no rule owns them.
  @inline(__always)
  var view: DesktopView? { if case .rule(let claim) = owner, !isIdle { claim.view } else { nil } }

  /// The state of the hand that a virtual touchpad shows; nil if none does. It outlasts the lift.
  var followed: FollowedHand.State? {
    if case .rule(let claim) = owner, case .touchpad(let state) = claim.view { state } else { nil }
  }

  /// Ends the movement that a virtual touchpad shows.
  mutating func endFollowing(_ state: FollowedHand.State) {
    if case .rule(var claim) = owner, claim.view == .touchpad(.moving) {
      claim.view = .touchpad(state)
      owner = .rule(claim)
    }
  }

  /// No longer shows the hand on a virtual touchpad, because another hand is shown.
  mutating func stopFollowing() {
    if case .rule(var claim) = owner, case .touchpad = claim.view {
      claim.view = .nothing
      owner = .rule(claim)
    }
  }

  /// Gives the fingers to a rule's gesture.
  /// - Parameter step: the step that the gesture is; nil if it is none.
  mutating func claim(for active: borrowing ActiveRecognizer, _ step: OpenStep?) {
    owner = .rule(
      Claim(
        view: candidates[active.candidate].view, isSwipe: active.kind.isOneMovement,
        isStep: step.map { $0.own == nil } ?? false))
  }
}
