/// The values that conditions depend on: the state of the desktop, of the keyboard and of the program itself.
///
/// Unknown values are nil. A condition that depends on one is not known to hold.
public struct Situation: Hashable, Sendable {
  /// The orientation of an output.
  public enum Orientation: String, Hashable, Sendable, CaseIterable {
    /// Wider than high
    case landscape
    /// Higher than wide
    case portrait
  }

  /// The mode in which the program starts.
  public static let defaultMode = "default"

  /// The application ID (on X11 the class) of the focused window; empty if no window has the focus.
  public var app: String?
  /// The title of the focused window; empty if no window has the focus.
  public var title: String?
  /// True if the focused window covers its output.
  public var isFullscreen: Bool?
  /// The name of the focused output, as in `eDP-1`.
  public var output: String?
  /// The orientation of the focused output.
  public var orientation: Orientation?
  /// The modifiers that are held; nil if no keyboard is read.
  public var modifiers: Set<Chord.Modifier>?
  /// The current mode.
  public var mode: String
  /// True if the session is locked.
  public var isLocked: Bool

  /// A situation; omitted values of the desktop and the keyboard are unknown.
  public init(
    app: String? = nil, title: String? = nil, isFullscreen: Bool? = nil, output: String? = nil,
    orientation: Orientation? = nil, modifiers: Set<Chord.Modifier>? = nil, mode: String = Self.defaultMode,
    isLocked: Bool = false
  ) {
    self.app = app
    self.title = title
    self.isFullscreen = isFullscreen
    self.output = output
    self.orientation = orientation
    self.modifiers = modifiers
    self.mode = mode
    self.isLocked = isLocked
  }
}
