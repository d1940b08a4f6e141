/// The widths of text in the cells of a terminal.
public enum Cells {
  /// The number of cells of `scalar`: two for wide ones, none for those that combine with the previous one.
  public static func width(of scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    if isWide(scalar) { return 2 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return (0x1160...0x11ff).contains(scalar.value) ? 0 : 1
    }
  }

  /// East Asian wide and full-width characters (UAX #11) and those shown as emoji (UTS #51).
  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x1100 else { return false }
    switch scalar.value {
    case 0x1100...0x115f, 0x2329...0x232a, 0x2e80...0x303e, 0x3041...0x3247, 0x3250...0x33ff, 0x3400...0x4dbf,
      0x4e00...0xa4cf,
      0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6b, 0xff01...0xff60,
      0xffe0...0xffe6, 0x16fe0...0x18cff, 0x1aff0...0x1b2fb, 0x1f200...0x1f251, 0x20000...0x3fffd:
      // The combining kana voiced marks and the ideographic tone marks have no width.
      return scalar.properties.generalCategory != .nonspacingMark
    default: return scalar.properties.isEmojiPresentation
    }
  }

  /// `scalar` in a form that is safe on a terminal: control characters as their symbols, and others that could move the
  /// cursor or reverse the line, or that are invisible, as a replacement character.
  /// - Parameter previous: the character before it: some invisible ones have a meaning after a letter or an emoji.
  static func safe(_ scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> Unicode.Scalar {
    switch scalar.value {
    case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{fffd}"
    case 0x7f: "\u{2421}"
    case 0x20..<0x7f: scalar
    case 0x80..<0xa0: "\u{fffd}"
    default: scalar.isInvisible && !scalar.joins(previous) ? "\u{fffd}" : scalar
    }
  }

  /// `text` in a form that is safe on a terminal.
  static func safe(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      result.append(safe(scalar, after: previous))
      previous = scalar
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// True for a character that nobody sees, such as U+200B, also for marks that reverse the text and for the line
  /// breaks of Unicode. Spaces and control characters are none.
  package var isInvisible: Bool {
    guard value >= 0xa0 else { return false }
    switch value {
    // A blank Braille pattern, and the marks around annotations.
    case 0x2028, 0x2029, 0x2800, 0xfff9...0xfffb: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  /// True for an invisible character that has a meaning after `previous`: it joins or separates the letters of scripts
  /// that need it, from Arabic to Sinhala and Mongolian, and joins and selects emoji.
  package func joins(_ previous: Unicode.Scalar?) -> Bool {
    guard let previous else { return false }
    let isEmoji = previous.value > 0xa0 && previous.properties.isEmoji
    switch value {
    case 0x200c: return previous.isJoined
    case 0x200d: return isEmoji || previous.isJoined || previous.value == 0xfe0f
    case 0xfe0e, 0xfe0f: return isEmoji || (0x3000...0x9fff).contains(previous.value)
    case 0xfe00...0xfe0d, 0xe0100...0xe01ef: return (0x3000...0x9fff).contains(previous.value)
    case 0x180b...0x180f: return (0x1800...0x18af).contains(previous.value)
    default: return false
    }
  }

  /// True for a letter or sign of a script whose letters join.
  private var isJoined: Bool {
    (0x0600...0x08ff).contains(value) || (0x0900...0x0dff).contains(value) || (0x1800...0x18af).contains(value)
      || (0xfb50...0xfdff).contains(value)
  }
}

extension String {
  /// The first invisible character, unless it has a meaning there; nil if there is none.
  package var firstInvisible: Unicode.Scalar? {
    var previous: Unicode.Scalar?
    for scalar in unicodeScalars {
      if scalar.isInvisible, !scalar.joins(previous) { return scalar }
      previous = scalar
    }
    return nil
  }

  /// The text on one line, in a form that is safe on a terminal: names of devices, files and recordings may contain
  /// anything, such as line feeds and escape sequences.
  public var legible: String { Cells.safe(self) }

  /// The text in a form that is safe on a terminal, with its line feeds.
  public var legibleLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).legible }.joined(separator: "\n")
  }
}
