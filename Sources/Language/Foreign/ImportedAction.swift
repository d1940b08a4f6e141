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
  /// A pause before the next action.
  case wait(String)
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
