internal import Diagnostics
internal import Gestures
internal import YAML

/// Suggestions are only made if the file is better with them: pasted in place of the text, they have to be valid.
extension RulesReader {
  /// The largest mapping that is read again for a suggestion. No rule has as many keys.
  private static let mostEntries = 50

  /// True if `name` as the key of `entry` makes the rule that consists of `rule` better.
  func checks(_ name: String, insteadOf entry: Node.Entry, in rule: [Node.Entry]) -> Bool {
    guard seeksSuggestions else { return false }
    guard warnsOfDoubts, rule.count <= Self.mostEntries else { return true }
    let changed = rule.map { other -> Node.Entry in
      guard other.key == entry.key else { return other }
      var entry = entry
      entry.key.content = .scalar(name, isPlain: true)
      return entry
    }
    return errors(in: changed) < errors(in: rule)
  }

  /// The number of errors in a rule.
  private func errors(in entries: [Node.Entry]) -> Int {
    guard var node = entries.first?.key else { return 0 }
    node.content = .mapping(entries)
    var reader = RulesReader(keyNames: keyNames)
    reader.warnsOfDoubts = false
    reader.defaults = defaults
    reader.strokes = strokes
    _ = reader.rule(node, in: GroupContext())
    return reader.errorCount
  }

  /// Reports an unknown key of a rule.
  /// - Parameter gesture: the rule's gesture; nil if it has none.
  mutating func reportUnknownKey(_ entry: Node.Entry, of rule: [Node.Entry], gesture: Word?) {
    let reader = self
    reportUnknown(
      entry, in: .rule, isValid: { reader.checks($0, insteadOf: entry, in: rule) },
      exampleOf: { Self.example(of: $0, gesture: gesture) })
  }

  /// Help that shows a key of a rule with its value; nil for keys whose value is an action.
  static func example(of name: String, gesture: Word?) -> String? {
    guard let word = Vocabulary.word(name, in: .rule) else { return nil }
    if word.role == .gesture, gesture != nil {
      return "a rule has one gesture; for another, start a rule with '- \(name): …'"
    }
    if case .qualifier(let kinds) = word.role, let gesture, !kinds.contains(where: { $0.rawValue == gesture.name }) {
      return "'\(name)' is for \(Phrase.list(kinds.map(\.rawValue)))"
    }
    let kind = gesture.flatMap { Gesture.Kind(rawValue: $0.name) }
    let example: String
    switch word.value {
    case .duration, .resume: example = "500ms"
    case .length: example = "12mm"
    case .distance, .step:
      switch kind {
      case .pinch: example = "10%"
      case .rotate: example = "15°"
      case .longPress, .press: example = "100ms"
      default: example = "12mm"
      }
    case .speed: example = "300mm/s"
    case .fingers: example = "3"
    case .anchor: example = "1"
    case .tapCount: example = "single"
    case .flag: example = "true"
    case .devices: example = "touchpad"
    case .directions: example = "left"
    case .word(let context), .words(let context), .regions(let context):
      example = Vocabulary.names(in: context).first ?? "…"
    case .mapping(.condition): example = "{app: firefox}"
    case .actions: example = "{keys: super+Page_Down}"
    default: return "the key is '\(name)'"
    }
    return "write '\(name): \(example)'"
  }
}
