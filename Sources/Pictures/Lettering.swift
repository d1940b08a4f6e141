/// How much room text takes. The font is whatever the viewer has; this goes by Arial's widths and a little more, which
/// leaves room in Helvetica and Liberation Sans, and just does for wider ones.
enum Lettering {
  /// About how wide `text` is, in pixels, at a font size.
  static func width(of text: String, size: Double) -> Double {
    text.unicodeScalars.reduce(0) { $0 + width(of: $1) } * size
  }

  /// In shares of the font size.
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

  /// As much of `text` as there is room for.
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

  /// `text` on lines that there is room for, at most `limit` of them; what is then left is cut off.
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
