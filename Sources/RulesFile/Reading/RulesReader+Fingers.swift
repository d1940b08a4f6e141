internal import Diagnostics
internal import Gestures
internal import YAML

extension RulesReader {
  private static let expectedFingers = "a number from 1 to \(Trigger.mostFingers)"
  private static let fingersHelp = "write a number from 1 to \(Trigger.mostFingers), or a range such as 3-4"

  /// Reads `fingers`: `3`, `3-4` or `[3, 4]`.
  mutating func fingers(_ value: Node) -> ClosedRange<Int>? {
    guard case .sequence = value.content else { return range(value) }
    guard let elements = elements(of: value, for: "fingers", expected: Self.expectedFingers, example: "3") else {
      return nil
    }
    var numbers: Set<Int> = []
    for element in elements {
      guard let range = range(element) else { return nil }
      numbers.formUnion(range)
    }
    guard let least = numbers.min(), let most = numbers.max() else { return nil }
    guard most - least + 1 == numbers.count else {
      report(
        .wrongFingers, "the numbers of fingers must be consecutive", at: value.span,
        help: "write two rules, or a range such as \(least)-\(most)")
      return nil
    }
    return least...most
  }

  /// Reads a number or a range of fingers.
  private mutating func range(_ node: Node) -> ClosedRange<Int>? {
    guard let text = text(of: node, for: "fingers", expected: Self.expectedFingers, example: "3") else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    guard numbers.count == parts.count, let first = numbers.first, let last = numbers.last, parts.count <= 2 else {
      report(
        .wrongFingers, "\(Phrase.quote(text)) is not a number of fingers", at: node.span,
        suggestion: Self.meantFingers(text), help: Self.fingersHelp)
      return nil
    }
    guard numbers.allSatisfy({ (1...Trigger.mostFingers).contains($0) }) else {
      report(
        .wrongFingers, "\(Phrase.quote(text)) is out of range: 'fingers' is from 1 to \(Trigger.mostFingers)",
        at: node.span)
      return nil
    }
    guard first <= last else {
      report(
        .wrongFingers, "\(Phrase.quote(text)) is reversed", at: node.span, suggestion: "\(last)-\(first)")
      return nil
    }
    return first...last
  }

  /// The number or range that is probably meant by something else: a word, or another notation of a range.
  private static func meantFingers(_ text: String) -> String? {
    let words = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    if let index = words.firstIndex(of: text.lowercased()) { return "\(index + 1)" }
    if ["any", "all", "*"].contains(text.lowercased()) { return "1-\(Trigger.handFingers)" }
    let parts = text.split { !($0.isASCII && $0.isNumber) }.map(String.init)
    // The 0 of 3.0 is not a number of fingers.
    let numbers = (text.wholeMatch(of: /[0-9]+\.0*/) == nil ? parts : Array(parts.prefix(1))).compactMap { Int($0) }
    guard numbers.allSatisfy({ (1...Trigger.mostFingers).contains($0) }) else { return nil }
    switch numbers.count {
    case 1:
      let most = numbers[0] < Trigger.handFingers ? Trigger.handFingers : Trigger.mostFingers
      return text.hasSuffix("+") && numbers[0] < most ? "\(numbers[0])-\(most)" : "\(numbers[0])"
    case 2 where numbers[0] < numbers[1]: return "\(numbers[0])-\(numbers[1])"
    default: return nil
    }
  }
}
