public import Desktop
public import Rules
public import Touch
public import Wayland

/// The state of the desktop, combined from all sources. The focus comes from the compositor's own socket if there is
/// one, else from the extension of GNOME Shell, else from the compositor's list of windows.
///
/// A value: the sources change it, and conditions are evaluated in its `situation`.
public struct DesktopState: Hashable {
  /// An output: the properties that conditions and touchscreens depend on.
  public struct OutputState: Hashable {
    /// Its panel, with the name of the output.
    public var panel: Panel
    /// The orientation of its picture; nil if its size is unknown.
    public var orientation: Situation.Orientation?
    /// The part of the desktop that it shows, in logical units; nil if unknown.
    public var rectangle: Output.Rectangle?
  }

  /// A compositor connected over its own socket.
  public struct Compositor: Hashable {
    public var kind: DesktopKind
    /// Its version; nil if it reports none.
    public var version: String?
    /// The language of its configuration; nil if unknown, and if its commands do not depend on it.
    public var language: CompositorRelease.Language?

    /// Its name, and its version if known: `sway 1.8`, `Hyprland 0.57.0 with hyprland.lua`.
    public var text: String { release?.text ?? kind.name + (version.map { " \($0)" } ?? "") }

    /// The release, if that decides which commands it accepts; nil if unknown, and for other compositors.
    public var release: CompositorRelease? { language.map { CompositorRelease(kind, version: version, language: $0) } }

    /// The line of its configuration that starts a command with the session, and the configuration's path in the user's
    /// directory for configuration files; nil for compositors whose sessions start the user unit.
    public func startLine(for command: String) -> CompositorSocket.StartLine? {
      kind.socket?.startLine?(command, language)
    }
  }

  /// The focused window in the compositor's list of windows.
  public struct ListedWindow: Hashable {
    /// The window; `FocusedWindow.absent` if none has the focus.
    public var window: FocusedWindow
    /// The outputs that show it.
    public var outputs: [String]
    /// The interface of the list, for people: `zwlr_foreign_toplevel_manager_v1`.
    public var interface: String
  }

  /// A source of the focused window.
  public enum WindowSource: Hashable {
    /// The compositor's own socket.
    case compositor(DesktopKind)
    /// Sleight's extension of GNOME Shell.
    case shellExtension
    /// The compositor's list of windows, over the interface of that name.
    case windowList(String)
  }

  /// The compositor connected over its own socket; nil if there is none.
  public var compositor: Compositor?
  /// Its reports.
  public var compositorState = CompositorState()
  /// The reports of GNOME's and Plasma's services.
  public var services = CompositorState()
  /// The reason why a compositor that is there is not connected, for people; nil if there is no such compositor.
  var compositorProblem: String?
  /// The reason why there is no connection to a Wayland compositor, for people; nil if there is one.
  public var waylandProblem: String? = "the compositor has not been searched for yet"
  /// The outputs, in the order they came.
  public var outputs: [OutputState] = []
  /// The focused window in the list of windows; nil if the compositor has no such list.
  var listedWindow: ListedWindow?
  /// The modifiers that are held; nil if no keyboard is read.
  public var modifiers: Set<Chord.Modifier>?
  /// The reason why no keyboard is read, for people; nil if one is.
  public var keyboardProblem: String?
  /// The reason why keyboards do not tell when somebody types, for people; nil if they do, or if it is not required.
  public var typingProblem: String?
  /// The commands that fix either problem; empty if none would, or if there is none.
  public var keyboardRemedy: [String] = []

  /// The state of the machine.
  public var machine = MachineState()

  /// A desktop of which nothing is known yet.
  public init() {}

  /// The source of the focused window; nil if there is none.
  public var windowSource: WindowSource? {
    if let compositor, compositorState.window != nil { return .compositor(compositor.kind) }
    if services.window != nil { return .shellExtension }
    return listedWindow.map { .windowList($0.interface) }
  }

  /// The outputs' panels, for the touchscreens over them.
  public var panels: [Panel] { outputs.map(\.panel) }

  /// The focused window; nil if unknown.
  public var window: FocusedWindow? { compositorState.window ?? services.window ?? listedWindow?.window }

  /// The focused output; nil if there are several and no source reports it.
  public var output: String? {
    if let output = compositorState.output { return output }
    if outputs.count == 1 { return outputs[0].panel.output }
    if let position = services.position {
      return outputs.first { $0.rectangle?.contains(x: position.x, y: position.y) == true }?.panel.output
    }
    return listedWindow?.outputs.count == 1 ? listedWindow?.outputs[0] : nil
  }

  /// The situation for conditions, without mode and lock.
  public var situation: Situation {
    let (window, output) = (window, output)
    var situation = Situation(
      app: window?.app, title: window?.title, isFullscreen: window?.isFullscreen, output: output,
      orientation: outputs.first { $0.panel.output == output }?.orientation, modifiers: modifiers)
    situation.facts = machine.facts
    situation.facts[.maximized] = window?.isMaximized
    situation.facts[.overview] = compositorState.isOverviewOpen ?? services.isOverviewOpen
    if let devices = machine.devices {
      situation.connections = Connections(devices: devices, outputs: connectedOutputs)
    }
    return situation
  }
}

extension DesktopState {
  /// The outputs for conditions; nil without a Wayland compositor.
  private var connectedOutputs: Connections.Outputs? {
    waylandProblem == nil
      ? .init(names: panels.map(\.output), hasExternal: panels.contains { !$0.isBuiltIn }) : nil
  }

  /// The outputs that the desktop maps touchscreens to, by their names.
  public var mappedOutputs: [String: String] {
    compositorState.touchpads.outputs.merging(services.touchpads.outputs) { first, _ in first }
  }
}
