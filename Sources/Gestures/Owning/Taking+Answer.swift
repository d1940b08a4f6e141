internal import Touch

extension Taking {
  /// The decision about the fingers that are down.
  @usableFromInline
  enum Phase: Hashable, Sendable {
    /// The others see them. Those that land may be taken.
    case open
    /// Fingers that are palms for the others; no rule has acted yet.
    case held
    /// Fingers that rest, and that the others see; palms again once they move.
    case resting
    /// Fingers that are palms for the others; a rule has acted.
    case kept
    /// The others see them until all have lifted.
    case left
  }

  /// The properties of a frame that the decision depends on.
  struct Frame: Hashable {
    var claim = TakingClaim.Stage.none
    /// True if a contact has landed that is to be held, and there are enough.
    var lands = false
    /// True if a button was pressed.
    var presses = false
    /// True if it is too late to write.
    var isLate = false
    /// True if the contacts that are left may be the rest of a tap.
    var isLiftingTap = false
    /// True if the fingers have rested for some time.
    var rests = false
    /// True if fingers that rested move, and may reach the distance at which libinput begins a gesture in the next
    /// frame.
    var starts = false
    /// True if they have reached it.
    var isSudden = false
  }

  enum Answer: Hashable, Sendable {
    case keep
    /// Make all contacts palms.
    case hold
    /// Let the others see them while they rest.
    case show
    /// Keep them until they lift.
    case enterKept
    /// Give them back; those that land may be taken again.
    case reopen
    /// Give them back until all have lifted.
    case giveBack
    /// Leave them until all have lifted, although a rule wants them.
    case miss
    /// The same, because they moved too far in one frame.
    case missSudden
  }

  /// The answer to a frame: the table above `Taking`, as far as the rules decide it.
  static func answer(in phase: Phase, to frame: Frame) -> Answer {
    switch phase {
    case .open:
      guard frame.lands, frame.claim == .possible || frame.claim == .taken else { return .keep }
      // A rule may go on with fingers that were lost for a moment.
      return frame.isLate ? .miss : frame.claim == .taken ? .enterKept : .hold
    case .held:
      switch frame.claim {
      case .off: return .giveBack
      case .taken: return .enterKept
      case .possible:
        if frame.presses { return .giveBack }
        return frame.lands ? .hold : frame.rests ? .show : .keep
      case .none:
        if frame.presses { return .giveBack }
        if frame.lands { return .reopen }
        return frame.isLiftingTap ? .keep : .giveBack
      }
    case .resting:
      switch frame.claim {
      case .off, .none: return .giveBack
      case .taken: return .enterKept
      case .possible:
        if frame.presses { return .giveBack }
        if frame.isSudden { return .missSudden }
        guard frame.starts || frame.lands else { return .keep }
        return frame.isLate ? .miss : .hold
      }
    case .kept:
      switch frame.claim {
      case .off: return .giveBack
      case .taken: return .keep
      case .possible: return !frame.lands ? .keep : frame.isLate ? .miss : .hold
      case .none: return frame.lands ? .reopen : .keep
      }
    case .left: return .keep
    }
  }
}
