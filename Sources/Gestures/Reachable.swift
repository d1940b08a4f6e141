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
      return one == two ? $0.lastRank < $1.lastRank : one < two
    }
    for candidate in sorted {
      // Candidates with angles are never ruled out.
      let directions = kept.reduce(candidate.pattern.directionBits) { directions, other in
        directions != 0 && other.precedes(candidate, swipesWait: wait)
          ? directions & ~other.pattern.directionBits : directions
      }
      if directions != 0 || !candidate.pattern.angles.isEmpty { kept.append(candidate) }
    }
    return kept.sorted { $0.rank < $1.rank }
  }
}

extension Candidate {
  /// The highest rank it can have while enabled.
  fileprivate var lastRank: Int { certainRank ?? rank }

  /// True if, in the directions that both permit, this one always claims the sequence before `other` can.
  fileprivate func precedes(_ other: Candidate, swipesWait: Bool) -> Bool {
    // A candidate that is not always enabled rules nothing out.
    guard let certainRank, !isSimultaneous, !other.isSimultaneous, pattern.kind == other.pattern.kind else {
      return false
    }
    let isEarlier = certainRank < other.rank
    return start.precedes(other.start, isEarlier: isEarlier)
      && pattern.precedes(other.pattern, isEarlier: isEarlier, swipesWait: swipesWait)
  }
}
