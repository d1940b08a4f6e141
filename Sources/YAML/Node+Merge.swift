extension Node {
  /// The entries of a mapping, and behind them those that its `<<` bring in (YAML 1.1's merge type,
  /// https://yaml.org/type/merge.html): a key that the mapping has itself is not brought in, and of several mappings the
  /// first that has a key gives it.
  /// - Throws: `ParseError` where `<<` stands in front of anything but mappings.
  static func merged(_ entries: [Entry]) throws(ParseError) -> [Entry] {
    var result = entries.filter { !$0.isMerge }
    var names = Set(result.compactMap(\.key.text))
    for merge in entries where merge.isMerge {
      for mapping in try mappings(merge.value) {
        let alias = mapping.alias ?? merge.value.alias
        // What is no text is no key that could be there already. Whoever reads the mapping complains of it.
        for var entry in mapping.entries where entry.key.text.map({ names.insert($0).inserted }) ?? true {
          entry.key.alias = alias ?? entry.key.alias
          entry.value.alias = alias ?? entry.value.alias
          result.append(entry)
        }
      }
    }
    return result
  }

  /// What stands behind a `<<`, as a list.
  private static func mappings(_ value: Node) throws(ParseError) -> [Node] {
    let nodes = if case .sequence(let elements) = value.content { elements } else { [value] }
    for node in nodes {
      let found =
        switch node.content {
        case .mapping: ""
        case .sequence: "a list in a list"
        case .scalar: node.isNull ? "nothing" : "text"
        }
      guard found.isEmpty else {
        throw ParseError(
          reason: .merge, message: "'<<' takes a mapping or a list of mappings, not \(found)",
          span: node.alias ?? value.alias ?? node.span,
          help: "write '<<: *name' for the mapping that '&name' is given to; a key that is called so needs quotes")
      }
    }
    return nodes
  }

  private var entries: [Entry] { if case .mapping(let entries) = content { entries } else { [] } }
}

extension Node.Entry {
  /// Whether it merges other mappings into the one it stands in. In quotes, `<<` is a key like any other.
  var isMerge: Bool { if case .scalar("<<", isPlain: true) = key.content { true } else { false } }
}
