extension String {
  /// The text with line feeds between words, so that no line is wider than a terminal of `columns`; a wider word stays
  /// whole. Colours have no width.
  /// - Parameters:
  ///   - columns: nil leaves the text as it is, and so does a terminal that has no room beside the indentation.
  ///   - indent: the columns before the first line of the text, and the spaces before lines that continue another; nil
  ///     begins at the left, and indents by two spaces more than the line that is continued.
  public func wrapped(to columns: Int?, indent: Int? = nil) -> String {
    guard let columns, utf8.count > columns - (indent ?? 0) else { return self }
    return split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { number, line in
      Self.wrapped(line, to: columns, from: number == 0 ? indent ?? 0 : 0, indent: indent)
    }.joined(separator: "\n")
  }

  private static func wrapped(_ line: Substring, to columns: Int, from start: Int, indent: Int?) -> String {
    let blank = line.prefix { $0 == " " }
    let indent = indent ?? blank.count + 2
    guard columns > 2 * indent else { return String(line) }
    var text = String(blank)
    var (column, isFirst) = (start + blank.count, true)
    for word in line.dropFirst(blank.count).split(separator: " ", omittingEmptySubsequences: false) {
      let width = Cells.width(ofPainted: word)
      if !isFirst {
        let isFull = column + 1 + width > columns
        text += isFull ? "\n" + String(repeating: " ", count: indent) : " "
        column = isFull ? indent : column + 1
      }
      text += word
      column += width
      isFirst = false
    }
    return text
  }
}

extension Cells {
  /// The width of text in which sequences of SGR (ECMA-48) set colours.
  fileprivate static func width(ofPainted text: Substring) -> Int {
    var isColour = false
    return text.unicodeScalars.reduce(0) { width, scalar in
      if isColour || scalar == "\u{1b}" {
        isColour = scalar != "m"
        return width
      }
      return width + Self.width(of: scalar)
    }
  }
}
