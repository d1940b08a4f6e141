internal import Diagnostics
internal import Foreign
internal import Text
internal import YAML

/// The key that a line begins with.
private let keyOfLine = TextPattern(#"^(-\s+)?["']?([[:alnum:]_+-]+)["']?:(\s|$)"#)

/// The comments of a YAML text, found line by line.
enum YAMLComments {
  static func read(_ source: ImportSource) -> [SourceComment] {
    source.lines.enumerated().compactMap { index, line in
      guard let start = start(in: line) else { return nil }
      return SourceComment(line: index + 1, marked: line[start...], isTrailing: !line[..<start].trimmed.isEmpty)
    }
  }

  /// The key of an entry of a mapping or list; nil for any other text.
  static func key(in text: String) -> String? {
    text.firstMatch(of: keyOfLine)?[2].map(String.init)
  }

  /// The index of the '#' that begins a comment, outside of quotes; nil if there is none.
  private static func start(in line: String) -> String.Index? {
    var quote: Character?
    var previous: Character = " "
    for index in line.indices {
      let character = line[index]
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "#", previous.isWhitespace {
        return index
      } else if character == "\"" || character == "'", previous.isWhitespace || "{[,".contains(previous) {
        quote = character
      }
      previous = character
    }
    return nil
  }
}

extension Node {
  /// The root of a text; nil if it is empty.
  /// - Throws: `ImportError` if it is not YAML.
  static func read(_ text: String) throws(ImportError) -> Node? {
    do {
      return try Node.parse(Array(text.utf8))
    } catch {
      throw ImportError(error.message, at: error.span.map { .init(line: $0.start.line, column: $0.start.column) })
    }
  }

  /// Its first line.
  var line: Int { location.start.line }

  /// A text, or those of a list; empty for a mapping.
  var texts: [String] {
    switch content {
    case .scalar(let text, _): [text]
    case .sequence(let nodes): nodes.compactMap(\.text)
    case .mapping: []
    }
  }

  /// The value of a key of a mapping; nil if there is none.
  func lastValue(of key: String) -> Node? { lastEntries.first { $0.key.text == key }?.value }

  /// The entries of a mapping. Of several entries with the same key, the last replaces the first, as in Ruby.
  var lastEntries: [Entry] {
    guard case .mapping(let entries) = content else { return [] }
    var result: [Entry] = []
    var indices: [String: Int] = [:]
    for entry in entries {
      guard let name = entry.key.text else { continue }
      if let index = indices[name] {
        result[index] = entry
      } else {
        indices[name] = result.count
        result.append(entry)
      }
    }
    return result
  }
}

extension Node.Entry {
  /// The line of its key.
  var line: Int { key.line }
}
