internal import YAML

/// Writes gestures into the text of a rules file, under `gestures`, and leaves all other bytes unchanged.
public enum GesturesEditor {
  /// The text with `gesture`, whose name is new.
  /// - Parameter bytes: the text; empty for a new file.
  /// - Returns: nil if the text is no YAML mapping with `gestures` or `rules`, or is written in an unusual way.
  public static func add(_ gesture: WordedGesture, to bytes: [UInt8]) -> [UInt8]? {
    guard !bytes.isEmpty else { return Array("\(Word.gestures.name):\n  \(gesture.line)\n".utf8) }
    let edit = RulesText.edit(bytes) {
      $0.pieces(for: gesture.name, gesture.value.flow, in: .gestures)
    } isExpected: { old, new in
      let known = old.value(of: .gestures)?.entries ?? []
      let gestures = new.value(of: .gestures)?.entries ?? []
      return Node.agree(new.entries, old.entries, besides: Word.gestures.name)
        && Node.agree(gestures, known, besides: gesture.name)
        && new.value(of: .gestures)?.value(of: gesture.name)?.hasSameContent(as: gesture.node) ?? false
    }
    return edit?.bytes
  }
}

extension WordedGesture {
  /// The value as it is read from a file.
  fileprivate var node: Node { Node(value, line: 1) }
}
