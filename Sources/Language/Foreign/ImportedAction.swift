package import YAML

/// An action of a rule, in the words of rules files.
package enum ImportedAction: Hashable {
  /// A command for the shell.
  case shell(String)
  /// Chords.
  case keys([String])
  /// Buttons, each with or without modifiers: `ctrl+left`.
  case click([String])
  /// The wheel: direction and number of steps, which can be a part of one.
  case scroll(String, Double)
  /// Text to type.
  case type(String)
  /// A command for a compositor.
  case compositor(String, String)
  /// No action.
  case nothing
  /// Any other action: its word and its value.
  case other(String, String)
  /// Actions with held modifiers. A rule for a continuous gesture holds the modifiers for its duration; any other rule
  /// runs the original command.
  indirect case held(String, [ImportedAction], command: String)
}

extension ImportedAction {
  /// The action as a value of a rules file; for held modifiers, the original command.
  package var value: YAMLValue {
    switch self {
    case .shell(let command), .held(_, _, let command): .text(command)
    case .keys(let chords): .mapping([.init("keys", YAMLValue(chords))])
    case .click(let buttons): .mapping([.init("click", YAMLValue(buttons))])
    case .scroll(let direction, 1): .mapping([.init("scroll", .text(direction))])
    case .scroll(let direction, let steps):
      .mapping([.init("scroll", .mapping([.init(direction, .text(Self.number(steps)))]))])
    case .type(let text): .mapping([.init("type", .text(text))])
    case .compositor(let name, let command): .mapping([.init(name, .text(command))])
    case .other(let word, let value): .mapping([.init(word, .text(value))])
    case .nothing: .word("none")
    }
  }

  /// A number with at most three decimals.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
