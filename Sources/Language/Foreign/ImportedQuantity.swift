/// Conversion of other tools' numbers to quantities of rules files.
package enum ImportedQuantity {
  /// The quantity with at most one decimal: `7.5mm`.
  package static func text(_ value: Double, _ unit: String) -> String {
    let tenths = Int((min(max(value, 0), 1_000_000) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)\(unit)" : "\(tenths / 10).\(tenths % 10)\(unit)"
  }

  /// A length: `7.5mm`.
  package static func length(_ millimetres: Double) -> String { text(millimetres, "mm") }

  /// A duration: `2s` or `300ms`.
  package static func duration(_ seconds: Double) -> String {
    let milliseconds = (min(max(seconds, 0.001), 1_000_000) * 1000).rounded()
    return milliseconds.truncatingRemainder(dividingBy: 1000) == 0
      ? text(milliseconds / 1000, "s") : "\(Int(milliseconds))ms"
  }

  /// The seconds of a duration in a rules file.
  package static func seconds(_ duration: String) -> Double {
    let isMilliseconds = duration.hasSuffix("ms")
    return (Double(duration.dropLast(isMilliseconds ? 2 : 1)) ?? 0) / (isMilliseconds ? 1000 : 1)
  }

  /// The finite number that `text` denotes; nil if it is none.
  package static func number(_ text: String) -> Double? {
    let text = text.trimmed
    guard text.utf8.count <= 20, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// libinput's units per millimetre of slow motion on a touchpad: 1000 per inch, times the factors of the default
  /// acceleration profile, 0.9 and 0.2968 (libinput, src/filter-touchpad.c).
  package static let unitsPerMillimetre = 10.52
}
