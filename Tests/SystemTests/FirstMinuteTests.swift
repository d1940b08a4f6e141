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
  /// The same in GNOME Shell with its own libinput, after a new login, without systemd; see Tests/Desktops/touchpads.
  @Suite(.enabled(if: TouchpadDesktop.isGNOME, "this guest has no GNOME Shell")) struct FirstMinuteOnGNOME {
    @Test("from an empty home, three commands and the gesture that 'init' tells open the launcher")
    func launcher() throws {
      let desktop = try TouchpadDesktop.alone(outputs: 1, hasExtension: false)
      // As most touchpads, it reports palms: rules act alone.
      var model = Surface.Model.touchpad
      model.toolTypes = .everyFrame
      let touchpad = try Surface(model)
      var terminal = FirstTerminal(desktop.environment)
      let advice = try terminal.start()
      // The shell runs no extension that is not enabled.
      _ = try terminal.type(#require(advice.first, "\(advice)"))
      let daemon = try terminal.open(advice.command)
      try daemon.waitUntilReading(#require(touchpad.node))
      settle()
      #expect(advice.effect == "launcher")
      try advice.perform(on: touchpad)
      try desktop.waitUntil("Main.overview.visible && Main.overview.dash.showAppsButton.checked", is: "true")
      terminal.printFigure(advice)
      #expect(terminal.commands == 3)
      daemon.stop()
    }
  }
}

/// The terminal of a new user, who enters what the last command has told.
private struct FirstTerminal {
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

  func printFigure(_ advice: FirstAdvice) {
    print("figure: \(commands) commands, and \(advice.gesture) with \(advice.fingers) fingers: \(advice.effect)")
  }
}

/// What `sleight init` tells.
private struct FirstAdvice {
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
