internal import Time
internal import Touch

/// The decision about the fingers that are down, by the claim of the recognisers:
///
///     phase       no claim, possible     awaited            reserved            taken
///     passing     -                      withhold a landing reserve a landing   take
///     withheld    reveal                 reveal when due    reserve             take
///     reserved    reveal a landing       reveal a landing   -                   taken
///     taken       -                      -                  -                   -
///     draining    taken when due         taken when due     taken when due      taken when due
///     drained     passing when due       passing when due   reserved when due   taken when due
///
/// - Where all fingers lift: a withheld or reserved tap is returned, then the phase is passing; draining is drained.
/// - A touchscreen's contact that moves too far while it is withheld is due.
/// - Withheld or reserved fingers that press a button are revealed, unless the claim decides; so are reserved ones that
///   a rule shows with another number of fingers.
/// - Fingers of a touchpad that pass are taken when they lift, if they are a tap of a rule.
extension Ownership {
  /// The decision about the fingers that are down.
  enum Phase: Hashable, Sendable {
    /// The desktop sees them.
    case passing
    /// The desktop does not see them yet: until a time on touchscreens, until the rules have decided on touchpads.
    case withheld(until: Timestamp?)
    /// The desktop does not see them, and no rule has taken them yet: a tap or a press is returned.
    case reserved
    /// The desktop does not see them: a rule has taken them.
    case taken
    /// The rules have taken a gesture that libinput may have begun.
    case draining(until: Timestamp)
    /// The same, and all fingers have lifted since: those that land are a sequence of their own.
    case drained(until: Timestamp)

    /// The time at which it ends by itself; nil if it does not.
    var end: Timestamp? {
      switch self {
      case .passing, .reserved, .taken: nil
      case .withheld(let until): until
      case .draining(let until), .drained(let until): until
      }
    }

    /// True if the desktop sees no button that is pressed meanwhile.
    var hidesButtons: Bool {
      switch self {
      case .passing, .withheld, .reserved: false
      case .taken, .draining, .drained: true
      }
    }
  }

  /// The properties of a frame that the decision depends on.
  struct Frame {
    var claim: TouchClaim.Stage
    /// True if a contact has landed.
    var lands = false
    /// True if a button was pressed.
    var presses = false
    /// True if no contact is down.
    var isEmpty = false
    /// True if the time of the phase is over.
    var isDue = false
    /// True if a contact has moved too far to be withheld on a touchscreen.
    var hasMoved = false
    /// True if the lift of a contact ends a tap that the rules claim.
    var endsClaimedTap = false
    /// True if a rule shows the hand with another number of fingers.
    var showsOtherHand = false
  }

  enum Answer: Hashable, Sendable {
    case keep
    /// Show nothing of the fingers until a decision.
    case withhold
    /// Take the fingers from the desktop, which may have to drain before it is in this phase.
    case seize(Phase)
    /// Take a tap from the desktop before it sees the lift.
    case takeTap
    /// Enter this phase.
    case enter(Phase)
    /// Give the fingers to the desktop.
    case reveal
    /// Show a tap that no rule has taken.
    case returnTap
  }

  /// The answer to a frame: the table above.
  static func answer(in phase: Phase, to frame: Frame) -> Answer {
    switch phase {
    case .passing:
      if frame.endsClaimedTap { return .takeTap }
      switch frame.claim {
      case .none, .possible: return .keep
      case .awaited: return frame.lands ? .withhold : .keep
      case .reserved: return frame.lands ? .seize(.reserved) : .keep
      case .taken: return .seize(.taken)
      }
    case .withheld(let until):
      let isOver = frame.isDue || frame.hasMoved && until != nil || frame.presses || frame.isEmpty
      // A touchscreen's tap is among the events that were withheld.
      let reveal: Answer = frame.isEmpty && until == nil ? .returnTap : .reveal
      switch frame.claim {
      case .none, .possible: return reveal
      case .awaited: return isOver ? reveal : .keep
      case .reserved: return .seize(.reserved)
      case .taken: return .seize(.taken)
      }
    case .reserved:
      let isOthers = frame.presses || frame.showsOtherHand
      switch frame.claim {
      case .none, .possible, .awaited: return isOthers || frame.lands ? .reveal : frame.isEmpty ? .returnTap : .keep
      case .reserved: return isOthers ? .reveal : frame.isEmpty ? .returnTap : .keep
      case .taken: return .enter(.taken)
      }
    case .taken: return .keep
    case .draining: return frame.isDue ? .enter(.taken) : .keep
    case .drained:
      switch frame.claim {
      case .none, .possible, .awaited: return frame.isDue ? .enter(.passing) : .keep
      case .reserved: return frame.isDue ? .enter(.reserved) : .keep
      case .taken: return frame.isDue ? .enter(.taken) : .keep
      }
    }
  }
}
