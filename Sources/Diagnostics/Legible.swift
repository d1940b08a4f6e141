extension String {
  /// The text on one line, with nothing in it that a terminal would act on: names of devices, files and recordings
  /// come from who knows where, and must not write lines and colours of their own.
  public var legible: String { Cells.shown(self) }

  /// The text with nothing in it that a terminal would act on but its line feeds.
  public var legibleLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).legible }.joined(separator: "\n")
  }
}
