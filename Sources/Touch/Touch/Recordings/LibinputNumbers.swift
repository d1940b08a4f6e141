import Time

/// Conversions of libinput's units.
public enum LibinputUnits {
  /// The unaccelerated units of touchpad motion per millimetre of finger, with the default (adaptive) profile: the
  /// acceleration filter scales to 1000 dpi (1000 / 25.4 per mm), slows touchpads down by 0.2968, and multiplies with
  /// its baseline speed of 0.9. Scrolling goes through the same filter.
  public static let perMillimetre = 0.9 * 0.2968 * 1000 / 25.4

  /// The time after which libinput has ended a gesture as cancelled because some of its fingers are gone: it waits for
  /// 100 ms for them to return (DEFAULT_GESTURE_SWITCH_TIMEOUT); measured.
  public static let cancellation = Duration.milliseconds(130)

  /// The movement of the fingers for `dx` and `dy` libinput units.
  public static func movement(_ dx: Double, _ dy: Double) -> Vector {
    Vector(dx: dx / perMillimetre, dy: dy / perMillimetre)
  }
}

/// The numbers in libinput's text, whatever separates them. They end at the first one that no device can report.
struct Numbers {
  private var rest: Substring

  init(_ text: Substring) { rest = text }

  mutating func next() -> Double? {
    guard let start = rest.firstIndex(where: { $0.isASCII && ($0.isNumber || $0 == "-") }) else { return nil }
    let end = rest[start...].dropFirst().firstIndex { !($0.isASCII && ($0.isNumber || $0 == ".")) } ?? rest.endIndex
    let word = rest[start..<end]
    rest = rest[end...]
    // Huge numbers would not fit an Int; what follows one is not trusted.
    guard let value = Double(word), abs(value) < 1e9 else {
      rest = ""
      return nil
    }
    return value
  }

  mutating func all() -> [Double] {
    var values: [Double] = []
    while let value = next() { values.append(value) }
    return values
  }
}

extension Double {
  /// The value as a slot or a number of fingers. The one contact of a device without slots has slot -1.
  var count: Int { max(0, Int(self)) }
}

extension Timestamp {
  /// A moment from seconds, to the microsecond.
  init(seconds: Double) { self.init(clamping: (seconds * 1e6).rounded()) }

  /// A moment from microseconds, clamped to the range of the clock.
  init(clamping microseconds: Double) {
    self.init(microseconds: Int64(min(max(microseconds, 0), Double(Self.latest.microseconds))))
  }
}

extension Substring {
  var trimmingSpaces: Substring {
    let start = firstIndex { $0 != " " && $0 != "\t" } ?? endIndex
    let end = lastIndex { $0 != " " && $0 != "\t" }.map { index(after: $0) } ?? start
    return self[start..<end]
  }
}
