public import Touch

// The first rule in the file that matches acts. An earlier rule hides a later one if every hand that matches the later
// one matches it, too: the recognisers never look at hidden candidates; the checker and explanations report their
// rules.

/// The precedence of a candidate: of two that succeed at once, the lower one wins.
enum Precedence: Hashable, Comparable, Sendable {
  /// Rules, in the order of the file and of what they state (`TieTable.order`).
  case rule(place: Int, RuleIndex)
  /// Unasked gestures, behind every rule.
  case unasked(Int)

  /// The rule; nil for an unasked gesture.
  var rule: RuleIndex? {
    if case .rule(_, let rule) = self { rule } else { nil }
  }

  /// That of a rule which states nothing about others.
  static func rule(_ rule: RuleIndex) -> Precedence { .rule(place: rule.position, rule) }
}

extension StartRegion? {
  /// True if every touch that starts for `other` starts here, too; nil is everywhere.
  public func contains(_ other: StartRegion?) -> Bool {
    switch (self, other) {
    case (nil, _): true
    case (let one?, let two?): one.covers(two)
    case (_?, nil): false
    }
  }
}

extension ClosedRange<Millimetres>? {
  /// True if this permits every distance that `other` permits; nil permits all.
  public func contains(_ other: ClosedRange<Millimetres>?) -> Bool {
    switch (self, other) {
    case (nil, _): true
    case (let one?, let two?): one.lowerBound <= two.lowerBound && two.upperBound <= one.upperBound
    case (_?, nil): false
    }
  }
}

extension StartRegion {
  /// True if every touch that starts in `other` starts here, too.
  fileprivate func covers(_ other: StartRegion) -> Bool {
    switch (self, other) {
    case (.edge(let one, let margin), .edge(let two, let other)): one.isSuperset(of: two) && margin >= other
    case (.corner(let one, let margin), .corner(let two, let other)): one.isSuperset(of: two) && margin >= other
    case (.edge(let one, let margin), .allEdges(let two, let other)): !one.isDisjoint(with: two) && margin >= other
    case (.corner(let one, let margin), .allCorners(let two, let other)): !one.isDisjoint(with: two) && margin >= other
    case (.allEdges(let one, let margin), .allEdges(let two, let other)): one.isSubset(of: two) && margin >= other
    case (.allCorners(let one, let margin), .allCorners(let two, let other)): one.isSubset(of: two) && margin >= other
    case (.zone(let one), .zone(let two)):
      one.left.isUpTo(two.left) && two.right.isUpTo(one.right) && one.top.isUpTo(two.top)
        && two.bottom.isUpTo(one.bottom)
    case (.edge, _), (.corner, _), (.allEdges, _), (.allCorners, _), (.zone, _): false
    }
  }
}

extension Zone.Position {
  /// True if it is not behind `other`; false if that depends on the size of the device.
  fileprivate func isUpTo(_ other: Zone.Position) -> Bool {
    switch (self, other) {
    case (.share(let one), .share(let two)): one <= two
    case (.length(let one), .length(let two)): one <= two
    case (.share(let share), .length): share == 0
    case (.length, .share(let share)): share == 1
    }
  }
}
