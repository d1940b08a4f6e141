/// A window as the compositor tells of it (zwlr_foreign_toplevel_handle_v1).
public struct Toplevel: Hashable, Sendable {
  /// Which program it belongs to, by the name it gives itself: `org.mozilla.firefox`. Empty where it gives none.
  public internal(set) var appID = ""
  /// What stands on its title bar.
  public internal(set) var title = ""
  /// Whether it has a whole screen to itself. Always false where the compositor does not say (before version 2).
  public internal(set) var isFullscreen = false
  /// Whether it is the one that keys go to.
  public internal(set) var isActivated = false
  /// The screens that it is seen on. Only those that `Outputs` listens to on the same connection are told.
  public internal(set) var outputs: Set<Output.ID> = []
}
