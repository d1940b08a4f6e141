extension [Candidate] {
  /// The candidates that can ever own a touch sequence, in their order. The others, however many, are never looked at:
  /// whenever the conditions of one are met, those of another candidate were met before (a swipe of 20 mm passes 12
  /// mm), or are met at once and precede it.
  func reachable() -> [Candidate] {
    // If a shape may be drawn, swipes wait for the lift.
    let wait = contains { $0.pattern.kind == .stroke }
    var kept: [Candidate] = []
    // In this order, candidates that can precede another come before it.
    let sorted = sorted {
      let (one, two) = ($0.pattern.precedenceOrder, $1.pattern.precedenceOrder)
      return one == two ? $0.lastPrecedence < $1.lastPrecedence : one < two
    }
    for candidate in sorted {
      // Candidates with angles are never ruled out.
      let directions = kept.reduce(candidate.pattern.directionBits) { directions, other in
        directions != 0 && other.precedes(candidate, swipesWait: wait)
          ? directions & ~other.pattern.directionBits : directions
      }
      if directions != 0 || !candidate.pattern.angles.isEmpty { kept.append(candidate) }
    }
    return kept.sorted { $0.precedence < $1.precedence }
  }
}

extension Candidate {
  /// The last precedence it can have while enabled.
  fileprivate var lastPrecedence: Precedence { certainRule.map { .rule($0) } ?? precedence }

  /// True if, in the directions that both permit, this one always claims the sequence before `other` can.
  fileprivate func precedes(_ other: Candidate, swipesWait: Bool) -> Bool {
    // A candidate that is not always enabled rules nothing out.
    guard let certainRule, !isSimultaneous, !other.isSimultaneous, pattern.kind == other.pattern.kind else {
      return false
    }
    let isEarlier = .rule(certainRule) < other.precedence
    return start.precedes(other.start, isEarlier: isEarlier)
      && pattern.precedes(other.pattern, isEarlier: isEarlier, swipesWait: swipesWait)
  }
}
