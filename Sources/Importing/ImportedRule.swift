internal import Foreign
internal import Rules
internal import RulesFile
internal import YAML

/// A rule made from a configuration, in the words of rules files.
struct ImportedRule {
  /// The lines of its bindings in the configuration, counted from 1. Never empty.
  private(set) var spans: [ClosedRange<Int>]
  /// The kind of gesture and its value: `swipe`, `left`.
  var gesture: String
  var value: String
  /// The numbers of fingers.
  var fingers: ClosedRange<Int>
  /// Further properties with their values in YAML: `distance`, `20%`.
  var qualifiers: [Qualifier] = []
  /// The conditions under `when`, all of which must hold.
  var conditions: [Condition] = []
  /// The actions by phase: `begin`, `do`, `back`, `end`, `cancel`.
  var begin: [ImportedAction] = []
  var act: [ImportedAction] = []
  var back: [ImportedAction] = []
  var end: [ImportedAction] = []
  var cancel: [ImportedAction] = []
  /// The number of bindings that it replaces.
  var bindingCount = 1
  /// The comments that belong to it in the configuration.
  var comments: [String] = []
  /// Its place in the order of precedence, before other criteria: lower ranks precede.
  var rank = 0
  /// Comments on its translation.
  var notes: [String] = []

  init(lines: ClosedRange<Int>, gesture: String, value: String, fingers: ClosedRange<Int>) {
    spans = [lines]
    self.gesture = gesture
    self.value = value
    self.fingers = fingers
  }

  /// The explanation of conditions on applications that were made for X11.
  static let applicationNamesExplanation =
    "Applications have their X11 names (WM_CLASS). A Wayland window has an app id instead, often the same name in lower "
    + "case, which matches as well. 'swaymsg -t get_tree', 'hyprctl clients' and 'niri msg windows' show it."

  struct Qualifier: Hashable {
    var key: String
    var value: String
  }

  struct Condition: Hashable {
    var word: String
    /// The value in YAML.
    var value: String

    init(word: String, value: String) {
      self.word = word
      self.value = value
    }

    /// A condition of which one of `values` must match.
    init(word: String, values: [String]) {
      self.init(word: word, value: values.count == 1 ? YAMLText.element(values[0]) : YAMLText.list(values))
    }

    /// True if it depends on the held modifiers.
    var readsKeyboards: Bool { word == "modifiers" || value.contains("modifiers: ") }
  }

  /// The first line in the configuration.
  var line: Int { spans.lazy.map(\.lowerBound).min() ?? 1 }

  /// Adds the lines of another binding.
  mutating func add(lines: ClosedRange<Int>) { spans.append(lines) }

  subscript(key: String) -> String? {
    get { qualifiers.first { $0.key == key }?.value }
    set {
      qualifiers.removeAll { $0.key == key }
      if let newValue { qualifiers.append(Qualifier(key: key, value: newValue)) }
    }
  }

  /// True if the gesture is continuous, so that modifiers can be held until its end.
  var isContinuous: Bool { ["long-press", "pan", "pinch", "rotate", "circle"].contains(gesture) }

  /// The actions of all phases.
  var allActions: [ImportedAction] { begin + act + back + end + cancel }

  /// The identity of the trigger: of several rules with the same one, only one can act.
  var trigger: [String] {
    let properties = ["edge", "corner", "zone", "device", "taps", "distance", "within", "after", "speed"]
    return [gesture, value, "\(fingers)"] + properties.map { self[$0] ?? "" }
      + conditions.map { "\($0.word)=\($0.value)" }
  }
}

extension ImportedAction {
  /// The program or the compositor to which it sends a command for one desktop, and that desktop; nil for other actions.
  var compositorProgram: (name: String, desktop: ImportDesktop)? {
    switch self {
    case .compositor(let name, _): return ImportDesktop(rawValue: name).map { (name, $0) }
    case .shell(let command):
      for case .word(let word) in ShellText(command).tokens {
        let program = word.text.programName
        let compositor = CompositorKind.allCases.first { $0.client.first == program }
        if let desktop = compositor.flatMap({ ImportDesktop(rawValue: $0.rawValue) }) { return (program, desktop) }
      }
      return nil
    case .keys, .click, .scroll, .type, .nothing, .other, .held: return nil
    }
  }
}

extension String {
  /// The name of a program without its directory.
  var programName: String { split(separator: "/").last.map(String.init) ?? self }
}

extension ImportedRule {
  /// Replaces `held` actions: by a `hold` for the duration of a continuous gesture, or else by the original commands.
  mutating func resolveHeldModifiers() {
    var chords: [String] = []
    for list in [act, back, end, cancel] {
      for case .held(let chord, _, _) in list where !chords.contains(chord) { chords.append(chord) }
    }
    let isPossible = isContinuous && chords.count == 1
    if isPossible { begin.append(.other("hold", chords[0])) }
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
