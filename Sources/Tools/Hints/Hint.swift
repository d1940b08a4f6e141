/// The text and the bar on the screen.
public struct Hint: Hashable, Sendable {
  /// The reasons for a hint.
  public enum Sign: Hashable, Sendable {
    /// Fingers come nearer to what a rule asks for.
    case near
    /// A gesture goes on, or has acted.
    case acted
    /// A rule that fingers were near to did not act.
    case missed
    /// The mode has changed.
    case mode

    /// The colour of the bar: red, green and blue, 0 to 255.
    public var colour: [UInt8] {
      switch self {
      case .near: [53, 132, 228]
      case .acted, .mode: [46, 194, 126]
      case .missed: [255, 120, 0]
      }
    }
  }

  /// A place on the desktop, in shares of its width and height.
  public struct Place: Hashable, Sendable {
    /// The shares from the left and from the top, 0 to 1.
    public var (x, y): (Double, Double)
  }

  public var sign: Sign
  /// The name of the rule, or what it does.
  public var title: String
  /// The amount and its limit, a value, or a reason.
  public var detail = ""
  /// The mode, if it is not the default.
  public var mode = ""
  /// How much of the bar is filled, 0 to 1; nil for no bar.
  public var share: Double?
  /// The place of the fingers on a touchscreen; nil if there is none.
  public var place: Place?

  /// The left end of the line.
  public var text: String {
    (sign == .acted ? "✓ " : sign == .missed ? "✗ " : "") + (mode.isEmpty ? "" : "[\(mode)] ") + title
  }
}
