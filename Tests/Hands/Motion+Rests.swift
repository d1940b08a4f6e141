import Touch

/// Fingers that tap, or rest.
extension Motion {
  /// Taps, one after another. Those of real hands last 24 to 124 ms, a slow person's longer; the pads of the fingers
  /// roll by a millimetre.
  static func tap(fingers: Int, taps: Int = 1, _ random: inout SplitMix) -> Motion {
    let spacing = random.within(12...(fingers == 5 ? 28 : 35))
    let poise = Poise(fingers, spacing: spacing...spacing, withThumb: fingers == 5, &random)
    let isSlow = random.chance(0.1)
    var motion = Motion(contacts: [])
    for _ in 0..<taps {
      let start = motion.contacts.isEmpty ? 0 : motion.end + random.within(40...250)
      // A hand finds its place again; on a screen of unknown size that may count as more.
      let stray = start == 0 ? .zero : random.anyWay(0...6)
      let lands = poise.style.landings(fingers, &random)
      let last = lands.max() ?? 0
      let roll = random.anyWay(0...1.2)
      // All are down for a moment, or the quickest are gone already when the last one lands.
      let end = last + (isSlow ? random.within(100...180) : random.within(24...110))
      let lifts = poise.style.lifts(fingers, from: end, within: 70, &random)
      for index in poise.homes.indices {
        motion.contacts.append(
          Contact(
            home: poise.homes[index] + stray, lands: start + lands[index], lifts: start + lifts[index], roll: roll))
      }
    }
    return motion
  }

  /// A long press, with `taps` before it. Resting fingers drift: 0.6 mm in 0.5 s, 2.1 mm in 2 s.
  static func longPress(fingers: Int, taps: Int = 0, _ random: inout SplitMix) -> Motion {
    let poise = Poise(fingers, &random)
    let rest = random.within(650...1500)
    let press = poise.motion(until: poise.lastLanding + rest, &random)
    var motion = taps == 0 ? Motion(contacts: []) : tap(fingers: fingers, taps: taps, &random)
    let start = taps == 0 ? 0 : motion.end + random.within(40...200)
    // The press comes where the taps were, as near as a hand finds its place again.
    let homes = taps == 0 ? poise.homes : motion.contacts.suffix(fingers).map { $0.home + random.anyWay(0...3) }
    let drift = random.anyWay(0.2...1.2) * (rest / 1000)
    for (contact, home) in zip(press.contacts, homes) {
      motion.contacts.append(
        Contact(home: home, lands: start + contact.lands, lifts: start + contact.lifts, roll: drift))
    }
    motion.tremor = press.tremor
    return motion
  }
}
