internal import Gestures
internal import RulesFile
internal import Touch

/// Numbers of other tools as quantities of the rules file.
enum ImportedQuantity {
  /// `7.5mm`: with one decimal at most, and none where it is not needed.
  static func text(_ value: Double, _ unit: String) -> String {
    let tenths = Int((min(max(value, 0), 1_000_000) * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)\(unit)" : "\(tenths / 10).\(tenths % 10)\(unit)"
  }

  /// A length that a rule can act at on the way: long enough to be meant, and within what touchpads have room for.
  static func length(_ millimetres: Double) -> String { text(min(max(millimetres, 5), 40), "mm") }

  /// Seconds as `2s` or `300ms`.
  static func duration(_ seconds: Double) -> String {
    let milliseconds = (min(max(seconds, 0.05), 60) * 1000).rounded()
    return milliseconds.truncatingRemainder(dividingBy: 1000) == 0
      ? text(milliseconds / 1000, "s") : "\(Int(milliseconds))ms"
  }

  /// How many seconds a duration of the rules file has.
  static func seconds(_ duration: String) -> Double {
    let isMilliseconds = duration.hasSuffix("ms")
    return (Double(duration.dropLast(isMilliseconds ? 2 : 1)) ?? 0) / (isMilliseconds ? 1000 : 1)
  }

  /// A number as a configuration has it; nil where it is none, or none that means anything.
  static func number(_ text: String) -> Double? {
    let text = text.bare
    guard text.utf8.count <= 20, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// libinput's units of a touchpad's unaccelerated motion in a millimetre: 1000 in an inch, slowed by the factors of the
  /// default acceleration profile, 0.9 and 0.2968 (libinput, src/filter-touchpad.c).
  static let unitsPerMillimetre = 10.52

  /// The time fingers have rested when libinput reports a hold, in seconds.
  static func holdDelay(fingers: ClosedRange<Int>) -> Double {
    Thresholds.holdDelay(fingers: fingers.lowerBound).inSeconds
  }
}
