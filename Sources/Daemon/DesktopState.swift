internal import Desktop
internal import Rules
internal import Touch

/// What is known of the desktop, put together from all who tell of it: of the focus the compositor's own socket first,
/// and where it has none, the windows of zwlr_foreign_toplevel_manager_v1.
///
/// It is a value: who listens changes it, and conditions are held against its `situation`.
struct DesktopState: Hashable {
  /// An output, as far as conditions and touchscreens ask.
  struct Screen: Hashable {
    /// Its panel, with its name.
    var panel: Panel
    /// How its picture stands; nil where its size is not told.
    var orientation: Situation.Orientation?
  }

  /// The compositor that is spoken with over its own socket; nil where there is none.
  struct Compositor: Hashable {
    /// Which one.
    var kind: CompositorKind
    /// Its version, where it tells one.
    var version: String?
  }

  /// The window that has the focus, by the compositor's list of windows.
  struct ListedWindow: Hashable {
    /// The window; `FocusedWindow.absent` where none has the focus.
    var window: FocusedWindow
    /// The outputs that it is seen on.
    var outputs: [String]
  }

  /// Who tells which window has the focus.
  enum WindowSource: Hashable {
    case compositor(CompositorKind)
    case windowList
  }

  /// Who is spoken with over a socket of its own.
  var compositor: Compositor?
  /// What that tells.
  var told = CompositorState()
  /// Why nobody is spoken with there; nil where somebody is, or nobody is there.
  var compositorTrouble: String?
  /// Why there is no connection to a Wayland compositor; nil where there is one.
  var waylandTrouble: String? = "it has not been looked for yet"
  /// The outputs, in the order they came.
  var screens: [Screen] = []
  /// Nil where the compositor does not list its windows.
  var listed: ListedWindow?
  /// The modifiers that are held; nil where no keyboard is read.
  var modifiers: Set<Chord.Modifier>?
  /// Why no keyboard is read.
  var keyboardTrouble: String?

  /// Who tells which window has the focus; nil where nobody does.
  var windowSource: WindowSource? {
    if let compositor, told.window != nil { return .compositor(compositor.kind) }
    return listed == nil ? nil : .windowList
  }

  /// The outputs' panels, for the touchscreens over them.
  var panels: [Panel] { screens.map(\.panel) }

  /// The window that has the focus; nil where nobody tells.
  var window: FocusedWindow? { told.window ?? listed?.window }

  /// The output that has the focus; nil where nobody tells and there is more than one.
  var output: String? {
    if let output = told.output { return output }
    if screens.count == 1 { return screens[0].panel.output }
    return listed?.outputs.count == 1 ? listed?.outputs[0] : nil
  }

  /// What conditions ask about, without what the program knows itself.
  var situation: Situation {
    let (window, output) = (window, output)
    return Situation(
      app: window?.app, title: window?.title, isFullscreen: window?.isFullscreen, output: output,
      orientation: screens.first { $0.panel.output == output }?.orientation, modifiers: modifiers)
  }
}
