extension [Candidate] {
  /// The candidates that can ever own a touch sequence, in their order. The others, however many, are never looked at:
  /// every hand that matches one of them matches a candidate of an earlier rule, too.
  func reachable() -> [Candidate] {
    var kept: [Candidate] = []
    // In this order, candidates that can hide another come before it.
    for candidate in sorted(by: { $0.lastPrecedence < $1.lastPrecedence }) {
      // Candidates with angles are never ruled out.
      let directions = kept.reduce(candidate.pattern.directionBits) { directions, other in
        directions != 0 && other.hides(candidate) ? directions & ~other.pattern.directionBits : directions
      }
      if directions != 0 || !candidate.pattern.angles.isEmpty { kept.append(candidate) }
    }
    return kept.sorted { $0.precedence < $1.precedence }
  }
}

extension Candidate {
  /// The last precedence it can have while enabled.
  fileprivate var lastPrecedence: Precedence { certainRule.map { .rule($0) } ?? precedence }

  /// True if, in the directions that both permit, this one always acts where `other` would.
  fileprivate func hides(_ other: Candidate) -> Bool {
    // A candidate that is not always enabled hides nothing.
    guard let certainRule, !isSimultaneous, !other.isSimultaneous, !isTied, !other.isTied,
      pattern.kind == other.pattern.kind
    else {
      return false
    }
    return .rule(certainRule) < other.precedence && start.contains(other.start) && apart.contains(other.apart)
      && pattern.isImplied(by: other.pattern)
  }
}
