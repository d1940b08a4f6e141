package import Foreign
package import Gestures
internal import Time
internal import Touch

extension ImportedQuantity {
  /// The nearest value that a property of a gesture can have; nil if `text` is in its range.
  /// - Parameters:
  ///   - key: the property, or the gesture itself for its own value.
  ///   - direction: the value of the gesture.
  package static func nearest(to text: String, for key: Word, of gesture: Gesture.Kind, direction: String) -> String? {
    let isSpread = key == .distance && gesture == .pinch && direction == "out"
    let limits =
      isSpread ? .spread : key == .resume ? .resume : key == .longPress ? .duration : key.form?.ranges?[gesture]
    guard let limits, !limits.permit(text), let quantity = Quantity(text), let unit = Unit.named(quantity.unit),
      unit.dimension == limits.dimension
    else { return nil }
    let least = limits.least ?? (limits.dimension == .duration ? 1 : 0.1)
    let value = min(max(quantity.value(in: unit), least), limits.most)
    return limits.dimension == .duration ? duration(value / 1000) : self.text(value, quantity.unit)
  }

  /// The shortest distance of a swipe that tells its direction from accidental motion, the one at which a pan begins;
  /// nil if `distance` is not shorter.
  package static func readableSwipe(_ distance: String) -> String? {
    let least = PanPattern([]).distance.value
    guard let quantity = Quantity(distance), let unit = Unit.named(quantity.unit), unit.dimension == .length,
      quantity.value(in: unit) < least
    else { return nil }
    return text(least, "mm")
  }

  /// The time fingers have rested when libinput reports a hold, in seconds.
  package static func holdDelay(fingers: ClosedRange<Int>) -> Double {
    Thresholds.holdDelay(fingers: fingers.lowerBound).inSeconds
  }
}
