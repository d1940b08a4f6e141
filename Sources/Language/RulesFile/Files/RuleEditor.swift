public import Diagnostics
internal import Text
internal import YAML

/// A rule to be added to a rules file, in both ways of writing one.
public struct RuleText: Hashable, Sendable {
  /// A key and its value, in YAML.
  public struct Property: Hashable, Sendable {
    /// The key.
    public var name: String
    /// The value as it stands outside of braces.
    public var value: String
    /// The value as it stands inside of braces.
    var flowValue: String

    /// A property with an explicit text for its value inside of braces.
    init(_ key: Word, _ value: String, inFlow flowValue: String) {
      name = key.name
      self.value = value
      self.flowValue = flowValue
    }

    /// A property with a single value, or with a list of several.
    public init(_ key: WordedKey) {
      let value = key.entry.value
      (name, self.value, flowValue) = (key.name, value.line, value.flow)
    }
  }

  /// The keys and their values, the gesture first.
  public var properties: [Property]
  /// The gesture under `gestures` that it uses, if the file does not have it yet.
  public var gesture: WordedGesture?

  public init(_ properties: [Property], defining gesture: WordedGesture? = nil) {
    self.properties = properties
    self.gesture = gesture
  }

  /// The lines of a rules file for authors who add it themselves.
  public var pasted: [String] {
    let rule = lines.map { "  \($0)" }
    guard let gesture else { return rule }
    return ["\(Word.gestures.name):", "  \(gesture.line)", "\(Word.rules.name):"] + rule
  }

  /// The lines of the rule as an entry of a list, without indentation.
  public var lines: [String] {
    properties.enumerated().map { ($0.offset == 0 ? "- " : "  ") + "\($0.element.name): \($0.element.value)" }
  }

  /// The rule on one line, in braces.
  public var flow: String { "{\(properties.map { "\($0.name): \($0.flowValue)" }.joined(separator: ", "))}" }
}

/// Writes rules into the text of a rules file, under `rules`, and leaves all other bytes unchanged.
public enum RuleEditor {
  /// The text of a rules file with additional rules.
  public struct Edit: Hashable, Sendable {
    /// The whole text.
    public let bytes: [UInt8]
    /// The position of the first key of the first new rule.
    public let position: Mark
    /// The number of lines that were added.
    public let lineCount: Int
  }

  /// Adds `rules` to a rules file's text.
  /// - Parameters:
  ///   - position: the index of the entry of the list under `rules` before which they are added; nil for its end.
  ///   - bytes: the text; empty for a new file.
  /// - Returns: nil if the text is no YAML mapping, or is written in an unusual way.
  public static func add(_ rules: [RuleText], before position: Int? = nil, to bytes: [UInt8]) -> Edit? {
    guard !bytes.isEmpty else {
      let lines = ["rules:"] + rules.flatMap(\.lines).map { "  \($0)" }
      let text = lines.joined(separator: "\n") + "\n"
      return Edit(bytes: Array(text.utf8), position: Mark(line: 2, column: 5), lineCount: lines.count)
    }
    var first: Node?
    let edit = RulesText.edit(bytes) {
      $0.pieces(for: rules, before: position)
    } isExpected: { old, new in
      let known = old.elements(at: .rules)
      let index = min(position ?? known.count, known.count)
      var elements = new.elements(at: .rules)
      guard elements.count == known.count + rules.count else { return false }
      first = elements[index].entries.first?.key
      let added = elements[index..<index + rules.count]
      elements.removeSubrange(index..<index + rules.count)
      return Node.agree(new.entries, old.entries, besides: Word.rules.name)
        && zip(elements, known).allSatisfy { $0.hasSameContent(as: $1) }
        && zip(added, rules).allSatisfy { $0.hasSameContent(as: $1) }
    }
    guard let edit, let first else { return nil }
    return Edit(
      bytes: edit.bytes, position: Mark(line: first.location.start.line, column: first.location.start.column),
      lineCount: SourceLines(edit.bytes).count - SourceLines(bytes).count)
  }

  /// Replaces a rule in a rules file's text. The comment above it stays.
  /// - Parameter position: the index of the rule in the list under `rules`.
  /// - Returns: nil if the text is written in an unusual way.
  public static func replace(_ position: Int, by rule: RuleText, in bytes: [UInt8]) -> Edit? {
    let edit = RulesText.edit(bytes) {
      $0.pieces(replacing: position, by: rule)
    } isExpected: { old, new in
      let known = old.elements(at: .rules)
      let elements = new.elements(at: .rules)
      guard elements.count == known.count, elements.indices.contains(position) else { return false }
      return Node.agree(new.entries, old.entries, besides: Word.rules.name)
        && elements.indices.allSatisfy { index in
          index == position
            ? elements[index].hasSameContent(as: rule) : elements[index].hasSameContent(as: known[index])
        }
    }
    guard let edit, let first = edit.root.elements(at: .rules)[position].entries.first?.key else { return nil }
    return Edit(bytes: edit.bytes, position: first.location.start, lineCount: rule.lines.count)
  }

  /// The index of the entry of the list under `rules` that contains `line`: a rule, or a group of rules; nil if there
  /// is none.
  public static func position(ofLine line: Int, in bytes: [UInt8]) -> Int? {
    guard let root = try? Node.parse(bytes) else { return nil }
    return root.elements(at: .rules).firstIndex { $0.location.start.line <= line && line <= $0.location.end.line }
  }
}

extension Node {
  /// The elements of the list at a key; empty if there is none.
  fileprivate func elements(at key: Word) -> [Node] {
    guard case .sequence(let elements)? = value(of: key)?.content else { return [] }
    return elements
  }

  /// True if it is the mapping that `rule` is the text of.
  fileprivate func hasSameContent(as rule: RuleText) -> Bool {
    // A value may be quoted in braces and plain outside of them.
    let lines = rule.lines.joined(separator: "\n")
    return [rule.flow, lines.replacingFirst("- ", with: "  ") ?? lines].contains { text in
      (try? Node.parse(Array(text.utf8))).flatMap { $0 }.map { hasSameContent(as: $0) } ?? false
    }
  }
}
