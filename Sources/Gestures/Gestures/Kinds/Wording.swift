package import Diagnostics
internal import Time
package import Touch

// Amounts and directions as rules files have them.

extension Phrase {
  /// `300ms`, from a second on `1.5s`; exact.
  package static func time(_ duration: Duration) -> String {
    let seconds = duration.inSeconds
    return seconds >= 1 ? "\(number(seconds))s" : "\(number(Double(duration.wholeMicroseconds) / 1000))ms"
  }

  /// `left or up`, `any`, `45°-90°`
  static func directions(_ named: Directions, _ angles: [AngleRange] = []) -> String {
    let words = named == .any ? ["any"] : named.names
    return (words + angles.map { "\(number($0.from))°-\(number($0.to))°" }).joined(separator: " or ")
  }

  /// `clockwise`, `any`
  static func directions(_ directions: RotationDirections) -> String {
    directions == .any ? "any" : directions.names.joined(separator: " or ")
  }
}

// Amounts for people. They are rounded down, as the amounts in reasons are: both state the same movement, and one below
// a limit is never shown as the limit.

extension Duration {
  /// The text `340 ms`, with a non-breaking space.
  package var milliseconds: String { "\((wholeMicroseconds + 500) / 1000)\u{a0}ms" }
}

extension Millimetres {
  /// The text `12.3 mm`, with a non-breaking space.
  package var text: String { "\(((value * 10 + 1e-6).rounded(.down) / 10).tenths)\u{a0}mm" }
}

/// The number of taps before a gesture, for its limits: `after 1 tap, `; empty for none.
func precededBy(taps: Int) -> String { taps > 0 ? "after \(counted(taps, "tap")), " : "" }
