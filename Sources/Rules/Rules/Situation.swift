internal import Gestures
public import Touch

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
  public var app: String? { didSet { names.app = app.map { .init($0) } } }
  /// The title of the focused window; empty if no window has the focus.
  public var title: String? { didSet { names.title = title.map { .init($0) } } }
  /// True if the focused window covers its output.
  public var isFullscreen: Bool?
  /// The name of the focused output, as in `eDP-1`.
  public var output: String? { didSet { names.output = output.map { .init($0) } } }
  /// The orientation of the focused output.
  public var orientation: Orientation?
  /// The other properties of the window, the desktop and the machine, as far as they are known.
  public var facts = Facts()
  /// The devices and outputs that are connected, as far as they are known.
  public var connections = Connections()
  /// The modifiers that are held; nil if no keyboard is read.
  public var modifiers: Set<Chord.Modifier>?
  /// The mode that rules have set, or `defaultMode`.
  public var mode: String
  /// True if the session is locked.
  public var isLocked: Bool
  /// The window under the fingers of the touch sequence; on a touchpad, the one under the pointer.
  public var touched: TouchedWindow?
  /// The questions of rules that were answered with no, for the present touch.
  public var refusals: Set<Question> = []
  /// The names that patterns are matched with.
  private(set) var names = Names()

  /// Names folded once, not for each of a thousand patterns.
  struct Names: Hashable, Sendable {
    var app: Wildcard.Name?
    var title: Wildcard.Name?
    var output: Wildcard.Name?
  }

  /// A situation; omitted values of the desktop and the keyboard are unknown.
  public init(
    app: String? = nil, title: String? = nil, isFullscreen: Bool? = nil, output: String? = nil,
    orientation: Orientation? = nil, modifiers: Set<Chord.Modifier>? = nil, mode: String = Self.defaultMode,
    isLocked: Bool = false, touched: TouchedWindow? = nil
  ) {
    self.app = app
    self.title = title
    self.isFullscreen = isFullscreen
    self.output = output
    self.orientation = orientation
    self.modifiers = modifiers
    self.mode = mode
    self.isLocked = isLocked
    self.touched = touched
    names = Names(app: app.map { .init($0) }, title: title.map { .init($0) }, output: output.map { .init($0) })
  }

  /// The same without the window under the fingers.
  public var withoutTouch: Situation {
    var situation = self
    situation.touched = nil
    return situation
  }

  /// The situation in which a window has the focus, of which nothing else is known.
  init(focusing window: TouchedWindow?) {
    // Does not delegate, which would fold the names again.
    (app, title, isFullscreen) = (window?.app, window?.title, window?.isFullscreen)
    facts[.maximized] = window?.isMaximized
    (mode, isLocked) = (Self.defaultMode, false)
    names = window?.names ?? Names()
  }
}

/// The window under the fingers, as the desktop described it when they landed.
public struct TouchedWindow: Hashable, Sendable {
  /// The application ID (on X11 the class); empty if there is no window.
  public var app: String { didSet { names.app = .init(app) } }
  /// The title; empty if there is no window.
  public var title: String { didSet { names.title = .init(title) } }
  /// True if it covers its output; nil if the desktop does not report it.
  public var isFullscreen: Bool?
  /// True if it is maximized; nil if the desktop does not report it.
  public var isMaximized: Bool?
  /// The desktop's own name for the window, with which operations address it; nil if there is none.
  public var id: String?
  /// The names that patterns are matched with.
  private(set) var names: Situation.Names

  /// A window with these properties.
  public init(
    app: String, title: String, isFullscreen: Bool? = nil, isMaximized: Bool? = nil, id: String? = nil
  ) {
    self.app = app
    self.title = title
    self.isFullscreen = isFullscreen
    self.isMaximized = isMaximized
    self.id = id
    names = Situation.Names(app: .init(app), title: .init(title))
  }

  /// The value if there is no window at that place.
  public static let absent = TouchedWindow(app: "", title: "", isFullscreen: false, isMaximized: false)
}

/// The answer of the desktop to the question which window is under the fingers.
public enum WindowAnswer: Hashable, Sendable {
  /// The desktop was not asked, as when no rule depends on the window.
  case notAsked
  /// The window is unknown: there was no answer, or none in time.
  case unknown
  case known(TouchedWindow)

  /// The answer to a question that was asked; nil if the window is unknown.
  public init(_ window: TouchedWindow?) { self = window.map { .known($0) } ?? .unknown }
}

/// A place at which the desktop is asked for the window.
public enum TouchedPlace: Hashable, Sendable {
  /// The place at which a finger landed on a touchscreen.
  case position(DesktopPosition)
  /// The pointer, which the fingers on a touchpad move.
  case pointer
}
