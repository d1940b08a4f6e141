internal import Diagnostics
internal import YAML

/// Edits single rules and groups in the text of a rules file, by their lines, and leaves all other bytes unchanged.
///
/// As with the other editors, the result is parsed again, and valid only if it differs by what was meant.
public enum EntryEditor {
  /// The change of a rule or group.
  public enum Change: Hashable, Sendable {
    case delete
    /// Before the rule or group at this line, which is in the same list; nil for the end of the list.
    case move(before: Int?)
    /// The text of one rule or several, as entries of a list.
    case replace(String)
    case enable(Bool)
  }

  /// A rule in the text.
  public struct Entry: Hashable, Sendable {
    /// Its first line.
    public let line: Int
    /// Its text, as an entry of a list that is not indented.
    public let text: String
    /// The first lines of the groups around it, the outermost first.
    public let groups: [Int]
  }

  /// The rules of the text that can be edited, in their order, with those of groups.
  public static func entries(in bytes: [UInt8]) -> [Entry] {
    guard let root = try? Node.parse(bytes), let text = RulesText(bytes, root) else { return [] }
    return text.places.filter { !$0.isGroup }.compactMap { place in
      text.block(of: place.element).map { block in
        Entry(line: block.body.lowerBound, text: text.entry(block), groups: place.groups)
      }
    }
  }

  /// Changes the rule that begins on `line`, or else the group.
  /// - Returns: nil if there is none, or if it is written in an unusual way.
  public static func apply(_ change: Change, toRuleAt line: Int, in bytes: [UInt8]) -> [UInt8]? {
    var place: RulesText.Place?
    var target: Int?
    let edit = RulesText.edit(bytes) { text in
      place = text.places.first { $0.element.location.start.line == line }
      guard let place, let block = text.block(of: place.element) else { return nil }
      switch change {
      case .delete: return text.pieces(deleting: block, in: place.list, at: place.index, of: place.parent)
      case .move(let before):
        target =
          before.map { line in place.list.firstIndex { $0.location.start.line == line } } ?? place.list.count
        return target.flatMap { text.pieces(moving: block, in: place.list, at: place.index, to: $0) }
      case .replace(let new): return text.piece(replacing: block, by: new).map { [$0] }
      case .enable(let isEnabled): return text.pieces(enabling: isEnabled, place.element)
      }
    } isExpected: { old, new in
      guard let place else { return false }
      guard let lists = old.changedRules(in: new, at: place.path) else { return false }
      return isChanged(lists.known, to: lists.elements, by: change, at: place.index, to: target ?? 0)
    }
    return edit?.bytes
  }

  /// True if a list was changed like this and in no other way.
  /// - Parameters:
  ///   - index: the place of the changed element.
  ///   - target: the place before which it is moved.
  private static func isChanged(
    _ known: [Node], to elements: [Node], by change: Change, at index: Int, to target: Int
  ) -> Bool {
    var (rest, others) = (known, elements)
    let own = rest.remove(at: index)
    switch change {
    case .delete: break
    case .move: rest.insert(own, at: target > index ? target - 1 : target)
    case .replace:
      let count = others.count - rest.count
      guard count > 0 else { return false }
      others.removeSubrange(index..<index + count)
    case .enable:
      guard others.indices.contains(index),
        Node.agree(others.remove(at: index).entries, own.entries, besides: Word.enabled.name)
      else { return false }
    }
    return others.haveSameContent(as: rest)
  }

  /// Adds rules, written as entries of a list.
  /// - Parameter line: the first line of the rule before which they are added; nil for the end of the list under
  ///   `rules`.
  /// - Returns: nil if there is no such rule, or if the text is written in an unusual way.
  public static func add(_ rules: String, before line: Int? = nil, to bytes: [UInt8]) -> [UInt8]? {
    var place: RulesText.Place?
    let edit = RulesText.edit(bytes) { text in
      place =
        line.map { line in text.places.first { $0.element.location.start.line == line } } ?? text.endOfRules
      return place.flatMap { text.pieces(adding: rules, in: $0.list, at: $0.index) }
    } isExpected: { old, new in
      guard let place, case (let known, var others)? = old.changedRules(in: new, at: place.path) else { return false }
      let count = others.count - known.count
      guard count > 0 else { return false }
      others.removeSubrange(place.index..<place.index + count)
      return others.haveSameContent(as: known)
    }
    return edit?.bytes
  }
}

extension [Node] {
  fileprivate func haveSameContent(as others: [Node]) -> Bool {
    count == others.count && zip(self, others).allSatisfy { $0.hasSameContent(as: $1) }
  }
}

extension Node {
  /// The elements of its list of rules; nil if it has none.
  fileprivate var rules: [Node]? {
    guard let value = value(of: .rules) else { return nil }
    if value.isNull { return [] }
    if case .sequence(let elements) = value.content { return elements }
    return nil
  }

  /// A list of its rules and what it is in `new`; nil if anything else differs.
  /// - Parameter path: the groups in which the list is, by their positions.
  fileprivate func changedRules(in new: Node, at path: ArraySlice<Int>) -> (known: [Node], elements: [Node])? {
    var (known, elements) = ([self], [new])
    for group in [0] + path {
      guard known.count == elements.count, known.indices.contains(group),
        known.indices.allSatisfy({ $0 == group || known[$0].hasSameContent(as: elements[$0]) }),
        Node.agree(elements[group].entries, known[group].entries, besides: Word.rules.name)
      else { return nil }
      (known, elements) = (known[group].rules ?? [], elements[group].rules ?? [])
    }
    return (known, elements)
  }
}

extension RulesText {
  /// The place of a rule, or of rules to be added.
  fileprivate struct Place {
    /// The groups in which it is, by their positions.
    var path: ArraySlice<Int>
    /// Their first lines.
    var groups: [Int] = []
    /// The group, or the file.
    var parent: Node
    var list: [Node]
    var index: Int

    var element: Node { list[index] }
    var isGroup: Bool { element.value(of: .rules) != nil }
  }

  /// The places of all rules whose text is in this file, each group behind its rules.
  fileprivate var places: [Place] { places(in: root, path: [], groups: []) }

  private func places(in parent: Node, path: ArraySlice<Int>, groups: [Int]) -> [Place] {
    guard let list = parent.rules, parent.value(of: .rules)?.alias == nil else { return [] }
    return list.indices.flatMap { index -> [Place] in
      guard list[index].alias == nil else { return [] }
      let place = Place(path: path, groups: groups, parent: parent, list: list, index: index)
      let inner = groups + [place.element.location.start.line]
      return (place.isGroup ? places(in: place.element, path: path + [index], groups: inner) : []) + [place]
    }
  }

  /// The end of the list under `rules`; nil if that is no list.
  fileprivate var endOfRules: Place? {
    let list = root.rules ?? []
    return value(of: .rules) == nil || root.rules != nil
      ? Place(path: [], parent: root, list: list, index: list.count) : nil
  }
}
