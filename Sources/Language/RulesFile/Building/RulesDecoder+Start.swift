internal import Diagnostics
internal import Gestures
internal import Touch
internal import YAML

extension RulesDecoder {
  /// Reads `edge`, `corner` or `zone`, of which a rule has at most one; nil if it has none or the value is wrong.
  mutating func start(_ fields: Fields) -> StartRegion? {
    let starts = fields.starts
    if let first = starts.first {
      for other in starts.dropFirst() {
        mismatch(
          .conflictingKeys,
          "'\(first.word.name)' and '\(other.word.name)' exclude each other",
          at: other.key.location, found: .regions(first, other),
          notes: [.init("the first is here", at: first.key.location)])
      }
    }
    if let margin = fields["margin"], fields["edge"] == nil, fields["corner"] == nil {
      mismatch(
        .missingKey, "'margin' requires 'edge' or 'corner'",
        at: margin.key.location, help: "add 'edge: left' or 'corner: top-left'")
    }
    let margin = fields["margin"].flatMap { quantity($0.value, for: "margin", .length) }.map { Millimetres($0) }
    guard let start = starts.first else { return nil }
    switch start.word.name {
    case "edge":
      return regions(start.value, for: "edge", in: .edge).map { words, areAll in
        let edges = Edges(words: words)
        let margin = margin ?? content.defaults.edge.margin
        return areAll ? .allEdges(edges, margin: margin) : .edge(edges, margin: margin)
      }
    case "corner":
      return regions(start.value, for: "corner", in: .corner).map { words, areAll in
        let corners = Corners(words: words)
        let margin = margin ?? content.defaults.corner.margin
        return areAll ? .allCorners(corners, margin: margin) : .corner(corners, margin: margin)
      }
    default: return zone(start.value).map { .zone($0) }
    }
  }

  /// Reads edges or corners: one, a list of which one is meant, or a mapping with `all`.
  private mutating func regions(
    _ value: Node, for key: String, in context: Word.Context
  ) -> (words: [String], areAll: Bool)? {
    guard case .mapping(let entries) = value.content else {
      return words(value, for: key, in: context).map { ($0, false) }
    }
    let example = "write '\(key): {all: [\(Vocabulary.names(in: context).prefix(2).joined(separator: ", "))]}'"
    let fields = fields(of: entries, in: .atOnce)
    for entry in fields.unknown {
      mismatch(
        .unknownKey, "unknown key \(Phrase.quote(entry.key.text ?? "")) under '\(key)'", at: entry.key.location,
        found: .region(entry.key.text ?? ""),
        help: "\(example), or '\(key): \(context.example)'")
    }
    guard let all = fields["all"] else {
      if entries.isEmpty {
        mismatch(.missingValue, "'\(key)' has no value; it takes \(context.phrase)", at: value.span, help: example)
      }
      return nil
    }
    let errorsBefore = errorCount
    guard let words = words(all.value, for: "all", in: context), errorCount == errorsBefore else { return nil }
    guard Set(words).count > 1, !words.contains("any") else {
      mismatch(
        .wrongShape, "'all' takes two or more \(context.noun)s", at: all.value.span,
        help: "\(example), or '\(key): \(words.first ?? context.example)' for one of them")
      return nil
    }
    return (words, true)
  }

  private mutating func zone(_ value: Node) -> Zone? {
    switch value.content {
    case .scalar: return word(value, for: "zone", in: .zone).map { Zone(word: $0) }
    case .sequence:
      mismatch(
        .wrongShape, "'zone' takes one zone, not a list", at: value.span.firstCharacter,
        help: "write 'zone: left' or 'zone: {x: 0%-50%, y: 0mm-30mm}'")
      return nil
    case .mapping(let entries):
      let fields = checkedFields(of: entries, in: .area)
      if entries.isEmpty {
        mismatch(
          .missingValue, "the zone has no bounds", at: value.span, help: "write 'zone: {x: 0%-50%, y: 0mm-30mm}'")
      }
      var zone = Zone()
      if let range = fields["x"].flatMap({ positions($0.value, for: "x") }) { (zone.left, zone.right) = range }
      if let range = fields["y"].flatMap({ positions($0.value, for: "y") }) { (zone.top, zone.bottom) = range }
      return zone
    }
  }
}

extension Zone {
  /// The zone that a word of the language stands for.
  fileprivate init(word: String) {
    switch word {
    case "left": self.init(right: .share(0.5))
    case "right": self.init(left: .share(0.5))
    case "top": self.init(bottom: .share(0.5))
    case "bottom": self.init(top: .share(0.5))
    default: self.init(left: .share(0.25), right: .share(0.75), top: .share(0.25), bottom: .share(0.75))
    }
  }
}
