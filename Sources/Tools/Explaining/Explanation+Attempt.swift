internal import Diagnostics
public import Gestures
public import Rules
internal import Touch

extension Explanation {
  /// Why no rule acted on an attempt.
  public struct Nearest: Sendable {
    /// The rule that came nearest; nil if no rule is for such fingers.
    public var rule: RuleIndex?
    /// At least one reason, the most important first.
    public var reasons: [Reason]
  }

  /// The rule that is nearest to an attempt on which no rule acted, and the reasons why it did not act.
  public static func nearest(to attempt: Attempt, by rules: RuleSet, in situation: Situation) -> Nearest {
    misses(of: attempt, by: rules, in: situation).first.map { Nearest(rule: $0.rule, reasons: $0.reasons) }
      ?? Nearest(rule: nil, reasons: [attempt.absence(of: rules)])
  }

  /// The rules near an attempt and the reasons why they did not act on it, the nearest first.
  ///
  /// The recogniser of each rule has judged the attempt. A rule for other fingers had none at work: its gesture is
  /// compared with those that the user may have intended, since moving fingers may have been a swipe or a pan.
  public static func misses(of attempt: Attempt, by rules: RuleSet, in situation: Situation) -> [Miss] {
    var misses: [RuleIndex: (miss: Miss, nearness: Double)] = [:]
    for (position, rule) in rules.rules.enumerated() where rule.trigger.includes(attempt.device) {
      let index = RuleIndex(position)
      let failure =
        attempt.failure(of: rule.trigger, at: rules.triggers.firstIndex(of: rule.trigger))
      guard let failure else {
        // Fingers of any movement make this gesture, if there are as many.
        if rule.trigger.pattern == .touch, !rule.trigger.fingers.contains(attempt.fingers) {
          let miss = Miss(rule: index, reasons: [.otherFingers(rule.trigger.fingers, attempt.fingers)])
          misses[index] = (miss, miss.nearness(to: attempt, rule.trigger))
        }
        continue
      }
      let condition = rule.reason(against: situation)
      let reasons = [condition].compactMap { $0 } + failure.reasons(of: rule.trigger)
      guard !reasons.isEmpty else { continue }
      misses[index] = (
        Miss(rule: index, reasons: reasons), failure.nearness(in: attempt) * (condition == nil ? 1 : 0.5)
      )
    }
    for gesture in ImaginedGesture.interpretations(of: attempt, by: rules) {
      for miss in Explanation(of: gesture, by: rules, in: situation).nearMisses {
        let trigger = rules[miss.rule].trigger
        // A shape that nobody has drawn tells nothing about other rules.
        if gesture.kind == .stroke, trigger.pattern.kind != .stroke { continue }
        let nearness = miss.nearness(to: attempt, trigger)
        if misses[miss.rule].map({ $0.nearness < nearness && !attempt.hasJudged(trigger) }) ?? true {
          misses[miss.rule] = (miss, nearness)
        }
      }
    }
    return misses.values.sorted { ($1.nearness, $0.miss.rule) < ($0.nearness, $1.miss.rule) }.map(\.miss)
  }
}

extension Explanation.Miss {
  /// How near a rule came whose recogniser was not at work: each reason counts half, and another number of fingers by 0.6 of its
  /// share. A condition alone is as near as it can be.
  fileprivate func nearness(to attempt: Attempt, _ trigger: Trigger) -> Double {
    var nearness = 1.0
    for reason in reasons {
      switch reason.kind {
      case .condition, .unknown, .locked, .disabled: if reasons.count > 1 { nearness *= 0.5 }
      case .fingers:
        let wanted =
          attempt.fingers < trigger.fingers.lowerBound ? trigger.fingers.lowerBound : trigger.fingers.upperBound
        nearness *= 0.6 * Double(min(attempt.fingers, wanted)) / Double(max(attempt.fingers, wanted))
      default: nearness *= 0.5
      }
    }
    return nearness
  }
}

extension Attempt {
  /// The reason why no rule is near.
  fileprivate func absence(of rules: RuleSet) -> Reason {
    if isCancelled { return Reason(.unrecognized, "cancelled by the device") }
    let place = "on a \(device.kind.rawValue)"
    return rules.rules.contains { $0.trigger.includes(device) && $0.trigger.fingers.contains(fingers) }
      ? Reason(.unrecognized, "no rule is for this gesture \(place)")
      : Reason(.fingers, "no rule is for \(counted(fingers, "finger")) \(place)")
  }

  /// True if the recogniser of a trigger was at work.
  fileprivate func hasJudged(_ trigger: Trigger) -> Bool { trigger.fingers.contains(fingers) }
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
