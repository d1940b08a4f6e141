extension Node {
  /// The entries of a mapping, followed by those that its `<<` merge (YAML 1.1's merge type,
  /// https://yaml.org/type/merge.html): keys of the mapping itself are not merged, and of several mappings the first
  /// one with a key provides it.
  /// - Throws: `ParseError` if `<<` has a value other than mappings.
  static func merged(_ entries: [Entry]) throws(ParseError) -> [Entry] {
    var result = entries.filter { !$0.isMerge }
    var names = Set(result.compactMap(\.key.text))
    for merge in entries where merge.isMerge {
      for mapping in try mappings(merge.value) {
        let alias = mapping.alias ?? merge.value.alias
        // Keys that are not text cannot be compared; the reader of the mapping reports them.
        for var entry in mapping.entries where entry.key.text.map({ names.insert($0).inserted }) ?? true {
          entry.key.alias = alias ?? entry.key.alias
          entry.value.alias = alias ?? entry.value.alias
          result.append(entry)
        }
      }
    }
    return result
  }

  /// The value of a `<<` as a list.
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
          help: "write '<<: *name' to merge the mapping with the anchor '&name'; quote a key named '<<'")
      }
    }
    return nodes
  }
}

extension Node.Entry {
  /// True for a key `<<` without quotes, which merges other mappings; in quotes it is an ordinary key.
  var isMerge: Bool { if case .scalar("<<", isPlain: true) = key.content { true } else { false } }
}
