/// The style of a character. The colours are those that a terminal's user can configure.
public struct Look: Hashable, Sendable {
  /// A colour, by its SGR parameter (ECMA-48).
  public enum Colour: Int, Hashable, Sendable, CaseIterable {
    /// 31
    case red = 31
    /// 32
    case green
    /// 33
    case yellow
    /// 34
    case blue
    /// 35
    case magenta
    /// 36
    case cyan
  }

  /// The weight of a character, by its SGR parameter.
  public enum Weight: Int, Hashable, Sendable {
    /// Emphasised.
    case bold = 1
    /// De-emphasised.
    case faint = 2
    /// Neither.
    case normal = 22
  }

  /// The colour; nil is the terminal's default.
  public var colour: Colour?
  public var weight: Weight

  public init(_ colour: Colour? = nil, _ weight: Weight = .normal) {
    self.colour = colour
    self.weight = weight
  }

  /// The terminal's default style.
  public static let plain = Look()

  /// The escape sequence that selects this style, whatever was selected before.
  var sequence: String {
    let parameters = [0] + (weight == .normal ? [] : [weight.rawValue]) + (colour.map { [$0.rawValue] } ?? [])
    return "\u{1b}[" + parameters.map(String.init).joined(separator: ";") + "m"
  }
}
