internal import Diagnostics
package import Gestures
package import Touch

/// Finds rules that nothing can trigger.
package enum Reachability {
  /// A reason why a rule can never act.
  package enum Obstacle: Hashable {
    /// The gesture, or `apart`, requires two fingers.
    case needsTwoFingers
    /// One finger points on a touchpad, and the rule has no region.
    case touchpadPoints
    /// Touchscreens have no button under the surface.
    case touchscreenHasNoButton
    /// Touchscreens report no pressure.
    case touchscreenHasNoPressure
    /// One finger that presses the button clicks.
    case clicks
    /// Of the fingers of a hand, at most three rest while another one taps.
    case tooManyResting
    /// Of the fingers of a hand, at most four move beside one that rests.
    case tooManyMoving
    /// One finger that starts at an edge moves over it.
    case noRoom
    /// Each of several corners or edges requires a finger of its own.
    case needsFingers(Int)
    /// Two fingers scroll on a touchpad, and the rule does not name it.
    case touchpadScrolls
    /// One finger in a region of a touchpad, which the rule does not name.
    case touchpadUnnamed
    /// One or two fingers are down on a touchpad, which the rule does not name.
    case touchpadTouched
    /// No kind of device is one of each step.
    case otherDevices
    /// The fingers of the step before have lifted, or those of a tap have to land.
    case notOfOneTouch(Gesture.Kind)
    /// A press is a part of a longer touch.
    case pressesAlone
    /// A step is made with the fingers of the one before, and for another number.
    case otherFingers
    /// The time within which a step follows is shorter than it takes.
    case tooSoon(Duration, least: Duration)
  }

  /// The reason why `trigger` can never match; nil if it can.
  package static func obstacle(to trigger: Trigger) -> Obstacle? {
    guard trigger.before.isEmpty else { return obstacle(toSteps: trigger.steps) { obstacle(to: $0) } }
    if let start = trigger.start, start.leastFingers > trigger.fingers.upperBound {
      return .needsFingers(start.leastFingers)
    }
    let pattern = trigger.pattern
    if trigger.fingers.upperBound < 2, pattern.kind.motion == .turn || trigger.apart != nil { return .needsTwoFingers }
    if let force = pattern.pressForce {
      if trigger.devices == [.kind(.touchscreen)] {
        return force == .click ? .touchscreenHasNoButton : .touchscreenHasNoPressure
      }
      if force == .click, trigger.fingers == 1...1, trigger.start == nil { return .clicks }
    }
    if pattern.kind.isBesideRest, trigger.fingers.lowerBound > 3 { return .tooManyResting }
    if pattern.isAnchored {
      if trigger.fingers.lowerBound >= Trigger.handFingers { return .tooManyMoving }
    } else if trigger.leavesSurface {
      return .noRoom
    }
    guard trigger.devices.areTouchpads else { return nil }
    let full = Device(id: DeviceID(0), name: "", kind: .touchpad, size: nil, contacts: .all)
    return trigger.fingers.contains { trigger.source(with: $0, on: full) != nil } ? nil : .touchpadPoints
  }

  /// The reason why one of several steps cannot be made, or why no device can make them all; nil if one can.
  private static func obstacle(toSteps steps: [ChainStep], _ obstacle: (Trigger) -> Obstacle?) -> Obstacle? {
    for step in steps {
      let obstacles = step.gestures.map(obstacle)
      if !obstacles.contains(nil), let first = obstacles.first { return first }
    }
    for (step, next) in zip(steps, steps.dropFirst()) {
      if let obstacle = self.obstacle(to: next, after: step) { return obstacle }
    }
    let isPossible = Device.Kind.allCases.contains { kind in
      steps.allSatisfy { $0.gestures.contains { $0.devices.isEmpty || !$0.devices.areAll(butOf: kind) } }
    }
    return isPossible ? nil : .otherDevices
  }

  /// The reason why a step cannot follow another one; nil if it can.
  private static func obstacle(to next: ChainStep, after step: ChainStep) -> Obstacle? {
    let shortest = TapPattern().pause
    switch step.next {
    case .touch(let within): return within < shortest ? .tooSoon(within, least: shortest) : nil
    case .sameTouch(let within):
      if let kind = step.gestures.first?.pattern.kind, kind.endsWithLift { return .notOfOneTouch(kind) }
      if let kind = next.gestures.first?.pattern.kind, kind.isMadeOfTaps { return .notOfOneTouch(kind) }
      if (step.gestures + next.gestures).contains(where: { $0.pattern.pressForce != nil }) { return .pressesAlone }
      let areSame = step.gestures.contains { one in next.gestures.contains { $0.fingers.overlaps(one.fingers) } }
      guard areSame else { return .otherFingers }
      let least = next.gestures.map { $0.pattern.restingTime ?? .zero }.min() ?? .zero
      return within.flatMap { $0 < least ? .tooSoon($0, least: least) : nil }
    }
  }

  /// The reason why `touchpad` does not report the gesture of `trigger`, after its name; nil if it does, or if that is
  /// unknown, and for gestures that no touchpad reports.
  package static func obstacle(to trigger: Trigger, on touchpad: Device) -> String? {
    guard touchpad.kind == .touchpad, trigger.includes(touchpad), let reports = touchpad.contacts else { return nil }
    var full = touchpad
    full.contacts = .all
    let able = trigger.fingers.filter { trigger.source(with: $0, on: full) != nil }
    guard let least = able.first, !able.contains(where: { trigger.source(with: $0, on: touchpad) != nil }) else {
      return nil
    }
    if least > reports.mostFingers {
      return "reports up to \(counted(reports.mostFingers, "finger"))"
    }
    if let force = trigger.pattern.pressForce {
      return force == .click ? "has no button under its surface" : "reports no pressure"
    }
    return reports.hasPositions ? "does not report so many fingers" : "does not report where the fingers are"
  }

  /// The reason why no touchpad can match `trigger`, which is for all devices; nil if one can.
  static func obstacleOnTouchpads(to trigger: Trigger) -> Obstacle? {
    guard trigger.before.isEmpty else {
      guard obstacle(to: trigger) == nil else { return nil }
      return obstacle(toSteps: trigger.steps) { obstacleOnTouchpads(to: $0) }
    }
    guard trigger.devices.isEmpty, obstacle(to: trigger) == nil else { return nil }
    if trigger.pattern.kind.isPresence { return trigger.fingers.upperBound <= 2 ? .touchpadTouched : nil }
    if trigger.start != nil { return trigger.fingers == 1...1 ? .touchpadUnnamed : nil }
    var onTouchpads = trigger
    onTouchpads.devices = [.kind(.touchpad)]
    if let obstacle = obstacle(to: onTouchpads) { return obstacle }
    return trigger.fingers.upperBound <= 2 && onTouchpads.isMadeByScrolling ? .touchpadScrolls : nil
  }
}

extension [DeviceFilter] {
  /// True if no device of a kind passes them. What a name stands for is not known.
  fileprivate func areAll(butOf kind: Device.Kind) -> Bool {
    allSatisfy { if case .kind(let own) = $0 { own != kind } else { false } }
  }
}

extension Trigger {
  /// True if one finger that starts at the edge of the rule crosses it before it has moved by its distance.
  fileprivate var leavesSurface: Bool {
    guard fingers == 1...1, pattern.angles.isEmpty, case .edge(let edges, let margin) = start,
      let distance = pattern.leastMovement, distance > margin
    else { return false }
    let outwards: [(Edges, Directions)] = [(.left, .left), (.right, .right), (.top, .up), (.bottom, .down)]
    return outwards.contains { edges == $0.0 && pattern.line == $0.1 }
  }

  /// True if scrolling on a touchpad may match it, or one finger that starts in a region. Only rules that name the
  /// touchpad are told of either.
  var isMadeByScrolling: Bool {
    guard namesTouchpads else { return false }
    if pattern.isAnchored { return fingers.lowerBound <= 2 }
    if fingers.contains(1), start != nil { return true }
    return fingers.contains(2) && pattern.kind.motion == .move
  }
}

extension Reachability.Obstacle {
  /// The reason, said of a rule.
  package var message: String { "\(shortMessage): this rule can never act" }

  /// The reason, said of a gesture.
  package var shortMessage: String {
    switch self {
    case .otherDevices: "all steps are made on one device, and these name different ones"
    case .notOfOneTouch(let kind): "the fingers of a \(kind.rawValue) land and lift, so it is no part of a longer touch"
    case .pressesAlone: "the fingers of a press make no other gesture until they have lifted"
    case .otherFingers: "'same-touch' means the fingers of the step before, and this one is for another number"
    case .tooSoon(let within, let least):
      "the next step takes at least \(Phrase.time(least)), and has to be made within \(Phrase.time(within))"
    case .needsTwoFingers: "this gesture requires two or more fingers"
    case .noRoom: "a finger that starts at this edge has no room to move towards it"
    case .touchscreenHasNoButton: "a touchscreen has no button under its surface"
    case .touchscreenHasNoPressure: "libinput reports no pressure of a touchscreen's contacts"
    case .clicks: "one finger that presses the button clicks, unless it is at an edge or in a zone"
    case .needsFingers(let number): "a finger in each of these places requires at least \(number) fingers"
    case .tooManyResting: "at most three fingers rest in a tip-tap"
    case .tooManyMoving: "at most four fingers move beside one that rests"
    case .touchpadScrolls:
      "two fingers scroll on a touchpad, and only rules with 'device: touchpad' receive scrolling"
    case .touchpadUnnamed:
      "one finger at an edge or in a zone of a touchpad acts only on rules with 'device: touchpad'"
    case .touchpadTouched:
      "one finger points on a touchpad and two scroll, and only rules with 'device: touchpad' receive either"
    case .touchpadPoints: "one finger moves the pointer on a touchpad, unless it starts at an edge or in a zone"
    }
  }
}
