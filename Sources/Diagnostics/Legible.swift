extension String {
  /// The text with nothing in it that a terminal would act on: for names that come from elsewhere, such as a device's,
  /// which must not write lines and colours of their own.
  public var legible: String { Cells.shown(self) }
}
