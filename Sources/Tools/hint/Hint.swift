/// The text and the bar on the screen.
struct Hint: Hashable {
  enum Sign: Hashable {
    /// Fingers come nearer to what a rule asks for.
    case near
    /// A gesture goes on, or has acted.
    case acted
    /// A rule that fingers were near to did not act.
    case missed
    /// The mode has changed.
    case mode
  }

  var sign: Sign
  /// The name of the rule, or what it does.
  var title: String
  /// The amount and its limit, a value, or a reason.
  var detail = ""
  /// The mode, if it is not the default.
  var mode = ""
  /// How much of the bar is filled, 0 to 1; nil for no bar.
  var share: Double?
}
