internal import Diagnostics
internal import Rules
internal import YAML

/// A finding of the decoder beside typed values.
enum Finding {
  /// A value that is not what its place takes. It is four times as large as a valid value, and rare.
  indirect case mismatch(Mismatch)
  /// A message about a whole file.
  indirect case message(Diagnostic)
  /// A valid value of a kind with which authors often mean another one.
  case valid(ValidValue)
}

extension Finding {
  /// The places that messages about it show; those of the actions of steps are in one rule.
  var spans: [Span] {
    switch self {
    case .mismatch(let mismatch): (mismatch.span.map { [$0] } ?? []) + mismatch.notes.compactMap(\.span)
    case .message: []
    case .valid(let value): value.span.map { [$0] } ?? []
    }
  }
}

/// A value that is not what its place takes.
struct Mismatch {
  var id: MessageID
  /// The problem, in lower case.
  var message: String
  var span: Span?
  /// The values that the place takes, with an example.
  var help: String?
  var notes: [Diagnostic.Note] = []
  /// The value and what was expected, for advisors; nil if the message says all.
  var found: Found?
  /// The number of the rule that it belongs to.
  var rule = 0
}

/// A value in place of an expected one.
enum Found {
  case key(UnknownKey)
  /// An unknown key of an action: of an entry of `moment`, alone in its mapping or not.
  case action(Node.Entry, moment: String, isAlone: Bool)
  case word(String, key: String, Word.Context, isElement: Bool)
  case quantity(String, key: String, Limits)
  /// A range of quantities, whose ends are usually in `unit`.
  case range(Quantity.Halves, unit: String)
  case angle(Double)
  case fingers(String)
  /// Two keys that each state a region.
  case regions(Field, Field)
  /// An unknown key beside regions that all have a finger.
  case region(String)
  case number(String, key: String)
  case flag(String, key: String)
  /// A text that does not have the form of a chord, and what is wrong with its parts.
  case chord(String, parts: [Mismatch])
  case modifier(ChordPart, isOfChord: Bool)
  case keyName(ChordPart)
  /// A word for no modifiers.
  case noModifiers
  case device(String, everyDevice: String)
  case deviceProperties(Node)
  case size(WrittenSize)
  case unit(Quantity, of: WrittenSize)
  case stroke(String, names: [String])
  /// The name of a rule or of a gesture of the file.
  case name(String, names: [String])
  case condition(Node)
  case pattern(Node.Entry, key: String)
  case scroll(String)
  case steps(Quantity)
  case shownHand(Node)
  case arguments(Node)
  case rule(Node)
  /// The whole file.
  case file(Node)
  /// The path of a missing file, its name, and the names in its directory.
  case path(String, name: String, names: [String])
  /// A rule without a gesture.
  case noGesture
  /// A rule without an action.
  case noAction
  /// A file without rules.
  case noRules
  /// A key of a rule at the top level of a file.
  case ruleInFile
}

/// A key that its mapping does not have.
struct UnknownKey {
  var entry: Node.Entry
  var context: Word.Context
  /// The rule that has the key; nil for other mappings.
  var rule: RuleKeys?
}

/// The keys of a rule with unknown ones.
struct RuleKeys {
  var entries: [Node.Entry]
  var gesture: Word?
  var hasAction: Bool
  var unknownCount: Int
}

/// A valid value with which authors often mean another one.
enum ValidValue {
  case shell(String, Node, isPlain: Bool, isInList: Bool)
  case arguments([String], Span)
  /// A list of shell commands.
  case commands([String], Node)
  case command(String, DesktopKind, Node)
  case chords([Chord], Span)
  case key(ChordPart, Node)
  case typed(String, Node)
  case pattern(String, key: String, isElement: Bool, Span)
  case device(String, isElement: Bool, Span)
  /// The actions of a continuous gesture: those of its beginning, and those of its steps.
  case steps(begin: [LocatedAction], steps: [LocatedAction])
  /// A number of taps, of a rule that states neither fingers nor a region.
  case taps(Int, Span)
}

extension ValidValue {
  /// Its location; nil if it has several.
  var span: Span? {
    switch self {
    case .shell(_, let node, _, _), .commands(_, let node), .command(_, _, let node), .key(_, let node),
      .typed(_, let node):
      node.span
    case .arguments(_, let span), .chords(_, let span), .pattern(_, _, _, let span), .device(_, _, let span),
      .taps(_, let span):
      span
    case .steps: nil
    }
  }
}
