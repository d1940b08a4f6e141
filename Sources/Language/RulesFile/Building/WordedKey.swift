internal import YAML

/// A key of a rule with its values, as words: outside of a file nobody writes YAML.
public struct WordedKey: Hashable, Sendable {
  /// The key.
  public var name: String
  /// The values, of which several make a list.
  public var values: [String]

  public init(_ key: Word, _ values: [String]) { self.init(named: key.name, values) }

  /// The key called `name`, which an author typed.
  public init(named name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }

  /// The key `after` of a step of a gesture of one's own.
  public static func follows(within time: String) -> WordedKey { WordedKey(Word.follows, [time]) }

  /// The key `same-touch` of such a step.
  public static let sameTouch = WordedKey(Word.sameTouch, ["true"])

  /// The key with its value. Several edges or corners are those of a hand, which has a finger in each.
  var entry: YAMLValue.Entry {
    // In quotes, it would be text.
    if self == .sameTouch { return .init(name, .word(values[0])) }
    let value = YAMLValue(values)
    let isEach = values.count > 1 && (name == .edge || name == .corner)
    return .init(name, isEach ? .mapping([.init(Word.all.name, value)]) : value)
  }
}

/// A gesture under `gestures` in words: steps that are made one after another.
public struct WordedGesture: Hashable, Sendable {
  /// The most steps of a gesture.
  package static let mostSteps = 8

  /// The name under `gestures`.
  public var name: String
  /// The keys of each step.
  public var steps: [[WordedKey]]

  /// A gesture with this name, which needs no quotes.
  public init(_ name: String, _ steps: [[WordedKey]]) {
    self.name = name
    self.steps = steps
  }

  var value: YAMLValue { .list(steps.map { .mapping($0.map(\.entry)) }) }

  /// The gesture as a line under `gestures`.
  public var line: String { "\(name): \(value.flow)" }
}
