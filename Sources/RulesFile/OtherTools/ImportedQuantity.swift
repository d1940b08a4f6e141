internal import Gestures
internal import Time

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

  /// The nearest value that a property of a gesture can have; nil if `text` is in its range.
  /// - Parameters:
  ///   - key: the property, or the gesture itself for its own value.
  ///   - direction: the value of the gesture.
  package static func nearest(to text: String, for key: String, of gesture: String, direction: String) -> String? {
    let kind = Gesture.Kind(rawValue: gesture)
    let limits: Limits?
    switch key {
    case "every": limits = kind.flatMap { Limits.step(of: $0) }
    case "resume": limits = .resume
    case "margin": limits = .length
    case "long-press": limits = .duration
    case "distance" where kind == .pinch && direction == "out": limits = .spread
    default: limits = kind.flatMap { LimitRows.all(of: $0).first { $0.name == key }?.limits }
    }
    guard let limits, !limits.permit(text), let quantity = Quantity(text), let unit = Unit.named(quantity.unit),
      unit.dimension == limits.dimension
    else { return nil }
    let least = limits.least ?? (limits.dimension == .duration ? 1 : 0.1)
    let value = min(max(quantity.value(in: unit), least), limits.most)
    return limits.dimension == .duration ? duration(value / 1000) : self.text(value, quantity.unit)
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

  /// The time fingers have rested when libinput reports a hold, in seconds.
  package static func holdDelay(fingers: ClosedRange<Int>) -> Double {
    Thresholds.holdDelay(fingers: fingers.lowerBound).inSeconds
  }
}
