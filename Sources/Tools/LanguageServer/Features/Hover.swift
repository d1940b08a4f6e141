internal import Diagnostics
internal import Explaining
internal import JSONLines
internal import Rules
internal import RulesFile
internal import YAML

extension Server {
  /// The meaning of the key or word at a position, as in the manual, or the effect of the rule there.
  mutating func hover(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    let (path, offset) = try place(parameters)
    guard let document = documents[path] else { return .null }
    let text = document.text
    let line = text.lineNumber(at: offset)
    let focus = document.focus(on: line..<line + 1)
    let lines = text.sourceLines
    let mark = lines.mark(atByte: max(offset - text.markLength, 0))
    guard let root = try? Node.parse(focus), let found = NodePath.find(mark, in: root) else { return .null }
    var parts = Self.entries(of: found.path, isKey: found.isKey)
    if let rule = found.path.rule, Self.namesRule(found.path, in: rule), let gesture = rule.node.gesture?.key.location {
      parts += sentences(about: gesture, of: path, focus, lines)
    }
    guard !parts.isEmpty else { return .null }
    let span = found.isKey ? Self.key(of: found.path) : found.path.node.location
    let range = span.map { text.json(text.bytes(of: $0, in: lines), client.encoding) }
    return .object(
      [.init("contents", .markup(parts.joined(separator: "\n\n"), isMarkdown: client.takesMarkdown.hover))]
        + (range.map { [.init("range", $0)] } ?? []))
  }

  /// The entries of the manual about a word that is a value, and about its key.
  private static func entries(of path: NodePath, isKey: Bool) -> [String] {
    let walk = SchemaWalk(knowsAllGestures: true)
    var parts: [String] = []
    if !isKey, let text = path.node.text {
      let word = SchemaWalk.words(of: walk.schemas(at: path)).first { $0.name == text }
      if let word, !word.meaning.isEmpty { parts.append("**\(word.name)**: \(word.meaning)") }
    }
    // The key of a list belongs to its elements.
    guard let last = path.steps.lastIndex(where: { if case .name = $0.key { true } else { false } }),
      case .name(let name) = path.steps[last].key
    else { return parts }
    let owner = NodePath(root: path.root, steps: Array(path.steps[..<last]))
    guard isKey || last == path.steps.count - 1 || path.node.text != nil,
      let schema = SchemaWalk.keys(of: walk.schemas(at: owner)).first(where: { $0.name == name })?.schema,
      let meaning = schema["description"]?.string
    else { return parts }
    return parts + ["**\(name)**: \(meaning)"]
  }

  private static func key(of path: NodePath) -> Span? {
    path.parent.node.entries.first { $0.key.text == path.key }?.key.location
  }

  /// True for the gesture and the name of a rule.
  private static func namesRule(_ path: NodePath, in rule: NodePath) -> Bool {
    guard path.steps.count > rule.steps.count, case .name(let name) = path.steps[rule.steps.count].key else {
      return path.steps.count == rule.steps.count
    }
    return name == Word.name || Vocabulary.word(name, in: .rule)?.role == .gesture
  }

  /// The effect of a rule, in the words of `explain`, and its waits, in those of `check`.
  private mutating func sentences(
    about gesture: Span, of path: String, _ focus: [UInt8], _ lines: SourceLines
  ) -> [String] {
    guard let root = queue.root(of: path), let checked = work(on: root)?.replacing(path, with: focus).check() else {
      return []
    }
    let rules = (checked.file.rules?.rules ?? []) + (checked.file.rules?.disabled ?? [])
    let rule = rules.first { rule in
      rule.span.map { $0.start.line == gesture.start.line && $0.start.column == gesture.start.column } == true
        && rule.span.map { known(checked.file.sources[$0.file].name) == path } == true
    }
    guard let rule, let document = documents[path] else { return [] }
    var parts = ["\(rule.gestureText): \(rule.reaction.texts.joined(separator: "; "))".legible]
    let place = document.text.bytes(of: gesture, in: lines)
    for message in queue.messages(about: path)
    where message.diagnostic.severity != .error && message.place.bytes.lowerBound == place.lowerBound {
      let others = message.related.map { "\($0.message), line \(Self.line(of: $0.place, in: document) + 1)" }
      parts.append(([message.diagnostic.message] + others).joined(separator: "; ").legible)
    }
    return parts
  }

  private static func line(of place: FilePlace, in document: Document) -> Int {
    place.path == document.path ? document.text.lineNumber(at: place.bytes.lowerBound) : place.start.line
  }
}
