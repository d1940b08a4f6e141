internal import Diagnostics
internal import JSONLines
internal import RulesFile
internal import YAML

extension Server {
  /// The limits that rules in a range leave out, behind their gestures: the defaults, or what `settings` state.
  mutating func hints(_ parameters: JSONValue) throws(Refusal) -> JSONValue {
    let path = try path(parameters)
    guard let range = parameters["range"] else { throw Refusal(.invalidParameters, "'range' is missing") }
    let (start, end) = (try Position(range["start"]), try Position(range["end"]))
    guard let document = documents[path], start <= end else { return .array([]) }
    let text = document.text
    let last = min(end.line, text.lineCount - 1)
    guard start.line <= last, let root = try? Node.parse(document.focus(on: start.line..<last + 1)) else {
      return .array([])
    }
    let lines = text.sourceLines
    var hints: [JSONValue] = []
    NodePath.visit(root) { rule, _ in
      guard rule.steps.count > 1, let own = rule.rule, own.steps.count == rule.steps.count,
        let gesture = rule.node.gesture, gesture.key.location == gesture.key.span
      else { return }
      let place = text.position(at: text.bytes(of: gesture.value.location, in: lines).upperBound, client.encoding)
      guard place >= start, place <= end else { return }
      let limits = Self.defaults(of: rule, gesture: gesture.key.text ?? "")
      guard !limits.isEmpty else { return }
      hints.append([
        "position": place.json, "label": .string(limits.joined(separator: ", ")), "paddingLeft": true,
      ])
    }
    return .array(hints)
  }

  /// The limits that a rule leaves out, with the values that apply.
  private static func defaults(of rule: NodePath, gesture: String) -> [String] {
    let stated = Set(rule.node.keyNames)
    let groups = (1..<max(rule.steps.count, 1)).map { NodePath(root: rule.root, steps: Array(rule.steps[..<$0])).node }
    let settings = rule.root.value(of: .settings)?.entries.first { $0.key.text == gesture }?.value
    return SchemaWalk.keys(of: SchemaWalk().schemas(at: rule)).compactMap { name, schema in
      guard !stated.contains(name), let usual = schema["default"] else { return nil }
      let text = settings?.entries.first { $0.key.text == name }?.value.text ?? usual.string ?? usual.text
      if name == Word.fingers {
        guard !groups.contains(where: { $0.value(of: .fingers) != nil }) else { return nil }
      } else if !Unit.all.contains(where: { text.hasSuffix($0.name) }) {
        return nil
      }
      return "\(name): \(text)"
    }
  }
}
