internal import RulesFile
internal import YAML

/// An open document.
struct Document {
  /// The client's name for it.
  let address: String
  /// The path of its file, or its address if it is no file.
  let path: String
  private(set) var version: Int
  private(set) var text: DocumentText
  /// True if it differs from what was opened or saved last.
  private(set) var isModified = false
  /// The values of the text; nil if they were not needed yet.
  private var parsed: Node?
  /// The values of the last text that was YAML and whose values were needed.
  private var last: Node?

  /// The maximum size that is kept: the checker refuses a text that is larger than this less a byte.
  private static let sizeLimit = RulesFile.sizeLimit + 1

  init(address: String, version: Int, text: String) {
    self.address = address
    path = FileAddress.path(of: address) ?? address
    self.version = version
    self.text = DocumentText(Array(text.utf8.prefix(Self.sizeLimit)))
  }

  /// True if the text was too large to be kept whole: then only a new one can be checked.
  private var isCut: Bool { text.bytes.count == Self.sizeLimit }

  /// A change of the text.
  struct Change {
    /// The range that is replaced; nil for the whole text.
    var range: (start: Position, end: Position)?
    var text: String
  }

  /// Applies changes, one after another.
  /// - Returns: the bytes that each replaced, and the number of new ones; nil for the whole text.
  mutating func apply(_ changes: [Change], version: Int, _ encoding: PositionEncoding) -> [(Range<Int>, Int)?] {
    self.version = version
    isModified = true
    (last, parsed) = (parsed ?? last, nil)
    var edits: [(Range<Int>, Int)?] = []
    for change in changes {
      if let range = change.range, !isCut {
        let start = text.offset(of: range.start, encoding)
        let bytes = start..<max(text.offset(of: range.end, encoding), start)
        text.replace(bytes, with: change.text.utf8)
        if text.bytes.count > Self.sizeLimit { text = DocumentText(Array(text.bytes.prefix(Self.sizeLimit))) }
        edits.append((bytes, change.text.utf8.count))
      } else if change.range == nil {
        text = DocumentText(Array(change.text.utf8.prefix(Self.sizeLimit)))
        edits.append(nil)
      }
    }
    return edits
  }

  /// The entries of its rules.
  var entries: RuleEntries { RuleEntries(text) }

  mutating func markSaved() { isModified = false }

  /// The values of the text; nil if it is no YAML, or has none. Those of a large text take as much memory as ten texts,
  /// and are not kept.
  mutating func root() -> Node? {
    if let parsed { return parsed }
    guard let root = (try? Node.parse(text.bytes)) ?? nil else { return nil }
    if text.bytes.count <= Server.quickSize { parsed = root }
    return root
  }

  /// The values of the text, or if it is no YAML those of the last text that was, whose places are others.
  mutating func lastRoot() -> Node? { root() ?? last }

  /// The text without the rules that none of the lines is part of.
  func focus(on lines: Range<Int>) -> [UInt8] { entries.masking(allBut: lines, in: text) }
}
