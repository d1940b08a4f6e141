public import Rules
internal import Text

/// A window as the desktop describes it, usually the one with the keyboard focus.
///
/// Programs choose the texts: they are cut, so that no program makes this one store long ones, or makes the status
/// longer than its readers permit (`ControlSocket.longestLine`; a control character takes six bytes in JSON).
public struct FocusedWindow: Hashable, Sendable {
  /// The maximum number of bytes of each text.
  private static let longestText = 1024

  /// The application id; for an X11 program, its class. Empty if it has none.
  public let app: String
  /// The title; empty if it has none.
  public let title: String
  /// True if it covers its output; nil if the compositor does not report it.
  public var isFullscreen: Bool?
  /// True if it is maximized; nil if the compositor does not report it.
  public var isMaximized: Bool?

  /// A window with these properties.
  public init(app: String, title: String, isFullscreen: Bool?, isMaximized: Bool? = nil) {
    self.app = Self.cut(app)
    self.title = Self.cut(title)
    self.isFullscreen = isFullscreen
    self.isMaximized = isMaximized
  }

  /// The beginning of a text, in whole characters of Unicode.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > longestText else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: longestText)
    while end.samePosition(in: text.unicodeScalars) == nil { text.utf8.formIndex(before: &end) }
    return String(text.unicodeScalars[..<end])
  }

  /// The value if no window has the focus, as on an empty workspace.
  public static let absent = FocusedWindow(app: "", title: "", isFullscreen: false, isMaximized: false)
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
  /// True if the overview is open.
  public var isOverviewOpen: Bool?

  /// A state of which nothing is known.
  public init() {}
}

extension DesktopTouchpads {
  /// True if a pointer of this name counts as an external mouse, which may switch touchpads off. Desktops do not report
  /// which one libinput considers one: each is, except touchpads and pointing sticks.
  static func isMouse(named name: String) -> Bool {
    !["trackpoint", "stick"].contains { name.lowercased().contains($0) }
  }
}
