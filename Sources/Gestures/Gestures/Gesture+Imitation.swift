public import Time
internal import Touch

extension Gesture {
  /// The moments of an imitated gesture that fulfils `trigger`, in order. It moves no distance; a continuous one makes
  /// one step.
  public static func imitation(of trigger: Trigger, rule: RuleIndex, at time: Timestamp) -> [Gesture] {
    var gesture = Gesture(
      time: time, device: .none, kind: trigger.pattern.kind, phase: .recognized, fingers: trigger.fingers.lowerBound,
      direction: trigger.pattern.traits.onlyDirection, translation: .zero, velocity: .zero, rule: rule)
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
