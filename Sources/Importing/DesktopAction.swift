internal import RulesFile

/// An action of the desktop on workspaces or windows.
enum DesktopAction: Hashable {
  /// The direction from the current workspace, or in which to tile.
  enum Direction: String {
    case next
    case previous
    case left
    case right
    case up
    case down
  }

  /// Switches the workspace.
  case workspace(Direction)
  /// Moves the focused window to a workspace.
  case moveWindow(Direction)
  /// Switches to a workspace by its number, counted from 1.
  case workspaceNumber(Int)
  case maximize
  case minimize
  case fullscreen
  case close
  case tile(Direction)
  case showDesktop
}

extension DesktopAction {
  /// The action of rules files that does this on `desktop`; nil if there is none. Without a desktop, the shortcuts
  /// that most desktops share: GNOME, Xfce, Cinnamon and MATE.
  func action(on desktop: ImportDesktop?) -> ImportedAction? {
    switch desktop {
    case nil: commonKeys.map { .keys([$0]) }
    case .gnome: gnomeKeys.map { .keys([$0]) }
    case .kde: kdeKeys.map { .keys([$0]) }
    case .xfce: xfceKeys.map { .keys([$0]) }
    case .sway: swayCommand.map { .compositor("sway", $0) }
    case .hyprland: hyprlandCommand.map { .compositor("hyprland", "dispatch \($0)") }
    case .niri: niriCommand.map { .compositor("niri", $0) }
    }
  }

  /// The shortcut that GNOME, Xfce and Cinnamon share, or else that of GNOME.
  private var commonKeys: String? {
    switch self {
    case .workspace(let direction): "ctrl+alt+\(direction.arrow)"
    case .moveWindow(let direction): "ctrl+alt+shift+\(direction.arrow)"
    case .workspaceNumber: nil
    case .maximize: "alt+F10"
    case .minimize: "super+h"
    case .fullscreen: "F11"
    case .close: "alt+F4"
    case .tile(let direction): "super+\(direction.arrow)"
    case .showDesktop: "super+d"
    }
  }

  /// The shortcut in GNOME (GNOME/gsettings-desktop-schemas, org.gnome.desktop.wm.keybindings.gschema.xml). It has none
  /// for fullscreen and to show the desktop: programs use F11 for the former, distributions set super+d for the latter.
  private var gnomeKeys: String? {
    switch self {
    case .workspace(.next), .workspace(.previous): "super+\(isForward ? "Page_Down" : "Page_Up")"
    case .moveWindow(.next), .moveWindow(.previous): "super+shift+\(isForward ? "Page_Down" : "Page_Up")"
    case .workspaceNumber(1): "super+Home"
    case .workspace, .moveWindow, .workspaceNumber, .maximize, .minimize, .fullscreen, .close, .tile, .showDesktop:
      commonKeys
    }
  }

  /// The shortcut in KDE Plasma (KDE/kwin, src/kwinbindings.cpp and src/virtualdesktops.cpp).
  private var kdeKeys: String? {
    switch self {
    case .workspace(let direction): "ctrl+super+\(direction.arrow)"
    case .moveWindow(let direction): "ctrl+super+shift+\(direction.arrow)"
    case .workspaceNumber(let number): (1...4).contains(number) ? "ctrl+F\(number)" : nil
    case .maximize: "super+Page_Up"
    case .minimize: "super+Page_Down"
    case .fullscreen, .close, .tile, .showDesktop: commonKeys
    }
  }

  /// The shortcut in Xfce (xfce-mirror/libxfce4ui, libxfce4kbd-private/xfce4-keyboard-shortcuts.xml).
  private var xfceKeys: String? {
    switch self {
    case .workspaceNumber(let number): (1...12).contains(number) ? "ctrl+F\(number)" : nil
    case .minimize: "alt+F9"
    case .fullscreen: "alt+F11"
    case .tile(let direction): "super+KP_\(direction.arrow)"
    case .workspace, .moveWindow, .maximize, .close, .showDesktop: commonKeys
    }
  }

  /// The command of sway(5).
  private var swayCommand: String? {
    switch self {
    case .workspace: "workspace \(isForward ? "next" : "prev")"
    case .moveWindow: "move container to workspace \(isForward ? "next" : "prev")"
    case .workspaceNumber(let number): "workspace number \(number)"
    case .maximize, .fullscreen: "fullscreen toggle"
    case .minimize: "move scratchpad"
    case .close: "kill"
    case .tile(let direction): "move \(direction.rawValue)"
    case .showDesktop: nil
    }
  }

  /// The dispatcher of Hyprland.
  private var hyprlandCommand: String? {
    switch self {
    case .workspace: "workspace \(isForward ? "e+1" : "e-1")"
    case .moveWindow: "movetoworkspace \(isForward ? "e+1" : "e-1")"
    case .workspaceNumber(let number): "workspace \(number)"
    case .maximize: "fullscreen 1"
    case .minimize: "movetoworkspacesilent special"
    case .fullscreen: "fullscreen 0"
    case .close: "killactive"
    case .tile(let direction): "movewindow \(direction == .left ? "l" : "r")"
    case .showDesktop: nil
    }
  }

  /// The action of niri (niri-wm/niri, niri-ipc/src/lib.rs: Action).
  var niriCommand: String? {
    switch self {
    case .workspace: "focus-workspace-\(isForward ? "down" : "up")"
    case .moveWindow: "move-window-to-workspace-\(isForward ? "down" : "up")"
    case .workspaceNumber(let number): "focus-workspace \(number)"
    case .maximize: "maximize-column"
    case .minimize, .showDesktop: nil
    case .fullscreen: "fullscreen-window"
    case .close: "close-window"
    case .tile(let direction): "move-column-\(direction.rawValue)"
    }
  }

  /// True if it goes to a following workspace, on desktops with a single row of them.
  private var isForward: Bool {
    switch self {
    case .workspace(let direction), .moveWindow(let direction): [.next, .right, .down].contains(direction)
    case .workspaceNumber, .maximize, .minimize, .fullscreen, .close, .tile, .showDesktop: false
    }
  }
}

extension ImportDesktop? {
  /// The buttons, with a modifier, that move and resize a window: those of KDE Plasma, and of common configurations of
  /// sway and Hyprland. GNOME resizes with the middle button, Xfce uses Alt.
  var windowButtons: (move: String, resize: String) {
    switch self {
    case .gnome: ("super+left", "super+middle")
    case .xfce: ("alt+left", "alt+right")
    case nil, .kde, .sway, .hyprland, .niri: ("super+left", "super+right")
    }
  }
}

extension DesktopAction.Direction {
  /// The arrow key for the direction, on desktops with workspaces side by side.
  fileprivate var arrow: String {
    switch self {
    case .next, .right: "Right"
    case .previous, .left: "Left"
    case .up: "Up"
    case .down: "Down"
    }
  }
}

extension DesktopAction {
  /// The explanation of rules that control the desktop.
  static func explanation(_ desktop: ImportDesktop?) -> String {
    desktop.map { "Workspaces and windows: by the commands or keys of \($0.rawValue)." }
      ?? "Workspaces and windows: by the keys of GNOME, Xfce, Cinnamon and MATE; for another desktop, import with --desktop."
  }

  /// The message that a desktop has no counterpart of an action.
  static func absence(of name: String, on desktop: ImportDesktop?) -> String {
    desktop.map { "\($0.rawValue) has no counterpart of \(name)" }
      ?? "the desktops have no common counterpart of \(name); import with --desktop"
  }
}
