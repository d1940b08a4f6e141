internal import Testing

extension InADesktop {
  @Suite(.enabled(if: LiveDesktop.kind == "kde", "needs KDE")) final class OnPlasma {
    private let desktop: LiveDesktop

    init() throws { desktop = try LiveDesktop() }

    @Test("touchpads that are switched off in the settings are reported, and that they are switched on again")
    func touchpads() throws {
      // KWin has no devices here, and no other program may take its name: the stand-in is on a bus of its own.
      let bus = try Program(
        ["dbus-daemon", "--session", "--nofork", "--print-address"], environment: desktop.environment)
      let address = try wait(otherwise: { "no bus: \(bus)" }) { bus.lines(.output).first }
      var changed = ["DBUS_SESSION_BUS_ADDRESS": address, "XDG_CONFIG_HOME": try Guest.folder()]
      changed["PYTHONDONTWRITEBYTECODE"] = "1"
      let environment = desktop.environment.merging(changed) { $1 }
      let devices = try Program(["\(Guest.checkout)/Tests/Desktops/kwin-devices.py"], environment: environment)
      try Program.run("gdbus", "wait", "--session", "org.kde.KWin", environment: environment)
      func set(_ property: String, _ value: Bool) throws {
        try Program.run(
          "gdbus", "call", "--session", "--dest", "org.kde.KWin", "--object-path", "/org/kde/KWin/InputDevice/event1",
          "--method", "org.freedesktop.DBus.Properties.Set", "org.kde.KWin.InputDevice", property, "<\(value)>",
          environment: environment)
      }
      try set("enabled", false)
      let daemon = try desktop.daemon("  - {swipe: up, fingers: 3, do: 'true'}\n", variables: changed)
      func waitFor(_ count: Int, _ text: String) throws {
        try wait(otherwise: { "not \(count) times '\(text)': \(daemon.program), \(devices)" }) {
          daemon.program.lines(.errors).count { $0.contains("'Virtual Touchpad' is switched \(text)") } == count
            ? () : nil
        }
      }
      try waitFor(1, "off in the compositor")
      try set("enabled", true)
      try waitFor(1, "on again")
      // There is a mouse.
      try set("disableEventsOnExternalMouse", true)
      try waitFor(2, "off in the compositor")
      devices.stop()
      try waitFor(2, "on again")
      try daemon.stop()
    }
  }
}
