internal import YAML

/// An action of a rule, in the words of rules files.
package enum ImportedAction: Hashable {
  /// A command for the shell.
  case shell(String)
  /// Chords.
  case keys([String])
  /// Buttons, each with or without modifiers: `ctrl+left`.
  case click([String])
  /// The wheel: direction and number of clicks.
  case scroll(String, Int)
  /// Text to type.
  case type(String)
  /// A command for a compositor.
  case compositor(String, String)
  /// No action.
  case nothing
  /// Any other action: its word and its value in YAML.
  case other(String, String)
  /// Actions with held modifiers. A rule for a continuous gesture holds the modifiers for its duration; any other rule
  /// runs the original command.
  indirect case held(String, [ImportedAction], command: String)
}

extension ImportedAction {
  /// The action as YAML on one line; nil for a command, and for actions with held modifiers.
  package var flowText: String? {
    switch self {
    case .keys(let chords): "{keys: \(Self.oneOrList(chords))}"
    case .click(let buttons): "{click: \(Self.oneOrList(buttons))}"
    case .scroll(let direction, let steps): "{scroll: \(steps == 1 ? direction : "{\(direction): \(steps)}")}"
    case .type(let text): "{type: \(YAMLText.element(text))}"
    case .compositor(let name, let command): "{\(name): \(YAMLText.element(command))}"
    case .other(let word, let value): "{\(word): \(value)}"
    case .nothing: "none"
    case .shell, .held: nil
    }
  }

  private static func oneOrList(_ texts: [String]) -> String {
    texts.count == 1 ? YAMLText.element(texts[0]) : YAMLText.list(texts)
  }
}
