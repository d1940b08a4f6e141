public import Touch

/// The source of a gesture. Each number of fingers of a trigger has one on a device, so that nothing acts twice.
public enum GestureSource: Hashable, Sendable {
  /// libinput recognises the gesture. Contacts, if they are read, add its position, and the movement of a pinch.
  case libinput
  /// The recognisers see the contacts. On touchpads, those of three fingers or more, and what libinput does not report.
  case contacts
}

extension Trigger {
  /// The source of this gesture with so many fingers on `device`; nil if the device does not report it.
  ///
  /// On touchpads one finger points and two scroll. For pointing and scrolling to count as gestures, the rule has to
  /// name the touchpad; one finger must also start in a region.
  public func source(with fingers: Int, on device: Device) -> GestureSource? {
    guard device.kind == .touchpad else { return pattern.pressForce == nil ? .contacts : nil }
    let source = sourceOnTouchpads(with: fingers)
    if pattern.isAnchored {
      // Beside a finger that rests, libinput takes one that moves for the pointer's, and two for scrolling.
      guard fingers > 2 || namesTouchpads, fingers < Trigger.handFingers else { return nil }
    } else if pattern.kind.isPresence {
      guard fingers > 2 || namesTouchpads else { return nil }
    } else if fingers <= 2, pattern.pressForce == nil,
      !pattern.isRest && pattern.kind.motion != .turn || fingers == 1 && start != nil
    {
      guard namesTouchpads, fingers == 2 || start != nil else { return nil }
    }
    switch pattern.pressForce {
    case .click: if fingers == 1 && start == nil || device.contacts?.isClickpad == false { return nil }
    case .firm: if device.contacts?.hasPressure == false { return nil }
    case nil: break
    }
    guard let contacts = device.contacts else { return !needsPositions && pattern.isOfLibinput ? .libinput : nil }
    // libinput learns of no more fingers than the kernel counts.
    guard fingers <= contacts.mostFingers else { return nil }
    if source == .libinput, !contacts.havePositions(of: fingers) {
      return !needsPositions || contacts.hasPositions ? .libinput : nil
    }
    if pattern.isAnchored { return contacts.hasPositions && contacts.slots > fingers ? .contacts : nil }
    if !contacts.hasPositions { return pattern.traits.needsOnlyCount && !needsPositions ? .contacts : nil }
    return .contacts
  }

  /// True if the contacts of `device`, a touchpad, are read for it, if that is possible: also for pinches of two
  /// fingers, which libinput recognises, and whose movement the contacts tell better.
  public func wantsContacts(of device: Device) -> Bool {
    sources(on: device).contains { $0.source == .contacts || needsPositions || pattern.kind.motion == .turn }
  }

  /// True if it may take the fingers of `device` without a grab: on a touchpad whose contacts are read, three or more,
  /// each of which has a slot; on a touchscreen, those that are still down when it acts, but for hands that are shown:
  /// a palm that the driver reports cancels them, and is not seen beside palms that are written. Also if it withholds
  /// them.
  public func takesFingers(on device: Device) -> Bool {
    if withholds { return device.kind == .touchscreen && includes(device) }
    guard !isKept, !isSimultaneous, shownFingers == nil, pattern.pressForce == nil else { return false }
    if device.kind == .touchscreen { return includes(device) && !pattern.kind.isMadeOfTaps }
    guard let contacts = device.contacts, contacts.hasPositions else { return false }
    return sources(on: device).contains {
      $0.source == .contacts && $0.fingers >= TakingClaim.fewest && $0.fingers <= contacts.slots
    }
  }

  /// True if it can be recognised on `device`, a touchpad, only from its contacts, for some number of fingers.
  public func requiresContacts(of device: Device) -> Bool {
    sources(on: device).contains { sourceOnTouchpads(with: $0.fingers) == .contacts || needsPositions }
  }

  /// The source for each number of fingers on a touchpad, which is assumed to report everything until it has been
  /// asked; empty for other devices.
  private func sources(on device: Device) -> [(fingers: Int, source: GestureSource)] {
    guard device.kind == .touchpad, includes(device) else { return [] }
    var full = device
    full.contacts = device.contacts ?? .all
    return fingers.compactMap { count in source(with: count, on: full).map { (count, $0) } }
  }

  /// The source of a touchpad that reports no positions of so many fingers.
  private func sourceOnTouchpads(with fingers: Int) -> GestureSource {
    guard fingers < Trigger.handFingers, !pattern.isAnchored else { return .contacts }
    return pattern.value.source(ofFingers: fingers, inRegion: start != nil)
  }
}

extension Pattern {
  /// True if libinput recognises such gestures, with some number of fingers.
  fileprivate var isOfLibinput: Bool { !isAnchored && value.source(ofFingers: 3, inRegion: false) == .libinput }
}

extension ContactReports {
  /// The largest number of fingers that it tells.
  public var mostFingers: Int { max(fingers, slots) }

  /// True if so many fingers are recognised from their contacts although libinput recognises them as well: libinput
  /// ends a gesture if one contact is lost for a frame, takes a finger that starts late for a pinch, and the shortest
  /// taps and flicks for none. Two fingers scroll, which only libinput knows.
  fileprivate func havePositions(of fingers: Int) -> Bool { fingers > 2 && hasPositions && slots >= fingers }

  /// The reports of a touchpad that reports everything, assumed until it has been asked.
  public static let all = ContactReports(
    slots: Trigger.mostFingers, fingers: Trigger.mostFingers, hasPositions: true, hasPressure: true, isClickpad: true)
}
