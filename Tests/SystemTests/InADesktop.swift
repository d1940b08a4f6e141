internal import Glibc
internal import JSONLines
internal import Synchronization
internal import Testing

/// The tests that run inside a desktop, started by Tests/Desktops/test. Serialized, since they share one desktop.
@Suite(.serialized, .enabled(if: LiveDesktop.isHere, "needs a desktop: make test-desktops")) struct InADesktop {}

/// The desktop that the tests run in.
final class LiveDesktop: Compositor {
  /// True in a desktop.
  static let isHere = Guest.variable("SLEIGHT_GUEST") == "desktop"
  /// The kind of desktop: `gnome`, `kde`, `hyprland`, or a compositor of wlroots: `sway`, `labwc`, `wayfire`, `phoc`.
  static let kind = Guest.variable("SLEIGHT_DESKTOP") ?? ""
  /// The Debian suite that it comes from.
  static let suite = Guest.variable("SLEIGHT_SUITE") ?? ""
  /// True on a compositor of wlroots.
  static let isWlroots = !["gnome", "kde", "hyprland"].contains(kind)
  /// True if the suite's terminal runs on it.
  static let hasTerminal = kind != "kde" || suite != "bookworm"
  /// True if it can type characters that are on no key: all but KWin before 6.7.
  static let typesCharacters = kind != "kde" || suite == "sid"

  /// True if it releases the keys of a client that has gone.
  static let releasesKeys = kind != "hyprland" && (kind != "kde" || suite != "bookworm")

  /// The number of windows that tests open one after the other. An emulated machine takes seconds for each; its focus
  /// is also changed fifty times between the same windows.
  static let windowCount = kind == "hyprland" ? 2 : 25

  /// True if the desktop reports the active keyboard layout.
  static let reportsLayout = ["gnome", "kde", "sway"].contains(kind)
  /// True if logind's stand-in is there, whose requests for a lock the daemon follows.
  static let hasLogind = kind != "hyprland"
  /// True if there is a command or shortcut that moves a window to another output.
  static let movesWindows = !["phoc", "hyprland"].contains(kind)

  /// The variables for clients. A compositor that starts again changes some.
  var environment: [String: String] { Self.currentEnvironment }
  static var currentEnvironment: [String: String] {
    let names = [
      "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "DBUS_SESSION_BUS_ADDRESS",
      "DBUS_SYSTEM_BUS_ADDRESS", "SLEIGHT_SESSION_BUS", "SLEIGHT_SYSTEM_BUS", "LD_LIBRARY_PATH", "HOME",
      "HYPRLAND_INSTANCE_SIGNATURE", "SWAYSOCK",
    ]
    return [String: String](uniqueKeysWithValues: names.compactMap { name in Guest.variable(name).map { (name, $0) } })
  }
  /// The same without the relay of the buses: programs connect to these themselves.
  var unrelayedEnvironment: [String: String] {
    environment.filter { !["SLEIGHT_SESSION_BUS", "SLEIGHT_SYSTEM_BUS"].contains($0.key) }
  }
  var window: Window

  /// Opens a window.
  init() throws {
    try PluggedDevices.plugIn(Self.kind)
    window = try Window(environment: Self.currentEnvironment)
  }

  deinit { window.program.stop() }

  /// Starts a daemon, and waits until it knows the desktop.
  /// - Parameters:
  ///   - settings: the mapping under `settings`.
  ///   - variables: are added to its environment.
  func daemon(_ rules: String, settings: String = "{}", variables: [String: String] = [:], arguments: [String] = [])
    throws
    -> Daemon
  {
    let daemon = try Daemon(
      rulesText: "settings: \(settings)\nrules:\n\(rules)", folder: Guest.folder(), reading: [],
      environment: environment.merging(variables) { $1 }, arguments: arguments)
    try wait(otherwise: { "the daemon does not answer: \(daemon.program)" }) {
      guard daemon.program.isRunning else { throw TimedOut(description: "ended early: \(daemon.program)") }
      return (try? status()).map { _ in () }
    }
    try waitForStatus { $0["app"]?.string != nil }
    return daemon
  }

  /// A finding of doctor's.
  struct Finding {
    var subject: String
    var state: String
    var reason: String
    var remedy: [String]
  }

  /// The findings of doctor about the rules of a daemon.
  func findings(_ daemon: Daemon, _ variables: [String: String] = [:]) throws -> [Finding] {
    try findings([Guest.sleight, "doctor", "--json", "--config", daemon.rulesFile], variables)
  }

  /// The findings of doctor, started by this command.
  func findings(_ command: [String], _ variables: [String: String] = [:]) throws -> [Finding] {
    let doctor = try Program(command, environment: environment.merging(variables) { $1 })
    try doctor.waitForExit()
    return try doctor.lines().map { try JSONReader.read(Array($0.utf8)[...]) }.map { value in
      Finding(
        subject: value["subject"]?.string ?? "", state: value["state"]?.string ?? "",
        reason: value["reason"]?.string ?? "", remedy: value["remedy"]?.array?.compactMap(\.string) ?? [])
    }
  }

  /// The log's message when GNOME Shell disables the extension, and when keys can be pressed again.
  static let extensionLost = "GNOME Shell has disabled Sleight's extension, as it does while the session is locked"
  static let inputFound = "keys and the pointer can be used again"

  /// Performs the rule `name`.
  func trigger(_ name: String) throws {
    let trigger = try Program.sleight("trigger", name, environment: environment)
    guard try trigger.waitForExit() == 0 else { throw TimedOut(description: "\(trigger)") }
  }

  /// Opens the window again, and expects that the rule 'one' of `daemon` types its `b` there.
  func expectTypingInNewWindow(by daemon: Daemon) throws {
    try reopenWindow()
    try window.waitForLine(containing: "wl_keyboard] enter")
    try trigger("one")
    let expected: [WindowKey] = [.down("b"), .up("b")]
    try expectKeys(expected, "\(daemon.program)")
  }

  /// Starts a daemon whose pointer is the first one of KWin's seat, and waits until the window knows that: windows miss
  /// what a pointer does before. Nil on other desktops, whose seats have one.
  func firstPointer() throws -> Daemon? {
    guard Self.kind == "kde" else { return nil }
    let daemon = try daemon("  - {swipe: up, fingers: 4, do: {click: left}}\n")
    try window.waitForLine(containing: "wl_pointer] enter")
    return daemon
  }

  /// Moves the pointer of labwc and wayfire, which begins in a corner, to the middle of the output, which new windows
  /// cover.
  func putPointerIntoWindow() throws {
    for (x, y) in [("-5000", "-5000"), ("640", "360")] {
      try Program.run("wlrctl", "pointer", "move", x, y, environment: environment)
    }
    try window.waitForLine(containing: "wl_pointer] enter")
  }

  /// Opens a window on a desktop that has just started, and waits until it has the keyboard. KWin 5.27 gives none to a
  /// window that opens while the first devices are added.
  func openFirstWindow() throws {
    try wait(otherwise: { "no window gets the keyboard: \(self.window.program)" }) {
      try reopenWindow()
      return try? wait(.seconds(10), otherwise: { "no keyboard" }) {
        window.hasLine(containing: "wl_keyboard] enter") ? () : nil
      }
    }
  }

  /// Asks logind's stand-in to have the screen locked, or unlocked.
  func setLocked(_ isLocked: Bool) throws {
    let method = "org.freedesktop.login1.Session.\(isLocked ? "Lock" : "Unlock")"
    try Program.run(
      arguments: busCall("org.freedesktop.login1", "/org/freedesktop/login1/session/_31", method, on: "--system"),
      environment: environment)
  }

  /// Waits until the lock screen of GNOME or Plasma is shown, or gone. It comes a moment after the session is locked,
  /// and would come after an unlock that is earlier.
  func waitForLockScreen(_ isLocked: Bool) throws {
    if Self.kind == "gnome" { return try waitUntil("Main.screenShield.active", is: "\(isLocked)") }
    guard Self.kind == "kde" else { return }
    var answer = ""
    try wait(otherwise: { "Plasma's lock screen is shown: \(answer)" }) {
      answer = try call("org.freedesktop.ScreenSaver", "/ScreenSaver", "org.freedesktop.ScreenSaver.GetActive")
      return answer.contains("\(isLocked)") ? () : nil
    }
  }

  /// Uses another layout of those in the desktop's settings.
  func setLayout(_ index: Int) throws {
    switch Self.kind {
    case "gnome": _ = try evaluate("\(Self.shellExtension)._sources.inputSources[\(index)].activate(false)")
    case "kde": try call("org.kde.keyboard", "/Layouts", "org.kde.KeyboardLayouts.setLayout", "\(index)")
    case "sway":
      try Program.run("swaymsg", "input type:keyboard xkb_switch_layout \(index)", environment: environment)
    default: throw TimedOut(description: "\(Self.kind) has no command for it")
    }
  }

  /// Plugs in a keyboard with the layouts us and de, on a compositor that has none.
  func layoutKeyboard() throws -> LayoutKeyboard? { Self.isWlroots ? try LayoutKeyboard(environment) : nil }

  /// Sleight's extension, in GNOME Shell's JavaScript.
  static let shellExtension = "Main.extensionManager.lookup('sleight@sleight').stateObj"

  // Safe, since the tests of a desktop run one after another.

  /// The compositor that was started instead of the first one.
  private nonisolated(unsafe) static var successor: Program?
  /// The command that started the first one.
  private nonisolated(unsafe) static var original: [String]?

  /// The compositor's process.
  static var process: pid_t {
    get throws { try successor?.process ?? #require(pid_t(Guest.variable("DESKTOP_PID") ?? "")) }
  }

  /// Kills the compositor, and starts it again.
  static func restart(outputs: Int = 1) throws {
    let process = try Self.process
    func strings(_ file: String) -> [String] {
      (Guest.read("/proc/\(process)/\(file)") ?? "").split(separator: "\0").map(String.init)
    }
    let variables = strings("environ")
    let first = original ?? strings("cmdline")
    original = first
    var command = first
    if outputs > 1, !isWlroots {
      command += kind == "gnome" ? ["--virtual-monitor", "1280x720"] : ["--output-count", "\(outputs)"]
    }
    kill(process, SIGKILL)
    // Its first thread may end before the others, which keep the lock of its socket.
    try wait(otherwise: { "the compositor does not end" }) {
      let hasThreads = Guest.names(in: "/proc/\(process)/task").count > 1
      return hasThreads || Guest.read("/proc/\(process)/stat")?.contains(") Z ") == false ? nil : ()
    }
    var environment = variables.reduce(into: [String: String]()) { environment, variable in
      let parts = variable.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count == 2 { environment[parts[0]] = parts[1] }
    }
    if isWlroots { environment["WLR_HEADLESS_OUTPUTS"] = "\(outputs)" }
    // The bus learns of its end a moment later, and the next one would find its name taken.
    if kind == "gnome" {
      let owner = [
        "gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/", "--method",
        "org.freedesktop.DBus.NameHasOwner", "org.gnome.Shell",
      ]
      try wait(otherwise: { "the name of the shell stays taken" }) {
        try Program.run(arguments: owner, environment: currentEnvironment).contains("false") ? () : nil
      }
    }
    let compositor = try Program(command, as: .root, environment: environment)
    successor = compositor
    // Compositors of wlroots name their socket themselves: as before, since its lock is gone.
    let desktop = environment.merging(["WAYLAND_DISPLAY": Guest.variable("WAYLAND_DISPLAY") ?? ""]) { $1 }
    try wait(otherwise: { "the compositor does not start: \(compositor)" }) { () -> Void? in
      // The overview opens at the end of the start.
      let isStarted = kind != "gnome" || compositor.text(.errors).contains("GNOME Shell started")
      guard isStarted else { return nil }
      let answer = try Program(readiness, environment: desktop)
      return try answer.waitForExit() == 0 ? () : nil
    }
    // The name of sway's socket contains its process.
    if kind == "sway", let runtime = environment["XDG_RUNTIME_DIR"] {
      let name = try #require(Guest.names(in: runtime).first { $0.hasSuffix(".\(compositor.process).sock") })
      setenv("SWAYSOCK", "\(runtime)/\(name)", 1)
    }
  }

  /// A command that succeeds when the compositor has started; it closes the overview of GNOME.
  private static let readiness: [String] = {
    if isWlroots { return ["wayland-info"] }
    guard kind == "gnome" else {
      return [
        "gdbus", "call", "--session", "--dest", "org.kde.KWin", "--object-path", "/KWin", "--method",
        "org.freedesktop.DBus.Peer.Ping",
      ]
    }
    let shell = "gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell --method "
    let overview = "org.freedesktop.DBus.Properties"
    return [
      "sh", "-c",
      "\(shell) \(overview).Set org.gnome.Shell OverviewActive '<false>' && "
        + "\(shell) \(overview).Get org.gnome.Shell OverviewActive | grep -q false",
    ]
  }()

  /// The file of a recording: three fingers move by a distance in millimetres, within `frames` of 10 ms, then
  /// four swipe to the left.
  func recording(moving distance: (x: Double, y: Double), in frames: Int = 40) throws -> String {
    var lines = [
      #"{"sleight": 1, "devices": [{"id": 0, "name": "Virtual Touchpad", "kind": "touchpad", "width": 100, "height": 60}]}"#
    ]
    var time = 0
    func add(_ event: String, _ rest: String) {
      lines.append(#"{"t": \#(time), "device": 0, "event": "\#(event)", \#(rest)}"#)
      time += 10_000
    }
    for (fingers, frames, x, y) in [(3, frames, distance.x, distance.y), (4, 40, -40, 0)] {
      add("swipe-begin", #""fingers": \#(fingers)"#)
      for _ in 0..<frames { add("swipe-update", #""fingers": \#(fingers), "dx": \#(x / 40), "dy": \#(y / 40)"#) }
      add("swipe-end", #""fingers": \#(fingers), "cancelled": false"#)
      time += 500_000
    }
    let path = try Guest.folder() + "/hand.jsonl"
    try Guest.write(lines.joined(separator: "\n") + "\n", to: path)
    return path
  }

  /// The file of a recording: a finger taps at each of these positions on a touchscreen, in millimetres of 100 x 100.
  func recording(tapping positions: [(x: Int, y: Int)]) throws -> String {
    var lines = [
      #"{"sleight": 1, "devices": [{"id": 0, "name": "Screen", "kind": "touchscreen", "width": 100, "height": 100}]}"#
    ]
    for (number, position) in positions.enumerated() {
      let time = (number + 1) * 1_000_000
      func add(_ event: String, after delay: Int, _ rest: String = "") {
        lines.append(#"{"t": \#(time + delay), "device": 0, "event": "\#(event)"\#(rest)}"#)
      }
      add("touch-down", after: 0, #", "slot": 0, "x": \#(position.x), "y": \#(position.y)"#)
      add("touch-frame", after: 0)
      add("touch-up", after: 60_000, #", "slot": 0"#)
      add("touch-frame", after: 60_000)
    }
    let path = try Guest.folder() + "/taps.jsonl"
    try Guest.write(lines.joined(separator: "\n") + "\n", to: path)
    return path
  }

  /// True if a page follows fingers that move to the left, so that it is scrolled to the right, and false if it goes
  /// against them.
  func pageFollowsFingers(_ environment: [String: String]) throws -> Bool {
    let rules = try Guest.folder() + "/rules.yml"
    try Guest.write(
      """
      rules:
        - {tap: single, fingers: 1, do: {click: middle}}
        - {pan: any, fingers: 4, begin: {scroll: fingers}, end: {click: right}}

      """, to: rules)
    let before = window.inputs.count
    // The tap moves the pointer into the window.
    for recording in [try recording(tapping: [(50, 55)]), try recording(moving: (0.5, 0.5))] {
      let replay = try Program.sleight("replay", "--act", "--config", rules, recording, environment: environment)
      #expect(try replay.waitForExit() == 0, "\(replay)")
    }
    let done = WindowInput.button(0x111, isPressed: false)
    let received = try wait(otherwise: { "no click: \(window.inputs)" }) {
      let received = window.inputs.dropFirst(before)
      return received.contains(done) ? received : nil
    }
    let distances = received.compactMap { if case .scroll(.horizontal, let distance) = $0 { distance } else { nil } }
    #expect(distances.count > 10, "\(received)")
    // Windows begin to coast then. The virtual pointer of GNOME 43 passes no end on.
    let isOld = LiveDesktop.kind == "gnome" && LiveDesktop.suite == "bookworm"
    #expect(window.hasLine(containing: "] axis_stop:") != isOld, "\(window.program)")
    return distances.reduce(0, +) > 0
  }

  /// Opens a terminal, and waits until the daemon knows that it has the focus.
  func open(_ app: String, title: String) throws -> Program {
    let terminal = try Program(
      ["foot", "--app-id=\(app)", "--title=\(title)", "sleep", "infinity"], environment: environment)
    try waitForStatus { $0["app"]?.string == app }
    return terminal
  }
}
