internal import Glibc
internal import Synchronization
internal import Testing

/// GNOME Shell or KWin in a guest, with its own libinput on the guest's devices, started by Tests/Desktops/touchpads.
/// Safe to share: the tests that do are serialized.
final class TouchpadDesktop: Compositor, @unchecked Sendable {
  /// `gnome` or `kde`; nil in a guest without such a desktop.
  static let kind = Guest.isHere && !LiveDesktop.kind.isEmpty ? LiveDesktop.kind : nil
  static var isGNOME: Bool { kind == "gnome" }

  /// True for KWin with a graphics device, on which it has effects.
  static let hasEffects = kind == "kde" && access("/dev/dri/renderD128", F_OK) == 0

  private static let started = Mutex<TouchpadDesktop?>(nil)

  let environment: [String: String]
  var window: Window
  private let program: Program
  private var monitor: Program?
  /// The identifiers of KWin's workspaces, in order.
  private var workspaces: [String] = []

  /// The desktop, with only a new window.
  static func shared() throws -> TouchpadDesktop {
    let desktop = try started.withLock { started in
      let desktop = try started ?? TouchpadDesktop()
      started = desktop
      return desktop
    }
    try desktop.goHome()
    try desktop.reopenWindow()
    return desktop
  }

  /// A desktop of its own, in GNOME with Sleight's extension by default. The shared one ends.
  static func alone(outputs: Int, hasExtension: Bool = isGNOME) throws -> TouchpadDesktop {
    started.withLock { $0 = nil }
    return try TouchpadDesktop(outputs: outputs, hasExtension: hasExtension)
  }

  private init(outputs: Int = 1, hasExtension: Bool = false) throws {
    // The user's desktop may read each input device, as logind's session may; the user's other programs only those that
    // udev's rules open.
    try Program.run("install", "-d", "-o", Guest.user.name, "/run/desktop")
    let start = "\(Guest.checkout)/Tests/Desktops/desktop"
    var options = ["--outputs", "\(outputs)"]
    if hasExtension {
      options += ["--ext", "/run/extension"]
      try Program.run("\(Guest.checkout)/config/gnome-shell/make-extension", "all", "/run/extension", Guest.sleight)
    }
    program = try Program(
      [
        "setpriv", "--reuid", Guest.user.id, "--regid", Guest.user.id, "--groups", "input,render,video", "--", start,
        "--devices",
        "\(Guest.checkout)/.build/desktops/devices.so",
      ] + options + [try #require(Self.kind), "sh", "-c", "env; echo started=; exec sleep infinity"], as: .root)
    try program.waitForLine(containing: "started=")
    let desktop = program
    environment = Dictionary(
      desktop.lines().compactMap { line in
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return parts.count == 2 ? (parts[0], parts[1]) : nil
      }, uniquingKeysWith: { $1 })
    window = try Window(environment: environment)
    try prepare()
    // The window has come before the other workspaces.
    try goHome()
  }

  deinit {
    for program in [window.program, monitor, program] { program?.stop() }
  }

  /// Makes workspaces around that of the windows, and observes what the desktop does: in KWin three rows of three, in
  /// GNOME a row of three.
  private func prepare() throws {
    if Self.isGNOME {
      try run("gsettings", "set", "org.gnome.mutter", "dynamic-workspaces", "false")
      try run("gsettings", "set", "org.gnome.desktop.wm.preferences", "num-workspaces", "3")
      try run("gsettings", "set", "org.gnome.desktop.peripherals.touchpad", "tap-to-click", "true")
      try waitUntil("global.workspace_manager.n_workspaces", is: "3")
      // A file is read sooner than the shell answers.
      _ = try evaluate(
        """
        const file = imports.gi.Gio.File.new_for_path('\(Self.actsFile)');
        const write = text => {
          const out = file.append_to(0, null);
          out.write(text + String.fromCharCode(10), null);
          out.close(null);
        };
        global.workspace_manager.connect('active-workspace-changed',
          () => write('workspace ' + (global.workspace_manager.get_active_workspace_index() + 1)));
        Main.overview.connect('shown', () => write('overview'));
        0
        """)
    } else {
      for number in 2...9 {
        try call("org.kde.KWin", Self.manager, "\(Self.interface).createDesktop", "uint32 \(number - 1)", "\(number)")
      }
      try setProperty("rows", "<uint32 3>")
      // (<[(uint32 0, '6b8d…', 'Desktop 1'), (1, …)]>,)
      let answer = try call(
        "org.kde.KWin", Self.manager, "org.freedesktop.DBus.Properties.Get", Self.interface, "desktops")
      workspaces = answer.split(separator: "(").compactMap { part in
        let quoted = part.split(separator: "'", omittingEmptySubsequences: false)
        return quoted.count > 3 ? String(quoted[1]) : nil
      }
      try #require(workspaces.count == 9, "\(answer)")
      let monitor = try Program(
        ["stdbuf", "-oL", "gdbus", "monitor", "--session", "--dest", "org.kde.KWin", "--object-path", Self.manager],
        environment: environment)
      self.monitor = monitor
      try monitor.waitForLine(containing: "is owned by")
    }
  }

  /// The workspace of the windows, from which every swipe can lead to another one.
  private static var home: Int { isGNOME ? 2 : 5 }

  /// What the desktop does during a hand that begins on the workspace of the windows, once all that is due has come:
  /// `workspace 2`, `overview`.
  func acts(during hand: () throws -> Void) throws -> [String] {
    try goHome()
    let before = allActs().count
    try hand()
    settle()
    return Array(allActs().dropFirst(before))
  }

  /// The acts at a swipe of three or four fingers of which no other program knows; empty for a swipe without a
  /// meaning.
  static func acts(at way: Moves.Direction, fingers: Int) -> [String] {
    // GNOME 43 has gestures of three fingers only.
    if isGNOME, fingers == 4, LiveDesktop.suite == "bookworm" { return [] }
    return switch (way.name, isGNOME) {
    case ("left", _): ["workspace \(home + 1)"]
    case ("right", _): ["workspace \(home - 1)"]
    case ("up", true): ["overview"]
    case ("up", false) where fingers == 3: ["workspace 8"]
    case ("down", false) where fingers == 3: ["workspace 2"]
    default: []
    }
  }

  private func allActs() -> [String] {
    if Self.isGNOME { return (Guest.read(Self.actsFile) ?? "").split(separator: "\n").map(String.init) }
    return (monitor?.lines() ?? []).compactMap { line in
      guard line.contains(".currentChanged ") else { return nil }
      let index = workspaces.firstIndex { line.contains($0) }
      return "workspace \(index.map { $0 + 1 } ?? 0)"
    }
  }

  /// The obstacles between the pointer and the window, for a message: of GNOME the actor that has grabbed the pointer,
  /// and the windows, the uppermost one last.
  func obstacles() throws -> String {
    guard Self.isGNOME else { return "" }
    return try evaluate(
      "[`${global.stage.get_grab_actor?.()}`, global.get_window_actors().map(actor => actor.meta_window.wm_class)]")
  }

  /// Closes a menu of GNOME with Escape. The rest of a disturbed swipe may be a tap of two fingers, which opens one on
  /// the background of the workspace that the swipe has led to: it keeps the pointer from the windows.
  private func closeMenus() throws {
    let count = "Main.modalCount"
    guard try evaluate(count) != "0" else { return }
    _ = try evaluate(
      """
      const {Clutter} = imports.gi;
      const backend = global.stage.context?.get_backend() ?? Clutter.get_default_backend();
      const keyboard = backend.get_default_seat().create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
      for (const state of [Clutter.KeyState.PRESSED, Clutter.KeyState.RELEASED])
        keyboard.notify_keyval(global.get_current_time() * 1000, Clutter.KEY_Escape, state);
      0
      """)
    try waitUntil(count, is: "0")
  }

  /// Goes to the workspace of the windows.
  func goHome() throws {
    if Self.isGNOME {
      let home = "global.workspace_manager.get_workspace_by_index(\(Self.home - 1)).activate(0)"
      let wasShown = try evaluate("let shown = Main.overview.visible; Main.overview.hide(); \(home); shown")
      if wasShown == "true" { try waitUntil("Main.overview.visible", is: "false") }
      try closeMenus()
    } else {
      try setProperty("current", "<'\(workspaces[Self.home - 1])'>")
    }
    settle()
  }

  /// Makes a finger from each of these edges of a touchscreen show KWin's desktop.
  func setTouchEdges(_ edges: [String]) throws {
    let settings = "\(try #require(environment["XDG_CONFIG_HOME"]))/kwinrc"
    let lines = ["[TouchEdges]"] + edges.map { "\($0)=ShowDesktop" }
    try Guest.write("\(Guest.read(settings) ?? "")\n\(lines.joined(separator: "\n"))\n", to: settings)
    try call("org.kde.KWin", "/KWin", "org.kde.KWin.reconfigure")
    settle()
  }

  /// True while KWin's overview is open.
  func isOverviewOpen() throws -> Bool {
    try call("org.kde.KWin", "/Effects", "org.freedesktop.DBus.Properties.Get", "org.kde.kwin.Effects", "activeEffects")
      .contains("'overview'")
  }

  /// Closes KWin's overview: the effect is loaded again, whatever its state and its animation.
  func closeOverview() throws {
    for method in ["unloadEffect", "loadEffect"] {
      try call("org.kde.KWin", "/Effects", "org.kde.kwin.Effects.\(method)", "overview")
    }
    try wait(otherwise: { "the overview stays open" }) { try isOverviewOpen() ? nil : () }
    settle()
  }

  /// True if KWin has hidden all windows.
  func isShowingDesktop() throws -> Bool {
    try call("org.kde.KWin", "/KWin", "org.freedesktop.DBus.Properties.Get", "org.kde.KWin", "showingDesktop")
      .contains("true")
  }

  /// Shows the windows that KWin has hidden.
  func showWindows() throws {
    try call("org.kde.KWin", "/KWin", "org.kde.KWin.showDesktop", "false")
    settle()
  }

  /// Makes taps on a touchpad clicks, as `prepare` has in GNOME.
  func enableTaps(on node: String) throws {
    guard !Self.isGNOME else { return }
    let device = "/org/kde/KWin/InputDevice/\(node.split(separator: "/").last ?? "")"
    try call(
      "org.kde.KWin", device, "org.freedesktop.DBus.Properties.Set", "org.kde.KWin.InputDevice", "tapToClick", "<true>")
  }

  /// The names of the outputs, and how GNOME's settings name their monitors.
  func outputs() throws -> [(name: String, monitor: [String])] {
    guard Self.isGNOME else {
      let names = try run("wayland-info", "-i", "wl_output").matches(of: /\n\s*name: (\S+)/).map { String($0.1) }
      return names.map { ($0, []) }
    }
    // (uint32 1, [(('Meta-0', 'MetaVendor', 'MetaVirtualMonitor', '0x00'), [('800x600@60.000', …
    let service = "org.gnome.Mutter.DisplayConfig"
    return try call(service, "/org/gnome/Mutter/DisplayConfig", "\(service).GetCurrentState")
      .matches(of: /\(\('([^']*)', '([^']*)', '([^']*)', '([^']*)'\), \[/).map {
        (String($0.1), [String($0.2), String($0.3), String($0.4)])
      }
  }

  /// Maps the touchscreen at `node` to an output by the user's settings.
  func map(_ node: String, to output: (name: String, monitor: [String])) throws {
    if Self.isGNOME {
      // The ids of the tests' devices.
      let path = "org.gnome.desktop.peripherals.touchscreen:/org/gnome/desktop/peripherals/touchscreens/1209:0001/"
      try run("gsettings", "set", path, "output", "\(output.monitor)".replacing("\"", with: "'"))
    } else {
      try call(
        "org.kde.KWin", "/org/kde/KWin/InputDevice/\(node.split(separator: "/").last ?? "")",
        "org.freedesktop.DBus.Properties.Set", "org.kde.KWin.InputDevice", "outputName", "<'\(output.name)'>")
    }
  }

  private static let actsFile = "/run/desktop/acts"
  private static let manager = "/VirtualDesktopManager"
  private static let interface = "org.kde.KWin.VirtualDesktopManager"

  private func setProperty(_ name: String, _ value: String) throws {
    try call("org.kde.KWin", Self.manager, "org.freedesktop.DBus.Properties.Set", Self.interface, name, value)
  }

  @discardableResult
  private func run(_ command: String...) throws -> String {
    try Program.run(arguments: command, as: .user, environment: environment)
  }
}
