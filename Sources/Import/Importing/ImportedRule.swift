internal import Desktop
internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import RulesFile
internal import YAML

/// A rule made from a configuration, in the words of rules files.
struct ImportedRule {
  /// The lines of its bindings in the configuration, counted from 1. Never empty.
  private(set) var spans: [ClosedRange<Int>]
  /// The kind of gesture and its values, usually one: `swipe`, `left`.
  var gesture: Gesture.Kind
  var values: [String]
  var fingers: ClosedRange<Int>
  /// Further properties with their values: `distance`, `20%`.
  var qualifiers: [(key: Word, value: YAMLValue)] = []
  /// The conditions under `when`, all of which must hold.
  var conditions: [YAMLValue.Entry] = []
  /// The actions by phase: `begin`, `do`, `back`, `end`, `cancel`.
  var begin: [ImportedAction] = []
  var act: [ImportedAction] = []
  var back: [ImportedAction] = []
  var end: [ImportedAction] = []
  var cancel: [ImportedAction] = []
  /// The factor of the pointer's motion; nil for none.
  private var pointerSpeed: String?
  /// The comments that belong to it in the configuration.
  var comments: [String] = []
  /// Its place in the order of precedence, before other criteria: lower ranks precede.
  var rank = 0
  /// The reason why it is left out, and written as a comment only; nil if it is in force.
  var objection: ImportText?
  /// Comments on its translation.
  var notes: [ImportText] = []

  init(lines: ClosedRange<Int>, gesture: Gesture.Kind, values: [String], fingers: ClosedRange<Int>) {
    spans = [lines]
    self.gesture = gesture
    self.values = values
    self.fingers = fingers
  }

  /// The explanation of conditions on applications that were made for X11.
  static let applicationNamesExplanation =
    "Applications have their X11 names (WM_CLASS). A Wayland window has an app id instead, often the same name in lower "
    + "case, which matches as well. 'sleight windows' lists those of open windows."

  /// True if a condition depends on the held modifiers.
  var readsKeyboards: Bool { YAMLValue.mapping(conditions).contains(Word.modifiers.name) }

  /// The first line in the configuration.
  var line: Int { spans.lazy.map(\.lowerBound).min() ?? 1 }

  /// Adds the lines of another binding.
  mutating func add(lines: ClosedRange<Int>) { spans.append(lines) }

  /// The value of the gesture; empty if there are several.
  var value: String {
    get { values.count == 1 ? values[0] : "" }
    set { values = [newValue] }
  }

  /// The text of a property; nil if it has none.
  subscript(key: Word) -> String? {
    get { qualifiers.first { $0.key == key }?.value.text }
    set { set(key, newValue.map { .text($0) }) }
  }

  /// Sets a property, or removes it.
  mutating func set(_ key: Word, _ value: YAMLValue?) {
    qualifiers.removeAll { $0.key == key }
    if let value { qualifiers.append((key, value)) }
  }

  /// The actions of all phases.
  var allActions: [ImportedAction] { begin + act + back + end + cancel }

  /// The identity of the trigger: of several rules with the same one, only one can act.
  var trigger: [YAMLValue.Entry] { [.init(gesture.rawValue, YAMLValue(values))] + scope }

  /// The keys that narrow the gesture, and the conditions.
  var scope: [YAMLValue.Entry] {
    let keys: [Word] = [.edge, .corner, .zone, .device, .distance, .within, .after, .speed, .taps]
    return [.init(.fingers, .text(Phrase.range(fingers)))] + entries(of: keys) + conditions
  }

  /// The properties among `keys` that it has, in this order.
  func entries(of keys: [Word]) -> [YAMLValue.Entry] {
    keys.compactMap { key in qualifiers.first { $0.key == key }.map { .init($0.key, $0.value) } }
  }

  /// The order of properties. `every` is directly before `do`.
  private static let order: [Word] = [
    .device, .edge, .corner, .margin, .zone, .taps, .distance, .within, .after, .speed, .at, .resume, .dragging, .also,
    .shown,
  ]

  /// Its keys in a rules file, in their order.
  /// - Parameter isInGroup: true if it is in a group with its conditions.
  func entries(isInGroup: Bool) -> [YAMLValue.Entry] {
    func phase(_ key: Word, _ actions: [ImportedAction]) -> [YAMLValue.Entry] {
      let values = actions.map { $0.value(pointerSpeed: pointerSpeed) }
      return values.isEmpty ? [] : [.init(key, values.count == 1 ? values[0] : .list(values))]
    }
    let when = isInGroup || conditions.isEmpty ? [] : [YAMLValue.Entry(.when, .mapping(conditions))]
    let gesture = [YAMLValue.Entry(gesture.rawValue, YAMLValue(values)), .init(.fingers, .text(Phrase.range(fingers)))]
    return gesture + when + entries(of: Self.order) + phase(.begin, begin) + entries(of: [.every])
      + phase(.act, act) + phase(.back, back) + phase(.end, end) + phase(.cancel, cancel)
  }

  /// Its lines as an entry of a list.
  func lines(isInGroup: Bool) -> [String] {
    let lines = entries(isInGroup: isInGroup).flatMap { entry in
      guard case .list(let actions) = entry.value, Word.phases.contains(where: { $0.name == entry.key }) else {
        return entry.value.lines(behind: "\(entry.key):")
      }
      return ["\(entry.key):"] + actions.flatMap { $0.lines(behind: "  -") }
    }
    return lines.enumerated().map { ($0.offset == 0 ? "- " : "  ") + $0.element }
  }
}

extension ImportedAction {
  /// The program or the compositor to which it sends a command for one desktop, and that desktop; nil for other
  /// actions.
  var compositorProgram: (name: String, desktop: DesktopKind)? {
    switch self {
    case .compositor(let name, _): return DesktopKind(rawValue: name).map { (name, $0) }
    case .shell(let command):
      for case .word(let word) in ShellText(command).tokens {
        let program = word.text.lastComponent
        if let desktop = DesktopKind.withSocket.first(where: { $0.socket?.client.first == program }) {
          return (program, desktop)
        }
      }
      return nil
    case .keys, .click, .scroll, .type, .wait, .nothing, .other, .held: return nil
    }
  }
}

extension ImportedAction {
  /// The same action without the modifiers that are held already.
  func removingModifiers(_ held: String) -> ImportedAction {
    guard case .keys(let chords) = self, !held.isEmpty else { return self }
    return .keys(chords.map { $0.hasPrefix(held + "+") ? String($0.dropFirst(held.count + 1)) : $0 })
  }

  /// The action as a value of a rules file, with the factor of the pointer's motion.
  func value(pointerSpeed: String?) -> YAMLValue {
    guard let pointerSpeed, case .other(let word, _) = self, [Word.drag.name, Word.pointer.name].contains(word),
      case .mapping(let entries) = value
    else { return value }
    return .mapping(entries + [.init(.pointerSpeed, .text(pointerSpeed))])
  }

  var isHold: Bool { if case .other(Word.hold.name, _) = self { true } else { false } }
}

extension ImportedRule {
  /// The phases of a continuous gesture.
  enum Phase {
    case begin, update, end, cancel
  }

  /// Adds actions to a phase.
  mutating func add(_ actions: [ImportedAction], at phase: Phase) {
    switch phase {
    case .begin: begin += actions
    case .update: act += actions
    case .end: end += actions
    case .cancel: cancel += actions
    }
  }

  /// Adds pointer motion, or keys and buttons that one phase presses and another releases; false for any other input.
  /// The rule itself releases what it holds at its end.
  mutating func add(_ script: InputScript, at phase: Phase) -> Bool {
    guard !script.isSelfContained else { return false }
    if script.movesPointer {
      let isAlone = script.actions.isEmpty && script.buttonsDown.isEmpty && script.modifiersDown.isEmpty
      guard phase == .update, isAlone else { return false }
      movePointer()
    } else if phase == .begin {
      hold(script)
    } else {
      guard phase != .update else { return false }
      add(script.actions, at: phase)
    }
    return true
  }

  /// Holds the modifiers and the button that a script leaves pressed until the gesture ends, and adds its actions to
  /// the beginning. A button is a drag, also with modifiers that another script holds.
  private mutating func hold(_ script: InputScript) {
    let held = script.modifiersDown.joined(separator: "+")
    let button = script.buttonsDown.first.flatMap { InputScript.buttons[$0] } ?? self[.dragging]
    if let button {
      let holds = begin.compactMap { if case .other(Word.hold.name, let chord) = $0 { chord } else { nil } }
      self[.dragging] = (holds + [held, button]).filter { !$0.isEmpty }.joined(separator: "+")
      // A drag includes pointer motion.
      begin.removeAll { $0.isHold || $0 == .performing(.pointer, "fingers") }
    } else if !held.isEmpty, !begin.contains(.performing(.hold, held)) {
      begin.append(.performing(.hold, held))
    }
    begin += script.actions.map { $0.removingModifiers(held) }
  }

  /// Multiplies the motion of the pointer by a factor; nil for none.
  mutating func setMotionFactor(_ factor: String?) {
    guard let factor else { return }
    pointerSpeed = factor
    if let button = self[.dragging] {
      // The short form of a drag has no speed of its own.
      self[.dragging] = nil
      begin.insert(.performing(.drag, button), at: 0)
      if self[.resume] == nil { set(.resume, .word("true")) }
    }
  }

  /// Moves the pointer with the fingers until the gesture ends.
  private mutating func movePointer() {
    let pointer = ImportedAction.performing(.pointer, "fingers")
    if self[.dragging] == nil, !begin.contains(pointer) { begin.append(pointer) }
  }

  /// Replaces `held` actions: by a `hold` for the duration of a continuous gesture, or else by the original commands.
  mutating func resolveHeldModifiers() {
    var chords: [String] = []
    for list in [act, back, end, cancel] {
      for case .held(let chord, _, _) in list where !chords.contains(chord) { chords.append(chord) }
    }
    let isPossible = gesture.isContinuous && chords.count == 1
    if isPossible { begin.append(.performing(.hold, chords[0])) }
    func resolved(_ actions: [ImportedAction], isPossible: Bool) -> [ImportedAction] {
      actions.flatMap { action -> [ImportedAction] in
        guard case .held(_, let actions, let command) = action else { return [action] }
        return isPossible ? actions : [.shell(command)]
      }
    }
    begin = resolved(begin, isPossible: false)
    act = resolved(act, isPossible: isPossible)
    back = resolved(back, isPossible: isPossible)
    end = resolved(end, isPossible: isPossible)
    cancel = resolved(cancel, isPossible: isPossible)
  }
}
