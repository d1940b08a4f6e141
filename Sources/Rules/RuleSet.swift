public import Diagnostics
public import Gestures

/// Everything a rules file says, checked and ready to be matched.
public struct RuleSet: Sendable {
  /// The rules in the file's order: for one gesture the first that matches wins.
  public let rules: [Rule]
  /// The different triggers of the rules, in the order they appear: what the recogniser is made with.
  public private(set) var triggers: [Trigger]
  /// For each trigger, when it is asked for.
  public private(set) var priorities: [TriggerPriority]
  /// What the rules' conditions ask about.
  public let subjects: Set<Condition.Subject>
  /// For each trigger, the rules that have it, in the file's order.
  private var rulesOfTrigger: [[Int]]
  /// The keyboard layout that keys are looked up in, where the file says one.
  public var keyboard: KeyboardLayout?
  /// What keys, buttons and wheels go by, where the file says it.
  public var injection: Injection?
  /// How long after one finger the next of the same gesture may land, or lift.
  public var settling: Duration

  /// A shell command whose exit status is 0 while the session is locked, where the file has one.
  public var lockProbe: String?

  /// What is said of devices, in the file's order.
  public var devices: [DeviceStatement]

  /// Whether keyboards may be read, to know which modifiers are held.
  public var mayReadKeyboards: Bool

  /// Rules in order.
  public init(
    _ rules: [Rule] = [], keyboard: KeyboardLayout? = nil, injection: Injection? = nil,
    settling: Duration = Recognition.settling, devices: [DeviceStatement] = [], lockProbe: String? = nil,
    mayReadKeyboards: Bool = false
  ) {
    self.rules = rules
    self.keyboard = keyboard
    self.injection = injection
    self.settling = settling
    self.devices = devices
    self.lockProbe = lockProbe
    self.mayReadKeyboards = mayReadKeyboards
    subjects = rules.reduce(into: []) { $0.formUnion($1.condition.subjects) }
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
    // Where some rules are for a session that is locked, those for one that is not are not asked for there.
    let isAlwaysAsked = rules.allSatisfy { !$0.condition.namesLock }
    priorities = rulesOfTrigger.map { places in
      TriggerPriority(first: places[0], certain: isAlwaysAsked ? places.first { rules[$0].condition.isEmpty } : nil)
    }
  }

  /// For each trigger, the rank of the rule that acts by it in `situation`; nil where none does. What
  /// `Recognition.rank` takes.
  public func ranks(in situation: Situation) -> [Int?] {
    rulesOfTrigger.map { places in places.first { rules[$0].acts(in: situation) } }
  }

  /// The rules whose conditions ask about `subject`, in the file's order.
  public func rules(askingAbout subject: Condition.Subject) -> [Rule] {
    subjects.contains(subject) ? rules.filter { $0.condition.subjects.contains(subject) } : []
  }

  /// Whether keyboards are to be read: they may be, and some rule asks what is held.
  public var readsKeyboards: Bool { mayReadKeyboards && subjects.contains(.modifiers) }

  // Inlinable, because it is asked for between the finger and the key.
  /// The rule that acts for `gesture`; nil where no rule asked for it.
  @inlinable public func rule(for gesture: Gesture) -> Rule? {
    guard let rank = gesture.rank, rules.indices.contains(rank) else { return nil }
    return rules[rank]
  }

  /// Everything that some rule does at some moment.
  private var actions: some Sequence<Action> { rules.lazy.flatMap(\.reaction.all) }

  /// Whether any rule presses keys, so that a keyboard is needed.
  public var needsKeyboard: Bool { actions.contains { $0.needsKeyboard } }

  /// Whether any rule clicks, scrolls or moves the pointer, so that one is needed.
  public var needsPointer: Bool { actions.contains { $0.needsPointer } }

  /// Whether any rule starts a command.
  public var hasCommands: Bool {
    actions.contains { action in
      switch action {
      case .shell, .run: true
      case .keys, .hold, .type, .click, .scroll, .drag, .pointer, .compositor, .mode, .wait, .none: false
      }
    }
  }

  /// Whether any rule scrolls as the fingers move.
  public var needsScrolling: Bool { actions.contains { $0 == .scroll(.fingers) } }

  /// The chords that rules press, hold or click with, each once.
  public var chords: Set<Chord> {
    var chords: Set<Chord> = []
    for action in actions {
      switch action {
      case .keys(let pressed): chords.formUnion(pressed)
      case .hold(let chord): chords.insert(chord)
      case .click(let clicks): chords.formUnion(clicks.map(\.modifierChord))
      case .drag(let click): chords.insert(click.modifierChord)
      case .shell, .run, .type, .scroll, .pointer, .compositor, .mode, .wait, .none: break
      }
    }
    return chords
  }

  /// The texts that rules type, in the file's order, and where each rule stands.
  public var texts: [(place: String, text: String)] {
    rules.flatMap { rule in
      rule.reaction.all.compactMap { if case .type(let text) = $0 { (rule.place, text) } else { nil } }
    }
  }
}

/// One entry of a rules file.
public struct Rule: Hashable, Sendable {
  /// What it waits for.
  public var trigger: Trigger
  /// What else must be so.
  public var condition: Condition
  /// What it does, at which moment.
  public var reaction: Reaction
  /// Where it stands, for messages: the file's name and the line the rule starts at, `rules.yml:12`.
  public var place: String
  /// What its author calls it.
  public var name: String?
  /// What an excerpt of it shows: the gesture's key and value. Nil for one that stands in no file.
  public var span: SourceSpan?

  /// A rule.
  public init(
    trigger: Trigger, condition: Condition = Condition(), reaction: Reaction, place: String, name: String? = nil,
    span: SourceSpan? = nil
  ) {
    self.trigger = trigger
    self.condition = condition
    self.reaction = reaction
    self.place = place
    self.name = name
    self.span = span
  }

  /// Whether it may act in `situation`. One that says nothing of the session's lock does not act behind it.
  public func acts(in situation: Situation) -> Bool {
    (!situation.isLocked || condition.namesLock) && condition.holds(in: situation) == true
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

extension Click {
  /// Its modifiers alone.
  public var modifierChord: Chord { Chord(modifiers: modifiers, key: nil, text: text) }
}

/// What keys, buttons and wheels can go by to the desktop.
public enum Injection: String, Hashable, Sendable, CaseIterable {
  /// Input devices of our own that the kernel makes: every desktop takes them for real ones
  case uinput
  /// The compositor's protocols for virtual keyboards and pointers
  case wayland
}

extension Recognition {
  /// A recogniser layer for what `rules` ask for in `situation`.
  /// - Parameter unasked: Whether gestures that no rule asks for are reported too.
  public init(_ rules: RuleSet, in situation: Situation, unasked: Bool = false) {
    self.init(rules.triggers, unasked: unasked, settling: rules.settling, priorities: rules.priorities)
    rank(rules.ranks(in: situation))
  }

  /// Asks for what `rules` ask for in `situation` from now on. What is going on is broken off first.
  public mutating func replaceRules(
    with rules: RuleSet, in situation: Situation, into gestures: inout [Gesture]
  ) {
    replaceTriggers(
      with: rules.triggers, settling: rules.settling, priorities: rules.priorities, into: &gestures)
    rank(rules.ranks(in: situation))
  }
}
