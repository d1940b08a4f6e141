internal import Diagnostics
internal import Gestures
internal import Rules
internal import Touch
internal import YAML

extension RulesReader {
  /// Says what rules do that are right in themselves and that their author may not expect.
  mutating func warn(of rules: [CheckedRule], on desktop: DesktopGestures?) {
    let obstacles = rules.map { Reachability.obstacle(to: $0.rule.trigger) }
    // What never acts hides nothing.
    let able = zip(rules, obstacles).map { rule, obstacle in obstacle == nil ? rule.rule : nil }
    let hiding = Coverage.hiding(able)
    for (index, rule) in rules.enumerated() {
      if let obstacle = obstacles[index] {
        warn(of: obstacle, rule)
      } else if rule.rule.condition.contradictsItself {
        report(
          .neverActs, "its conditions exclude each other: this rule can never act", at: rule.when ?? rule.gesture)
      } else if let other = hiding[index] {
        warn(of: rule, hiddenBy: rules[other], isEarlier: other < index)
      }
    }
    for wait in TapWaits.find(in: able.map { $0?.trigger }) where hiding[wait.rule] == nil {
      report(
        .tapWaits, "this tap waits \(Phrase.milliseconds(wait.gap)) to see whether another one follows",
        at: rules[wait.rule].gesture,
        notes: [.init("because of this rule", at: SourceSpan(rules[wait.other].gesture))])
    }
    // Who has mistakes to mend need not hear of what may well be meant.
    if errorCount == 0 { noteTouchscreenRules(among: rules) }
    warnOfModes()
    for (index, rule) in rules.enumerated() where obstacles[index] == nil {
      guard let desktop, let claim = desktop.claim(on: rule.rule.trigger) else { continue }
      report(
        .desktopGesture, "\(desktop.desktop) itself \(claim.purpose) with this gesture: on a touchpad both happen",
        at: rule.gesture)
    }
  }

  /// Says which rules for every device no touchpad sets off: the first for each reason, because who has a touchscreen
  /// may have many and mean it.
  private mutating func noteTouchscreenRules(among rules: [CheckedRule]) {
    var places: [Reachability.Obstacle: [Span]] = [:]
    for rule in rules {
      guard let obstacle = Reachability.obstacleOnTouchpads(to: rule.rule.trigger) else { continue }
      places[obstacle, default: []].append(rule.gesture)
    }
    for (obstacle, places) in places {
      let others = places.count - 1
      report(
        .touchscreenOnly,
        (others == 0 ? "this rule is" : "this rule and \(others) more are")
          + " for touchscreens alone: \(obstacle.shortMessage)", at: places.first,
        help: "'device: touchscreen' says so"
          + (obstacle == .touchpadScrolls ? "; with 'device: touchpad' it is for touchpads" : ""))
    }
  }

  /// Says which modes are asked for and never set, or the other way round. Two that are nearly the same are one that was
  /// mistyped.
  private mutating func warnOfModes() {
    // They may stand in a file that cannot be read.
    guard !hasUnreadFile else { return }
    let names = modes.keys.filter { $0 != Situation.defaultMode }.sorted()
    var onlySet = names.filter { modes[$0]?.asked == nil }
    for name in names {
      guard let use = modes[name], use.set == nil, let asked = use.asked else { continue }
      let meant = Suggestion.nearest(to: name, among: names.filter { modes[$0]?.set != nil })
      onlySet.removeAll { $0 == meant }
      report(
        .modeNeverSet, "no rule sets the mode \(Phrase.quote(name))", at: asked, suggestion: meant,
        help: meant == nil ? "a rule sets it with 'do: {mode: \(name)}'" : nil)
    }
    for name in onlySet {
      report(
        .modeNeverAsked, "no rule asks for the mode \(Phrase.quote(name)): setting it changes nothing",
        at: modes[name]?.set, help: "a rule asks for it with 'when: {mode: \(name)}'")
    }
  }

  private mutating func warn(of obstacle: Reachability.Obstacle, _ rule: CheckedRule) {
    switch obstacle {
    case .touchpadHasNoPlaces: report(.neverActs, obstacle.message, at: rule.start ?? rule.gesture)
    case .needsTwoFingers, .touchpadHasNo, .touchpadScrolls:
      report(
        .neverActs, obstacle.message, at: rule.fingers ?? rule.gesture,
        help: rule.fingers == nil ? "without 'fingers' it takes \(Phrase.range(rule.rule.trigger.fingers))" : nil)
    }
  }

  private mutating func warn(of rule: CheckedRule, hiddenBy other: CheckedRule, isEarlier: Bool) {
    let kind = rule.rule.trigger.pattern.kind.rawValue
    let place = SourceSpan(other.gesture)
    if other.rule.trigger.pattern.kind != rule.rule.trigger.pattern.kind {
      report(
        .hiddenRule, "a pan always begins before this \(kind) can act", at: rule.gesture,
        help: "'also: true' in the pan's rule lets both act", notes: [.init("this is the pan", at: place)])
      return
    }
    report(
      .hiddenRule,
      isEarlier
        ? "an earlier rule always acts before this one"
        : "a later rule always acts before this one, because it asks for less",
      at: rule.gesture,
      // What is for some places, or under a condition, goes above what is for all of them.
      help: rule.start != nil && other.start == nil || isEarlier && rule.rule.condition != other.rule.condition
        ? "above that rule it acts first" : nil,
      notes: [.init("this is the \(isEarlier ? "earlier" : "later") rule", at: place)])
  }
}
