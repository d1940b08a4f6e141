internal import Diagnostics
internal import Foreign
internal import Text
internal import YAML

/// The text of an action, as an author types it outside of a file.
public enum ActionText {
  /// The property `do` of a rule for `text`: YAML of an action in brackets or quotes, an action with its value such as
  /// `keys: ctrl+w`, a chord, `none`, or else a command for the shell. Nil if it is empty. Brackets that are not closed
  /// stay as they are: see `unreadable`.
  public static func property(_ text: String) -> RuleText.Property? {
    let text = text.trimmed
    guard !text.isEmpty else { return nil }
    if let yaml = yaml(text) { return .init(.act, yaml, inFlow: yaml) }
    let command = RuleText.Property(WordedKey(.act, [text]))
    // The adviser knows the commands that are probably meant as keys.
    let doubt = RulesAdviser(FileContent(), keyNames: nil, names: .init(nil))
      .doubt(about: text, ShellText(text), isPlain: command.flowValue == text, isInList: false)
    guard let doubt, doubt.id == .commandLikeKeys, let chord = doubt.suggestion else { return command }
    return .init(.act, chord, inFlow: chord)
  }

  /// The action of `property` as a file of its own, with the error, if it is not YAML; nil if it is.
  public static func unreadable(_ property: RuleText.Property) -> RulesFile? {
    guard (try? Node.parse(Array(property.value.utf8))) == nil else { return nil }
    return RulesFile.check(text: property.value + "\n", name: "action")
  }

  /// The text as YAML on one line; nil if it is a command.
  private static func yaml(_ text: String) -> String? {
    guard !text.contains(where: \.isNewline) else { return nil }
    guard let node = try? Node.parse(Array(text.utf8)) else { return isBroken(text) ? text : nil }
    switch node.content {
    case .sequence: return text.hasPrefix("[") ? text : nil
    case .mapping(let entries):
      if text.hasPrefix("{") { return text }
      let isAction = entries.allSatisfy { $0.key.word(in: .action) != nil }
      return isAction ? "{\(text)}" : nil
    case .scalar(_, isPlain: false): return text.hasPrefix("'") || text.hasPrefix("\"") ? text : nil
    case .scalar: return nil
    }
  }

  /// True if `text`, which is not YAML, is probably meant as a mapping or a list in brackets. To the shell, a bracket
  /// is a word of its own, as in `[ -f x ] && foot` and `{ foot; foot; } >log`.
  private static func isBroken(_ text: String) -> Bool {
    guard let bracket = text.first, bracket == "{" || bracket == "[" else { return false }
    guard text.dropFirst().first?.isWhitespace == true else { return true }
    return !(bracket == "[" ? text.contains(" ]") : text.contains(";") && text.contains("}"))
  }
}
