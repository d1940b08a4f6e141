internal import Gestures
package import Rules

extension Condition {
  /// True if it evidently holds wherever `other` does: each of its clauses is implied by one of the other's.
  func isImplied(by other: Condition) -> Bool {
    clauses.allSatisfy { clause in other.clauses.contains { clause.isImplied(by: $0) } }
  }

  /// True if two of its clauses exclude each other, so that it never holds.
  package var contradictsItself: Bool {
    clauses.indices.contains { index in
      clauses[index].contradictsItself || clauses[..<index].contains { clauses[index].excludes($0) }
    }
  }
}

extension Condition.Clause {
  /// True if it holds wherever `other` does.
  fileprivate func isImplied(by other: Condition.Clause) -> Bool {
    switch (self, other) {
    case (.app(let one), .app(let two)), (.title(let one), .title(let two)), (.output(let one), .output(let two)):
      Self.patterns(one, cover: two)
    case (.mode(let one), .mode(let two)): Set(one).isSuperset(of: two)
    case (.orientation(let one), .orientation(let two)): one.isSuperset(of: two)
    case (.connected(let one), .connected(let two)): Set(one).isSuperset(of: two)
    case (.under(let one), .under(let two)): one.isImplied(by: two)
    case (.app, _), (.title, _), (.output, _), (.mode, _), (.orientation, _), (.fullscreen, _), (.modifiers, _),
      (.fact, _), (.connected, _), (.locked, _), (.under, _), (.not, _), (.any, _), (.ask, _):
      self == other
    }
  }

  /// True if `patterns` match everything that `others` match. Takes time proportional to their number if they are names
  /// without wildcards, as nearly all are.
  private static func patterns(_ patterns: [Wildcard], cover others: [Wildcard]) -> Bool {
    func match(_ other: Wildcard) -> Bool {
      patterns.contains { !$0.isLiteral && ($0.text == "*" || $0.matches(nameOf: other)) }
    }
    // Most lists differ in their first name: this is checked before a set is made of the others.
    guard let first = others.first, patterns.contains(first) || match(first) else { return others.isEmpty }
    let known = Set(patterns)
    return others.dropFirst().allSatisfy { known.contains($0) || match($0) }
  }

  /// True if it never holds.
  fileprivate var contradictsItself: Bool {
    if case .under(let condition) = self { condition.contradictsItself } else { false }
  }

  /// True if it never holds where `other` does.
  fileprivate func excludes(_ other: Condition.Clause) -> Bool {
    switch (self, other) {
    case (.app(let one), .app(let two)), (.title(let one), .title(let two)), (.output(let one), .output(let two)):
      one.allSatisfy { $0.isLiteral } && two.allSatisfy { $0.isLiteral } && Set(one).isDisjoint(with: two)
    case (.mode(let one), .mode(let two)): Set(one).isDisjoint(with: two)
    case (.orientation(let one), .orientation(let two)): one.isDisjoint(with: two)
    case (.fullscreen(let one), .fullscreen(let two)), (.locked(let one), .locked(let two)): one != two
    case (.fact(let fact, let one), .fact(let other, let two)): fact == other && one != two
    case (.modifiers(let one), .modifiers(let two)): one != two
    case (.under(let one), .under(let two)): Condition(one.clauses + two.clauses).contradictsItself
    case (.not(let condition), let clause), (let clause, .not(let condition)):
      condition.isImplied(by: Condition([clause]))
    case (.app, _), (.title, _), (.output, _), (.mode, _), (.orientation, _), (.fullscreen, _), (.modifiers, _),
      (.fact, _), (.connected, _), (.locked, _), (.under, _), (.any, _), (.ask, _):
      false
    }
  }
}
