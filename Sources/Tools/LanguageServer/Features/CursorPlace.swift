internal import RulesFile
internal import Text
internal import YAML

/// The place in a document at which somebody types: the way to a value that is not complete yet.
struct CursorPlace {
  /// The way to the mapping or the value.
  var path: NodePath
  /// True if a key is typed. The last value of `path` is then its mapping.
  var isKey: Bool
  /// True if the word has a colon behind it already.
  var hasColon: Bool
  /// True if nothing but dashes stands before the word on its line.
  var startsLine: Bool
  /// True inside of braces or brackets, where a value is on one line.
  var isInFlow: Bool
  /// The part of the word before the cursor.
  var prefix: String
  /// The bytes of that part.
  var replaced: Range<Int>

  /// A character that no rules file has: it takes the place of the word while the text is parsed.
  private static let placeholder = "\u{e000}"
  private static let separators = Set(" \t,[]{}\"'\n\r".utf8)

  /// Finds the place at a byte of a document; nil if its line cannot be understood.
  ///
  /// The YAML reader decides: of the line as it is, with the rest of it, or with what it lacks, the first that is YAML.
  init?(_ document: Document, at offset: Int) {
    let text = document.text
    let number = text.lineNumber(at: offset)
    let line = text.line(number)
    var start = offset
    while start > line.lowerBound, !Self.separators.contains(text.bytes[start - 1]) { start -= 1 }
    var end = offset
    while end < line.upperBound, !Self.separators.contains(text.bytes[end]), text.bytes[end] != UInt8(ascii: ":") {
      end += 1
    }
    let before = text.text(of: line.lowerBound..<start)
    let after = text.text(of: end..<line.upperBound)
    let open = Self.open(in: before)
    isInFlow = open.contains { "}]".contains($0) }
    hasColon = after.first == ":"
    startsLine = before.allSatisfy { " -".contains($0) }
    prefix = text.text(of: start..<offset)
    replaced = start..<offset
    let candidates = [
      before + Self.placeholder + after, before + Self.placeholder + ":" + after,
      before + Self.placeholder + open, before + Self.placeholder + ":" + open,
    ]
    var found: (path: NodePath, isKey: Bool)?
    search: for isAlone in [false, true] {
      for candidate in candidates {
        let bytes = Self.bytes(of: document, line: number, as: candidate, isAlone: isAlone)
        guard let root = try? Node.parse(bytes), let place = Self.place(in: root) else { continue }
        found = place
        break search
      }
    }
    guard let found else { return nil }
    (path, isKey) = found
  }

  /// The closing marks that a beginning of a line lacks.
  private static func open(in line: String) -> String {
    var marks: [Character] = []
    var quote: Character?
    for character in line {
      if let mark = quote {
        if character == mark { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = character
      } else if character == "{" || character == "[" {
        marks.append(character == "{" ? "}" : "]")
      } else if character == marks.last {
        marks.removeLast()
      } else if character == "#" {
        break
      }
    }
    return (quote.map { String($0) } ?? "") + String(marks.reversed())
  }

  /// The text without other rules, with `replacement` as the line, and if `isAlone` without all but the rule.
  private static func bytes(of document: Document, line: Int, as replacement: String, isAlone: Bool) -> [UInt8] {
    let entry = document.entries.entry(atLine: line)
    var changed = document.text
    changed.replace(document.text.line(line), with: replacement.utf8)
    guard isAlone, let entry else { return document.entries.masking(allBut: entry, in: changed) }
    let rule = changed.line(entry.lowerBound).lowerBound..<changed.line(entry.upperBound - 1).upperBound
    return Array("rules:\n".utf8) + changed.bytes[rule] + [UInt8(ascii: "\n")]
  }

  private static func place(in root: Node) -> (path: NodePath, isKey: Bool)? {
    var found: (path: NodePath, isKey: Bool)?
    NodePath.visit(root) { path, key in
      if key?.text?.contains(placeholder) == true {
        found = (path.parent, true)
      } else if path.node.text?.contains(placeholder) == true {
        found = (path, false)
      }
    }
    return found
  }
}
