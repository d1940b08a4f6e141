extension String {
  /// The text on one line, in a form that is safe on a terminal: names of devices, files and recordings may contain
  /// anything, such as line feeds and escape sequences.
  public var legible: String { Cells.safe(self) }

  /// The text in a form that is safe on a terminal, with its line feeds.
  public var legibleLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).legible }.joined(separator: "\n")
  }
}
