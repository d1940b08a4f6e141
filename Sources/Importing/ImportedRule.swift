internal import Rules

/// A rule in the making: what a tool's configuration says, in the words of the rules file.
struct ImportedRule {
  /// The lines of the configuration it was made from, from 1.
  var lines: ClosedRange<Int>
  /// The gesture's word and its value: `swipe`, `left`.
  var gesture: String
  var value: String
  /// How many fingers make it.
  var fingers: ClosedRange<Int>
  /// Further keys with their values, ready to be written: `distance`, `20%`.
  var qualifiers: [Qualifier] = []
  /// What else must be so: the word under `when`, and the values of which one must hold.
  var conditions: [Condition] = []
  /// What is done when: `begin`, `do`, `back`, `end`, `cancel`.
  var begin: [ImportedAction] = []
  var act: [ImportedAction] = []
  var back: [ImportedAction] = []
  var end: [ImportedAction] = []
  var cancel: [ImportedAction] = []
  /// How many bindings it was made from.
  var bindingCount = 1
  /// What its author wrote around it.
  var comments: [String] = []
  /// What there is to say of its translation.
  var notes: [String] = []

  /// What to say of conditions that were made for X11.
  static let namesOfPrograms =
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

  /// The line it began at.
  var line: Int { lines.lowerBound }

  subscript(key: String) -> String? {
    get { qualifiers.first { $0.key == key }?.value }
    set {
      qualifiers.removeAll { $0.key == key }
      if let newValue { qualifiers.append(Qualifier(key: key, value: newValue)) }
    }
  }

  /// Whether it goes on until the fingers lift, so that something can be held meanwhile.
  var lasts: Bool { ["long-press", "pan", "pinch", "rotate"].contains(gesture) }

  /// What gesture it is and where, without what it does: of two rules that agree in this only one can act.
  var trigger: [String] {
    let places = ["edge", "corner", "zone", "device", "taps", "within", "after"]
    return [gesture, value, "\(fingers)"] + places.map { self[$0] ?? "" }
      + conditions.map { "\($0.word)=\($0.values.joined(separator: ","))" }
  }
}

/// Something a rule does, in the words of the rules file.
enum ImportedAction: Hashable {
  /// A command for the shell.
  case shell(String)
  /// Chords.
  case keys([String])
  /// Buttons, each with modifiers in front of it or without.
  case click([String])
  /// The wheel: which way, and how far.
  case scroll(String, Int)
  /// Text to type.
  case type(String)
  /// A command for a compositor.
  case compositor(String, String)
  /// An action of another word, and its value as YAML.
  case other(String, String)
  /// Actions that are done while modifiers are held, which a rule does for as long as its gesture lasts. Where that
  /// is but a moment, the command they are made from does it.
  indirect case held(String, [ImportedAction], command: String)
}

extension ImportedRule {
  /// Holds what its actions need held for as long as the gesture lasts.
  mutating func settleHeld() {
    var chords: [String] = []
    for list in [act, back, end, cancel] {
      for case .held(let chord, _, _) in list where !chords.contains(chord) { chords.append(chord) }
    }
    let isPossible = lasts && chords.count == 1
    if isPossible { begin.append(.other("hold", chords[0])) }
    func settled(_ actions: [ImportedAction], isPossible: Bool) -> [ImportedAction] {
      actions.flatMap { action -> [ImportedAction] in
        guard case .held(_, let actions, let command) = action else { return [action] }
        return isPossible ? actions : [.shell(command)]
      }
    }
    begin = settled(begin, isPossible: false)
    act = settled(act, isPossible: isPossible)
    back = settled(back, isPossible: isPossible)
    end = settled(end, isPossible: isPossible)
    cancel = settled(cancel, isPossible: isPossible)
  }
}
