internal import Diagnostics
internal import Gestures
internal import Touch
internal import YAML

/// The words of `edge` or `corner`.
package struct Regions {
  var words: [String]
  /// True if each of them has a finger.
  var areAll: Bool
}

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
    if let margin = fields[.margin], fields[.edge] == nil, fields[.corner] == nil {
      mismatch(
        .missingKey, "'margin' requires 'edge' or 'corner'",
        at: margin.key.location, help: "add 'edge: left' or 'corner: top-left'")
    }
    let margin = read(.margin, fields).map { Millimetres($0) }
    switch starts.first?.word {
    case Word.edge:
      return read(.edge, fields).map { regions in
        let edges = Edges(words: regions.words)
        let margin = margin ?? content.defaults.edge.margin
        return regions.areAll ? .allEdges(edges, margin: margin) : .edge(edges, margin: margin)
      }
    case Word.corner:
      return read(.corner, fields).map { regions in
        let corners = Corners(words: regions.words)
        let margin = margin ?? content.defaults.corner.margin
        return regions.areAll ? .allCorners(corners, margin: margin) : .corner(corners, margin: margin)
      }
    default: return read(.zone, fields).map { .zone($0) }
    }
  }

  /// Reads edges or corners: one, a list of which one is meant, or a mapping with `all`.
  mutating func regions(_ value: Node, for key: String, in context: Word.Context) -> Regions? {
    guard case .mapping(let entries) = value.content else {
      return words(value, for: key, in: context).map { Regions(words: $0, areAll: false) }
    }
    let example = "write '\(key): {all: [\(Vocabulary.names(in: context).prefix(2).joined(separator: ", "))]}'"
    let fields = fields(of: entries, in: .atOnce)
    for entry in fields.unknown {
      mismatch(
        .unknownKey, "unknown key \(Phrase.quote(entry.key.text ?? "")) under '\(key)'", at: entry.key.location,
        found: .region(entry.key.text ?? ""),
        help: "\(example), or '\(key): \(context.example)'")
    }
    guard let all = fields[.all] else {
      if entries.isEmpty {
        mismatch(.missingValue, "'\(key)' has no value; it takes \(context.phrase)", at: value.span, help: example)
      }
      return nil
    }
    let errorsBefore = errorCount
    guard let words = words(all.value, for: all.name, in: context), errorCount == errorsBefore else { return nil }
    guard Set(words).count > 1, !words.contains("any") else {
      mismatch(
        .wrongShape, "'all' takes two or more \(context.noun)s", at: all.value.span,
        help: "\(example), or '\(key): \(words.first ?? context.example)' for one of them")
      return nil
    }
    return Regions(words: words, areAll: true)
  }

  mutating func zone(_ field: Field) -> Zone? {
    let value = field.value
    switch value.content {
    case .scalar: return word(value, for: field.name, in: .zone).map { Zone(word: $0) }
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
      if let range = read(.x, fields) { (zone.left, zone.right) = range }
      if let range = read(.y, fields) { (zone.top, zone.bottom) = range }
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
