extension String {
  /// The text as one word of a shell command, to be pasted.
  public var shellWord: String {
    let isPlain =
      !isEmpty
      && unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0.properties.numericType != nil || "/._-+,:@%=".unicodeScalars.contains($0)
      }
    return isPlain ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
