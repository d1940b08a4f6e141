internal import Diagnostics

/// A value that is in no text yet: it can be written as YAML, or be read as a node.
package enum YAMLValue: Hashable, Sendable {
  /// Text, in quotes where YAML requires them.
  case text(String)
  /// A word that means something else in quotes: `true`, `none`.
  case word(String)
  case list([YAMLValue])
  /// Keys and their values, in order. The keys are words that need no quotes.
  case mapping([Entry])

  /// A key and its value.
  package struct Entry: Hashable, Sendable {
    package var key: String
    package var value: YAMLValue

    package init(_ key: String, _ value: YAMLValue) {
      self.key = key
      self.value = value
    }
  }

  /// A single text, or a list of several.
  package init(_ texts: [String]) { self = texts.count == 1 ? .text(texts[0]) : .list(texts.map { .text($0) }) }

  /// The text, if it is one.
  package var text: String? { if case .text(let text) = self { text } else { nil } }

  /// True if it has the key `key` at any depth.
  package func contains(_ key: String) -> Bool {
    switch self {
    case .text, .word: false
    case .list(let elements): elements.contains { $0.contains(key) }
    case .mapping(let entries): entries.contains { $0.key == key || $0.value.contains(key) }
    }
  }

  /// The value on one line, as it can stand inside of brackets.
  package var flow: String {
    switch self {
    case .text(let text): YAMLText.element(text)
    case .word(let word): word
    case .list(let elements): "[" + elements.map(\.flow).joined(separator: ", ") + "]"
    case .mapping(let entries): "{" + entries.map { "\($0.key): \($0.value.flow)" }.joined(separator: ", ") + "}"
    }
  }

  /// The value on one line, as it can stand behind a key outside of brackets.
  package var line: String { if case .text(let text) = self { YAMLText.scalar(text) } else { flow } }

  /// The value behind `start`, which is a key or a dash; text of several lines as a block that is indented by two more
  /// spaces than `start`.
  package func lines(behind start: String) -> [String] {
    guard case .text(let text) = self, let block = YAMLText.block(text) else { return ["\(start) \(line)"] }
    let indent = String(repeating: " ", count: start.prefix { $0 == " " }.count + 2)
    return ["\(start) |-"] + block.map { $0.isEmpty ? "" : indent + $0 }
  }
}

extension Node {
  /// A value that no text contains. Each node in it has a column of its own in `line`, because messages are sorted and
  /// told apart by their locations.
  package init(_ value: YAMLValue, line: Int) {
    var column = 0
    self.init(value, line: line, &column)
  }

  private init(_ value: YAMLValue, line: Int, _ column: inout Int) {
    column += 1
    let span = Span(at: Mark(line: line, column: column))
    let content: Content
    switch value {
    case .text(let text): content = .scalar(text, isPlain: YAMLText.isPlain(text))
    case .word(let word): content = .scalar(word, isPlain: true)
    case .list(let elements): content = .sequence(elements.map { Node($0, line: line, &column) })
    case .mapping(let entries):
      content = .mapping(
        entries.map { entry in
          let key = Node(.word(entry.key), line: line, &column)
          return Entry(key: key, value: Node(entry.value, line: line, &column))
        })
    }
    self.init(content: content, span: span)
  }
}
