/// Values of which many are equal, by number: what depends on a value alone is found once for all that equal it.
package struct Numbered<Value: Hashable> {
  /// The different values, in the order in which they come first.
  private(set) var all: [Value] = []
  /// The index at which each of them comes first.
  private(set) var firsts: [Int] = []
  /// The number of each value.
  private(set) var numbers: [Int] = []
  private var known: [Value: Int] = [:]

  package init(_ values: some Collection<Value>) {
    numbers.reserveCapacity(values.count)
    for value in values {
      let number = known[value] ?? all.count
      if number == all.count {
        known[value] = number
        all.append(value)
        firsts.append(numbers.count)
      }
      numbers.append(number)
    }
  }

  /// The number of a value; nil if there is none like it.
  func number(of value: Value) -> Int? { known[value] }

  /// The same number of values, each made of one of these.
  func map<Other>(_ transform: (Value) -> Other) -> Numbered<Other> {
    var others = Numbered<Other>(all.map(transform))
    others.firsts = others.firsts.map { firsts[$0] }
    others.numbers = numbers.map { others.numbers[$0] }
    return others
  }
}
