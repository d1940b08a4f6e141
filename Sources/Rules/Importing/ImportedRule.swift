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
  /// What is done when: `begin`, `do`, `back`, `end`.
  var begin: [ImportedAction] = []
  var act: [ImportedAction] = []
  var back: [ImportedAction] = []
  var end: [ImportedAction] = []
  /// What its author wrote around it.
  var comments: [String] = []
  /// What there is to say of its translation.
  var notes: [String] = []

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

  /// The words it needs that the language has and does not understand yet: as long as there are any, the rule is
  /// written as a comment, and from then on as a rule.
  var plannedWords: [String] {
    let keys = qualifiers.map(\.key) + (conditions.isEmpty ? [] : ["when"]) + [gesture]
    let planned = keys.filter { Vocabulary.word($0, in: .rule)?.isPlanned == true }
    let actions = (begin + act + back + end).compactMap(\.word)
    let plannedActions = actions.filter { Vocabulary.word($0, in: .action)?.isPlanned == true }
    var seen: Set<String> = []
    return (planned + plannedActions).filter { seen.insert($0).inserted }
  }

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
  /// A program and its arguments.
  case run([String])
  /// Chords.
  case keys([String])
  /// An action of another word, and its value as YAML.
  case other(String, String)

  /// The word of the language it is written with; nil for plain text.
  var word: String? {
    switch self {
    case .shell: nil
    case .run: "run"
    case .keys: "keys"
    case .other(let word, _): word
    }
  }
}
