internal import Diagnostics
internal import Gestures
internal import YAML

extension RulesDecoder {
  private static let expectedFingers = "a number from 1 to \(Trigger.mostFingers)"
  private static let fingersHelp = "write a number from 1 to \(Trigger.mostFingers), or a range such as 3-4"

  /// Reads `fingers`: `3`, `3-4` or `[3, 4]`.
  mutating func fingers(_ field: Field) -> ClosedRange<Int>? {
    let value = field.value
    guard case .sequence = value.content else { return range(value, for: field.name) }
    guard let elements = elements(of: value, for: field.name, expected: Self.expectedFingers, example: "3") else {
      return nil
    }
    var numbers: Set<Int> = []
    for element in elements {
      guard let range = range(element, for: field.name) else { return nil }
      numbers.formUnion(range)
    }
    guard let least = numbers.min(), let most = numbers.max() else { return nil }
    guard most - least + 1 == numbers.count else {
      mismatch(
        .wrongFingers, "the numbers of fingers must be consecutive", at: value.span,
        help: "write two rules, or a range such as \(least)-\(most)")
      return nil
    }
    return least...most
  }

  /// Reads a number or a range of fingers.
  private mutating func range(_ node: Node, for key: String) -> ClosedRange<Int>? {
    guard let text = text(of: node, for: key, expected: Self.expectedFingers, example: "3") else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    guard numbers.count == parts.count, let first = numbers.first, let last = numbers.last, parts.count <= 2 else {
      mismatch(
        .wrongFingers, "\(Phrase.quote(text)) is not a number of fingers", at: node.span,
        found: .fingers(text), help: Self.fingersHelp)
      return nil
    }
    guard numbers.allSatisfy({ (1...Trigger.mostFingers).contains($0) }) else {
      mismatch(
        .wrongFingers, "\(Phrase.quote(text)) is out of range: 'fingers' is from 1 to \(Trigger.mostFingers)",
        at: node.span)
      return nil
    }
    guard first <= last else {
      mismatch(
        .wrongFingers, "\(Phrase.quote(text)) is reversed", at: node.span, found: .fingers("\(last)-\(first)"))
      return nil
    }
    return first...last
  }
}
