public import Time
internal import Touch

extension Gesture {
  /// The moments of an imitated gesture that fulfils `trigger`, in order. It moves no distance; a continuous one makes
  /// one step.
  public static func imitation(of trigger: Trigger, rule: RuleIndex, at time: Timestamp) -> [Gesture] {
    var gesture = Gesture(
      time: time, device: .none, kind: trigger.pattern.kind, phase: .recognized, fingers: trigger.fingers.lowerBound,
      direction: trigger.pattern.onlyDirection, translation: .zero, velocity: .zero, rule: rule)
    gesture.taps = trigger.pattern.taps
    gesture.stroke = trigger.pattern.stroke
    guard gesture.kind.isContinuous else { return [gesture] }
    return [Phase.began, .changed, .ended].map { phase in
      var moment = gesture
      moment.phase = phase
      if phase == .changed { moment.steps = 1 }
      return moment
    }
  }

  /// True if no hand made it.
  public var isImitation: Bool { device == .none }
}

extension DeviceID {
  /// The number of no device.
  fileprivate static let none = DeviceID(-1)
}

extension Pattern {
  /// The only direction it can have; nil if it can have several, or none.
  fileprivate var onlyDirection: Direction? {
    switch self {
    case .tipTap(let pattern): return pattern.sides.only
    case .swipe(let pattern): return pattern.angles.isEmpty ? pattern.lastDirections.only : nil
    case .longPress(let pattern): return pattern.moved?.lastDirections.only
    case .pan(let pattern): return pattern.angles.isEmpty ? pattern.directions.only : nil
    case .pinch(let pattern):
      if pattern.directions == .any { return nil }
      return pattern.directions == .inwards ? .inwards : .outwards
    case .rotate(let pattern): return pattern.directions.only
    case .circle(let pattern): return pattern.directions.only
    default: return nil
    }
  }
}

extension RotationDirections {
  /// The only direction in the set; nil if there are both.
  fileprivate var only: Direction? {
    self == .any ? nil : self == .clockwise ? .clockwise : .counterclockwise
  }
}

extension Directions {
  /// The only direction in the set; nil if there are several, or none.
  fileprivate var only: Direction? {
    rawValue.nonzeroBitCount == 1 ? EightDirections.name(rawValue.trailingZeroBitCount) : nil
  }
}
