/// A desktop to write rules for.
public enum ImportDesktop: String, CaseIterable, Hashable, Sendable {
  /// sway, by its commands
  case sway
  /// Hyprland, by its dispatchers
  case hyprland
  /// niri, by its actions
  case niri
  /// GNOME, by its keys
  case gnome
  /// KDE Plasma, by its keys
  case kde
  /// Xfce, by its keys
  case xfce
}

/// Something that a desktop does with workspaces and windows.
enum DesktopDeed: Hashable {
  /// Where to, from a workspace.
  enum Way: String {
    case next
    case previous
    case left
    case right
    case up
    case down
  }

  case workspace(Way)
  /// The focused window goes there.
  case moveWindow(Way)
  /// By its number, from 1.
  case workspaceNumber(Int)
  case maximize
  case minimize
  case fullscreen
  case close
  case tile(Way)
  case showDesktop
}

extension DesktopDeed {
  /// How `desktop` is told to do it; nil where it has no way. Without a desktop, the keys that most have: those of
  /// GNOME, Xfce, Cinnamon and MATE.
  func action(on desktop: ImportDesktop?) -> ImportedAction? {
    switch desktop {
    case nil: mostKeys.map { .keys([$0]) }
    case .gnome: gnomeKeys.map { .keys([$0]) }
    case .kde: kdeKeys.map { .keys([$0]) }
    case .xfce: xfceKeys.map { .keys([$0]) }
    case .sway: swayCommand.map { .compositor("sway", $0) }
    case .hyprland: hyprlandCommand.map { .compositor("hyprland", "dispatch \($0)") }
    case .niri: niriCommand.map { .compositor("niri", $0) }
    }
  }

  /// The keys that GNOME, Xfce and Cinnamon agree on, or else those of GNOME.
  private var mostKeys: String? {
    switch self {
    case .workspace(let way): "ctrl+alt+\(way.arrow)"
    case .moveWindow(let way): "ctrl+alt+shift+\(way.arrow)"
    case .workspaceNumber: nil
    case .maximize: "alt+F10"
    case .minimize: "super+h"
    case .fullscreen: "F11"
    case .close: "alt+F4"
    case .tile(let way): "super+\(way.arrow)"
    case .showDesktop: "super+d"
    }
  }

  /// GNOME/gsettings-desktop-schemas, org.gnome.desktop.wm.keybindings.gschema.xml: it has none for fullscreen and to
  /// show the desktop; programs have F11 for the one, and distributions set super+d for the other.
  private var gnomeKeys: String? {
    switch self {
    case .workspace(.next), .workspace(.previous): "super+\(isForward ? "Page_Down" : "Page_Up")"
    case .moveWindow(.next), .moveWindow(.previous): "super+shift+\(isForward ? "Page_Down" : "Page_Up")"
    case .workspaceNumber(1): "super+Home"
    case .workspace, .moveWindow, .workspaceNumber, .maximize, .minimize, .fullscreen, .close, .tile, .showDesktop:
      mostKeys
    }
  }

  /// KDE/kwin, src/kwinbindings.cpp and src/virtualdesktops.cpp.
  private var kdeKeys: String? {
    switch self {
    case .workspace(let way): "ctrl+super+\(way.arrow)"
    case .moveWindow(let way): "ctrl+super+shift+\(way.arrow)"
    case .workspaceNumber(let number): (1...4).contains(number) ? "ctrl+F\(number)" : nil
    case .maximize: "super+Page_Up"
    case .minimize: "super+Page_Down"
    case .fullscreen, .close, .tile, .showDesktop: mostKeys
    }
  }

  /// xfce-mirror/libxfce4ui, libxfce4kbd-private/xfce4-keyboard-shortcuts.xml.
  private var xfceKeys: String? {
    switch self {
    case .workspaceNumber(let number): (1...12).contains(number) ? "ctrl+F\(number)" : nil
    case .minimize: "alt+F9"
    case .fullscreen: "alt+F11"
    case .tile(let way): "super+KP_\(way.arrow)"
    case .workspace, .moveWindow, .maximize, .close, .showDesktop: mostKeys
    }
  }

  /// sway(5).
  private var swayCommand: String? {
    switch self {
    case .workspace: "workspace \(isForward ? "next" : "prev")"
    case .moveWindow: "move container to workspace \(isForward ? "next" : "prev")"
    case .workspaceNumber(let number): "workspace number \(number)"
    case .maximize, .fullscreen: "fullscreen toggle"
    case .minimize: "move scratchpad"
    case .close: "kill"
    case .tile(let way): "move \(way.rawValue)"
    case .showDesktop: nil
    }
  }

  /// Hyprland's dispatchers.
  private var hyprlandCommand: String? {
    switch self {
    case .workspace: "workspace \(isForward ? "e+1" : "e-1")"
    case .moveWindow: "movetoworkspace \(isForward ? "e+1" : "e-1")"
    case .workspaceNumber(let number): "workspace \(number)"
    case .maximize: "fullscreen 1"
    case .minimize: "movetoworkspacesilent special"
    case .fullscreen: "fullscreen 0"
    case .close: "killactive"
    case .tile(let way): "movewindow \(way == .left ? "l" : "r")"
    case .showDesktop: nil
    }
  }

  /// niri-wm/niri, niri-ipc/src/lib.rs: Action.
  private var niriCommand: String? {
    switch self {
    case .workspace: "focus-workspace-\(isForward ? "down" : "up")"
    case .moveWindow: "move-window-to-workspace-\(isForward ? "down" : "up")"
    case .workspaceNumber(let number): "focus-workspace \(number)"
    case .maximize: "maximize-column"
    case .minimize, .showDesktop: nil
    case .fullscreen: "fullscreen-window"
    case .close: "close-window"
    case .tile(let way): "move-column-\(way.rawValue)"
    }
  }

  /// Whether it goes to a workspace behind, for desktops whose workspaces stand in one row.
  private var isForward: Bool {
    switch self {
    case .workspace(let way), .moveWindow(let way): [.next, .right, .down].contains(way)
    case .workspaceNumber, .maximize, .minimize, .fullscreen, .close, .tile, .showDesktop: false
    }
  }
}

extension ImportDesktop? {
  /// The buttons that move a window and resize it: those of KDE Plasma, and of sway and Hyprland as most set them. GNOME
  /// resizes with the middle one, Xfce has Alt for the key.
  var windowButtons: (move: String, resize: String) {
    switch self {
    case .gnome: ("super+left", "super+middle")
    case .xfce: ("alt+left", "alt+right")
    case nil, .kde, .sway, .hyprland, .niri: ("super+left", "super+right")
    }
  }
}

extension DesktopDeed.Way {
  /// The arrow key that goes there, on desktops whose workspaces stand side by side.
  fileprivate var arrow: String {
    switch self {
    case .next, .right: "Right"
    case .previous, .left: "Left"
    case .up: "Up"
    case .down: "Down"
    }
  }
}

extension DesktopDeed {
  /// What to say of rules that tell the desktop to do something.
  static func explanation(_ desktop: ImportDesktop?) -> String {
    desktop.map { "Workspaces and windows are handled as \($0.rawValue) has it." }
      ?? "Workspaces and windows are handled by the keys that GNOME, Xfce, Cinnamon and MATE have for it; 'sleight "
      + "import --desktop' writes those of another desktop."
  }
}
