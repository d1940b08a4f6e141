/// How a character looks. There are the few colours only that a terminal's owner has chosen shades for.
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

  /// How much it stands out.
  public enum Weight: Int, Hashable, Sendable {
    /// More than the rest.
    case bold = 1
    /// Less than the rest.
    case faint = 2
    /// As the rest.
    case normal = 22
  }

  /// Its colour; nil is the terminal's own.
  public var colour: Colour?
  /// How much it stands out.
  public var weight: Weight

  /// A style.
  public init(_ colour: Colour? = nil, _ weight: Weight = .normal) {
    self.colour = colour
    self.weight = weight
  }

  /// As the terminal writes by itself.
  public static let plain = Look()

  /// What makes a terminal write so, whatever it did before.
  var sequence: String {
    let parameters = [0] + (weight == .normal ? [] : [weight.rawValue]) + (colour.map { [$0.rawValue] } ?? [])
    return "\u{1b}[" + parameters.map(String.init).joined(separator: ";") + "m"
  }
}
