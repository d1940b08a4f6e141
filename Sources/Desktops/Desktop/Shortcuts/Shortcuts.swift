internal import Rules

/// Desktops of which only the default shortcuts are known.
extension KnownDesktop {
  static let xfce = KnownDesktop(
    name: "Xfce", ways: { .xfce },
    // Xfce can have several rows of workspaces.
    equivalents: DesktopEquivalents(
      gridModifiers: "ctrl+alt+", tilingKeys: "super+KP_", windowButtons: ("alt+left", "alt+right"),
      nearest: { operation in
        if case .workspaceNumber(let number) = operation, number <= 12 { .keys("ctrl+F\(number)") } else { nil }
      }))

  static let cinnamon = KnownDesktop(name: "Cinnamon", sessionName: "x-cinnamon", ways: { .cinnamon })
  static let mate = KnownDesktop(name: "MATE", ways: { .mate })
  static let other = KnownDesktop(name: "this desktop", ways: { .other })
}

extension DesktopWays {
  fileprivate static let xfce = DesktopWays(.xfce, shortcuts(xfceShortcuts))
  fileprivate static let cinnamon = DesktopWays(.cinnamon, shortcuts(cinnamonShortcuts))
  fileprivate static let mate = DesktopWays(.mate, shortcuts(mateShortcuts))
  fileprivate static let other = DesktopWays(.other, shortcuts([:]))

  /// Source: libxfce4ui, libxfce4kbd-private/xfce4-keyboard-shortcuts.xml.
  private static let xfceShortcuts: [String: String] = sharedShortcuts.merging(
    [
      "workspace: first": "ctrl+F1", "desktop: launcher": "alt+F1", "desktop: show-desktop": "ctrl+alt+d",
      "window: minimize": "alt+F9", "window: fullscreen": "alt+F11", "window: always-on-top": "alt+F12",
      "window: tile-left": "super+KP_Left", "window: tile-right": "super+KP_Right",
    ]
  ) { $1 }

  /// Source: cinnamon-desktop, schemas/org.cinnamon.desktop.keybindings.wm.gschema.xml.in. Alt+F1 shows all workspaces.
  private static let cinnamonShortcuts: [String: String] = sharedShortcuts.merging(
    [
      "desktop: overview": "alt+F1", "desktop: show-desktop": "super+d", "window: to-next-output": "super+shift+Right",
      "window: tile-left": "super+Left", "window: tile-right": "super+Right",
    ]
  ) { $1 }

  /// Source: marco, src/org.mate.marco.gschema.xml.
  private static let mateShortcuts: [String: String] = sharedShortcuts.merging(
    [
      "desktop: launcher": "alt+F1", "desktop: show-desktop": "ctrl+alt+d", "window: minimize": "alt+F9",
      "window: tile-left": "super+Left", "window: tile-right": "super+Right",
    ]
  ) { $1 }

  /// The shortcuts that Xfce, Cinnamon and MATE share.
  private static let sharedShortcuts = [
    "workspace: next": "ctrl+alt+Right", "workspace: next-or-new": "ctrl+alt+Right",
    "workspace: previous": "ctrl+alt+Left", "desktop: lock": "ctrl+alt+l",
    "desktop: screenshot": "Print", "window: close": "alt+F4", "window: maximize": "alt+F10",
    "window: next": "alt+Tab", "window: previous": "alt+shift+Tab", "window: to-next-workspace": "ctrl+alt+shift+Right",
    "window: to-previous-workspace": "ctrl+alt+shift+Left",
  ]
}
