/// An estimate of the width of text. The font depends on the viewer: the widths are Arial's and a little more, which
/// leaves room in Helvetica and Liberation Sans, and barely suffices for wider fonts.
enum Lettering {
  /// The approximate width of `text` at a font size, in pixels.
  static func width(of text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) } * size
  }

  /// In multiples of the font size.
  private static func width(of scalar: Unicode.Scalar) -> Double {
    switch scalar {
    case "i", "j", "l", "I", "'", "|", ".", ",", ":", ";", "!", " ", "\u{a0}", "(", ")", "[", "]": 0.3
    case "f", "r", "t", "-", "/", "\\", "\"": 0.38
    case "m", "w", "M", "W", "@", "%": 0.9
    case "A"..."Z", "+", "=", "<", ">", "~", "_", "°": 0.72
    case "\u{21}"..."\u{2ff}": 0.59
    case "\u{300}"..."\u{36f}": 0
    case "\u{370}"..."\u{10ff}": 0.68
    default: 1.05
    }
  }

  /// `text`, truncated to a width.
  static func cut(_ text: String, to width: Double, size: Double) -> String {
    guard self.width(of: text, size: size) > width else { return text }
    var kept = ""
    var room = width - self.width(of: "…", size: size)
    for character in text {
      room -= self.width(of: String(character), size: size)
      if room < 0 { break }
      kept.append(character)
    }
    return kept + "…"
  }

  /// `text`, wrapped to a width; truncated if it takes more than `limit` lines.
  static func wrap(_ text: String, to width: Double, size: Double, limit: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var words = text.split(separator: " ")[...]
    while let word = words.popFirst() {
      let longer = line.isEmpty ? String(word) : "\(line) \(word)"
      if self.width(of: longer, size: size) <= width {
        line = longer
      } else if lines.count + 1 == limit {
        return lines + [cut(([longer] + words.map(String.init)).joined(separator: " "), to: width, size: size)]
      } else {
        if !line.isEmpty { lines.append(line) }
        line = cut(String(word), to: width, size: size)
      }
    }
    return lines + (line.isEmpty ? [] : [line])
  }
}
