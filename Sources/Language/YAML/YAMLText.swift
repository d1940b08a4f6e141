internal import Text

/// Text as YAML that reads as the same text.
package enum YAMLText {
  /// A scalar on one line: plain where nothing in it means something to YAML, else in quotes.
  package static func scalar(_ text: String) -> String {
    if isPlain(text) { return text }
    let isPrintable = text.unicodeScalars.allSatisfy(Self.isPrintable)
    if isPrintable, !text.contains("'") || text.contains("\"") || text.contains("\\") {
      return "'" + text.replacing("'", with: "''") + "'"
    }
    return quoted(text)
  }

  /// A list on one line.
  package static func list(_ texts: [String]) -> String { "[" + texts.map(element).joined(separator: ", ") + "]" }

  /// A scalar inside of brackets, where libyaml refuses ':?' without quotes.
  package static func element(_ text: String) -> String {
    isPlain(text) && !text.contains(where: { ",[]{}".contains($0) }) && !text.contains(":?") ? text : quoted(text)
  }

  /// The lines below `key: |-`, or nil where the text cannot stand there as it is.
  package static func block(_ text: String) -> [String]? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.unicodeScalars.allSatisfy(\.properties.isWhitespace) == true { lines.removeLast() }
    guard lines.count > 1, let first = lines.first, !first.isEmpty, first.first?.isWhitespace == false,
      lines.allSatisfy({ $0.unicodeScalars.allSatisfy(Self.isPrintable) && $0.last?.isWhitespace != true })
    else { return nil }
    return lines
  }

  /// A line as a comment has it: nothing in it that YAML refuses.
  package static func comment(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      result.append(scalar == "\t" ? " " : isPrintable(scalar) ? scalar : "\u{fffd}")
    }
    var line = String(result)
    while line.last?.isWhitespace == true { line.removeLast() }
    return line
  }

  /// YAML 1.1's printable characters that do not end a line, without the tab.
  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20...0x7e, 0xa0...0x2027, 0x202a...0xd7ff, 0xe000...0xfefe, 0xff00...0xfffd, 0x10000...0x10ffff: true
    default: false
    }
  }

  /// True if it needs no quotes outside of brackets.
  static func isPlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last, scalars.allSatisfy(isPrintable) else { return false }
    let starts =
      first.properties.isAlphabetic || first.properties.numericType != nil || "/$_.(".unicodeScalars.contains(first)
    guard starts || (first == "~" && scalars.count > 1), last != " ", last != ":" else { return false }
    guard !text.contains(": "), !text.contains(" #") else { return false }
    return !["true", "false", "yes", "no", "on", "off", "y", "n", "null", "~"].contains(text.lowercased())
      && text != "---" && !text.hasPrefix("--- ") && text != "..." && !text.hasPrefix("... ")
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where isPrintable(scalar): result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16)
        result += "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
      }
    }
    return result + "\""
  }
}
