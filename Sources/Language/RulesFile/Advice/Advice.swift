internal import Diagnostics
internal import YAML

/// The probable intention behind a value, in place of the message and the help of its mismatch.
struct Advice {
  /// The kind of the message, if it is another one.
  var id: MessageID?
  /// The message, if it is another one.
  var message: String?
  /// The location, if it is another one.
  var span: Span?
  /// The text that is probably meant, in place of that at the location.
  var suggestion: String?
  var help: String?
  /// True if the notes of the mismatch are kept.
  var keepsNotes = false
  /// The parts as which the value was probably meant: messages that they are missing would be wrong.
  var meant: Set<Part> = []

  /// A part of a rule or of a file.
  enum Part { case gesture, action, rules }
}
