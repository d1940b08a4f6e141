extension Unicode.Scalar {
  /// True for a space, tab or the like. The properties of Unicode cost more than the rest of reading a text, nearly all
  /// of which is ASCII.
  package var isBlank: Bool { isASCII ? self == " " || 9...13 ~= value : properties.isWhitespace }
}

extension Character {
  /// The same of its first scalar.
  package var isBlank: Bool { unicodeScalars.first?.isBlank ?? false }
}
