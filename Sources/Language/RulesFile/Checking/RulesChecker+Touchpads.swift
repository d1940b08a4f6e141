internal import Diagnostics
internal import Gestures
internal import Rules
internal import Text
internal import Touch
internal import YAML

/// Rules that need the contacts of touchpads.
extension RulesChecker {
  /// Reports gestures of one finger that move the pointer as well, and gestures that a touchpad does not report.
  /// - Parameter touchpads: those of the machine, if they are known.
  mutating func warn(ofTouchpads content: FileContent, known touchpads: [Device]) {
    for rule in content.rules {
      warn(ofTaking: rule, touchpads, content)
      warn(ofPointer: rule, touchpads, content)
      warn(ofReports: rule, touchpads)
    }
  }

  /// Notes taps beside two fingers that rest, which libinput takes for a tap of three.
  mutating func note(ofClicks content: FileContent) {
    for index in content.rules.indices where content.rules[index].rule.trigger.pattern.kind.isBesideRest {
      let rule = content.rules[index]
      let trigger = rule.rule.trigger
      guard trigger.fingers.contains(2), !content.owns(trigger), trigger.devices.isEmpty || trigger.namesTouchpads
      else { continue }
      report(
        .desktopClicks, "with tap-to-click on a touchpad, the desktop clicks the middle button as well",
        at: rule.gesture, help: "'devices: {touchpad: {own: true}}' withholds the tap")
    }
  }

  /// Reports fingers that a rule is to take from the desktop, by `keep: false`, and that are never taken without a
  /// grab.
  private mutating func warn(ofTaking rule: CheckedRule, _ touchpads: [Device], _ content: FileContent) {
    let trigger = rule.rule.trigger
    guard let keep = rule.keep, !trigger.isKept, !trigger.withholds, trigger.devices.areTouchpads,
      trigger.fingers.lowerBound < TakingClaim.fewest,
      !content.owns(trigger, known: touchpads.filter { trigger.includes($0) })
    else { return }
    let (fingers, use) = trigger.fingers.lowerBound == 1 ? ("one finger", "it points") : ("two fingers", "they scroll")
    report(
      .pointerMoves, "'keep: false' does not take \(fingers) from the desktop: \(use)", at: keep,
      help: "rules take three or more fingers; 'devices: {touchpad: {own: true}}' withholds fewer once the rule acts")
  }

  /// Reports a slide of one finger during which the pointer moves: on a touchpad of the machine, or on every touchpad.
  /// An owned one withholds the finger where a rule starts.
  private mutating func warn(ofPointer rule: CheckedRule, _ touchpads: [Device], _ content: FileContent) {
    let trigger = rule.rule.trigger
    let own = touchpads.filter { trigger.includes($0) }
    guard !trigger.namesTouchscreens, !content.owns(trigger, known: own) else { return }
    if trigger.pattern.isAnchored {
      guard trigger.isMadeByScrolling else { return }
      return report(
        .pointerMoves, "on a touchpad, the desktop moves the pointer with one such finger, and scrolls with two",
        at: rule.gesture,
        help: "'devices: {touchpad: {own: true}}' withholds the fingers once the gesture begins")
    }
    guard trigger.fingers.contains(1), trigger.namesTouchpads, let start = trigger.start, start.leastFingers == 1,
      trigger.pattern.kind.motion == .move
    else { return }
    guard own.contains(where: { $0.knownSize != nil }) else {
      guard !PalmZone.largest.holdsPointer(trigger.pattern, from: start) else { return }
      return report(
        .pointerMoves, "the pointer moves with this finger", at: rule.start ?? rule.gesture, help: Self.slideHelp)
    }
    for touchpad in own where touchpad.knownSize != nil {
      let zone = PalmZone(of: touchpad)
      guard trigger.isKept || content.devices.properties(of: touchpad).isOwned != true,
        !PalmZone.isDetected(on: touchpad) || !zone.holdsPointer(trigger.pattern, from: start)
      else { continue }
      report(
        .pointerMoves, "on \(Phrase.quote(touchpad.name.legible)), the pointer moves with this finger",
        at: rule.start ?? rule.gesture, help: Self.help(for: touchpad, zone))
    }
  }

  private static let slideHelp =
    "the pointer stays for movements along the left or right edge, and along the top edge within 'margin: 3mm'"

  /// The movements for which the pointer stays on `touchpad`.
  private static func help(for touchpad: Device, _ zone: PalmZone) -> String {
    guard PalmZone.isDetected(on: touchpad) else {
      return "libinput detects palms at the edges only of touchpads that are part of the machine, except Apple's"
    }
    guard zone.side > 0 else { return "libinput detects palms at the edges only of touchpads at least 70mm wide" }
    func mm(_ value: Double) -> String { Phrase.number((value * 10).rounded(.down) / 10) + "mm" }
    return "the pointer stays for movements along the left or right edge within 'margin: \(mm(zone.side))'"
      + (zone.top > 0 ? ", and along the top edge within 'margin: \(mm(zone.top))'" : "")
  }

  /// Reports a gesture that a touchpad of the machine does not report: its contacts have no positions, or it counts
  /// fewer fingers.
  private mutating func warn(ofReports rule: CheckedRule, _ touchpads: [Device]) {
    let trigger = rule.rule.trigger
    for touchpad in touchpads {
      guard let obstacle = Reachability.obstacle(to: trigger, on: touchpad) else { continue }
      report(
        .notReported, "\(Phrase.quote(touchpad.name.legible)) \(obstacle): this rule does not act on it",
        at: trigger.start == nil ? rule.fingers ?? rule.gesture : rule.start ?? rule.gesture)
    }
  }
}

extension Trigger {
  /// True if the names of its devices are hardly those of touchpads.
  var namesTouchscreens: Bool {
    !devices.isEmpty
      && devices.allSatisfy { filter in
        switch filter {
        case .kind(let kind): kind == .touchscreen
        case .named(let name): ["touchscreen", "touch screen", "digitizer"].contains { name.lowercased().contains($0) }
        }
      }
  }
}

extension PalmZone {
  /// The strips of a touchpad that has the widest ones: if the pointer moves even there, it moves everywhere.
  fileprivate static let largest = PalmZone(width: 160, height: 100)
}
