internal import Touch

/// The claim of the rules on the fingers of a touchpad that are taken without a grab. Only contacts count: libinput, here
/// as in the desktop, sees none of the fingers that are taken.
extension Sequencer {
  /// The present claim. It changes nothing and is mutating all the same, because a non-mutating method of a stored struct
  /// is given a copy of it.
  mutating func takingClaim() -> TakingClaim {
    guard contacts.fingers.arePresent else { return TakingClaim(.none) }
    if contacts.isTaken { return TakingClaim(.taken) }
    var claim = TakingClaim(.none)
    for hand in contacts.hands.indices where contacts.hands[hand].down > 0 || contacts.hands[hand].isLanding {
      contacts.hands[hand].sequence.addWishes(to: &claim)
    }
    return claim
  }
}

extension TouchSequence {
  /// Adds the wishes of the recognisers that may still take the fingers from the desktop. Presses do not: libinput
  /// reports the click of a button also while all fingers are palms.
  fileprivate mutating func addWishes(to claim: inout TakingClaim) {
    guard fingers >= TakingClaim.fewest else { return }
    // By index: a loop over the elements would copy each of them.
    for index in possible.indices where !possible[index].isSimultaneous && possible[index].precedence?.rule != nil {
      guard candidates[possible[index].candidate].view == .nothing else { continue }
      claim.stage = .possible
      if possible[index].kind == .tap { claim.includesTaps = true }
    }
  }
}
