internal import Desktop
internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import Text
internal import YAML

/// Unknown keys of a rule or a condition whose values show what is meant.
struct KeyAdvice {
  /// The text that is probably meant in place of the key, or of the key and its value.
  var suggestion: String?
  /// True if the suggestion replaces the value, too.
  var replacesValue = false
  var help: String?

  /// The location of the text that the suggestion replaces.
  func span(of entry: Node.Entry) -> Span {
    replacesValue ? Span(entry.key.location.start, entry.value.location.end) : entry.key.span
  }
}

extension RulesAdviser {
  /// The advice for an unknown key of a rule; nil if the key alone decides.
  /// - Parameter gesture: the rule's gesture; nil if it has none.
  func keyAdvice(_ entry: Node.Entry, gesture: Word?, hasAction: Bool) -> KeyAdvice? {
    guard let key = entry.key.text else { return nil }
    let name = key.lowercased().replacing("_", with: "-")
    let value = entry.value.text
    if let steps = Self.steps(called: name, entry.value) { return steps }
    switch name {
    case "zoom", "zoom-in", "zoom-out", "spread", "pinch-in", "pinch-out", "pinch-open", "pinch-close":
      return Self.pinch(name, value)
    case "on", "moment", "at-moment", "trigger", "on-event", "phase":
      guard let value else { return nil }
      if Vocabulary.word(value, in: .moment) != nil { return KeyAdvice(suggestion: Word.at.name) }
      if Vocabulary.word(value, in: .device) != nil { return KeyAdvice(suggestion: Word.device.name) }
      if let moment = ForeignWord.find(value, in: .moment)?.suggestion {
        return KeyAdvice(suggestion: "at: \(moment)", replacesValue: true)
      }
      return nil
    case "repeat", "repeats", "loop", "continuous", "update", "updates", "change", "changed", "on-update", "while":
      return steps(name, value, gesture: gesture)
    case "order", "sequence":
      guard gesture == .tap, let value, Int(value) == nil else { break }
      return KeyAdvice(
        help: "a tap beside fingers that rest is a gesture of its own: 'tip-tap: left' with 'fingers: 1'")
    case "interval", "max-interval", "delay", "tap-interval", "double-tap-time", "tap-time":
      guard gesture == .tap else { break }
      return KeyAdvice(
        suggestion: value.flatMap { Quantity($0) }?.unit.isEmpty == false ? Word.gap.name : nil,
        help: "'gap' is the time between taps, such as 'gap: 300ms'")
    case "except", "not", "if-not", "when-not", "without", "exclude":
      return KeyAdvice(help: "write 'when: {not: {…}}', such as 'when: {not: {app: firefox}}'")
    case "left", "right", "up", "down":
      guard let gesture, [.pan, .swipe].contains(gesture) else { return nil }
      return KeyAdvice(
        help: gesture == .pan
          ? "the direction is the gesture's value, with actions for both ways: 'pan: \(name)', 'do' and 'back'"
          : "the direction is the gesture's value: write a rule with 'swipe: \(name)'")
    case "hold", "press", "touch-and-hold":
      guard gesture == nil else { break }
      // The key of a gesture where the value is a time.
      return value.flatMap { Quantity($0) } == nil && value != nil ? lacksGesture(value) : nil
    case "then", "and-then", "after-that", "next":
      if gesture == .swipe, let value {
        if Vocabulary.word(value, in: .direction) != nil {
          return KeyAdvice(help: "write the path as the gesture's value, such as 'swipe: left then \(value)'")
        }
        if Self.rests.contains(value) { return KeyAdvice(help: Self.restAfterSwipe) }
      }
      guard hasAction else { return nil }
      return KeyAdvice(help: "several actions are a list under 'do': 'do: [first, second]'")
    default: break
    }
    if let limit = Self.limit(name) {
      let kinds = Vocabulary.word(limit.key, in: .rule).flatMap { word -> [Gesture.Kind]? in
        if case .qualifier(let kinds) = word.role { kinds } else { nil }
      }
      guard let gesture, kinds?.contains(where: { $0.rawValue == gesture.name }) == true else { return nil }
      return KeyAdvice(suggestion: limit.key)
    }
    return action(name, value, gesture: gesture, hasAction: hasAction)
  }

  /// A list of gestures in place of one.
  private static func steps(called name: String, _ value: Node) -> KeyAdvice? {
    let isChoice = [Word.ways.name, "any-of", "one-of", "either", "or"].contains(name)
    guard isChoice || ["steps", "sequence", "chain", "then"].contains(name),
      case .sequence(let elements) = value.content, !elements.isEmpty,
      elements.allSatisfy({ $0.isMapping && $0.has(Node.isGesture) })
    else { return nil }
    let steps = "[{tap: single}, {swipe: left}]"
    let value = isChoice ? "{any: \(steps)}" : steps
    return KeyAdvice(
      help: "describe it under 'gestures': 'gestures: {my-gesture: \(value)}', and start the rule with "
        + "'gesture: my-gesture'")
  }

  /// A pinch under another name: to zoom in, the fingers part.
  private static func pinch(_ name: String, _ value: String?) -> KeyAdvice {
    let parts = ["in", "out"]
    switch name {
    case "zoom-in", "pinch-out", "pinch-open": return KeyAdvice(help: "write 'pinch: out': the fingers move apart")
    case "zoom-out", "pinch-in", "pinch-close": return KeyAdvice(help: "write 'pinch: in': the fingers move together")
    case "zoom":
      guard let value, parts.contains(value.lowercased()) else { return KeyAdvice(suggestion: Word.pinch.name) }
      let way = value.lowercased() == "in" ? "out" : "in"
      return KeyAdvice(
        suggestion: "pinch: \(way)", replacesValue: true,
        help: way == "out" ? "to zoom in, the fingers move apart" : "to zoom out, the fingers move together")
    default:
      guard let value, !parts.contains(value.lowercased()) else { return KeyAdvice(suggestion: Word.pinch.name) }
      return KeyAdvice(help: "write 'pinch: out'")
    }
  }

  /// A word for repetition, whose value is a time, a length, an action or a truth value.
  private func steps(_ name: String, _ value: String?, gesture: Word?) -> KeyAdvice? {
    let kind = gesture.flatMap { Gesture.Kind(rawValue: $0.name) }
    // `while: 1`: fingers that rest beside the gesture.
    if name == "while", let count = value.flatMap({ Int($0) }), let kind {
      return KeyAdvice(
        help: kind == .tap
          ? "a tap beside fingers that rest is a gesture of its own: 'tip-tap: left' with 'fingers: \(count)'"
          : "fingers that rest beside those that move are stated under 'anchor', for pans: 'pan: left' with 'anchor: 1'"
      )
    }
    if let kind, !kind.isContinuous {
      return KeyAdvice(
        help: "a \(kind.rawValue) happens once; steps go with \(Phrase.list(Word.steps.kinds.map(\.rawValue)))")
    }
    if let value, let quantity = Quantity(value), !quantity.unit.isEmpty {
      return KeyAdvice(suggestion: Word.every.name)
    }
    let step = Word.steps[kind].examples[0]
    if let value, RulesDecoder.isBoolean(value) {
      return KeyAdvice(
        suggestion: "every: \(step)", replacesValue: true, help: "'every' is the size of a step, and 'do' runs at each")
    }
    return KeyAdvice(
      help: "write the size of a step under 'every', such as 'every: \(step)', and its action under 'do'")
  }

  /// A limit under another tool's name: `swipe_threshold`, `min-distance`, `max_time`.
  static func limit(_ name: String) -> (gesture: String?, key: String)? {
    var parts = name.split(separator: "-").map(String.init)
    guard parts.count > 1 else { return nil }
    let gesture = parts.firstIndex { Gesture.Kind(rawValue: $0) != nil }.map { parts.remove(at: $0) }
    parts.removeAll { ["min", "max", "minimum", "maximum", "required", "trigger"].contains($0) }
    guard parts.count == 1, let key = limits.first(where: { $0.name == parts[0] || $1.contains(parts[0]) })?.key else {
      return nil
    }
    return (gesture, key.name)
  }

  /// Limits, and other names for them.
  private static let limits: [(key: Word, names: [String])] = [
    (.distance, ["threshold", "length", "delta"]), (.within, ["time", "timeout", "duration", "interval"]),
    (.speed, ["velocity"]), (.movement, ["tolerance"]),
  ]

  /// An action as a key of the rule: `hold: alt`, `keys: ctrl+w`, `sway: workspace next`.
  private func action(_ name: String, _ value: String?, gesture: Word?, hasAction: Bool) -> KeyAdvice? {
    guard !isTrial, let gesture, let value, !value.isEmpty else { return nil }
    let isKnown = Vocabulary.word(name, in: .action) != nil
    guard let word = isKnown ? name : ForeignWord.find(name, in: .action)?.suggestion else { return nil }
    let candidates = ["{\(word): \(YAMLText.element(value))}", "{\(word): \(value)}"]
    guard word != Word.setMode.name || !isKnown, Vocabulary.word(word, in: .modeChange) == nil,
      let action = candidates.first(where: { checks($0) })
    else { return nil }
    let lasts = word == .hold || word == .feed || word == .pointer || word == .scroll && value == "fingers"
    let isContinuous = Gesture.Kind(rawValue: gesture.name)?.isContinuous == true
    if lasts {
      return isContinuous
        ? KeyAdvice(suggestion: "begin: \(action)", replacesValue: true)
        : KeyAdvice(help: "'\(word)' lasts as long as a gesture, and a \(gesture.name) happens once")
    }
    return hasAction
      ? KeyAdvice(help: "write it as an action of 'do', in a list: 'do: [\(action), …]'")
      : KeyAdvice(suggestion: "do: \(action)", replacesValue: true)
  }

  /// `hold: alt` at the beginning of a rule.
  private func lacksGesture(_ value: String?) -> KeyAdvice? {
    guard let value, checks("{hold: \(value)}") else { return nil }
    return KeyAdvice(help: "a rule starts with its gesture; keys are held with 'begin: {hold: \(value)}'")
  }

  // MARK: Conditions

  /// The advice for an unknown key of a condition: `not-app`, `app_not`.
  func advice(forKeyOfCondition entry: Node.Entry) -> KeyAdvice? {
    guard let key = entry.key.text else { return nil }
    let parts = key.lowercased().split { "_- !".contains($0) }.map(String.init)
    let negations: Set = ["not", "no", "except", "without", "exclude", "excluded", "isnt"]
    let names = parts.filter { !negations.contains($0) }
    guard parts.count > names.count || key.contains("!"), names.count == 1 else { return nil }
    let name = ForeignWord.find(names[0], in: .condition)?.suggestion ?? names[0]
    guard Vocabulary.word(name, in: .condition) != nil else { return nil }
    guard let value = entry.value.text, !value.isEmpty else {
      return KeyAdvice(help: "write 'not: {\(name): …}'")
    }
    return KeyAdvice(suggestion: "not: {\(name): \(YAMLText.element(value))}", replacesValue: true)
  }

  // MARK: Actions

  /// The advice for an unknown action: a gesture, or a button to press.
  /// - Parameter moment: the key of the rule that has the action.
  func advice(forAction entry: Node.Entry, of moment: String) -> KeyAdvice? {
    guard let key = entry.key.text, Self.gluedKey(key, in: .action) == nil else { return nil }
    let name = key.lowercased()
    let button = entry.value.text.flatMap { text in
      Vocabulary.word(text, in: .button) != nil ? text : ForeignWord.find(text, in: .button)?.suggestion
    }
    if let button,
      ["press", "hold", "button", "mouse", "down", "mousedown", "button-down", "mouse-down"].contains(name)
    {
      return KeyAdvice(
        suggestion: moment == .begin ? "drag: \(button)" : "click: \(button)", replacesValue: true,
        help: moment == .begin ? "'drag' holds the button until the gesture ends" : nil)
    }
    if button != nil, ["release", "up", "mouseup", "button-up", "mouse-up"].contains(name) {
      return KeyAdvice(help: "a button is released when its gesture ends: hold it with 'begin: {drag: left}'")
    }
    if name == "press", let value = entry.value.text {
      let chord = chordText(value) ?? value
      if checks("{keys: \(chord)}") { return KeyAdvice(suggestion: "keys: \(chord)", replacesValue: true) }
    }
    if let advice = shortcut(name, entry.value.text) { return advice }
    guard Gesture.Kind(rawValue: name) != nil else {
      return action(meantBy: name, entry.value) ?? compositorCommand(name, entry.value)
    }
    return KeyAdvice(help: "'\(name)' is a gesture, which starts a rule; an action cannot make one")
  }

  /// A global shortcut of Plasma, as InputActions writes it: `plasma_shortcut: "kwin,Window Close"`.
  private func shortcut(_ name: String, _ value: String?) -> KeyAdvice? {
    let names: Set = ["plasma-shortcut", "kde-shortcut", "kwin-shortcut", "global-shortcut"]
    guard names.contains(name.replacing("_", with: "-")) else { return nil }
    guard let shortcut = value.flatMap({ PlasmaShortcut($0) }) else {
      return KeyAdvice(help: "write 'plasma-shortcut: \"kwin,Window Close\"', with its component")
    }
    return KeyAdvice(
      suggestion: shortcut.operation.map(\.text)
        ?? "\(Word.plasmaShortcut.name): \(YAMLText.element(shortcut.text))", replacesValue: true)
  }

  /// A command of a compositor with its first word as the key: `dispatch: workspace 3`, `movefocus: l`.
  private func compositorCommand(_ name: String, _ value: Node) -> KeyAdvice? {
    guard !isTrial, ForeignWord.find(name, in: .action) == nil,
      nearest(to: name, among: Vocabulary.names(in: .action)) == nil,
      let text = value.text, let meant = CompositorCommands.action(meantBy: value.isNull ? name : "\(name) \(text)")
    else { return nil }
    return KeyAdvice(
      suggestion: "\(meant.compositor.rawValue): \(YAMLText.element(meant.command))", replacesValue: true,
      help: DesktopWays.of(meant.compositor).operation(of: meant.command).map {
        "on every desktop, {\($0.text)} does the same"
      })
  }

  /// An action under another name: `sendkey: [leftmeta, d]`. Nil if the name alone is to be suggested.
  private func action(meantBy name: String, _ value: Node) -> KeyAdvice? {
    guard !isTrial,
      let word = ForeignWord.find(name, in: .action)?.suggestion
        ?? nearest(to: name, among: Vocabulary.names(in: .action))
    else { return nil }
    if let text = value.text, !value.isNull {
      if checks("{\(word): \(YAMLText.element(text))}") || checks("{\(word): \(text)}") { return nil }
      if word == .keys, let chord = chordText(text), checks("{keys: \(chord)}") {
        return KeyAdvice(suggestion: "keys: \(chord)", replacesValue: true)
      }
    } else if case .sequence(let elements) = value.content {
      let texts = elements.compactMap(\.text)
      guard texts.count == elements.count, !texts.isEmpty else { return nil }
      if checks("{\(word): \(YAMLText.list(texts))}") { return nil }
      if word == .keys, let chord = chordText(texts.joined(separator: "+")), checks("{keys: \(chord)}") {
        return KeyAdvice(suggestion: "keys: \(chord)", replacesValue: true)
      }
    } else {
      return nil
    }
    let example = Vocabulary.word(word, in: .action)?.form?.examples(nil).first
    return KeyAdvice(help: example.map { "write '{\(word): \($0)}'" } ?? "the action is '\(word)'")
  }
}
