internal import Diagnostics
internal import Gestures
internal import Rules
internal import Touch
internal import YAML

/// The values of the file's top-level keys.
struct FileContent {
  /// The rules without mistakes that are enabled.
  var rules: [CheckedRule] = []
  /// The rules without mistakes that are disabled.
  var disabled: [CheckedRule] = []
  /// The layout from `settings`.
  var keyboard: KeyboardLayout?
  /// The injector from `settings`; nil if they do not name one.
  var injection: Injection?
  /// The desktop's own swipes that stay enabled, from `settings`, and the location of the setting.
  var desktopSwipes: (state: DesktopSwipes, location: Span)?
  /// The statements of `devices`.
  var devices: [DeviceStatement] = []
  /// The lock probe from `settings`: a command that reports the session's lock.
  var lockProbe: String?
  /// The time in which fingers have to land together, from `settings`; nil if they do not state it.
  var settling: Duration?
  /// The time for which five fingers rest to give owned devices back, from `settings`; nil if they do not state it.
  var panicTime: Duration?
  /// True if the desktop sees the fingers that rules take without a grab, from `settings`; nil if they do not state it.
  var keepsFingers: Bool?
  /// Whom the defaults suit, from `settings`; nil if they do not say.
  var person: Person?
  /// The defaults of limits that a rule leaves out.
  var defaults = Defaults()
  /// The keys of `settings` by section, those of its top level by the empty text; the main file's come first.
  var settingKeys: [String: [StatedKey]] = [:]
  /// The shapes of `strokes`.
  var strokes: [String: [StrokeTemplate]] = [:]
  /// The values of `gestures`, by name.
  var gestures: [String: Node] = [:]
  /// The places of their names, and whether rules or other gestures use them.
  var gestureUses: [String: (key: Span, isUsed: Bool)] = [:]
  /// The numbers of the files that define the shapes.
  var strokeFiles: [String: Int] = [:]
  /// The actions of the desktop, in the order of the file.
  var operations: [(operation: DesktopOperation, location: Span)] = []
  /// The modes that rules set and require.
  var modes: [String: ModeUse] = [:]
  /// True if `settings` permit reading keyboards.
  var mayReadKeyboards = false
  /// True if the contacts of touchpads may be read.
  var mayReadContacts = true
  /// The speed of `drag` and `pointer` that do not state it.
  var pointerSpeed = 1.0
  /// True if the positions of touches on touchscreens are kept among the last touches.
  var keepsPositions = false
  /// True if the desktop shows a notification when a saved file has errors; nil if the file does not say.
  var showsErrors: Bool?
  /// The side of the output at which hints are shown; nil for none.
  var hintSide: StrokeSide?
  /// True if hints tell why a rule did not act.
  var hintsMisses = false
  /// True if hints are shown above fullscreen windows.
  var hintsFullscreen = true
  /// True if rules act on touchpads also while somebody types.
  var actsWhileTyping = false
  /// True if rules whose condition does not name pens act also while one is near.
  var actsWhilePenNear = true
}

extension FileContent {
  /// True if it takes the fingers from the desktop on each device of a kind on the machine that can trigger it, without
  /// a grab.
  /// - Parameters:
  ///   - known: the devices of the machine, as far as they are known.
  ///   - ignoresKeep: true if `keep` in `settings` and `devices` does not matter.
  func takes(
    _ trigger: Trigger, on kind: Device.Kind = .touchpad, known: [Device], ignoresKeep: Bool = false
  ) -> Bool {
    let present = known.filter { $0.kind == kind && trigger.includes($0) }
    // A touchscreen's touches are the desktop's until the rule acts, which is at its last step.
    guard kind == .touchpad ? mayReadContacts : trigger.before.isEmpty else { return false }
    return !present.isEmpty
      && present.allSatisfy { device in
        let properties = devices.properties(of: device)
        return (ignoresKeep || !(properties.isKept ?? keepsFingers ?? RuleSet.keepsFingers))
          && properties.isOwned != true && (device.contacts?.hasToolTypes ?? device.canCancelTouches)
          && trigger.takesFingers(on: device)
      }
  }

  /// True if an owned touchpad withholds the gesture from its landing on, so that the desktop does not begin its own:
  /// the claims of `Sequencer.claim` beyond `possible`.
  func withholdsLanding(of trigger: Trigger) -> Bool {
    if trigger.start != nil || trigger.fingers.lowerBound >= Trigger.handFingers { return true }
    return trigger.fingers.allSatisfy { fingers in
      rules.map(\.rule).filter {
        let other = $0.trigger
        return other.namesTouchpads && other.fingers.contains(fingers) && other.start == nil && !other.isKept
          && other.shownFingers == nil && $0.condition.clauses.isEmpty
      }.reduce(into: Directions()) { $0.formUnion($1.trigger.pattern.line) }.isSuperset(of: .main)
    }
  }

  /// True if the devices of a kind that can trigger it are owned, and the gesture is not kept: the desktop does not see
  /// it.
  /// - Parameter known: devices of the machine, as far as they are known: a device may be owned by its name.
  func owns(_ trigger: Trigger, on kind: Device.Kind = .touchpad, known: [Device] = []) -> Bool {
    guard !trigger.isKept else { return false }
    let present = known.filter { $0.kind == kind && trigger.includes($0) }
    guard present.isEmpty else { return present.allSatisfy { devices.properties(of: $0).isOwned == true } }
    let filters = trigger.devices.filter { filter in
      if case .kind(let other) = filter { other == kind } else { true }
    }
    return devices.contains { statement in
      guard statement.properties.isOwned == true else { return false }
      return statement.filter == .kind(kind) || statement.filter == .named("*")
        || !filters.isEmpty && filters.allSatisfy { $0 == statement.filter }
    }
  }
}

extension Device {
  /// A touchpad as those that were made for Windows since 2015.
  static let todaysTouchpad = Device(
    id: DeviceID(0), name: "touchpad", kind: .touchpad, size: nil,
    contacts: ContactReports(
      slots: 5, fingers: 5, hasPositions: true, hasPressure: false, isClickpad: true, hasToolTypes: true))
}

extension FileContent {
  /// True if an owned touchpad withholds the taps of a rule from the desktop: those where the rule starts, and those of
  /// three fingers and more. Others pass without delay.
  func withholdsTap(of trigger: Trigger) -> Bool {
    owns(trigger) && (trigger.start != nil || trigger.fingers.lowerBound >= 3)
  }
}

extension RulesDecoder {
  /// The top-level keys of a file; nil if it has none.
  mutating func keys(of root: Node?, number: Int) -> Fields? {
    let isMain = number == 0
    guard let root, !root.isNull else {
      if isMain { reportNoRules("the file has no rules") }
      return nil
    }
    guard case .mapping(let entries) = root.content else {
      mismatch(
        .wrongShape, "a rules file is a mapping, not \(Phrase.shape(of: root))", at: root.span.firstCharacter,
        found: .file(root),
        help: root.isSequence ? "write 'rules:' above the list" : "write 'rules:', and the list of rules below it")
      return nil
    }
    let fields = fields(of: entries, in: .file)
    var couldBeRules = false
    for entry in fields.unknown where !Self.isForAnchors(entry) {
      let isOfRule = entry.key.word(in: .rule) != nil
      if couldBeRules, isOfRule { continue }
      if fields[.rules] == nil, isOfRule, !entry.value.isMapping {
        mismatch(
          .wrongShape, "a rule belongs in the list under 'rules'", at: entry.key.location, found: .ruleInFile,
          help: "write 'rules:' above it, and '- ' before its first key")
        couldBeRules = true
        continue
      }
      unknown(entry, in: .file)
      // An unknown key with a list or a mapping was probably meant for the rules.
      couldBeRules = couldBeRules || entry.value.isMapping || entry.value.isSequence
    }
    if case .mapping(let settings)? = fields[.settings]?.value.content {
      couldBeRules = couldBeRules || settings.contains { $0.key.text == Word.rules.name }
    }
    couldBeRules = couldBeRules || fields[.gestures]?.value.isSequence == true
    // An included file may have the rules.
    if isMain, fields[.rules] == nil, fields[.include] == nil, !couldBeRules {
      reportNoRules("the file has no rules: 'rules' is missing")
    }
    return fields
  }

  /// True for the author's own keys, such as those that hold anchors: their values are not read.
  private static func isForAnchors(_ entry: Node.Entry) -> Bool { entry.key.text?.hasPrefix("x-") == true }

  /// Reads the content of all files. Statements of a file precede those of the files it includes.
  mutating func decode(_ documents: [RulesDocument], shortNames: [String]) {
    decodeSettings(of: documents, shortNames: shortNames)
    checkGestures()
    let include = documents.first?.fields[.include]
    isAlone = include == nil
    for document in documents {
      guard let rules = document.fields[.rules] else { continue }
      fileName = shortNames[document.number]
      let checked = self.rules(of: document, rules.value)
      // Ten thousand rules are several megabytes: they are not copied.
      if content.rules.isEmpty, checked.indices.allSatisfy({ checked[$0].isEnabled }) {
        content.rules = checked
      } else {
        content.rules += checked.filter(\.isEnabled)
        content.disabled += checked.filter { !$0.isEnabled }
      }
    }
    content.apply(effects)
    checkTies()
    if let include, content.rules.isEmpty, content.disabled.isEmpty, errorCount == 0 {
      let message = "neither this file nor the included files have rules"
      if documents.contains(where: { $0.fields[.rules] != nil }) {
        mismatch(.emptyRules, "\(message): no gesture has an action", at: include.span)
      } else {
        // While files are replaced one after another, a missing one must not disable all rules.
        mismatch(.noRules, message, at: include.span, help: "to use no rules, write 'rules: []'")
      }
    }
  }

  /// Reads what applies to all rules, before the first of them.
  private mutating func decodeSettings(of documents: [RulesDocument], shortNames: [String]) {
    // Limits that settings state, in whichever file, precede those that suit a person.
    content.person =
      documents.lazy.compactMap { document in
        document.fields[.settings]?.value.value(of: .person)?.text.flatMap { Person(rawValue: $0) }
      }.first
    content.defaults = content.person?.defaults ?? content.defaults
    // The main file's come last, so that they win.
    for document in documents.reversed() {
      let fields = document.fields
      fileName = shortNames[document.number]
      if let settings = fields[.settings] { self.settings(settings.value) }
      // The first statement about a device counts.
      if let devices = fields[.devices] { content.devices = deviceStatements(devices.value) + content.devices }
      if let strokes = fields[.strokes] { self.strokes(strokes.value) }
      if let gestures = fields[.gestures] { self.gestures(gestures.value) }
    }
  }

  private mutating func reportNoRules(_ message: String) {
    mismatch(
      .noRules, message, at: nil, found: .noRules,
      // Without another name, it would refuse to replace this file.
      help: "write a list of rules under 'rules:'; 'sleight init --config example.yml' writes an example")
  }
}
