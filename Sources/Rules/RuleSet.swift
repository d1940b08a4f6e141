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
  /// How long after one finger the next of the same gesture may land, or lift.
  public var settling: Duration

  /// Rules in order.
  public init(
    _ rules: [Rule] = [], keyboard: KeyboardLayout? = nil, settling: Duration = Recognition.settling
  ) {
    self.rules = rules
    self.keyboard = keyboard
    self.settling = settling
    triggers = []
    rulesOfTrigger = []
    var places: [Trigger: Int] = [:]
    for (index, rule) in rules.enumerated() {
      // Rules that act beside others act beside each other, too.
      if !rule.trigger.isSimultaneous, let place = places[rule.trigger] {
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
      rule.reaction.all.contains { if case .keys = $0 { true } else { false } }
    }
  }
}

/// One entry of a rules file.
public struct Rule: Hashable, Sendable {
  /// What it waits for.
  public var trigger: Trigger
  /// What it does, at which moment.
  public var reaction: Reaction
  /// Where it stands, for messages: the file's name and the line the rule starts at, `rules.yml:12`.
  public var place: String
  /// What its author calls it.
  public var name: String?

  /// A rule.
  public init(trigger: Trigger, reaction: Reaction, place: String, name: String? = nil) {
    self.trigger = trigger
    self.reaction = reaction
    self.place = place
    self.name = name
  }

  /// What it does at a moment of its gesture, in order.
  public func actions(for gesture: Gesture) -> [Action] { reaction.actions(for: gesture) }
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
