internal import Time
internal import Touch

/// The changes of one hand in a frame: the fingers that have gone, and those that count.
///
/// Methods that only ask are inlined: a non-mutating one is called with a copy of the whole struct.
extension ContactSequencer {
  /// True if one finger of a hand may point beside others that rest, a thumb and a palm. What it does then is no
  /// gesture, unless the others have only started late.
  @inline(__always)
  func mayPoint(_ hand: Int) -> Bool {
    device.kind == .touchpad && (3..<Trigger.handFingers).contains(hands[hand].fingers) && !hands[hand].isOwned
  }

  /// True if one of the fingers of a hand may be a thumb that rests. Of five, it is one of those that pinch.
  @inline(__always)
  func mayHaveThumb(_ hand: Int) -> Bool {
    device.kind == .touchpad && (3..<Trigger.handFingers).contains(hands[hand].down) && !hands[hand].isOwned
  }

  /// True if nothing can come of the movement of a hand: it makes no gesture, no finger joins it that makes one
  /// possible, and no other hand is compared with it. Only observers still ask how fast it is.
  @inline(__always)
  func isFutile(_ hand: Int, at time: Timestamp) -> Bool {
    guard hands.count == 1, hands[hand].sequence.isFutile, !hands[hand].sequence.candidates.isExplained,
      !(followsPairs && hands[hand].down == 2)
    else { return false }
    // On a touchpad, two fingers that scroll.
    if hands[hand].isStill, hands[hand].anchor == nil, time - hands[hand].landed > candidates.settling { return true }
    return device.kind == .touchscreen
      && !hands[hand].sequence.candidates.requests(atLeast: hands[hand].fingers + 1)
  }

  /// Takes in the fingers of a hand that have gone, and counts the changes of the others.
  mutating func takeChanges(of hand: Int, _ frame: FingerTracker.Frame, at time: Timestamp) -> Changes {
    var changes = Changes()
    if frame.hasChanges {
      for index in fingers.gone.indices where fingers.gone[index].hand == hand {
        let finger = fingers.gone[index]
        if finger.change == .cancelled {
          changes.cancelled += 1
          hands[hand].forget(finger.id)
        } else {
          changes.lifted += 1
          changes.firstLift = min(changes.firstLift ?? time, finger.missingSince ?? time)
          hands[hand].recordLift(finger.id, at: finger.missingSince ?? time)
          hands[hand].motion.leave(finger)
        }
      }
      for index in fingers.fingers.indices where fingers.fingers[index].hand == hand {
        switch fingers.fingers[index].change {
        case .missed: changes.missed += 1
        case .returned: changes.returned += 1
        case .jumped:
          changes.jumped += 1
          hands[hand].motion.extendReach(to: .infinity)
          noteAll(
            .jumped(Millimetres(fingers.movements.lastJump.length), in: fingers.movements.lastJump.time), at: time)
        case .merged, .placed:
          changes.merged += 1
          if fingers.fingers[index].isBack { changes.areBack = true }
        case .landed, .lifted, .cancelled, nil: break
        }
      }
    }
    if hand == 0, fingers.landedUnseen < 0 { changes.lifted -= fingers.landedUnseen }
    hands[hand].down -= changes.lifted + changes.cancelled
    return changes
  }

  /// The changes of one hand in a frame.
  struct Changes {
    var lifted = 0
    var cancelled = 0
    var missed = 0
    var returned = 0
    var jumped = 0
    var merged = 0
    /// True if contacts that stood for two fingers are back where they landed.
    var areBack = false
    var firstLift: Timestamp?

    var areAny: Bool { lifted + cancelled + missed + returned + jumped + merged > 0 }
  }

  /// Takes away contacts that were no fingers, such as a palm. What the others do goes on, unless a gesture that has
  /// begun needs as many.
  mutating func withdraw(
    _ cancelled: Int, of hand: Int, at time: Timestamp, into gestures: inout [Gesture]
  ) {
    guard hands[hand].down > 0 else {
      return hands[hand].sequence.cancel(at: time, remaining: 0, into: &gestures)
    }
    hands[hand].fingers = max(1, hands[hand].fingers - cancelled)
    fingers.update { hands[hand].motion.withdraw(&$0, of: hand) }
    let isKept = hands[hand].sequence.withdraw(
      hands[hand].sample(at: time), landingSite: fingers.landingSite(of: hand, on: device.extent),
      reserved: reserved(for: hand), into: &gestures)
    if !isKept { hands[hand].isStill = true }
  }

  /// Forgets the movement of a hand that has made none: one of its contacts stood for two fingers.
  mutating func forgetMovement(of hand: Int, at time: Timestamp) {
    guard !hands[hand].isOwned, !fingers.fingers.contains(where: { $0.hand == hand && !$0.isResting }) else { return }
    hands[hand].motion = HandMotion()
    fingers.update { hands[hand].motion.join(&$0, of: hand) }
    hands[hand].sequence.forgetMovement(hands[hand].sample(at: time))
  }

  /// The movement of the finger that rests beside a hand since the hand landed; nil if there is none.
  @inline(__always)
  func anchorMovement(of hand: Int) -> Millimetres? {
    guard let anchor = hands[hand].anchor, let index = fingers.index(ofFinger: anchor.finger) else { return nil }
    return (fingers.fingers[index].smoothed - anchor.position).length
  }
}
