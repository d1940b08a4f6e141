/// A gesture that is held back.
struct HeldGesture: Sendable {
  /// The number of the first gesture that belongs to it.
  let start: Int
  /// The index of the trigger whose recogniser made it.
  let trigger: Int
  /// Its moments, as those of the rule that it has if no chain comes of it; none if they are reported already.
  fileprivate(set) var moments: [Gesture]
  /// True if it goes on.
  fileprivate(set) var isOpen: Bool

  /// Adds a moment of the gesture; changes that follow one another are one.
  fileprivate mutating func add(_ moment: Gesture) {
    isOpen = moment.phase == .changed
    guard let last = moments.last else { return }
    var moment = moment.owned(by: GestureOwner(last))
    if moment.phase == .changed, last.phase == .changed {
      moment.steps += last.steps
      moments.removeLast()
    }
    moments.append(moment)
  }
}

/// The gestures of one device that are held back, since they may be steps of chains that may still be made.
///
/// The gestures are in the order of their numbers, and leave in that order.
struct HeldGestures: Sendable {
  private var gestures: [HeldGesture] = []

  var isEmpty: Bool { gestures.isEmpty }

  /// Holds a gesture back that begins, or happens.
  /// - Parameter owner: the rule that it has if no chain comes of it; nil if it is reported already.
  mutating func hold(_ gesture: Gesture, of trigger: Int, start: Int, as owner: GestureOwner?) {
    gestures.append(
      HeldGesture(
        start: start, trigger: trigger, moments: owner.map { [gesture.owned(by: $0)] } ?? [],
        isOpen: gesture.phase == .began))
  }

  /// Takes a moment of a gesture that has begun.
  /// - Returns: its `start`; nil if it is not held back.
  mutating func add(_ moment: Gesture, of trigger: Int) -> Int? {
    guard let index = gestures.firstIndex(where: { $0.trigger == trigger && $0.isOpen }) else { return nil }
    gestures[index].add(moment)
    return gestures[index].start
  }

  /// Leaves those from a number on to the rule of another gesture, if they are of later rules.
  /// - Parameter isRival: true of a trigger that makes the same movement.
  /// - Returns: false if one is of an earlier rule.
  mutating func yield(from start: Int, to rule: RuleIndex, where isRival: (Int) -> Bool) -> Bool {
    let rivals = gestures.indices.filter { index in
      gestures[index].start >= start && isRival(gestures[index].trigger) && gestures[index].moments.first?.rule != nil
    }
    guard rivals.allSatisfy({ gestures[$0].moments.first?.rule.map { rule < $0 } ?? true }) else { return false }
    for index in rivals { gestures[index].moments = [] }
    return true
  }

  /// Drops those from a number on: a chain was made of them.
  mutating func remove(from start: Int) { gestures.removeAll { $0.start >= start } }

  /// Drops all.
  mutating func removeAll() { gestures.removeAll() }

  /// True if `takeFirst` has one.
  /// - Parameter earliest: the number of the first gesture that belongs to no rule yet, beside the rule of a trigger.
  func hasAny(before earliest: (_ trigger: Int?) -> Int?) -> Bool {
    guard let first = gestures.first else { return false }
    return earliest(first.moments.first?.trigger).map { first.start < $0 } ?? true
  }

  /// Takes the first one, if it is before the number of `earliest`, or that is nil.
  mutating func takeFirst(before earliest: (_ trigger: Int?) -> Int?) -> HeldGesture? {
    hasAny(before: earliest) ? gestures.removeFirst() : nil
  }
}
