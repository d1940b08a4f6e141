internal import Rules

/// The different conditions of a file's rules by number, and which of them follow from which.
struct ConditionIndex {
  /// More different ones than this nobody has; of those, only equal ones and none are compared.
  private static let most = 300
  /// Nor as many names in all of them: each may have to be looked for among those of every other.
  private static let mostValues = 10_000

  /// For each rule the number of its condition.
  private var numbers: [Int] = []
  /// For each condition those that hold wherever it does, itself among them.
  private var implied: [[Int]] = []

  /// That of `rules`; nil for one that counts for nothing.
  init(_ rules: [Rule?]) {
    var known: [Condition: Int] = [:]
    var conditions: [Condition] = []
    for rule in rules {
      let condition = rule?.condition ?? Condition()
      let number = known[condition] ?? conditions.count
      if number == conditions.count {
        known[condition] = number
        conditions.append(condition)
      }
      numbers.append(number)
    }
    let areMany =
      conditions.count > Self.most || conditions.reduce(0) { $0 + $1.valueCount } > Self.mostValues
    implied = conditions.indices.map { number in
      let condition = conditions[number]
      // A rule that says nothing of the lock is for a session that is not locked.
      let others = areMany ? [known[Condition()], number].compactMap { $0 } : Array(conditions.indices)
      return others.filter {
        $0 == number || conditions[$0].namesLock == condition.namesLock && conditions[$0].isImplied(by: condition)
      }
    }
  }

  /// The number of a rule's condition.
  func number(of rule: Int) -> Int { numbers[rule] }

  /// The numbers of the conditions that hold wherever that of `rule` does.
  func implied(by rule: Int) -> [Int] { implied[numbers[rule]] }
}

extension Condition {
  /// How many names and other values it asks about, with those of the conditions in it.
  fileprivate var valueCount: Int { clauses.reduce(0) { $0 + $1.valueCount } }
}

extension Condition.Clause {
  fileprivate var valueCount: Int {
    switch self {
    case .app(let patterns), .title(let patterns), .output(let patterns): patterns.count
    case .mode(let names): names.count
    case .orientation, .fullscreen, .modifiers, .locked: 1
    case .not(let condition): condition.valueCount
    case .any(let conditions): conditions.reduce(0) { $0 + $1.valueCount }
    }
  }
}
