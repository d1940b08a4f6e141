internal import Glibc
internal import JSONLines
internal import Testing

extension InADesktop {
  @Suite(.enabled(if: LiveDesktop.kind == "kde", "needs KDE")) final class OnPlasma {
    private let desktop: LiveDesktop

    init() throws { desktop = try LiveDesktop() }

    @Test("touchpads that are switched off in the settings are reported, and that they are switched on again")
    func touchpads() throws {
      let kwin = try DevicesOfKWin(desktop)
      try kwin.set("enabled", false)
      let daemon = try desktop.daemon("  - {swipe: up, fingers: 3, do: 'true'}\n", variables: kwin.variables)
      func waitFor(_ count: Int, _ text: String) throws {
        try wait(otherwise: { "not \(count) times '\(text)': \(daemon.program), \(kwin.program)" }) {
          daemon.program.lines(.errors).count { $0.contains("'Virtual Touchpad' is switched \(text)") } == count
            ? () : nil
        }
      }
      try waitFor(1, "off in the compositor")
      try kwin.set("enabled", true)
      try waitFor(1, "on again")
      // There is a mouse.
      try kwin.set("disableEventsOnExternalMouse", true)
      try waitFor(2, "off in the compositor")
      kwin.program.stop()
      try waitFor(2, "on again")
      try daemon.stop()
    }

    @Test("a permission that KWin notices a moment after the start is used: the window is known, and keys arrive")
    func latePermission() throws {
      let folder = try Guest.folder()
      let (program, rules) = ("\(folder)/sleight", "\(folder)/rules.yml")
      try Program.run("cp", Guest.sleight, program)
      try Guest.write("rules:\n  - {name: keys, swipe: up, fingers: 3, when: {app: wev}, do: {keys: b}}\n", to: rules)
      let entries = "\(try #require(Guest.variable("HOME")))/.local/share/applications"
      try Program.run("mkdir", "-p", entries)
      // KWin searches for new entries when a client connects, but not within 1.5 s of the last search.
      rest(for: .seconds(2))
      try Program.run("wayland-info", environment: desktop.environment)
      try Guest.write(
        """
        [Desktop Entry]
        Type=Application
        Name=Another installation
        Exec=\(program) run
        X-KDE-Wayland-Interfaces=org_kde_plasma_window_management,org_kde_kwin_fake_input

        """, to: "\(entries)/another.desktop")
      defer { unlink("\(entries)/another.desktop") }
      let daemon = try Program([program, "run", "--config", rules], environment: desktop.environment)
      defer { daemon.stop() }
      try wait(otherwise: { "the permission is not used: \(daemon)" }) { () -> Void? in
        guard let status = try? desktop.status() else { return nil }
        return status["keys"]?.string == "wayland" && status["app"]?.string == "wev" ? () : nil
      }
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      try desktop.trigger("keys")
      let expected: [WindowKey] = [.down("b"), .up("b")]
      try desktop.expectKeys(expected, "\(daemon)")
    }

    @Test("a daemon without KWin's permission: doctor's commands, pasted, give it keys and the window")
    func remedies() throws {
      let folder = try Guest.folder()
      let (program, rules) = ("\(folder)/sleight", "\(folder)/rules.yml")
      try Program.run("cp", Guest.sleight, program)
      try Guest.write("rules:\n  - {name: keys, swipe: up, fingers: 3, when: {app: wev}, do: {keys: b}}\n", to: rules)
      let daemon = try Program([program, "run", "--config", rules], environment: desktop.environment)
      defer { daemon.stop() }
      try daemon.waitForLine(containing: "KWin does not permit this program org_kde_kwin_fake_input", in: .errors)
      // It connects once more two seconds after its start, and would find the permission itself.
      rest(for: .seconds(3))
      func findings(_ subject: String) throws -> [LiveDesktop.Finding] {
        try desktop.findings([program, "doctor", "--json", "--config", rules]).filter { $0.subject == subject }
      }
      let denied = try #require(try findings("input").first)
      #expect(denied.state == "wrong" && denied.remedy.count == 2, "\(denied)")
      let entry = "\(try #require(Guest.variable("HOME")))/.local/share/applications/sleight.desktop"
      defer { unlink(entry) }
      for command in denied.remedy { try Program.run("sh", "-c", command, environment: desktop.environment) }
      try wait(otherwise: { "KWin does not notice \(entry)" }) {
        try findings("input").allSatisfy { $0.state == "good" } ? () : nil
      }
      let old = try #require(try findings("daemon").first)
      #expect(old.state == "wrong" && !old.remedy.isEmpty, "\(old)")
      let last = try #require(old.remedy.last)
      let commands = ["PATH=\(folder):$PATH"] + old.remedy.dropLast() + ["exec \(last)"]
      let shell = try Program(["sh", "-c", commands.joined(separator: "\n")], environment: desktop.environment)
      defer { shell.stop() }
      #expect(try daemon.waitForExit() == 0, "\(daemon)")
      try wait(otherwise: { "the permission is not used: \(shell)" }) { () -> Void? in
        guard let status = try? desktop.status() else { return nil }
        return status["keys"]?.string == "wayland" && status["app"]?.string == "wev" ? () : nil
      }
      #expect(try findings("daemon").map(\.state) == ["good"])
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      try desktop.trigger("keys")
      let expected: [WindowKey] = [.down("b"), .up("b")]
      try desktop.expectKeys(expected, "\(shell)")
    }

    @Test("the page follows the fingers that scroll it, or goes against them without natural scrolling")
    func naturalScrolling() throws {
      let kwin = try DevicesOfKWin(desktop)
      for isNatural in [false, true] {
        try kwin.set("naturalScroll", isNatural)
        #expect(try desktop.pageFollowsFingers(kwin.environment) == isNatural)
      }
    }

    @Test("the pointer follows fingers by the user's speed of the touchpad")
    func pointerSpeed() throws {
      let kwin = try DevicesOfKWin(desktop)
      try desktop.expectSpeedOfTouchpads(kwin.variables) { try kwin.set("pointerAcceleration", $0) }
    }
  }
}

/// A stand-in for KWin's devices, of which it has none here. No other program may take KWin's name: it is on a bus of
/// its own.
private struct DevicesOfKWin {
  /// The variables of programs that use this bus.
  let variables: [String: String]
  let environment: [String: String]
  let program: Program
  private let bus: Program

  init(_ desktop: LiveDesktop) throws {
    bus = try Program(
      ["dbus-daemon", "--session", "--nofork", "--print-address"], environment: desktop.environment)
    let address = try wait(otherwise: { [bus] in "no bus: \(bus)" }) { [bus] in bus.lines(.output).first }
    variables = [
      "DBUS_SESSION_BUS_ADDRESS": address, "SLEIGHT_SESSION_BUS": address, "XDG_CONFIG_HOME": try Guest.folder(),
      "PYTHONDONTWRITEBYTECODE": "1",
    ]
    environment = desktop.environment.merging(variables) { $1 }
    program = try Program(["\(Guest.checkout)/Tests/Desktops/kwin-devices.py"], environment: environment)
    try Program.run("gdbus", "wait", "--session", "org.kde.KWin", environment: environment)
  }

  /// Sets a property of the touchpad.
  func set(_ property: String, _ value: some CustomStringConvertible) throws {
    try Program.run(
      "gdbus", "call", "--session", "--dest", "org.kde.KWin", "--object-path", "/org/kde/KWin/InputDevice/event1",
      "--method", "org.freedesktop.DBus.Properties.Set", "org.kde.KWin.InputDevice", property, "<\(value)>",
      environment: environment)
  }
}
