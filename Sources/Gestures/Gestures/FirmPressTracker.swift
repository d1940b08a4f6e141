internal import Time
internal import Touch

/// Detects firm presses of the contacts of one touchpad: fingers that rest, and then press harder.
///
/// Each touchpad has its own unit of pressure, most report the area of the contact as pressure, and each finger has its
/// own weight. So a press is compared with the same fingers at rest: with the sum of the greatest pressure of each
/// shortly after it came to rest, landed or clicked, which includes the impact. Both forces are relative, as those of
/// UIKit's `UITouch.force`, where 1 is an average touch.
struct FirmPressTracker: Sendable {
  /// The rest of one finger.
  private struct Rest: Sendable {
    var position: Point
    var since: Timestamp
    /// The greatest pressure within `settling`.
    var pressure: Double

    init(_ contact: FingerTracker.Finger, at time: Timestamp) {
      position = contact.position
      since = time
      pressure = contact.pressure
    }
  }

  /// The time within which a finger that rests reaches its pressure.
  static let settling = Duration.milliseconds(150)
  /// The least pressure of a firm press, as a multiple of that at rest. The pressure of a finger in the recordings of
  /// real hands grows to 1.25 times that after its landing; for libinput, more than 130 of 255 is a palm.
  static let firmness = 1.5
  /// The multiple below which a firm press ends.
  static let release = 1.25
  /// The least difference of the two pressures for each finger, as a share of the range: less is noise.
  static let leastRise = 0.08

  /// True while the fingers press firmly.
  private(set) var isFirm = false
  /// The greatest pressure so far of fingers that rested and did not press firmly, as a failure; nil if they did, or
  /// have not rested yet. Fingers often roll as they lift.
  private(set) var miss: Failure?
  private var greatest = 0.0
  /// The rests, in the order of the contacts.
  private var rests: [Rest] = []

  /// Takes in the contacts after a frame. A finger that lands or lifts, and a click, ends a firm press, and begins the
  /// rest of all fingers again; a finger that moves begins its own again.
  mutating func observe(
    _ frame: FingerTracker.Frame, _ contacts: [FingerTracker.Finger], hasClicked: Bool, at time: Timestamp
  ) {
    guard frame.landed + frame.lifted + frame.cancelled == 0, !hasClicked, rests.count == contacts.count else {
      isFirm = false
      miss = nil
      rests.removeAll(keepingCapacity: true)
      for contact in contacts { rests.append(Rest(contact, at: time)) }
      return
    }
    let isSettled = isFirm || followRests(of: contacts, at: time)
    var pressures = (resting: 0.0, now: 0.0)
    for index in contacts.indices {
      pressures.resting += rests[index].pressure
      pressures.now += contacts[index].pressure
    }
    guard !isFirm else {
      isFirm = pressures.now >= pressures.resting * Self.release
      return
    }
    isFirm =
      isSettled && pressures.resting > 0 && pressures.now >= pressures.resting * Self.firmness
      && pressures.now - pressures.resting >= Self.leastRise * Double(contacts.count)
    if isFirm { miss = nil }
    guard isSettled, !isFirm, pressures.resting > 0 else { return }
    let factor = pressures.now / pressures.resting
    guard miss == nil || factor > greatest else { return }
    greatest = factor
    miss =
      factor < Self.firmness
      ? .pressedLightly(factor, least: Self.firmness)
      : .pressedWeakly((pressures.now - pressures.resting) / Double(contacts.count), least: Self.leastRise)
  }

  /// Takes in the pressure and the movement of fingers that rest.
  /// - Returns: true if there are fingers, and all of them have rested long enough.
  private mutating func followRests(of contacts: [FingerTracker.Finger], at time: Timestamp) -> Bool {
    var isSettled = !contacts.isEmpty
    for index in contacts.indices {
      if (contacts[index].position - rests[index].position).length > Thresholds.slop {
        rests[index] = Rest(contacts[index], at: time)
      }
      if time - rests[index].since <= Self.settling {
        rests[index].pressure = max(rests[index].pressure, contacts[index].pressure)
        isSettled = false
      }
    }
    return isSettled
  }
}
