internal import Diagnostics
public import Gestures
public import Rules
internal import Touch

extension Explanation {
  /// The rule that is nearest to an attempt on which no rule acted, and the reasons why it did not act; nil if none is
  /// near. All gestures that the user may have intended are considered: moving fingers may have been a swipe or a pan.
  public static func nearest(to attempt: Attempt, by rules: RuleSet, in situation: Situation) -> Miss? {
    misses(of: attempt, by: rules, in: situation).first ?? nearestFailure(of: attempt, by: rules, in: situation)
  }

  /// The rules near an attempt and the reasons why they did not act on it, the nearest first, each once.
  public static func misses(of attempt: Attempt, by rules: RuleSet, in situation: Situation) -> [Miss] {
    var nearest: [RuleIndex: Miss] = [:]
    for gesture in ImaginedGesture.interpretations(of: attempt, by: rules) {
      let explanation = Explanation(of: gesture, by: rules, in: situation)
      // The ideal gesture of these amounts would be recognised, but the attempt was not.
      let unrecognized = explanation.acting.map {
        Miss(rule: $0, reasons: attempt.reasons(of: $0, by: rules) ?? [.uneven])
      }
      for var miss in unrecognized + explanation.nearMisses {
        // The recogniser knows the numbers.
        if let reasons = attempt.exactReasons(of: miss.rule, by: rules) {
          if let index = miss.reasons.firstIndex(where: { $0.kind == reasons[0].kind }) {
            miss.reasons[index] = reasons[0]
          } else if miss.reasons.allSatisfy(\.isAboutAmount) {
            miss.reasons = reasons
          }
        }
        // A shape that nobody has drawn tells nothing about other rules.
        if gesture.kind == .stroke, rules[miss.rule].trigger.pattern.kind != .stroke { continue }
        if nearest[miss.rule].map(miss.isNearer) ?? true { nearest[miss.rule] = miss }
      }
    }
    return nearest.values.sorted { $0.isNearer(than: $1) }
  }

  /// The first rule whose recogniser failed for a reason that no ideal gesture has, such as a tap that was held.
  private static func nearestFailure(of attempt: Attempt, by rules: RuleSet, in situation: Situation) -> Miss? {
    for (position, rule) in rules.rules.enumerated() where rule.reason(against: situation) == nil {
      let index = RuleIndex(position)
      guard rule.trigger.includes(attempt.device), let reasons = attempt.exactReasons(of: index, by: rules),
        reasons[0].kind != .start,
        reasons[0].kind != .time || rule.trigger.pattern.isRest || attempt.translation.length > Thresholds.slop
      else { continue }
      return Miss(rule: index, reasons: reasons)
    }
    return nil
  }
}

extension Pattern {
  fileprivate var isRest: Bool { [.tap, .longPress, .tipTap, .press, .touch].contains(kind) }
}

extension Attempt {
  /// The reasons why the ideal gesture would be recognised and this one was not; nil if they are unknown.
  fileprivate func reasons(of rule: RuleIndex, by rules: RuleSet) -> [Reason]? {
    if isCancelled { return [.cancelled] }
    let trigger = rules[rule].trigger
    let reasons = reasons(of: trigger, at: rules.triggers.firstIndex(of: trigger))
    return reasons.isEmpty ? nil : reasons
  }

  /// The same, if they tell more than a comparison with the ideal gesture.
  fileprivate func exactReasons(of rule: RuleIndex, by rules: RuleSet) -> [Reason]? {
    let trigger = rules[rule].trigger
    let index = rules.triggers.firstIndex(of: trigger)
    let isExact = failures.contains { failure in
      failure.failure.isExact(in: self)
        && (failure.trigger == nil ? failure.failure.concerns(trigger, self) : failure.trigger == index)
    }
    return isExact ? reasons(of: rule, by: rules) : nil
  }
}

extension Reason {
  /// True if it compares an amount of the movement, which is unknown if the recogniser ignored the fingers.
  fileprivate var isAboutAmount: Bool { [.distance, .speed, .time].contains(kind) }

  fileprivate static let uneven = Reason(.unrecognized, "not straight or steady enough")
  fileprivate static let cancelled = Reason(.unrecognized, "cancelled by the device")
}

extension ImaginedGesture {
  /// The minimum translation of a swipe or pan, in mm.
  private static let minTranslation = 1.0
  /// The minimum change in scale of a pinch.
  private static let minScaleChange = 0.08
  /// The minimum rotation of a rotate gesture, in degrees.
  private static let minRotation = 5.0
  /// The maximum duration of a tap.
  private static let maxTapDuration = Duration.milliseconds(500)
  /// The maximum duration of a rest: a longer one differs by nothing.
  private static let maxRestDuration = Duration.seconds(600)

  /// The gestures that the user may have intended.
  fileprivate static func interpretations(of attempt: Attempt, by rules: RuleSet) -> [ImaginedGesture] {
    var gestures: [ImaginedGesture] = []
    func add(_ kind: Gesture.Kind, _ movement: Movement) {
      gestures.append(ImaginedGesture(kind, movement, by: attempt))
    }
    if attempt.fingers > 1 {
      if abs(attempt.scale - 1) >= minScaleChange {
        add(.pinch, .pinch(scale: attempt.scale, lasting: attempt.lasting))
      }
      if abs(attempt.rotation) >= minRotation {
        add(.rotate, .turn(degrees: attempt.rotation, lasting: attempt.lasting))
      }
    }
    if attempt.translation.length.value >= minTranslation {
      for kind in [Gesture.Kind.swipe, .pan] { add(kind, .line(attempt.translation, speed: attempt.speed)) }
      if rules.rules.contains(where: { $0.trigger.pattern.kind == .stroke }) {
        add(.stroke, .drawing("", [], lasting: attempt.lasting))
      }
    }
    guard gestures.isEmpty else { return gestures }
    if attempt.lasting <= maxTapDuration { add(.tap, .taps(attempt.taps, each: attempt.lasting)) }
    add(.longPress, .rest(min(attempt.lasting, maxRestDuration), taps: 0))
    return gestures
  }

  private init(_ kind: Gesture.Kind, _ movement: Movement, by attempt: Attempt) {
    self.kind = kind
    self.movement = movement
    fingers = min(max(attempt.fingers, 1), Trigger.mostFingers)
    device = attempt.device
    // Positions of attempts are in millimetres, even on a device without a known size.
    let extent = device.extent
    device.size = device.size ?? Size(width: extent.width, height: extent.height)
    start = attempt.start.map { point in
      let (x, y) = (Zone.Position.length(Millimetres(point.x)), Zone.Position.length(Millimetres(point.y)))
      return .zone(Zone(left: x, right: x, top: y, bottom: y))
    }
    landings = attempt.landings
    // Attempts are only reported by devices that are not ignored.
    isIgnored = false
    assumed = []
    text = "\(kind.rawValue), \(counted(fingers, "finger"))"
  }
}
