internal import Diagnostics
internal import RulesFile
internal import YAML

/// The way from the root of a document to a value.
struct NodePath {
  /// A step to a value.
  struct Step {
    enum Key: Hashable {
      /// The key of a mapping.
      case name(String)
      /// The index in a list.
      case index(Int)
    }

    var key: Key
    var node: Node
  }

  var root: Node
  var steps: [Step] = []

  /// The last value.
  var node: Node { steps.last?.node ?? root }

  /// The last key; that of the list for an element of one.
  var key: String? {
    steps.reversed().lazy.compactMap { if case .name(let name) = $0.key { name } else { nil } }.first
  }

  /// The path without its last step.
  var parent: NodePath { NodePath(root: root, steps: steps.dropLast()) }

  func appending(_ key: Step.Key, _ node: Node) -> NodePath {
    NodePath(root: root, steps: steps + [Step(key: key, node: node)])
  }

  /// The mapping of the innermost rule that contains the value, and the path to it; nil outside of rules.
  var rule: NodePath? {
    guard case .name(Word.rules.name)? = steps.first?.key else { return nil }
    var found: NodePath?
    for index in steps.indices {
      guard case .index = steps[index].key, index > 0, case .name(Word.rules.name) = steps[index - 1].key else {
        continue
      }
      found = NodePath(root: root, steps: Array(steps[...index]))
    }
    return found
  }

  /// The keys and the values of a document, each with its path: the path of a key is that of its value.
  static func visit(_ root: Node, _ body: (_ path: NodePath, _ key: Node?) -> Void) {
    visit(NodePath(root: root), nil, body)
  }

  private static func visit(_ path: NodePath, _ key: Node?, _ body: (NodePath, Node?) -> Void) {
    body(path, key)
    // What an alias stands for is visited where it is written.
    guard path.node.alias == nil else { return }
    for entry in path.node.entries {
      guard let name = entry.key.text, entry.key.alias == nil else { continue }
      visit(path.appending(.name(name), entry.value), entry.key, body)
    }
    for (index, element) in path.node.elements.enumerated() { visit(path.appending(.index(index), element), nil, body) }
  }

  /// The way to the key or the value that contains a position; nil if none does.
  /// - Returns: the path to the value, and true if the position is on its key.
  static func find(_ mark: Mark, in root: Node) -> (path: NodePath, isKey: Bool)? {
    var path = NodePath(root: root)
    while true {
      var next: (path: NodePath, isKey: Bool)?
      for entry in path.node.entries {
        guard let name = entry.key.text else { continue }
        if entry.key.location.contains(mark) { next = (path.appending(.name(name), entry.value), true) }
        if entry.value.location.contains(mark) { next = (path.appending(.name(name), entry.value), false) }
      }
      for (index, element) in path.node.elements.enumerated() where element.location.contains(mark) {
        next = (path.appending(.index(index), element), false)
      }
      guard let next else { return path.steps.isEmpty ? nil : (path, false) }
      path = next.path
      if next.isKey || path.node.alias != nil { return next }
    }
  }
}

extension Span {
  /// True if it contains a position, or ends there.
  func contains(_ mark: Mark) -> Bool { start <= mark && mark <= end }
}
