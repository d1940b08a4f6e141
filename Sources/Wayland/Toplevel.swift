/// A window as the compositor describes it (zwlr_foreign_toplevel_handle_v1).
public struct Toplevel: Hashable, Sendable {
  /// The application's id: `org.mozilla.firefox`. Empty if it has set none.
  public internal(set) var appID = ""
  /// The title.
  public internal(set) var title = ""
  /// True if it is fullscreen. Always false before version 2 of the protocol.
  public internal(set) var isFullscreen = false
  /// True if it has the keyboard focus.
  public internal(set) var isActivated = false
  /// The outputs on which it is visible, as far as `Outputs` listens to them on the same connection.
  public internal(set) var outputs: Set<Output.ID> = []
}
