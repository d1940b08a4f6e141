internal import Diagnostics
internal import RulesFile
internal import YAML

/// A name that a rules file defines, or a use of it.
struct NameUse: Hashable {
  /// The kinds of things that have names.
  enum Kind: Hashable {
    case mode
    case gesture
    case shape
    case rule
    case anchor
    /// The path of an included file.
    case file
  }

  var kind: Kind
  var name: String
  var span: Span
  /// True where it is defined; for a mode, where a rule sets it.
  var isDefinition = false
}

/// The names in a document, in its order.
struct NameIndex {
  private(set) var uses: [NameUse] = []

  private static let ties = Set(Word.ties.map(\.name))

  /// - Parameter lines: those of the text.
  init(_ root: Node, in text: DocumentText, _ lines: SourceLines) {
    var known: Set<NameUse> = []
    func add(_ use: NameUse?) {
      if let use, known.insert(use).inserted { uses.append(use) }
    }
    func anchor(at span: Span, isDefinition: Bool) -> NameUse? {
      let bytes = text.bytes[text.bytes(of: span, in: lines).lowerBound...]
      guard bytes.first == UInt8(ascii: isDefinition ? "&" : "*") else { return nil }
      let name = String(decoding: bytes.dropFirst().prefix(while: AnchorText.isPart), as: UTF8.self)
      let span = Span(span.start, span.start.advanced(by: name.count + 1))
      return NameUse(kind: .anchor, name: name, span: span, isDefinition: isDefinition)
    }
    NodePath.visit(root) { path, key in
      // Merged keys have the place of their alias.
      for alias in [path.node.alias] + path.node.entries.map(\.key.alias) {
        if let alias { add(anchor(at: alias, isDefinition: false)) }
      }
      guard path.node.alias == nil else { return }
      add(anchor(at: path.node.span, isDefinition: true))
      if path.steps.count == 2, let key, let name = key.text, case .name(let section) = path.steps[0].key {
        if section == Word.gestures { add(.init(kind: .gesture, name: name, span: key.span, isDefinition: true)) }
        if section == Word.strokes { add(.init(kind: .shape, name: name, span: key.span, isDefinition: true)) }
      }
      if let text = path.node.text, !text.isEmpty { add(Self.use(text, at: path)) }
    }
  }

  /// The name that a value is; nil for other values.
  private static func use(_ text: String, at path: NodePath) -> NameUse? {
    let span = path.node.span
    let keys = path.steps.compactMap { if case .name(let name) = $0.key { name } else { nil } }
    switch keys.last {
    case Word.include.name where keys.count == 1: return NameUse(kind: .file, name: text, span: span)
    case Word.gesture.name: return NameUse(kind: .gesture, name: text, span: span)
    case Word.stroke.name: return NameUse(kind: .shape, name: text, span: span)
    case Word.mode.name:
      return NameUse(kind: .mode, name: text, span: span, isDefinition: !keys.contains(Word.when.name))
    case Word.name.name where keys.dropLast().last == Word.mode.name:
      return NameUse(kind: .mode, name: text, span: span, isDefinition: true)
    case Word.name.name where path.rule.map { $0.node.value(of: .rules) == nil } == true:
      return NameUse(kind: .rule, name: text, span: span, isDefinition: true)
    case let key? where ties.contains(key) && path.rule != nil: return NameUse(kind: .rule, name: text, span: span)
    default: return nil
    }
  }

  /// The names of a kind, each once, sorted.
  func names(_ kind: NameUse.Kind, definedOnly: Bool = true) -> [String] {
    Set(uses.filter { $0.kind == kind && ($0.isDefinition || !definedOnly) }.map(\.name)).sorted()
  }

  /// The use at a position; nil if there is none.
  func use(at mark: Mark) -> NameUse? { uses.first { $0.span.contains(mark) } }

  /// True if it defines the name of `use`.
  func defines(_ use: NameUse) -> Bool {
    uses.contains { $0.kind == use.kind && $0.name == use.name && $0.isDefinition }
  }

  /// The uses of the same name. `unless` and its like name rules and gestures.
  func uses(of use: NameUse) -> [NameUse] {
    let kinds: Set<NameUse.Kind> = use.kind == .gesture || use.kind == .rule ? [.gesture, .rule] : [use.kind]
    return uses.filter { other in
      other.name == use.name && kinds.contains(other.kind)
        // A rule and a gesture of the same name are two things.
        && (other.kind == use.kind
          || !(other.kind == .rule && other.isDefinition) && !(use.kind == .rule && use.isDefinition))
    }
  }
}
