internal import Diagnostics

/// Characters that look like ASCII characters and are others: curly quotes, dashes, full-width forms, special spaces,
/// letters of other alphabets, and characters that are invisible.
package enum LookAlike {
  /// The ASCII text that `scalar` looks like; nil for every other character.
  package static func ascii(for scalar: Unicode.Scalar) -> String? {
    if let text = table[scalar] { return text }
    if scalar.isInvisible { return "" }
    // Full-width forms follow ASCII in order.
    guard (0xff01...0xff5e).contains(scalar.value) else { return nil }
    return Unicode.Scalar(scalar.value - 0xff01 + 0x21).map { String($0) }
  }

  /// `text` with all such characters replaced; nil if it has none, or others that are not ASCII.
  package static func corrected(_ text: String) -> String? {
    var result = ""
    for scalar in text.unicodeScalars {
      guard scalar.isASCII || ascii(for: scalar) != nil else { return nil }
      result += ascii(for: scalar) ?? String(scalar)
    }
    return result == text ? nil : result
  }

  /// A sentence about the first such character of `text`; nil if it has none.
  package static func explanation(of text: String) -> String? {
    text.unicodeScalars.first { ascii(for: $0) != nil }.map { explanation(of: $0) }
  }

  /// `'е' is U+0435 CYRILLIC SMALL LETTER IE, not 'e'`
  package static func explanation(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    let isVisible = !scalar.properties.isWhitespace && !scalar.isInvisible
    let what = (isVisible ? "'\(scalar)' is " : "this is ") + code + (scalar.properties.name.map { " \($0)" } ?? "")
    switch ascii(for: scalar) {
    case " "?: return what + ", not a space"
    case ""?: return what + ", which is invisible"
    case let text?: return what + ", not '\(text)'"
    case nil: return what
    }
  }

  private static let table: [Unicode.Scalar: String] = {
    var table: [Unicode.Scalar: String] = [
      "\u{201c}": "\"", "\u{201d}": "\"", "\u{201e}": "\"", "\u{201f}": "\"", "\u{2018}": "'", "\u{2019}": "'",
      "\u{201a}": "'", "\u{201b}": "'", "\u{2010}": "-", "\u{2011}": "-", "\u{2012}": "-", "\u{2013}": "-",
      "\u{2014}": "--", "\u{2212}": "-", "\u{a789}": ":", "\u{2236}": ":",
    ]
    for space in [0x00a0, 0x2002, 0x2003, 0x2007, 0x2009, 0x202f, 0x3000] {
      table[Unicode.Scalar(space) ?? " "] = " "
    }
    let letters: [(String, String)] = [
      ("авекмнорстухіјѕԛԝһԁ", "abekmhopctyxijsqwhd"), ("АВЕКМНОРСТУХІЈЅ", "ABEKMHOPCTYXIJS"),
      ("αικνορυχ", "aikvopux"), ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"), ("ıɡⅼ", "igl"),
    ]
    for (others, latin) in letters {
      for (other, letter) in zip(others.unicodeScalars, latin) { table[other] = String(letter) }
    }
    return table
  }()
}
