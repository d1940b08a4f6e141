internal import Diagnostics
internal import Text

extension Node {
  /// The maximum size of a file in bytes: 10,000 rules have less.
  public static let sizeLimit = 1 << 20
  /// The maximum size of one text, key or value, in bytes: no command is as long. It bounds the work on each text.
  static let textLimit = 16 << 10
  /// The maximum nesting depth. Sleight's own files are at most 8 deep.
  public static let depthLimit = 64
  /// The maximum number of values after expanding aliases: that of 15,000 rules with conditions. A file whose nested
  /// aliases expand to a billion values is hostile.
  public static let countLimit = 200_000

  /// Parses a YAML document; nil if there is none, as in a file that is empty or has only comments.
  /// - Parameters:
  ///   - bytes: the text.
  ///   - file: the number of the text, stored in all its marks.
  ///   - depth: the level at which it stands, if it is a part of another document.
  ///   - count: the number of values in other files that belong to it; that of this one is added.
  /// - Throws: `ParseError` for the first error.
  public static func parse(
    _ bytes: [UInt8], file: Int, depth: Int = 1, count: inout Int
  ) throws(ParseError) -> Node? {
    guard bytes.count <= sizeLimit else {
      throw ParseError(
        reason: .tooLarge, message: "the file is larger than \(sizeLimit >> 20) MiB", span: nil)
    }
    // Some editors write a byte order mark, which is not part of the text.
    let text = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes.dropFirst(3)) : bytes
    guard let parser = EventParser(text, file: file) else {
      throw ParseError(reason: .tooLarge, message: "not enough memory to read the file", span: nil)
    }
    var composer = Composer(parser, lines: SourceLines(text, file: file), count: count)
    defer { count = composer.count }
    return try composer.document(depth: depth)
  }

  /// Parses a YAML document; nil if there is none.
  /// - Throws: `ParseError` for the first error.
  public static func parse(_ bytes: [UInt8], file: Int = 0) throws(ParseError) -> Node? {
    var count = 0
    return try parse(bytes, file: file, count: &count)
  }
}

/// Builds a tree from a document's events.
struct Composer: ~Copyable {
  private var parser: EventParser
  private let lines: SourceLines
  private var anchors: [String: Anchor] = [:]
  private(set) var count: Int

  private enum Anchor {
    /// Its value is incomplete, since it is still being read.
    case open(Span)
    case complete(Node)
  }

  init(_ parser: consuming EventParser, lines: SourceLines, count: Int) {
    self.parser = parser
    self.lines = lines
    self.count = count
  }

  /// Reads the only document, which stands at `depth`.
  mutating func document(depth: Int) throws(ParseError) -> Node? {
    var root: Node?
    while true {
      let event = try next()
      switch event.kind {
      case .streamEnd: return root
      case .documentStart:
        guard root == nil else {
          throw ParseError(
            reason: .secondDocument, message: "a second document starts here", span: event.span,
            help: "remove the line '---': a rules file is one document")
        }
        root = try node(from: try next(), depth: depth)
      case .streamStart, .documentEnd, .alias, .scalar, .sequenceStart, .sequenceEnd, .mappingStart, .mappingEnd:
        // libyaml reports values only inside documents.
        continue
      }
    }
  }

  private mutating func next() throws(ParseError) -> Event {
    do { return try parser.next() } catch { throw ParseError(error, in: lines) }
  }

  /// Reads the node that begins with `event`.
  private mutating func node(from event: Event, depth: Int) throws(ParseError) -> Node {
    guard depth <= Node.depthLimit else { throw Self.tooDeep(event.span) }
    try add(1, at: event.span)
    if event.tag != nil { throw ParseError(tagAt: event.span.start, in: lines) }
    if let anchor = event.anchor { anchors[anchor] = .open(event.span) }
    var node = Node(content: .sequence([]), span: event.span)
    switch event.kind {
    case .alias(let name): return try target(of: name, at: event.span, depth: depth)
    case .scalar(let text, let style):
      guard text.utf8.count <= Node.textLimit else {
        throw ParseError(
          reason: .textTooLong, message: "a text of more than \(Node.textLimit >> 10) KiB",
          span: Span(at: event.span.start))
      }
      node.content = .scalar(text, isPlain: style == .plain)
      // A value missing at the end of the file is located after its last text.
      if text.isEmpty, lines.isEnd(event.span.start) {
        let end = lines.endOfText(before: event.span.start)
        node.span = Span(end, end)
      }
      if style == .block { node.span.end = lines.endOfText(before: event.span.end, notBefore: event.span.start) }
    case .sequenceStart(let isFlow): try readElements(into: &node, isFlow: isFlow, depth: depth)
    case .mappingStart(let isFlow): try readEntries(into: &node, isFlow: isFlow, depth: depth)
    case .streamStart, .streamEnd, .documentStart, .documentEnd, .sequenceEnd, .mappingEnd: break
    }
    if let anchor = event.anchor { anchors[anchor] = .complete(node) }
    return node
  }

  private mutating func readElements(into node: inout Node, isFlow: Bool, depth: Int) throws(ParseError) {
    var elements: [Node] = []
    while true {
      let event = try next()
      if case .sequenceEnd = event.kind {
        // libyaml ends a block where the next token begins.
        node.span.end = isFlow ? event.span.end : elements.last?.location.end ?? node.span.end
        break
      }
      elements.append(try self.node(from: event, depth: depth + 1))
    }
    node.content = .sequence(elements)
  }

  private mutating func readEntries(into node: inout Node, isFlow: Bool, depth: Int) throws(ParseError) {
    var entries: [Node.Entry] = []
    var hasMerge = false
    while true {
      let event = try next()
      if case .mappingEnd = event.kind {
        node.span.end = isFlow ? event.span.end : entries.last?.value.location.end ?? node.span.end
        break
      }
      let key = try self.node(from: event, depth: depth + 1)
      let entry = Node.Entry(key: key, value: try self.node(from: try next(), depth: depth + 1))
      hasMerge = hasMerge || entry.isMerge
      entries.append(entry)
    }
    // Merged values were counted with their alias, and are not nested deeper than it.
    node.content = .mapping(hasMerge ? try Node.merged(entries) : entries)
  }

  private mutating func target(of name: String, at span: Span, depth: Int) throws(ParseError) -> Node {
    switch anchors[name] {
    case .complete(var node):
      let (count, height) = node.extent
      try add(count, at: span)
      guard depth + height - 1 <= Node.depthLimit else { throw Self.tooDeep(span) }
      node.alias = span
      return node
    case .open(let anchor):
      throw ParseError(
        reason: .aliasLoop, message: "'*\(name)' is inside the value of its anchor", span: span,
        note: .init(message: "'&\(name)' is here", span: Span(at: anchor.start)))
    case nil:
      let line = LineText(of: span.start, in: lines)
      let isMerged = line.text(0..<span.start.column - 1).contains("<<:")
      throw ParseError(
        reason: .unknownAlias, message: "'*\(name)' has no anchor: no '&\(name)' is above it", span: span,
        help: anchors.isEmpty
          ? isMerged ? "write '&\(name) {…}' above, for the mapping" : "quote a value that starts with '*'"
          : "the anchors are \(anchors.keys.sorted().prefix(10).map { "'&\($0)'" }.joined(separator: ", "))")
    }
  }

  private mutating func add(_ more: Int, at span: Span) throws(ParseError) {
    count += more
    guard count <= Node.countLimit else {
      throw ParseError(
        reason: .tooMany, message: "more than \(Node.countLimit) values, with every alias expanded", span: span)
    }
  }

  private static func tooDeep(_ span: Span) -> ParseError {
    ParseError(
      reason: .tooDeep, message: "nested deeper than \(Node.depthLimit) levels", span: Span(at: span.start))
  }
}

extension Node {
  /// The number of values and the nesting depth.
  fileprivate var extent: (count: Int, height: Int) {
    let children: [Node] =
      switch content {
      case .scalar: []
      case .sequence(let elements): elements
      case .mapping(let entries): entries.flatMap { [$0.key, $0.value] }
      }
    var extent = (count: 1, height: 1)
    for child in children {
      let (count, height) = child.extent
      extent.count += count
      extent.height = max(extent.height, height + 1)
    }
    return extent
  }
}
