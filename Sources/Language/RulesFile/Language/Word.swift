public import Gestures
internal import JSONLines
internal import Rules

/// A word of the rules file's language: a value, or a key (`Key`). The decoder, the schema, the completions and the
/// suggestions are generated from these. Immutable, hence `unchecked`.
public class Word: Hashable, @unchecked Sendable {
  /// The grammatical context in which a word is allowed.
  public enum Context: String, Hashable, Sendable, CaseIterable {
    /// A key at the top level of the file
    case file
    /// A key of a rule
    case rule
    /// A key of a group of rules
    case group
    /// A key of a gesture under `gestures`, or of one of its steps
    case step
    /// A key of `when`
    case condition
    /// A key of `under`: a property of the window under the fingers
    case under
    /// A key of an entry of `do`
    case action
    /// A key beside an action in an entry of `do`
    case actionOption = "action-option"
    /// A value of `at` beside an action
    case position
    /// A key of a mapping under `mode` in an entry of `do`
    case modeChange = "mode-change"
    /// A key of `settings`
    case settings
    /// A key of `keyboard`
    case keyboard
    /// A value of `inject`
    case injector
    /// A value of `desktop-swipes`
    case desktopSwipes = "desktop-swipes"
    /// A value of `for`
    case person
    /// A key of `tap` in `settings`
    case tapDefaults = "tap-defaults"
    /// A key of `long-press` in `settings`
    case longPressDefaults = "long-press-defaults"
    /// A key of `swipe` in `settings`
    case swipeDefaults = "swipe-defaults"
    /// A key of `pan` in `settings`
    case panDefaults = "pan-defaults"
    /// A key of `pinch` in `settings`
    case pinchDefaults = "pinch-defaults"
    /// A key of `rotate` in `settings`
    case rotateDefaults = "rotate-defaults"
    /// A key of `circle` in `settings`
    case circleDefaults = "circle-defaults"
    /// A key of `stroke` in `settings`
    case strokeDefaults = "stroke-defaults"
    /// A key of `press` in `settings`
    case pressDefaults = "press-defaults"
    /// A key of `edge` or `corner` in `settings`
    case startDefaults = "start-defaults"
    /// A value of `tap`
    case tap
    /// A value of `swipe` or `pan`
    case direction
    /// A value of `pinch`
    case pinch
    /// A value of `rotate` or `circle`
    case rotate
    /// A value of `edge`
    case edge
    /// A value of `corner`
    case corner
    /// A key of a mapping under `edge` or `corner`
    case atOnce = "at-once"
    /// A value of `zone`
    case zone
    /// A key of a mapping under `zone`
    case area
    /// A value of `stroke`
    case stroke
    /// A value of `drawn-from`
    case side
    /// A value of `press`
    case press
    /// A value of `tip-tap`
    case tipTap = "tip-tap"
    /// A value of `touch`
    case touch
    /// A value of `at`
    case moment
    /// A value of `lift`
    case lift
    /// A key of `ask`
    case question
    /// A key of `as`
    case shownHand = "shown-hand"
    /// A value of `device`
    case device
    /// A key of a device under `devices`
    case deviceProperty = "device-property"
    /// A value of `orientation` under `devices`
    case deviceOrientation = "device-orientation"
    /// A modifier in a chord
    case modifier
    /// A value of `orientation` in `when`
    case orientation
    /// A value of `click` and `drag`
    case button
    /// A value of `scroll`
    case scroll
    /// A value of `pointer`
    case pointer
    /// A value of `workspace`
    case workspace
    /// A value of `desktop`
    case desktop
    /// A value of `window`
    case window
  }

  /// The role of a word in a rule.
  public enum Role: Hashable, Sendable {
    /// The gesture that the rule waits for.
    case gesture
    /// A qualifier: narrows the gesture or selects moments of it. It goes with these kinds of gesture.
    case qualifier([Gesture.Kind])
    /// Neither.
    case other
  }

  /// The word itself.
  public let name: String
  /// The context in which it is allowed.
  public let context: Context
  /// The meaning, in one line.
  public let meaning: String
  /// The hash of the name. Words are compared many times for each rule, and most names differ.
  private let nameHash: Int

  init(_ name: String, in context: Context, _ meaning: String) {
    self.name = name
    nameHash = name.hashValue
    self.context = context
    self.meaning = meaning
  }

  /// The notation of its values; nil if the word is a value itself.
  package var form: Form? { nil }
  /// The role in a rule.
  package var role: Role { .other }
  /// The default under a gesture or another key, as written in the file; nil if it has none.
  func usual(under key: String) -> JSONValue? { nil }
  /// True if its values are actions.
  var hasActions: Bool { false }
  /// The same word in another context, such as the limit of a gesture in `settings`.
  func copy(in context: Context, _ meaning: String? = nil) -> Word { Word(name, in: context, meaning ?? self.meaning) }

  /// True if it has the name of another one, whatever their contexts.
  final func isNamed(as other: Word) -> Bool { nameHash == other.nameHash && name == other.name }

  public static func == (one: Word, other: Word) -> Bool { one.isNamed(as: other) && one.context == other.context }

  public func hash(into hasher: inout Hasher) { hasher.combine(nameHash) }
}

/// A key of the language: all that is known of it, besides what its value does. Immutable, as words are.
package final class Key<Value>: Word, @unchecked Sendable {
  let codec: Codec<Value>
  private let place: Role
  private let usual: @Sendable (_ key: String) -> JSONValue?

  override package var form: Form? { codec.form }
  override package var role: Role { place }
  override var hasActions: Bool { Value.self == [LocatedAction].self }

  override func usual(under key: String) -> JSONValue? { usual(key) }

  override func copy(in context: Context, _ meaning: String? = nil) -> Key<Value> {
    Key(name, in: context, codec, role: .other, usual: usual, meaning ?? self.meaning)
  }

  /// - Parameter usual: its default under a gesture or another key.
  init(
    _ name: String, in context: Context = .rule, _ codec: Codec<Value>, role: Role,
    usual: @escaping @Sendable (_ key: String) -> JSONValue?, _ meaning: String
  ) {
    self.codec = codec
    place = role
    self.usual = usual
    super.init(name, in: context, meaning)
  }

  /// - Parameters:
  ///   - codec: the notation of its values.
  ///   - kinds: the kinds of gesture that it qualifies; nil for those that have a range of its quantity, or for none.
  ///   - usual: its default; that of a limit is the value of its property.
  convenience init(
    _ name: String, in context: Context = .rule, _ codec: Codec<Value>, with kinds: [Gesture.Kind]? = nil,
    usual: JSONValue? = nil, _ meaning: String
  ) {
    let ranges = codec.form.ranges
    self.init(
      name, in: context, codec, role: (kinds ?? ranges?.kinds).map { .qualifier($0) } ?? .other,
      usual: { key in ranges == nil ? usual : LimitRows.usual(name, under: key).map { .string($0) } }, meaning)
  }

  /// The key of a gesture.
  convenience init(_ kind: Gesture.Kind, _ codec: Codec<Value>, _ meaning: String) {
    self.init(kind.rawValue, codec, role: .gesture, usual: { _ in nil }, meaning)
  }
}

extension Key where Value == Action {
  /// An action of the desktop, with the words of a context.
  convenience init(
    _ subject: DesktopOperation.Subject, in context: Word.Context, _ type: String, _ meaning: String
  ) {
    self.init(
      subject.rawValue, in: .action,
      Codec(
        type,
        context == .workspace
          ? ["anyOf": [.reference(context), .workspaceNumber]]
          : context == .window ? ["anyOf": [.reference(context), .toWorkspaceNumber]] : .reference(context)
      ) { $0.operation($1) }, meaning)
  }
}

extension String {
  /// True if the text is the name of a word.
  package static func == (text: String, word: Word) -> Bool { text == word.name }
}
