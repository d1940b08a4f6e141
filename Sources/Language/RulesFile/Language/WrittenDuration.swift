internal import Diagnostics

/// A duration on a command line, written as in the rules file and with a higher limit: `500ms`, `30s`, and also `10m`
/// and `2h`, in minutes and hours.
public struct WrittenDuration: Hashable, Sendable {
  /// The error of a text that is no duration.
  public struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
    /// The message for people.
    public let description: String
  }

  /// The duration, more than 0 and at most a day.
  public let milliseconds: Int

  private static let units =
    Unit.all.filter { $0.dimension == .duration } + [
      Unit(name: "m", dimension: .duration, factor: 60_000, otherNames: ["min", "minute"]),
      Unit(name: "h", dimension: .duration, factor: 3_600_000, otherNames: ["hr", "hour"]),
    ]
  /// A day, in milliseconds.
  private static let longest = 86_400_000.0

  /// `milliseconds` in the largest unit of which they are a whole number: `90m`.
  public static func text(milliseconds: Int) -> String {
    let unit = units.last { milliseconds % Int($0.factor) == 0 } ?? units[0]
    return "\(milliseconds / Int(unit.factor))\(unit.name)"
  }

  /// Parses `text`.
  /// - Throws: `Mistake` if it is no duration, or not more than 0 and at most a day.
  public init(_ text: String) throws(Mistake) {
    let quoted = Phrase.quote(text)
    guard let quantity = Quantity(text) else {
      throw Mistake(description: "\(quoted) is not a duration; write a number and a unit, such as 10m")
    }
    guard !quantity.unit.isEmpty else {
      throw Mistake(description: "\(quoted) needs a unit: \(Phrase.list(Self.units.map(\.name)))")
    }
    guard let unit = Self.units.first(where: { $0.name == quantity.unit }) else {
      let meant = Unit.meant(by: quantity.unit, among: Self.units)
      throw Mistake(
        description: "unknown unit \(Phrase.quote(quantity.unit)) in \(quoted); "
          + (meant.map { "did you mean '\(quantity.digits)\($0.name)'?" }
            ?? "a duration has the unit \(Phrase.list(Self.units.map(\.name)))"))
    }
    guard quantity.isExact else {
      throw Mistake(
        description: "\(quoted) is not a valid duration; did you mean '\(quantity.digits)\(unit.name)'?")
    }
    let value = quantity.value(in: unit).rounded()
    guard value >= 1, value <= Self.longest else {
      throw Mistake(description: "\(quoted) is out of range: more than 0 and at most 24h")
    }
    milliseconds = Int(value)
  }
}
