/// The different conditions of a file's rules by number, and which of them follow from which.
struct ConditionIndex {
  /// More different ones than this nobody has; of those, only equal ones and none are compared.
  private static let most = 300

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
    let areMany = conditions.count > Self.most
    implied = conditions.indices.map { number in
      let condition = conditions[number]
      // A rule that says nothing of the lock is for a session that is not locked.
      let others = areMany ? [known[Condition()], number].compactMap { $0 } : Array(conditions.indices)
      return others.filter {
        conditions[$0].namesLock == condition.namesLock && conditions[$0].isImplied(by: condition)
      }
    }
  }

  /// The number of a rule's condition.
  func number(of rule: Int) -> Int { numbers[rule] }

  /// The numbers of the conditions that hold wherever that of `rule` does.
  func implied(by rule: Int) -> [Int] { implied[numbers[rule]] }
}
