internal import Time

/// Follows the chains of one device: gestures in, gestures out.
///
/// The action of a step's own rule is held back while a chain that it belongs to may still be made, and follows when
/// none can be any more. Of two chains the one that began first is made, then the longer one, then that of the earlier
/// rule. A gesture belongs to one of them or acts by itself, never both, unless `also` says so.
struct ChainTracker: Sendable {
  private(set) var underWay: ChainsUnderWay
  private var held = HeldGestures()
  private var reports: ChainReports
  /// The number of the last gesture.
  private var number = 0
  /// The last gesture that belongs to a rule.
  private var settled: Settled?

  private struct Settled {
    var trigger: Int
    var time: Timestamp
    /// The landing of its fingers.
    var landing: Timestamp
    /// True if an earlier chain may still be made of it.
    var isHeld: Bool

    init(_ gesture: Gesture, of trigger: Int, _ fingers: ChainFingers, isHeld: Bool) {
      (self.trigger, time, landing) = (trigger, gesture.time, fingers.landing(of: gesture))
      self.isHeld = isHeld
    }
  }

  init(_ table: ChainTable, isExplained: Bool) {
    underWay = ChainsUnderWay(table, isExplained: isExplained)
    reports = ChainReports(isExplained: isExplained)
  }

  /// True if there are no chains.
  var isEmpty: Bool { underWay.table.isEmpty }

  /// True if no gesture is held back and no chain has begun.
  @inline(__always)
  var isIdle: Bool { underWay.chains.isEmpty && held.isEmpty }

  /// True if a chain has begun, or if one of the gestures from `first` on is a step.
  func concerns(_ gestures: [Gesture], from first: Int) -> Bool {
    guard isIdle else { return true }
    // By index: a closure over the elements would be given a copy of each.
    return gestures[first...].indices.contains { index in
      gestures[index].trigger.map { underWay.table.hasPlaces($0) } ?? false
    }
  }

  /// True if `activeRules` have changed since they were read.
  var hasChanged: Bool { underWay.hasChanged }

  /// The time at which passing time alone decides something; nil if it decides nothing.
  // Chains may have been given up since gestures were held back.
  var deadline: Timestamp? { held.hasAny(before: underWay.earliest(beside:)) ? .zero : underWay.deadline }

  /// Replaces each rule trigger's active rule. Chains without an active rule are given up.
  mutating func setActiveRules(_ rules: [RuleIndex?]) { underWay.setActiveRules(rules) }

  /// The active rule of each trigger, those of the steps that may be made now included. Reading it ends a change.
  mutating func activeRules() -> ActiveRules { underWay.activeRules() }

  /// The failures of recognisers, those of steps as those of their chains, and the chains' own.
  func failures(with others: [TouchFailure]) -> [TouchFailure] { underWay.failures(with: others) }

  /// Takes the gestures from `first` on, which have just been recognised, and lets time pass; appends those that are
  /// decided.
  mutating func follow(
    _ gestures: inout [Gesture], from first: Int, at now: Timestamp, _ fingers: ChainFingers
  ) {
    take(&gestures, from: first, fingers)
    underWay.settle(at: now, fingers)
    release(at: now, into: &gestures)
  }

  /// Drops everything that is held back. The gestures from `first` on were cancelled or ended by the same cause.
  mutating func cancel(_ gestures: inout [Gesture], from first: Int) {
    underWay.removeAll()
    held.removeAll()
    take(&gestures, from: first, .none)
    underWay.removeAll()
    held.removeAll()
    reports.removeAll()
  }

  private mutating func take(_ gestures: inout [Gesture], from first: Int, _ fingers: ChainFingers) {
    let recognized = Array(gestures[first...])
    gestures.removeSubrange(first...)
    for gesture in recognized {
      // Fingers that are only down have no part in chains.
      guard let trigger = gesture.trigger, !gesture.kind.isPresence else {
        if gesture.trigger == nil { underWay.noteUnasked(gesture) }
        gestures.append(gesture)
        continue
      }
      switch gesture.phase {
      case .recognized, .began: begin(gesture, trigger, fingers, into: &gestures)
      case .changed, .ended, .cancelled: proceed(gesture, trigger, fingers, into: &gestures)
      }
    }
  }

  /// Takes a gesture that begins, or happens.
  private mutating func begin(
    _ gesture: Gesture, _ trigger: Int, _ fingers: ChainFingers, into gestures: inout [Gesture]
  ) {
    if isSettled(gesture, trigger, fingers) { return }
    number += 1
    let made = underWay.begin(gesture, of: trigger, number, fingers)
    for begun in made where begun.chain.isSimultaneous {
      reports.report(gesture, as: underWay.owner(of: begun), of: trigger, into: &gestures)
    }
    guard let best = underWay.first(of: made) else {
      let own = underWay.ownRule(of: gesture, by: trigger)
      // Of the rules for one movement, the earliest acts.
      if let rule = own.rule, let step = underWay.step(stoodInBy: gesture, of: trigger),
        !held.yield(
          from: step, to: rule,
          where: {
            underWay.table.isRival($0, of: trigger) && !underWay.table.stated.has(.with, $0, trigger)
          })
      {
        return
      }
      let isHeld = report(gesture, trigger, as: own, start: number, into: &gestures)
      if own.rule != nil, !underWay.table.triggers[trigger].isSimultaneous {
        settled = Settled(gesture, of: trigger, fingers, isHeld: isHeld)
      }
      return
    }
    settled = Settled(gesture, of: trigger, fingers, isHeld: false)
    held.remove(from: best.start)
    underWay.removeLater(than: best.start)
    for owner in [underWay.owner(of: best)] + underWay.companions(of: best, among: made, gesture, trigger) {
      report(gesture, trigger, as: owner, start: best.start, into: &gestures)
    }
  }

  /// True if a gesture would stand in for one that belongs to a rule already, with the same fingers or the taps before.
  private func isSettled(_ gesture: Gesture, _ trigger: Int, _ fingers: ChainFingers) -> Bool {
    let table = underWay.table
    guard let settled,
      gesture.landingOfStep != nil && !table.stated.has(.with, trigger, settled.trigger)
        || table.standIns[settled.trigger]?.contains(trigger) ?? false,
      settled.time == gesture.time
        || settled.landing == gesture.landingOfStep ?? fingers.landing(of: gesture)
    else { return false }
    return !settled.isHeld || table.isPart(trigger, of: settled.trigger)
  }

  /// Reports a gesture as that of a rule, or holds it back while an earlier chain may still be made of it.
  /// - Parameter start: the number of the first gesture that belongs to it.
  /// - Returns: true if it is held back.
  @discardableResult
  private mutating func report(
    _ gesture: Gesture, _ trigger: Int, as owner: GestureOwner, start: Int, into gestures: inout [Gesture]
  ) -> Bool {
    let table = underWay.table
    func mayBeStep(beside trigger: Int?) -> Bool { underWay.earliest(beside: trigger).map { $0 <= start } ?? false }
    let isSimultaneous = owner.trigger.map { table.triggers[$0].isSimultaneous } ?? false
    if isSimultaneous { reports.report(gesture, as: owner, of: trigger, into: &gestures) }
    release(at: gesture.time, into: &gestures)
    let isHeld = !isSimultaneous && mayBeStep(beside: owner.trigger)
    if !isSimultaneous, !isHeld { reports.report(gesture, as: owner, of: trigger, into: &gestures) }
    // One that acts at once may be a step as well: its end is that of the step.
    if mayBeStep(beside: nil) { held.hold(gesture, of: trigger, start: start, as: isHeld ? owner : nil) }
    return isHeld
  }

  /// Takes a moment of a gesture that has begun.
  private mutating func proceed(
    _ gesture: Gesture, _ trigger: Int, _ fingers: ChainFingers, into gestures: inout [Gesture]
  ) {
    reports.proceed(gesture, of: trigger, into: &gestures)
    guard let start = held.add(gesture, of: trigger), gesture.phase != .changed else { return }
    underWay.end(gesture, of: trigger, start, fingers)
    release(at: gesture.time, into: &gestures)
  }

  /// Reports what was held back, and is a step of no chain that may still be made.
  private mutating func release(at now: Timestamp, into gestures: inout [Gesture]) {
    while let first = held.takeFirst(before: underWay.earliest(beside:)) {
      reports.report(first, at: now, into: &gestures)
    }
  }
}
