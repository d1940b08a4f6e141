internal import Diagnostics
internal import Gestures
internal import Rules
internal import YAML

/// The places at which the limits of rules stand.
extension RulesDecoder {
  /// The keys that state the limits of a rule and what it requires: its own, those of its group, and those of
  /// `settings` that apply to it.
  func statedKeys(of kind: Gesture.Kind, _ fields: Fields, in group: GroupContext) -> [StatedKey] {
    var keys = Self.keys(fields)
    func add(_ others: [StatedKey]?, as name: (String) -> String = { $0 }) {
      for var key in others ?? [] {
        key.name = name(key.name)
        if key.file == fileName { key.file = nil }
        if !keys.contains(where: { $0.name == key.name }) { keys.append(key) }
      }
    }
    add(group.keys)
    guard !content.settingKeys.isEmpty else { return keys }
    for start in [Word.edge, .corner] where fields[start] != nil {
      add(content.settingKeys[start.name]?.filter { kind.isOneStraightMovement || $0.name != Word.distance.name })
    }
    add(content.settingKeys[kind.rawValue])
    // The swipe before a long press has no keys but those.
    if fields[.moved] != nil { add(content.settingKeys[Word.swipe.name]) { "\(Word.swipe.name): \($0)" } }
    add(content.settingKeys[""]?.filter { $0.name == .settle })
    return keys
  }

  /// The keys that state what a rule requires beside its limits.
  private static let requirements: [Word] = [.when, .fingers, .device, .settle]

  /// The keys that state limits or requirements, with their lines.
  /// - Parameter file: the name of the file, if it is not that of the rule.
  static func keys(_ fields: Fields, in file: String? = nil) -> [StatedKey] {
    fields.known.compactMap { field in
      let word = field.word
      guard word.role != .other || file != nil || requirements.contains(where: { $0.isNamed(as: word) }),
        !word.hasActions
      else { return nil }
      return StatedKey(word.name, line: field.key.location.start.line, file: file)
    }
  }
}
