internal import Glibc
internal import Testing

extension InASession {
  /// What a new user does after the installation. Each command is the one that the last one has told.
  @Suite struct TheFirstMinute {
    @Test("from an empty home, two commands and the gesture that 'init' tells show another workspace of sway")
    func sway() throws {
      try Program.run("systemctl", "--user", "disable", "--now", "sleight", as: .user)
      try Program.run("rm", "-rf", UserUnit.configuration)
      defer { _ = try? Program.run("rm", "-rf", UserUnit.configuration) }
      let sway = try Sway(layout: "us", runtime: Guest.user.runtime)
      let touchpad = try Surface(.touchpad)
      var terminal = FirstTerminal(
        sway.environment.merging([
          "XDG_CURRENT_DESKTOP": "sway", "XDG_SESSION_TYPE": "wayland", "HOME": Guest.user.home,
        ]) { $1 })
      let advice = try terminal.start()
      try #require(advice.first == nil && advice.effect.hasSuffix(" workspace"), "\(advice)")
      _ = try terminal.type(advice.command)
      let node = try #require(touchpad.node)
      try wait(otherwise: { "the unit does not read \(node)" }) {
        let process = try Program.run("systemctl", "--user", "show", "-P", "MainPID", "sleight", as: .user)
        return pid_t(process.filter { $0.isNumber }).map { Program.openFiles(of: $0).contains(node) } == true ? () : nil
      }
      let before = try sway.focusedWorkspace()
      try advice.perform(on: touchpad)
      try wait(otherwise: { "still on workspace \(before ?? "")" }) {
        try sway.focusedWorkspace() == before ? nil : ()
      }
      terminal.printFigure(advice)
      #expect(terminal.commands == 2)
      try Program.run("systemctl", "--user", "disable", "--now", "sleight", as: .user)
    }
  }
}

extension InTheGuest {
  /// The same in GNOME Shell and KWin with their own libinput, after a new login, without systemd; see
  /// Tests/Desktops/touchpads.
  @Suite(.serialized, .enabled(if: TouchpadDesktop.kind != nil, "this guest has no desktop"))
  struct FirstMinuteOnDesktops {
    private let desktop: TouchpadDesktop
    private let touchpad: Surface
    private var terminal: FirstTerminal

    init() throws {
      desktop = try TouchpadDesktop.alone(outputs: 1, hasExtension: false)
      // As most touchpads, it reports palms: rules act alone.
      var model = Surface.Model.touchpad
      model.toolTypes = .everyFrame
      touchpad = try Surface(model)
      terminal = FirstTerminal(desktop.environment)
      // On the workspace that is shown.
      try desktop.reopenWindow()
    }

    @Test(
      "from an empty home, three commands and the gesture that 'init' tells open GNOME's launcher",
      .enabled(if: TouchpadDesktop.isGNOME))
    mutating func launcher() throws {
      let advice = try terminal.start()
      // The shell runs no extension that is not enabled.
      _ = try terminal.type(#require(advice.first, "\(advice)"))
      #expect(advice.effect == "launcher")
      try terminal.follow(advice, on: touchpad) {
        try desktop.waitUntil("Main.overview.visible && Main.overview.dash.showAppsButton.checked", is: "true")
      }
      #expect(terminal.commands == 3)
    }

    @Test(
      "from an empty home, two commands and the gesture that 'init' tells make a window of KWin's fullscreen",
      .enabled(if: !TouchpadDesktop.isGNOME))
    mutating func fullscreen() throws {
      let advice = try terminal.start()
      try #require(advice.first == nil && advice.effect == "fullscreen", "\(advice)")
      try terminal.follow(advice, on: touchpad) {
        try wait(otherwise: { "not fullscreen: \(desktop.window.program)" }) {
          desktop.window.states.contains("fullscreen") ? () : nil
        }
      }
      #expect(terminal.commands == 2)
    }
  }
}

extension InADesktop {
  /// The same in Hyprland, in whose machine the unit is not installed.
  @Suite(.enabled(if: LiveDesktop.kind == "hyprland", "needs Hyprland: make test-desktops"))
  struct FirstMinuteOnHyprland {
    @Test("without a rules file, two commands and the gesture that 'init' tells show another workspace")
    func workspace() throws {
      let desktop = try LiveDesktop()
      let configuration = "\(try #require(desktop.environment["HOME"]))/.config/sleight"
      try Program.run("rm", "-rf", configuration)
      defer { _ = try? Program.run("rm", "-rf", configuration) }
      var model = Surface.Model.touchpad
      model.toolTypes = .everyFrame
      let touchpad = try LiveDesktop.withUinput { try Surface(model) }
      let folder = Guest.sleight.split(separator: "/").dropLast().joined(separator: "/")
      var terminal = FirstTerminal(
        desktop.environment.merging(["PATH": "/\(folder):/usr/local/bin:/usr/bin:/bin"]) { $1 })
      let advice = try terminal.start()
      try #require(advice.first == nil && advice.effect == "next workspace", "\(advice)")
      func shown() throws -> String {
        try Program.run("hyprctl", "-j", "activeworkspace", environment: desktop.environment)
      }
      let before = try shown()
      try terminal.follow(advice, on: touchpad) {
        try wait(otherwise: { "still on \(before)" }) { try shown() == before ? nil : () }
      }
      #expect(terminal.commands == 2)
      try Program.run("hyprctl", "dispatch", "hl.dsp.focus({ workspace = \"1\" })", environment: desktop.environment)
    }
  }
}

/// The terminal of a new user, who enters what the last command has told.
struct FirstTerminal {
  private let environment: [String: String]
  private(set) var commands = 0

  init(_ environment: [String: String]) { self.environment = environment }

  /// Runs `sleight init`.
  mutating func start() throws -> FirstAdvice { try FirstAdvice(type("sleight init")) }

  /// Enters a command, and waits until it ends.
  mutating func type(_ command: String) throws -> String {
    commands += 1
    return try Program.run("sh", "-c", command, as: .user, environment: environment)
  }

  /// Enters a command that goes on.
  mutating func open(_ command: String) throws -> Program {
    commands += 1
    return try Program(["sh", "-c", "exec \(command)"], environment: environment)
  }

  /// Starts the daemon, makes the gesture, and expects its effect.
  mutating func follow(_ advice: FirstAdvice, on touchpad: Surface, _ expectEffect: () throws -> Void) throws {
    let daemon = try open(advice.command)
    try daemon.waitUntilReading(#require(touchpad.node))
    settle()
    try advice.perform(on: touchpad)
    do {
      try expectEffect()
    } catch {
      throw TimedOut(description: "\(error)\n\(daemon)")
    }
    printFigure(advice)
    daemon.stop()
  }

  func printFigure(_ advice: FirstAdvice) {
    print("figure: \(commands) commands, and \(advice.gesture) with \(advice.fingers) fingers: \(advice.effect)")
  }
}

/// What `sleight init` tells.
struct FirstAdvice {
  /// A command for what is missing, if anything is.
  var first: String?
  /// The command that starts the daemon.
  var command: String
  /// `swipe left`.
  var gesture: String
  var fingers: Int
  /// The name of the rule.
  var effect: String

  init(_ text: String) throws {
    first = text.firstMatch(of: /\nFirst run '(.+)'\./).map { String($0.1) }
    let parts = try #require(text.firstMatch(of: /\nNow run '(.+)', and (.+) with (.+) fingers: (.+)\.\n$/), "\(text)")
    command = String(parts.1)
    gesture = String(parts.2)
    fingers = try #require(["three": 3, "four": 4][parts.3])
    effect = String(parts.4)
  }

  func perform(on touchpad: Surface) throws {
    if let way = Moves.mainDirections.first(where: { gesture == "swipe \($0.name)" }) {
      try Moves.swipe(way, fingers: fingers, on: touchpad)
    } else {
      try #require(gesture == "tap", "\(gesture)")
      try touchpad.tap(fingers, lasting: .milliseconds(60))
      touchpad.comeBack()
    }
  }
}
