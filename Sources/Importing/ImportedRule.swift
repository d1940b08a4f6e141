internal import Rules

/// A rule made from a configuration, in the words of rules files.
struct ImportedRule {
  /// The lines in the configuration, counted from 1.
  var lines: ClosedRange<Int>
  /// The kind of gesture and its value: `swipe`, `left`.
  var gesture: String
  var value: String
  /// The numbers of fingers.
  var fingers: ClosedRange<Int>
  /// Further properties with their values in YAML: `distance`, `20%`.
  var qualifiers: [Qualifier] = []
  /// The conditions under `when`: the word, and the values of which one must match.
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
  /// Comments on its translation.
  var notes: [String] = []

  /// The explanation of conditions on applications that were made for X11.
  static let applicationNamesExplanation =
    "Programs have the names that X11 has for them (WM_CLASS). On Wayland a window has an app id instead: often the same "
    + "name in lower case, which makes no difference here, or one such as org.gnome.Nautilus. 'swaymsg -t get_tree', "
    + "'hyprctl clients' and 'niri msg windows' show it."

  struct Qualifier: Hashable {
    var key: String
    var value: String
  }

  struct Condition: Hashable {
    var word: String
    var values: [String]
  }

  /// The first line in the configuration.
  var line: Int { lines.lowerBound }

  subscript(key: String) -> String? {
    get { qualifiers.first { $0.key == key }?.value }
    set {
      qualifiers.removeAll { $0.key == key }
      if let newValue { qualifiers.append(Qualifier(key: key, value: newValue)) }
    }
  }

  /// True if the gesture is continuous, so that modifiers can be held until its end.
  var isContinuous: Bool { ["long-press", "pan", "pinch", "rotate"].contains(gesture) }

  /// The identity of the trigger: of several rules with the same one, only one can act.
  var trigger: [String] {
    let properties = ["edge", "corner", "zone", "device", "taps", "within", "after"]
    return [gesture, value, "\(fingers)"] + properties.map { self[$0] ?? "" }
      + conditions.map { "\($0.word)=\($0.values.joined(separator: ","))" }
  }
}

/// An action of a rule, in the words of rules files.
enum ImportedAction: Hashable {
  /// A command for the shell.
  case shell(String)
  /// Chords.
  case keys([String])
  /// Buttons, each with or without modifiers: `ctrl+left`.
  case click([String])
  /// The wheel: direction and number of clicks.
  case scroll(String, Int)
  /// Text to type.
  case type(String)
  /// A command for a compositor.
  case compositor(String, String)
  /// Any other action: its word and its value in YAML.
  case other(String, String)
  /// Actions with held modifiers. A rule for a continuous gesture holds the modifiers for its duration; any other rule
  /// runs the original command.
  indirect case held(String, [ImportedAction], command: String)
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
