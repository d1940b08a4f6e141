/// The window that has the focus.
public struct FocusedWindow: Hashable, Sendable {
  /// Its application id; of an X11 program, its class. Empty where it has none.
  public var app: String
  /// Its title; empty where it has none.
  public var title: String
  /// Whether it covers its output; nil where the compositor does not tell.
  public var isFullscreen: Bool?

  /// A window.
  public init(app: String, title: String, isFullscreen: Bool?) {
    self.app = app
    self.title = title
    self.isFullscreen = isFullscreen
  }

  /// No window has the focus, as on an empty workspace.
  public static let absent = FocusedWindow(app: "", title: "", isFullscreen: false)
}

/// What a compositor tells of the desktop. What is nil is not known.
public struct CompositorState: Hashable, Sendable {
  /// The window that has the focus; `FocusedWindow.absent` where it is known that none has it.
  public var window: FocusedWindow?
  /// The name of the output that has the focus.
  public var output: String?
  /// Which of the keyboard's layouts is active, from 0.
  public var layout: Int?
  /// With how many fingers a touchpad drags instead of swiping, since libinput 1.28: 3, 4, or 0 if none does.
  public var dragFingers: Int?
  /// Whether the screen is locked.
  public var isLocked: Bool?

  /// Nothing is known.
  public init() {}
}
