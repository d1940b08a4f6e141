/// What a rule's condition may ask about: the state of the desktop, of the keyboard and of the program itself.
///
/// What nobody can tell is nil, and is neither one thing nor the other: a condition that hangs on it is not known to
/// hold.
public struct Situation: Hashable, Sendable {
  /// How an output stands.
  public enum Orientation: String, Hashable, Sendable, CaseIterable {
    /// Wider than high
    case landscape
    /// Higher than wide
    case portrait
  }

  /// The mode that is on where no rule has set another.
  public static let defaultMode = "default"

  /// The application id (on X11 the class) of the window that has the focus; empty where none has it.
  public var app: String?
  /// The title of that window; empty where none has the focus.
  public var title: String?
  /// Whether that window covers its output.
  public var isFullscreen: Bool?
  /// The name of the output that has the focus, as in `eDP-1`.
  public var output: String?
  /// How that output stands.
  public var orientation: Orientation?
  /// The modifiers that are held; nil where no keyboard is read.
  public var modifiers: Set<Chord.Modifier>?
  /// The mode that rules have set.
  public var mode: String
  /// Whether the session is locked.
  public var isLocked: Bool

  /// A situation of which nothing is known but what the program decides itself.
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
