internal import Diagnostics
internal import Gestures
internal import RulesFile
internal import Time
internal import Touch

/// Distances and times that suit the hand that showed a gesture several times.
extension ShownGesture {
  /// A limit as a key of rules, the amount by the settings, and the amount that a hand needs.
  private struct Limit {
    var key: Word
    var usual: Double
    var needed: Double
    /// True if the hand has to reach it, false if it may not exceed it.
    var isLeast: Bool
    /// The smallest difference between two values, and its unit.
    var step: Double
    var unit: String

    /// The part of the smallest amount shown that a rule requires, and the multiple of the largest that it allows, so
    /// that a hand that is never twice the same has a margin.
    private static let margin = 0.7

    /// The value for a rule; nil if the usual one leaves the hand its margin.
    var value: String? {
      let wanted = isLeast ? needed * Self.margin : needed / Self.margin
      guard isLeast ? wanted < usual : wanted > usual else { return nil }
      let rounded = (wanted / step).rounded(isLeast ? .down : .up) * step
      return "\(Phrase.number(max(rounded, step)))\(unit)"
    }
  }

  /// The same gesture with the distances and times that its showings need where the usual ones leave the hand no
  /// margin; nil if no such rule acts on all of them.
  public func fitted(to showings: [Showing], in context: LearnedRule.Context) -> ShownGesture? {
    if definition != nil { return sequence(fittedTo: showings, in: context) }
    var plain = words
    plain.qualifiers.removeAll { [Word.distance, .within, .gap].map(\.name).contains($0.name) }
    guard let usual = context.file.trigger(plain.keys) else { return nil }
    var own = plain
    for limit in Self.limits(of: usual.pattern, in: showings) {
      if let value = limit.value { own.qualifiers.append(.init(limit.key, [value])) }
    }
    return [own, words, plain].lazy.compactMap { words in
      context.file.trigger(words.keys).map { ShownGesture(words: words, trigger: $0) }
    }.first { gesture in showings.allSatisfy { $0.shows(gesture, in: context) } }
  }

  private static func limits(of pattern: Pattern, in showings: [Showing]) -> [Limit] {
    func least(_ key: Word, _ usual: Double, _ unit: String, _ amount: (Showing) -> Double) -> Limit {
      Limit(
        key: key, usual: usual, needed: showings.map(amount).min() ?? usual, isLeast: true, step: 1, unit: unit)
    }
    func longest(_ key: Word, _ usual: Duration, _ time: (Showing) -> Duration) -> Limit {
      Limit(
        key: key, usual: usual.inSeconds * 1000, needed: (showings.map(time).max() ?? usual).inSeconds * 1000,
        isLeast: false, step: 50, unit: "ms")
    }
    if case .swipe(let pattern) = pattern, pattern.legs == 1 {
      // One that takes longer is a pan.
      return [least(.distance, pattern.distance.value, "mm") { $0.movement.translation.length.value }]
    }
    if case .pinch(let pattern) = pattern {
      return [least(.distance, pattern.change * 100, "%") { abs($0.pinch.scale - 1) * 100 }]
    }
    if case .rotate(let pattern) = pattern {
      return [least(.distance, pattern.angle, "°") { abs($0.turn.degrees) }]
    }
    guard case .tap(let pattern) = pattern else { return [] }
    let touches = longest(.within, pattern.within ?? TapPattern.longest) { $0.longestTouch }
    return pattern.taps == 1 ? [touches] : [touches, longest(.gap, pattern.gap) { $0.longestGap }]
  }
}
