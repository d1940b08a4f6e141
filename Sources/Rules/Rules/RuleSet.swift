public import Diagnostics
public import Gestures
public import Touch

/// The content of a rules file, checked and ready for matching.
public struct RuleSet: Sendable {
  /// The rules in the order of the file: of those that match a gesture, the first wins.
  public private(set) var rules: [Rule]
  /// The rules with `enabled: false`, in the order of the file. They never act.
  public var disabled: [Rule] = []
  /// The different triggers of the rules, in the order of their first rules.
  public private(set) var triggers: [Trigger]
  /// The triggers of all gestures, each step of a chain by itself.
  public private(set) var gestures: [Trigger] = []
  /// The triggers of gestures that one finger can make: each touch is told of these alone, however many there are.
  public private(set) var gesturesOfOneFinger: [Trigger] = []
  /// The priority of each trigger.
  public private(set) var priorities: [TriggerPriority]
  /// The statements of rules about each other's gestures.
  public private(set) var ties: [TriggerTie] = []
  /// The subjects that the rules' conditions depend on.
  public let subjects: Set<Condition.Subject>
  /// The rules that ask a program before their gestures begin, in the order of the file.
  public let asking: [RuleIndex]
  /// True if a rule withholds touches from the desktop.
  public let withholdsTouches: Bool
  /// The triggers of the rules that depend on the window under the fingers.
  private let touchedTriggers: [Trigger]
  /// The indices of each trigger's rules, in the order of the file.
  private var rulesOfTrigger: [[RuleIndex]]
  /// The keyboard layout in which keys are looked up, if the file states one.
  public var keyboard: KeyboardLayout?
  /// The means of injecting input, if the file states one.
  public var injection: Injection?
  /// The desktop's own swipes on touchpads that stay enabled.
  public var desktopSwipes = DesktopSwipes.enabled
  /// The longest time between the landings, and between the lifts, of the fingers of one gesture.
  public var settling: Duration
  /// True if the desktop sees the fingers that rules take on touchpads which are not owned, unless `devices` say
  /// otherwise.
  public var keepsFingers = Self.keepsFingers
  /// The default of `keepsFingers`: a rule that is written is meant to act alone.
  public static let keepsFingers = false
  /// The time for which five fingers rest on an owned device to give all devices back.
  public var panicTime = Self.panicTime

  /// A shell command whose exit status is 0 while the session is locked, if the file states one.
  public var lockProbe: String?

  /// The entries of `devices`, in the order of the file.
  public var devices: [DeviceStatement]

  /// True if keyboards may be read, to know which modifiers are held and when somebody types.
  public var mayReadKeyboards: Bool

  /// True if the contacts of touchpads may be read.
  public var mayReadContacts: Bool

  /// True if the settings state whose hands the limits suit.
  public var suitsPerson = false

  /// True if the positions of touches on touchscreens are kept among the last touches.
  public var keepsPositions = false

  /// True if the desktop shows a notification when a saved rules file has errors.
  public var showsErrors = true

  /// The side of the output at which hints are shown; nil for none.
  public var hintSide: StrokeSide?
  /// True if hints tell why a rule did not act.
  public var hintsMisses = false
  /// True if hints are shown above fullscreen windows.
  public var hintsFullscreen = true

  /// True if rules act on touchpads also while somebody types.
  public var actsWhileTyping = false

  /// The usual time of the panic chord: longer than any gesture of five fingers that rests.
  public static let panicTime = Duration.seconds(3)

  /// A set of rules in order.
  public init(
    _ rules: [Rule] = [], keyboard: KeyboardLayout? = nil, injection: Injection? = nil,
    settling: Duration = Recognition.settling, devices: [DeviceStatement] = [], lockProbe: String? = nil,
    mayReadKeyboards: Bool = false, mayReadContacts: Bool = true
  ) {
    self.rules = rules
    self.keyboard = keyboard
    self.injection = injection
    self.settling = settling
    self.devices = devices
    self.lockProbe = lockProbe
    self.mayReadKeyboards = mayReadKeyboards
    self.mayReadContacts = mayReadContacts
    subjects = rules.reduce(into: []) { $0.formUnion($1.condition.subjects) }
    touchedTriggers = rules.lazy.filter(\.needsTouchedWindow).map(\.trigger).flatMap(\.gestures)
    withholdsTouches = rules.contains { $0.trigger.withholds }
    asking = rules.indices.filter { !rules[$0].condition.questions.isEmpty }.map { RuleIndex($0) }
    (triggers, rulesOfTrigger, priorities) = ([], [], [])
    groupByTrigger()
    // If some rules are for a locked session, the others are disabled while it is locked.
    let isAlwaysAsked = rules.allSatisfy { !$0.condition.namesLock }
    priorities = rulesOfTrigger.map { indices in
      TriggerPriority(
        first: indices[0],
        certain: isAlwaysAsked ? indices.first { rules[$0.position].condition.isEmpty } : nil)
    }
    gestures = triggers.contains { !$0.before.isEmpty } ? triggers.flatMap(\.gestures) : triggers
    gesturesOfOneFinger = gestures.filter { $0.fingers.contains(1) }
    guard rules.contains(where: { !$0.ties.isEmpty }) else { return }
    ties = Self.ties(
      between: triggers,
      rulesOfTrigger.map { indices in
        (Set(indices.flatMap { self[$0].names }), Set(indices.flatMap { self[$0].ties }))
      })
  }

  /// Finds the different triggers of the rules, and the rules of each.
  private mutating func groupByTrigger() {
    var indices: [Trigger: Int] = [:]
    let tied = Set(rules.lazy.flatMap(\.ties).map(\.name))
    // By index: a loop over the elements would copy each of them.
    for index in rules.indices {
      let trigger = rules[index].trigger
      // A statement about a rule holds for no other one of the same gesture.
      let isTied = !rules[index].ties.isEmpty || !tied.isEmpty && rules[index].names.contains(where: tied.contains)
      // Simultaneous rules run alongside each other, too.
      if !trigger.isSimultaneous, !isTied, let group = indices[trigger] {
        rulesOfTrigger[group].append(RuleIndex(index))
      } else {
        if !isTied { indices[trigger] = triggers.count }
        triggers.append(trigger)
        rulesOfTrigger.append([RuleIndex(index)])
      }
    }
  }

  /// Rules without actions, to measure what fingers do.
  /// - Parameter devices: the statements of the rules file about devices.
  public init(_ triggers: [Trigger], settling: Duration, devices: [DeviceStatement]) {
    self.init(
      triggers.map { Rule(trigger: $0, reaction: Reaction(), location: "") }, settling: settling, devices: devices)
  }

  /// The first active rule of each trigger in `situation`; nil if none is active. The argument of
  /// `Recognition.setActiveRules`.
  public func activeRules(in situation: Situation) -> [RuleIndex?] {
    rulesOfTrigger.map { indices in indices.first { self[$0].acts(in: situation) } }
  }

  /// The rules whose conditions depend on `subject`, in the order of the file.
  public func rules(askingAbout subject: Condition.Subject) -> [Rule] {
    subjects.contains(subject) ? rules.filter { $0.condition.subjects.contains(subject) } : []
  }

  /// True if a rule is for touchpads, and must not act while somebody types.
  public var yieldsToTyping: Bool {
    !actsWhileTyping && rules.contains { !$0.trigger.devices.areTouchscreens }
  }

  /// True if keyboards are read for their modifiers: they may be, and some rule depends on modifiers.
  public var readsModifiers: Bool { mayReadKeyboards && subjects.contains(.modifiers) }

  /// True if keyboards are read for the times of keys: they may be, and some rule must not act while somebody types.
  /// Not with a command that probes the lock, which is asked only at a touch: a password may be typed until then.
  public var readsTyping: Bool { mayReadKeyboards && yieldsToTyping && lockProbe == nil }

  // Inlinable, because they are called between touch and key, where a copy of a rule would be most of the time.
  /// The index of the rule that `gesture` triggers; nil for an unasked gesture.
  @inlinable public func index(for gesture: Gesture) -> RuleIndex? {
    guard let index = gesture.rule, rules.indices.contains(index.position) else { return nil }
    return index
  }

  /// The rule at `index`, which must exist.
  @inlinable public subscript(index: RuleIndex) -> Rule { rules[index.position] }

  package var actions: some Sequence<Action> { rules.lazy.flatMap(\.reaction.all) }

  /// True if any rule presses keys, so that a virtual keyboard is needed.
  public var needsKeyboard: Bool { actions.contains { $0.needsKeyboard } }

  /// True if any rule clicks, scrolls or moves the pointer, so that a virtual pointer is needed.
  public var needsPointer: Bool { actions.contains { $0.kind == .pointer } }

  /// True if any rule puts the pointer under the fingers on a touchscreen.
  public var needsPositions: Bool {
    rules.contains { !$0.trigger.devices.areTouchpads && $0.reaction.all.contains(where: \.isAtFingers) }
  }

  /// The fewest fingers of the rules for `device` that depend on the window under the fingers; nil if none does.
  public func fewestFingersOverWindow(on device: Device) -> Int? {
    var fewest: Int?
    for trigger in touchedTriggers where trigger.includes(device) {
      fewest = min(fewest ?? .max, trigger.fingers.lowerBound)
    }
    return fewest
  }

  /// True if any rule depends on the window under the fingers.
  public var needsTouchedWindow: Bool { !touchedTriggers.isEmpty }

  /// True if any rule starts a command.
  public var hasCommands: Bool { !asking.isEmpty || actions.contains { $0.kind == .program } }

  /// True if any rule scrolls with the fingers.
  public var needsScrolling: Bool { actions.contains { $0 == .scroll(.fingers) } }

  /// True if any rule shows a hand on one of `devices` on a virtual touchpad.
  public func showHands(on devices: [Device]) -> Bool {
    triggers.contains { trigger in trigger.shownFingers != nil && devices.contains { trigger.isShown(on: $0) } }
  }

  /// The chords that rules press, hold or click with, each once.
  public var chords: Set<Chord> { Set(actions.lazy.flatMap(\.chords)) }

  /// The same with the locations of their rules, in the order of the file.
  public var locatedChords: [(location: String, chord: Chord)] {
    rules.flatMap { rule in rule.reaction.all.flatMap(\.chords).map { (rule.location, $0) } }
  }

  /// The actions of the desktop with the locations of their rules, in the order of the file.
  public var desktopOperations: [(location: String, operation: DesktopOperation)] {
    rules.flatMap { rule in
      rule.reaction.all.compactMap { if case .desktop(let operation) = $0 { (rule.location, operation) } else { nil } }
    }
  }

  /// The same rules with other actions.
  package func replacingActions(_ body: (Action) -> Action) -> RuleSet {
    var replaced = self
    for index in replaced.rules.indices { replaced.rules[index].reaction.replace(body) }
    return replaced
  }

  /// The texts that rules type and the locations of these rules, in the order of the file.
  public var texts: [(location: String, text: String)] {
    rules.flatMap { rule in
      rule.reaction.all.compactMap { if case .type(let text) = $0 { (rule.location, text) } else { nil } }
    }
  }
}

/// A rule: an entry of `rules`.
public struct Rule: Hashable, Sendable {
  /// The gesture it waits for.
  public var trigger: Trigger
  /// The condition under which it is active.
  public var condition: Condition
  /// Its actions, by the moments of the gesture.
  public var reaction: Reaction
  /// Its location for messages, the name of the file and the first line: `rules.yml:12`.
  public var location: String
  /// The name that its author has given it.
  public var name: String?
  /// The name of its gesture under `gestures`; nil for a gesture that is written in the rule.
  public var definition: String?
  /// Its statements about the gestures of other rules.
  public var ties: [Tie] = []
  /// The names by which other rules mean it.
  public var names: [String] { [name, definition].compactMap { $0 } }
  /// The span of the gesture's key and value, for excerpts; nil for a rule that is in no file.
  public var span: Span?
  /// The keys that state its limits and what it requires; empty for a rule that is in no file.
  public var keys: [StatedKey] = []

  public init(
    trigger: Trigger, condition: Condition = Condition(), reaction: Reaction, location: String, name: String? = nil,
    span: Span? = nil
  ) {
    self.trigger = trigger
    self.condition = condition
    self.reaction = reaction
    self.location = location
    self.name = name
    self.span = span
  }

  /// True if it is active in `situation`. Rules without a `locked` clause are inactive while the session is locked.
  public func acts(in situation: Situation) -> Bool {
    (!situation.isLocked || condition.namesLock) && condition.holds(in: situation) == true
  }

  /// The same, not active while a pen is near, unless its condition names pens.
  package var awayFromPens: Rule {
    guard !condition.subjects.contains(.penNear) else { return self }
    var rule = self
    rule.condition.clauses.append(.fact(.penNear, false))
    return rule
  }

  /// True if its condition or an action depends on the window under the fingers.
  public var needsTouchedWindow: Bool {
    condition.subjects.contains(.under)
      || reaction.all.contains {
        if case .desktop(.touchedWindow) = $0 { true } else { $0.readsVariable("SLEIGHT_UNDER_") }
      }
  }

  /// The actions for an event of its gesture, in order.
  public func actions(for gesture: Gesture) -> [Action] { reaction.actions(for: gesture) }
}

/// A keyboard layout by the names of xkeyboard-config(7); empty ones have xkbcommon's defaults.
public struct KeyboardLayout: Hashable, Sendable {
  /// As in `de`, or several as in `us,ru`
  public var layout: String
  /// As in `neo`
  public var variant: String
  /// As in `pc105`
  public var model: String
  /// As in `compose:caps`
  public var options: String

  public init(layout: String, variant: String = "", model: String = "", options: String = "") {
    self.layout = layout
    self.variant = variant
    self.model = model
    self.options = options
  }
}

/// The means of injecting keys, buttons and wheels.
public enum Injection: String, Hashable, Sendable, CaseIterable {
  /// Virtual input devices of the kernel, which every desktop accepts as real ones
  case uinput
  /// The compositor's protocols for virtual keyboards and pointers
  case wayland
  /// Sleight's extension of GNOME Shell
  case gnome
}

/// The desktop's own swipes on touchpads that stay enabled while the rules are in force.
public enum DesktopSwipes: String, Hashable, Sendable, CaseIterable {
  /// All
  case enabled
  /// The shell's swipes in directions in which no active rule acts
  case unlessTaken = "unless-taken"
  /// None
  case disabled
}

extension Recognition {
  /// A recognition of the gestures of `rules` that are active in `situation`.
  /// - Parameter unasked: true to report also gestures that no rule requests.
  public init(_ rules: RuleSet, in situation: Situation, unasked: Bool = false) {
    self.init(
      rules.triggers, unasked: unasked, settling: rules.settling, priorities: rules.priorities,
      ties: rules.ties)
    setActiveRules(rules.activeRules(in: situation))
  }

  /// Replaces the rules. Cancels ongoing gestures first.
  public mutating func replaceRules(
    with rules: RuleSet, in situation: Situation, into gestures: inout [Gesture]
  ) {
    replaceTriggers(
      with: rules.triggers, settling: rules.settling, priorities: rules.priorities, ties: rules.ties,
      into: &gestures)
    setActiveRules(rules.activeRules(in: situation))
  }
}

extension Click {
  /// Its modifiers alone.
  public var modifierChord: Chord { Chord(modifiers: modifiers, key: nil, text: text) }
}
