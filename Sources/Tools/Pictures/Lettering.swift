/// The styles of text, as CSS classes: their font sizes and weights, and the widths of lines in them.
///
/// The font depends on the viewer. Widths are those of the widest of three common fonts for each character, so that
/// text fits in each of them.
enum Lettering: String, CaseIterable {
  case plain
  case title
  case heading = "head"
  case bold
  case small
  /// On the drawing, with a white outline.
  case halo
  /// The number of a finger.
  case number
  /// In a mark or bar, centred.
  case inside = "in"

  /// The font size, in pixels.
  var size: Double {
    switch self {
    case .title: 17
    case .heading: 13
    case .plain, .bold, .number: 12
    case .small, .halo, .inside: 11
    }
  }

  var isBold: Bool {
    switch self {
    case .title, .heading, .bold, .number, .inside: true
    case .plain, .small, .halo: false
    }
  }

  /// The greatest width of `text` in common fonts, in pixels.
  func width(of text: String) -> Double { text.unicodeScalars.reduce(0) { $0 + width(of: $1) } * size }

  /// In multiples of the font size.
  private func width(of scalar: Unicode.Scalar) -> Double {
    if let block = GlyphWidths.blocks.last(where: { $0.first <= scalar.value }) {
      let index = Int(scalar.value - block.first)
      if index < block.regular.count {
        let code = (isBold ? block.bold : block.regular)[index]
        if code > 33 { return Double(code - 33) / 50 }
      }
    }
    switch scalar.value {
    // Marks on the character before, and joiners.
    case 0x300...0x36f, 0x483...0x489, 0x200b...0x200f, 0x20d0...0x20ff, 0xfe00...0xfe0f: return 0
    // East Asian characters are squares in every font.
    case 0x2e80...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff, 0xff00...0xff60, 0x20000...0x3ffff: return 1
    // Ligatures of whole phrases.
    case 0xfdf0...0xfdff: return 12
    default: return 1.4
    }
  }

  /// `text`, truncated to a width.
  func cut(_ text: String, to width: Double) -> String {
    guard self.width(of: text) > width else { return text }
    var kept = ""
    var room = width - self.width(of: "…")
    for character in text {
      room -= self.width(of: String(character))
      if room < 0 { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// `text`, wrapped to a width; truncated if it takes more than `limit` lines.
  func wrap(_ text: String, to width: Double, limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var words = Self.words(of: text)[...]
    while let word = words.popFirst() {
      let longer = line.isEmpty ? word : "\(line) \(word)"
      if self.width(of: longer) <= width {
        line = longer
      } else if lines.count + 1 == limit {
        return lines + [cut(([longer] + words).joined(separator: " "), to: width)]
      } else {
        if !line.isEmpty { lines.append(line) }
        line = cut(word, to: width)
      }
    }
    return lines + (line.isEmpty ? [] : [line])
  }

  /// The words of a text; a unit belongs to its number.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    for word in text.split(separator: " ") {
      if ["mm", "mm/s", "ms", "s"].contains(word), let last = words.last, last.last?.isNumber ?? false {
        words[words.count - 1] = "\(last)\u{a0}\(word)"
      } else {
        words.append(String(word))
      }
    }
    return words
  }
}
