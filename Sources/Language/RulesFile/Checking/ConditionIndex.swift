internal import Rules

/// The different conditions of a file's rules by number, and the implications between them.
struct ConditionIndex {
  /// The largest number of conditions whose implications are examined. Nobody has more; beyond it, only equal and empty
  /// conditions are.
  private static let most = 300
  /// The largest number of names in all of them, since each may be looked up in every other condition.
  private static let mostValues = 10_000

  /// The number of each rule's condition.
  private let numbers: [Int]
  /// The conditions that each condition implies, itself included.
  private let implied: [[Int]]

  /// The index of the conditions of rules.
  init(_ all: Numbered<Condition>) {
    numbers = all.numbers
    let conditions = all.all
    let areMany =
      conditions.count > Self.most || conditions.reduce(0) { $0 + $1.valueCount } > Self.mostValues
    implied = conditions.indices.map { number in
      let condition = conditions[number]
      // A rule without a `locked` clause is for an unlocked session.
      let others = areMany ? [all.number(of: Condition()), number].compactMap { $0 } : Array(conditions.indices)
      return others.filter {
        $0 == number || conditions[$0].namesLock == condition.namesLock && conditions[$0].isImplied(by: condition)
      }
    }
  }

  /// The number of a rule's condition.
  func number(of rule: Int) -> Int { numbers[rule] }

  /// The numbers of the conditions that the condition of `rule` implies.
  func implied(by rule: Int) -> [Int] { implied[numbers[rule]] }
}

extension Condition {
  /// The number of names and other values in it, nested conditions included.
  fileprivate var valueCount: Int { clauses.reduce(0) { $0 + $1.valueCount } }
}

extension Condition.Clause {
  fileprivate var valueCount: Int {
    switch self {
    case .app(let patterns), .title(let patterns), .output(let patterns): patterns.count
    case .mode(let names): names.count
    case .connected(let connections): connections.count
    case .orientation, .fullscreen, .fact, .modifiers, .locked, .ask: 1
    case .not(let condition), .under(let condition): condition.valueCount
    case .any(let conditions): conditions.reduce(0) { $0 + $1.valueCount }
    }
  }
}
