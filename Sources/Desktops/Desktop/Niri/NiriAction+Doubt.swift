internal import Diagnostics
internal import Text

/// Commands of rules files and shells that are probably, or probably not, actions of niri.
extension NiriAction {
  /// The reason to doubt a command; nil if there is none.
  static func doubt(about command: String) -> CommandDoubt? {
    if let rest = CompositorCommands.arguments(of: ["niri"], in: command) {
      let meant = rest.arguments.words.drop { ["msg", "action", "--json", "-j"].contains($0) }.joined(separator: " ")
      // Newer versions have other actions.
      let isAction = rest.arguments.words.contains("action") || names.contains(meant.words.first ?? "")
      return CommandDoubt(
        message: "'niri' takes the arguments of 'niri msg action', without 'niri msg action'",
        suggestion: isAction ? CompositorCommands.undoubted(meant, without: [rest.program], doubt) : nil)
    }
    // `focus column left`, `FocusColumnLeft`
    let joined = command.words.joined(separator: "-")
    var kebab = ""
    for character in joined.replacing("_", with: "-") {
      if character.isUppercase, !kebab.isEmpty, kebab.last != "-" { kebab.append("-") }
      kebab += character.lowercased()
    }
    if kebab != command, names.contains(kebab) {
      return CommandDoubt(message: "\(Phrase.quote(command)) is not an action of niri", suggestion: kebab)
    }
    if let first = command.words.first, !names.contains(first),
      let meant = Suggestion.nearest(to: first, among: names.sorted())
    {
      return CommandDoubt(
        message: "\(Phrase.quote(first)) is not an action of niri",
        suggestion: command.replacingFirst(first, with: meant))
    }
    do {
      _ = try json(for: command)
      return nil
    } catch {
      return CommandDoubt(
        message: "\(Phrase.quote(command)) is not an action of niri: \(error)",
        help: "'niri' takes the arguments of 'niri msg action'")
    }
  }

  /// The command that is probably meant by a shell command; nil if it is none.
  static func meant(by command: String) -> String? {
    guard let first = command.words.first, first.contains("-"), isName(first) else { return nil }
    return doubt(about: command) == nil ? command : nil
  }
}
