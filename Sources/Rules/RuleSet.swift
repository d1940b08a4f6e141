public import Gestures

/// Everything a rules file says, checked and ready to be matched.
public struct RuleSet: Sendable {
  /// The rules in the file's order: for one gesture the first that matches wins.
  public var rules: [Rule]
  /// The different triggers of the rules, in the order they appear: what the recogniser is made with.
  public private(set) var triggers: [Trigger]
  /// For each trigger, the rules that have it, in the file's order.
  private var rulesOfTrigger: [[Int]]
  /// The keyboard layout that keys are looked up in, where the file says one.
  public var keyboard: KeyboardLayout?

  /// Rules in order.
  public init(_ rules: [Rule] = [], keyboard: KeyboardLayout? = nil) {
    self.rules = rules
    self.keyboard = keyboard
    triggers = []
    rulesOfTrigger = []
    var places: [Trigger: Int] = [:]
    for (index, rule) in rules.enumerated() {
      if let place = places[rule.trigger] {
        rulesOfTrigger[place].append(index)
      } else {
        places[rule.trigger] = triggers.count
        triggers.append(rule.trigger)
        rulesOfTrigger.append([index])
      }
    }
  }

  /// The rule that acts for `gesture`; nil where no rule asked for it.
  public func rule(for gesture: Gesture) -> Rule? {
    guard let trigger = gesture.trigger, trigger < rulesOfTrigger.count else { return nil }
    return rulesOfTrigger[trigger].first.map { rules[$0] }
  }

  /// Whether any rule presses keys, so that a keyboard is needed.
  public var needsKeyboard: Bool {
    rules.contains { rule in
      rule.actions.contains { if case .keys = $0 { true } else { false } }
    }
  }
}

/// One entry of a rules file.
public struct Rule: Hashable, Sendable {
  /// What it waits for.
  public var trigger: Trigger
  /// What it does, in order.
  public var actions: [Action]
  /// Where it stands, for messages: the file's name and the line the rule starts at, `rules.yml:12`.
  public var place: String
  /// What its author calls it.
  public var name: String?

  /// A rule.
  public init(trigger: Trigger, actions: [Action], place: String, name: String? = nil) {
    self.trigger = trigger
    self.actions = actions
    self.place = place
    self.name = name
  }

  /// What it does at a moment of its gesture: without steps a rule acts once, as soon as the gesture is certain.
  public func actions(at phase: Gesture.Phase) -> [Action] {
    switch phase {
    case .recognized, .began: actions
    case .changed, .ended, .cancelled: []
    }
  }
}

/// A keyboard layout by the names of xkeyboard-config(7); empty ones are left to xkbcommon's defaults.
public struct KeyboardLayout: Hashable, Sendable {
  /// As in `de`, or several as in `us,ru`
  public var layout: String
  /// As in `neo`
  public var variant: String
  /// As in `pc105`
  public var model: String
  /// As in `compose:caps`
  public var options: String

  /// A layout.
  public init(layout: String, variant: String = "", model: String = "", options: String = "") {
    self.layout = layout
    self.variant = variant
    self.model = model
    self.options = options
  }
}
