internal import Diagnostics
internal import JSONLines
internal import RulesFile
internal import YAML

/// The parts of a document, as a tree: its keys, and the rules by their names.
struct Outline {
  /// The numbers of the protocol.
  private enum Kind: Double {
    case group = 3
    case property = 7
    case rule = 24
  }

  private let text: DocumentText
  private let lines: SourceLines
  private let encoding: PositionEncoding

  init(_ text: DocumentText, _ encoding: PositionEncoding) {
    self.text = text
    self.encoding = encoding
    lines = text.sourceLines
  }

  /// The symbols of a document.
  func symbols(of root: Node) -> JSONValue {
    .array(
      root.entries.compactMap { entry in
        guard let name = entry.key.text, entry.key.alias == nil else { return nil }
        let children: [JSONValue] =
          switch name {
          case Word.rules.name: entry.value.elements.compactMap { symbol(ofRule: $0) }
          case Word.gestures.name, Word.strokes.name, Word.devices.name, Word.settings.name:
            entry.value.entries.compactMap { entry in
              entry.key.text.map { symbol($0, .property, of: entry.key.span, to: entry.value.location, []) }
            }
          default: []
          }
        return symbol(name, .property, of: entry.key.span, to: entry.value.location, children)
      })
  }

  /// A rule or a group, by its name, or else its gesture.
  private func symbol(ofRule rule: Node) -> JSONValue? {
    guard case .mapping(let entries) = rule.content, let first = entries.first else { return nil }
    let gesture = rule.gesture ?? first
    let named = entries.first { $0.key.text == Word.name.name }
    let title = named?.value.text ?? [gesture.key.text, gesture.value.text].compactMap { $0 }.joined(separator: " ")
    let children = rule.value(of: .rules)?.elements.compactMap { symbol(ofRule: $0) } ?? []
    return symbol(
      title.isEmpty ? "rule" : title, rule.value(of: .rules) == nil ? .rule : .group,
      of: named?.value.span ?? gesture.key.span, in: rule.location, children)
  }

  private func symbol(
    _ name: String, _ kind: Kind, of selection: Span, to end: Span, _ children: [JSONValue]
  ) -> JSONValue {
    symbol(name, kind, of: selection, in: Span(selection.start, max(end.end, selection.end)), children)
  }

  private func symbol(
    _ name: String, _ kind: Kind, of selection: Span, in span: Span, _ children: [JSONValue]
  ) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("kind", .number(kind.rawValue)),
      .init("range", text.json(text.bytes(of: span, in: lines), encoding)),
      .init("selectionRange", text.json(text.bytes(of: selection, in: lines), encoding)),
    ]
    if !children.isEmpty { members.append(.init("children", .array(children))) }
    return .object(members)
  }

  /// The ranges of lines that can be folded: values of several lines, and comments.
  func folds(of root: Node?) -> JSONValue {
    var folds: [Int: Int] = [:]
    func add(_ first: Int, _ last: Int) { if last > first { folds[first] = max(folds[first] ?? 0, last) } }
    if let root {
      NodePath.visit(root) { path, key in
        guard !path.steps.isEmpty else { return }
        let span = Span(min(key?.span.start ?? path.node.span.start, path.node.span.start), path.node.span.end)
        let bytes = text.bytes(of: span, in: lines)
        add(text.lineNumber(at: bytes.lowerBound), text.lineNumber(at: max(bytes.upperBound - 1, bytes.lowerBound)))
      }
    }
    return .array(
      folds.sorted { $0.key < $1.key }.map { first, last in
        ["startLine": .number(Double(first)), "endLine": .number(Double(last))]
      } + comments)
  }

  /// Comments of several lines.
  private var comments: [JSONValue] {
    var comments: [JSONValue] = []
    var first: Int?
    for number in 0...text.lineCount {
      let isComment =
        number < text.lineCount
        && text.bytes[text.line(number)].first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "#")
      if isComment, first == nil { first = number }
      if !isComment, let start = first {
        if number - start > 1 {
          comments.append([
            "startLine": .number(Double(start)), "endLine": .number(Double(number - 1)), "kind": "comment",
          ])
        }
        first = nil
      }
    }
    return comments
  }
}

extension Server {
  mutating func symbols(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    let path = try path(parameters)
    guard let root = documents[path]?.root(), let text = documents[path]?.text else { return .array([]) }
    return Outline(text, client.encoding).symbols(of: root)
  }

  mutating func folds(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    let path = try path(parameters)
    let root = documents[path]?.root()
    guard let text = documents[path]?.text else { return .array([]) }
    return Outline(text, client.encoding).folds(of: root)
  }
}
