import Testing

/// A page of the manual in its source form: mdoc(7), with a macro at the start of a line.
struct ManualPage: Sendable {
  /// A list's entry about one key, value or message.
  struct Entry: Sendable {
    /// The title of its section or subsection.
    var section: String
    /// The words marked as keys or values before the colon.
    var names: [String]
    /// The text after the colon, such as the type of a key's value.
    var type: String?
    /// The lines, without those of nested lists.
    var lines: [String] = []

    /// The default that the entry states; nil if it states none.
    var defaultText: String? {
      guard let start = lines.firstIndex(where: { $0.hasPrefix("Default:") }) else { return nil }
      let paragraph = lines[start...].prefix { line in ![".Pp", ".Bd", ".Bl", ".El"].contains { line.hasPrefix($0) } }
      return String(ManualPage.plain(Array(paragraph)).dropFirst("Default: ".count))
    }
  }

  /// A rules file, or the rules of one, and the messages about it.
  struct Snippet: Sendable, CustomTestStringConvertible {
    /// The title of its section or subsection.
    var section: String
    /// The whole block as displayed.
    var text: String
    /// The output of `check`, if the page shows it.
    var output: String?

    /// The messages in its first lines: `error: '12' needs a unit; did you mean '12mm'?`. An indented line continues
    /// the one before it.
    var remarks: [String] {
      let lines = text.split(separator: "\n").prefix { line in
        ["# error: ", "# warning: ", "# note: ", "#   "].contains { line.hasPrefix($0) }
      }
      return lines.reduce(into: []) { remarks, line in
        if line.hasPrefix("#   "), let last = remarks.popLast() {
          remarks.append(last + " " + line.dropFirst("#   ".count))
        } else {
          remarks.append(String(line.dropFirst(2)))
        }
      }
    }

    /// The rules file: a block of rules alone becomes a file.
    var file: String { text.hasPrefix("rules:") || text.contains("\nrules:") ? text : "rules:\n" + text }

    var testDescription: String { "\(section): \(text)" }
  }

  /// The titles of sections and subsections.
  private(set) var sections: Set<String> = []
  /// The sections that the page refers to.
  private(set) var references: Set<String> = []
  /// The pages of Sleight's manual that the page refers to, and the section if it names one: "sleight.5", "MODES".
  private(set) var otherReferences: [(page: String, section: String?)] = []
  /// The entries of all lists, in order.
  private(set) var entries: [Entry] = []
  /// The literal blocks, in order.
  private(set) var snippets: [Snippet] = []
  /// The rows of the tables by section, heads included.
  private(set) var rows: [String: [[String]]] = [:]
  /// The words marked as values, by section.
  private(set) var values: [String: Set<String>] = [:]

  /// Reads the source of a page.
  init(_ source: String) {
    var section = ""
    var block: String?
    // The index of the latest entry of each open list.
    var open: [Int?] = []
    for line in source.split(separator: "\n", omittingEmptySubsequences: false).map({ Self.displayed(String($0)) }) {
      if block == nil, let reference = Self.otherReference(in: line) { otherReferences.append(reference) }
      if line == ".Ed" {
        if let text = block { end(block: text, in: section) }
        block = nil
      } else if block != nil {
        block? += line + "\n"
      } else if line.hasPrefix(".Bd -literal") {
        block = ""
      } else if line.hasPrefix(".Sh ") || line.hasPrefix(".Ss ") {
        section = String(line.dropFirst(4))
        sections.insert(section)
      } else if line.hasPrefix(".Bl ") {
        open.append(nil)
      } else if line == ".El" {
        _ = open.popLast()
      } else if line.hasPrefix(".It ") {
        values[section, default: []].formUnion(Self.marked("Cm", in: line))
        if line.contains(" Ta ") {
          rows[section, default: []].append(Self.cells(of: line))
        } else {
          entries.append(Self.entry(line, in: section))
          if !open.isEmpty { open[open.count - 1] = entries.count - 1 }
        }
        continue
      } else {
        values[section, default: []].formUnion(Self.marked("Cm", in: line))
        if line.contains("Sx ") { references.insert(Self.marked("Sx", in: line).joined(separator: " ")) }
      }
      if let entry = open.last.flatMap({ $0 }) { entries[entry].lines.append(line) }
    }
    shareBodies()
  }

  /// The entry of `name` in `section` whose value has this type; nil is any type.
  func entry(_ name: String, in section: String, type: String? = nil) -> Entry? {
    entries.first { $0.section == section && $0.names.contains(name) && (type == nil || $0.type == type) }
  }

  /// Ends a block. One that begins like a message is the output for the block before it.
  private mutating func end(block: String, in section: String) {
    if block.hasPrefix("rules.yml:"), !snippets.isEmpty {
      snippets[snippets.count - 1].output = block
    } else {
      snippets.append(Snippet(section: section, text: block))
    }
  }

  /// Gives entries without text the text of the next entry.
  private mutating func shareBodies() {
    for index in entries.indices.reversed().dropFirst() where entries[index].lines.isEmpty {
      if entries[index].section == entries[index + 1].section { entries[index].lines = entries[index + 1].lines }
    }
  }

  private static func entry(_ line: String, in section: String) -> Entry {
    let words = line.split(separator: " ").dropFirst().map(String.init)
    let head = words.prefix { $0 != ":" }
    let tail = words.dropFirst(head.count + 1)
    let names = head.filter { !macros.contains($0) && $0 != "," }
    return Entry(section: section, names: Array(names), type: tail.first { !macros.contains($0) })
  }

  private static func cells(of line: String) -> [String] {
    line.dropFirst(".It ".count).split(separator: " Ta ").map { cell in
      cell.split(separator: " ").filter { !macros.contains(String($0)) }.joined(separator: " ")
    }
  }

  /// The words of a line that `macro` marks.
  private static func marked(_ macro: String, in line: String) -> [String] {
    guard line.hasPrefix(".") else { return [] }
    var isMarked = false
    var words: [String] = []
    for word in line.dropFirst().split(separator: " ").map(String.init) {
      if macros.contains(word) {
        isMarked = word == macro
      } else if isMarked, !closing.contains(word) {
        words.append(word)
      }
    }
    return words
  }

  /// The page that a line refers to, such as `.Xr sleight 5 , MODES .`
  private static func otherReference(in line: String) -> (page: String, section: String?)? {
    let words = line.split(separator: " ").map(String.init)
    guard line.hasPrefix("."), let macro = words.firstIndex(where: { $0 == "Xr" || $0 == ".Xr" }) else { return nil }
    let rest = words.dropFirst(macro + 1).map { $0.replacing("\\-", with: "-") }
    guard rest.count >= 2, rest[0].hasPrefix("sleight") else { return nil }
    let section = rest.dropFirst(2).filter { !closing.contains($0) }.joined(separator: " ")
    return ("\(rest[0]).\(rest[1])", section.isEmpty ? nil : section)
  }

  private static let macros: Set<String> = [
    "Ar", "Cm", "Ev", "Ic", "It", "Li", "No", "Nm", "Pa", "Pq", "Ql", "Sx", "Sy", "Xr",
  ]

  /// Punctuation that follows a word without a space.
  private static let closing: Set<String> = [",", ".", ";", ":"]

  /// The displayed text of lines, without marks.
  static func plain(_ lines: [String]) -> String {
    let words = lines.filter { $0 != ".Pp" }.flatMap { line -> [String] in
      let words = line.split(separator: " ").map(String.init)
      return line.hasPrefix(".") ? words.enumerated().filter { $0 > 0 && !macros.contains($1) }.map(\.element) : words
    }
    // Punctuation alone in a macro's line follows the previous word without a space.
    return words.reduce(into: "") { text, word in
      text += text.isEmpty || closing.contains(word) ? word : " " + word
    }
  }

  /// The displayed form of a part of the source.
  private static func displayed(_ text: String) -> String {
    text.replacing("\\-", with: "-").replacing("\\(de", with: "°").replacing("\\e", with: "\\")
      .replacing("\\(ha", with: "^").replacing("\\&", with: "")
  }
}
