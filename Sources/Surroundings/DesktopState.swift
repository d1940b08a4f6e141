public import Desktop
public import Rules
public import Touch

/// What is known of the desktop, put together from all who tell of it: of the focus the compositor's own socket first,
/// and where it has none, the windows of zwlr_foreign_toplevel_manager_v1.
///
/// It is a value: who listens changes it, and conditions are held against its `situation`.
public struct DesktopState: Hashable {
  /// An output, as far as conditions and touchscreens ask.
  public struct Screen: Hashable {
    /// Its panel, with its name.
    public var panel: Panel
    /// How its picture stands; nil where its size is not told.
    public var orientation: Situation.Orientation?
  }

  /// A desktop of which nothing is known yet.
  public init() {}

  /// The compositor that is spoken with over its own socket; nil where there is none.
  public struct Compositor: Hashable {
    /// Which one.
    public var kind: CompositorKind
    /// Its version, where it tells one.
    public var version: String?

    /// Its name, and its version if known: `sway 1.8`.
    public var text: String { kind.name + (version.map { " \($0)" } ?? "") }
  }

  /// The window that has the focus, by the compositor's list of windows.
  public struct ListedWindow: Hashable {
    /// The window; `FocusedWindow.absent` where none has the focus.
    public var window: FocusedWindow
    /// The outputs that it is seen on.
    public var outputs: [String]
  }

  /// Who tells which window has the focus.
  public enum WindowSource: Hashable {
    case compositor(CompositorKind)
    case windowList
  }

  /// Who is spoken with over a socket of its own.
  public var compositor: Compositor?
  /// What that tells.
  public var told = CompositorState()
  /// Why nobody is spoken with there; nil where somebody is, or nobody is there.
  public var compositorTrouble: String?
  /// Why there is no connection to a Wayland compositor; nil where there is one.
  public var waylandTrouble: String? = "it has not been looked for yet"
  /// The outputs, in the order they came.
  public var screens: [Screen] = []
  /// Nil where the compositor does not list its windows.
  public var listed: ListedWindow?
  /// The modifiers that are held; nil where no keyboard is read.
  public var modifiers: Set<Chord.Modifier>?
  /// Why no keyboard is read.
  public var keyboardTrouble: String?

  /// Who tells which window has the focus; nil where nobody does.
  public var windowSource: WindowSource? {
    if let compositor, told.window != nil { return .compositor(compositor.kind) }
    return listed == nil ? nil : .windowList
  }

  /// The outputs' panels, for the touchscreens over them.
  public var panels: [Panel] { screens.map(\.panel) }

  /// The window that has the focus; nil where nobody tells.
  public var window: FocusedWindow? { told.window ?? listed?.window }

  /// The output that has the focus; nil where nobody tells and there is more than one.
  public var output: String? {
    if let output = told.output { return output }
    if screens.count == 1 { return screens[0].panel.output }
    return listed?.outputs.count == 1 ? listed?.outputs[0] : nil
  }

  /// What conditions ask about, without what the program knows itself.
  public var situation: Situation {
    let (window, output) = (window, output)
    return Situation(
      app: window?.app, title: window?.title, isFullscreen: window?.isFullscreen, output: output,
      orientation: screens.first { $0.panel.output == output }?.orientation, modifiers: modifiers)
  }
}
