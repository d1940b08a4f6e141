public import Rules

/// The window with the keyboard focus.
public struct FocusedWindow: Hashable, Sendable {
  /// The application id; for an X11 program, its class. Empty if it has none.
  public var app: String
  /// The title; empty if it has none.
  public var title: String
  /// True if it covers its output; nil if the compositor does not report it.
  public var isFullscreen: Bool?

  /// A window with these properties.
  public init(app: String, title: String, isFullscreen: Bool?) {
    self.app = app
    self.title = title
    self.isFullscreen = isFullscreen
  }

  /// The value if no window has the focus, as on an empty workspace.
  public static let absent = FocusedWindow(app: "", title: "", isFullscreen: false)
}

/// The state of the desktop that a compositor has sent. Unknown values are nil.
public struct CompositorState: Hashable, Sendable {
  /// A position on the desktop, in logical units.
  public struct Position: Hashable, Sendable {
    /// The distance from the left edge.
    public var x: Int
    /// The distance from the top edge.
    public var y: Int

    public init(x: Int, y: Int) {
      self.x = x
      self.y = y
    }
  }

  /// The window with the focus; `FocusedWindow.absent` if there is none.
  public var window: FocusedWindow?
  /// The name of the focused output.
  public var output: String?
  /// A position on the focused output, from a compositor that does not send its name.
  public var position: Position?
  /// The index of the keyboard's active layout group, from 0.
  public var layout: Int?
  /// The number of fingers with which a touchpad drags instead of swiping (libinput 1.28 and later): 3, 4, or 0 if
  /// disabled.
  public var dragFingers: Int?
  /// The desktop's settings of touchpads. One that is off while a mouse is connected is switched off during that time.
  public var touchpads = DesktopTouchpads()
  /// True if windows receive no buttons and wheels of the pointer while a finger is on a touchscreen.
  public var ignoresPointerWhileTouched = false
  /// True if the screen is locked.
  public var isLocked: Bool?

  /// A state of which nothing is known.
  public init() {}
}
