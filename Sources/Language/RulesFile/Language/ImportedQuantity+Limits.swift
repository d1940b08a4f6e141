package import Foreign
internal import Gestures
internal import Time

extension ImportedQuantity {
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
    default: limits = kind.flatMap { LimitRows.limits(key, of: $0) }
    }
    guard let limits, !limits.permit(text), let quantity = Quantity(text), let unit = Unit.named(quantity.unit),
      unit.dimension == limits.dimension
    else { return nil }
    let least = limits.least ?? (limits.dimension == .duration ? 1 : 0.1)
    let value = min(max(quantity.value(in: unit), least), limits.most)
    return limits.dimension == .duration ? duration(value / 1000) : self.text(value, quantity.unit)
  }

  /// The time fingers have rested when libinput reports a hold, in seconds.
  package static func holdDelay(fingers: ClosedRange<Int>) -> Double {
    Thresholds.holdDelay(fingers: fingers.lowerBound).inSeconds
  }
}
