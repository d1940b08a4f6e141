public import Linux

/// The hints that Sleight's extension of GNOME Shell draws, whose compositor shows no pictures of programs above
/// windows.
public final class ShellHints {
  /// A hint as the extension shows it; it begins to fade after `rest` milliseconds.
  public struct Picture {
    /// The left end of the line, and the right one.
    public var (text, detail): (String, String)
    /// The colour of the bar, as in CSS.
    public var colour: String
    /// How much of the bar is filled, 0 to 1; nil for no bar.
    public var share: Double?
    /// The edge of the output, as in rules files.
    public var edge: String
    /// A position on the desktop above which it is shown, in shares of its width and height; nil for the edge.
    public var place: (x: Double, y: Double)?
    public var rest: UInt32

    public init(
      text: String, detail: String, colour: String, share: Double?, edge: String, place: (x: Double, y: Double)?,
      rest: UInt32
    ) {
      (self.text, self.detail, self.colour, self.share) = (text, detail, colour, share)
      (self.edge, self.place, self.rest) = (edge, place, rest)
    }
  }

  private let bus: MessageBus
  private var service: BusService?
  /// True if a hint may be shown.
  private var isShown = false

  /// Connects to the session's bus; nil without one.
  /// - Throws: `SystemError`.
  public init?() throws(SystemError) {
    guard let address = MessageBus.sessionAddress else { return nil }
    bus = try MessageBus(address: address)
    try bus.connect(waitingForBus: false)
    service = try BusService(ShellExtension.name, on: bus) { _ in }
  }

  /// The descriptor to wait for; call `dispatch` when it is readable. It does not change.
  public var descriptor: CInt { bus.descriptor }

  /// - Throws: `SystemError` if the connection is lost.
  public func dispatch() throws(SystemError) { try bus.dispatch() }

  /// Shows a picture in place of the one before, if the extension is enabled; nil to show none.
  public func show(_ picture: Picture?) throws(SystemError) {
    guard let owner = service?.owner, !owner.isEmpty, isShown || picture != nil else { return }
    isShown = picture != nil
    guard let picture else { return try bus.send(ShellExtension.method("HideHint", at: owner), []) }
    try bus.send(
      ShellExtension.method("ShowHint", at: owner),
      [
        .text(picture.text), .text(picture.detail), .text(picture.colour), .number(picture.share ?? -1),
        .text(picture.edge), .number(picture.place?.x ?? -1), .number(picture.place?.y ?? -1),
        .unsigned(picture.rest),
      ])
  }
}
