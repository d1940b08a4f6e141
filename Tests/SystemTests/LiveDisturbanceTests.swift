internal import Glibc
internal import JSONLines
internal import Testing

extension InADesktop {
  /// What may happen to keymaps and keyboards between two actions.
  @Suite(.enabled(if: LiveDesktop.kind != "hyprland", "Hyprland has tests of its own"))
  final class Disturbed {
    private let desktop: LiveDesktop

    init() throws { desktop = try LiveDesktop() }

    /// A rule, and the keys that a window receives.
    private struct Action {
      let name: String
      let text: String
      let symbols: [String]
    }

    /// Something that happens between two actions.
    private struct Disturbance {
      let name: String
      let cause: () throws -> Void
    }

    private static var actions: [Action] {
      let onLayout = [
        Action(name: "keys", text: "{keys: [z, ctrl+y, m]}", symbols: ["z", "Control_L", "y", "m"]),
        Action(name: "text", text: "{type: zy-}", symbols: ["z", "y", "minus"]),
      ]
      // GNOME types them through its input method, which wev has none of.
      guard LiveDesktop.typesCharacters, LiveDesktop.kind != "gnome" else { return onLayout }
      return onLayout + [Action(name: "signs", text: "{type: zω漢}", symbols: ["z", "Greek_omega", "U6F22"])]
    }

    /// The number of changes of the settings so far.
    private var changes = 0

    /// Has the compositor read its configuration again, or other layouts from the settings; nil if it cannot.
    private func reload() -> (() throws -> Void)? {
      let desktop = desktop
      func rewrite(_ name: String, _ change: (String) -> String) throws {
        let file = "\(try #require(Guest.variable("XDG_CONFIG_HOME")))/\(name)"
        try Guest.write(change(#require(Guest.read(file))), to: file)
      }
      switch LiveDesktop.kind {
      case "sway": return { try Program.run("swaymsg", "reload", environment: desktop.environment) }
      case "labwc": return { kill(try LiveDesktop.process, SIGHUP) }
      case "wayfire": return { try rewrite("compositor") { $0 } }
      case "gnome":
        return { [unowned self] in
          changes += 1
          let layouts = changes.isMultiple(of: 2) ? ["us", "de"] : ["de", "us"]
          let sources = layouts.map { "['xkb', '\($0)']" }.joined(separator: ", ")
          let settings = "new imports.gi.Gio.Settings({schema_id: 'org.gnome.desktop.input-sources'})"
          _ = try desktop.evaluate(
            "\(settings).set_value('sources', new imports.gi.GLib.Variant('a(ss)', [\(sources)]))")
        }
      case "kde":
        return { [unowned self] in
          changes += 1
          let layouts = changes.isMultiple(of: 2) ? "us,de" : "de,us"
          try rewrite("kxkbrc") { _ in "[Layout]\nUse=true\nLayoutList=\(layouts)\n" }
          try Program.run(
            "gdbus", "emit", "--session", "--object-path", "/Layouts", "--signal", "org.kde.keyboard.reloadConfig",
            environment: desktop.environment)
          try desktop.call("org.kde.KWin", "/KWin", "org.kde.KWin.reconfigure")
        }
      default: return nil
      }
    }

    /// Another client with a virtual keyboard of its own.
    private func otherClient() throws {
      if LiveDesktop.isWlroots {
        try Program.run("wlrctl", "keyboard", "type", "x", environment: desktop.environment)
        return
      }
      let rules = try Guest.folder() + "/rules.yml"
      try Guest.write("rules: [{swipe: left, fingers: 4, do: {keys: [shift+x, ctrl+q]}}]\n", to: rules)
      let before = desktop.keys.count
      let replay = try Program.sleight(
        "replay", "--act", "--config", rules, desktop.recording(moving: (0, 0)), environment: desktop.environment)
      #expect(try replay.waitForExit() == 0, "\(replay)")
      try wait(otherwise: { "no key: \(replay)" }) { desktop.keys.count >= before + 8 ? () : nil }
    }

    private func suspend() throws {
      try Program.run(
        arguments: desktop.busCall(
          "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager.Suspend", on: "--system")
          + ["false"], environment: desktop.environment)
      try desktop.waitForStatus { $0["session"]?.string != "active" }
      // GNOME and Plasma lock the session meanwhile, which logind's stand-in has the user unlock.
      try wait(otherwise: { "the session stays \((try? desktop.status()["session"]?.string) ?? "unknown")" }) {
        try desktop.setLocked(false)
        return try desktop.status()["session"]?.string == "active" ? () : nil
      }
      try desktop.waitForLockScreen(false)
      try desktop.reopenWindow()
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      try desktop.waitForStatus { $0["app"]?.string == "wev" }
    }

    @Test("each action types what is written, whatever has happened since the one before")
    func disturbed() throws {
      let actions = Self.actions
      let rules = actions.map { "  - {name: \($0.name), swipe: up, fingers: 3, do: \($0.text)}\n" }.joined()
      let keyboard = try desktop.layoutKeyboard()
      let daemon = try desktop.daemon(rules)
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      var layout = 0
      defer { if keyboard == nil { try? desktop.setLayout(0) } }
      var disturbances = [
        Disturbance(name: "nothing") {},
        Disturbance(name: "another layout") { [desktop] in
          layout = 1 - layout
          if let keyboard { try keyboard.switchLayout() } else { try desktop.setLayout(layout) }
        },
        Disturbance(name: "another program", cause: otherClient),
      ]
      if let reload = reload() { disturbances.append(Disturbance(name: "a reload", cause: reload)) }
      if LiveDesktop.hasLogind { disturbances.append(Disturbance(name: "sleep", cause: suspend)) }
      for disturbance in disturbances {
        for first in actions {
          for second in actions {
            for action in [first, second] {
              let before = desktop.keys.count
              try desktop.trigger(action.name)
              func presses() -> [String] { desktop.keys.dropFirst(before).filter(\.isPressed).map(\.symbol) }
              try wait(otherwise: { "\(action.name) after \(disturbance.name): \(presses()): \(daemon.program)" }) {
                presses().count >= action.symbols.count ? () : nil
              }
              settle()
              #expect(
                presses() == action.symbols,
                "\(first.name), \(disturbance.name), \(second.name): \(daemon.program)")
              try disturbance.cause()
              // What it causes in windows is read, and so is what the daemon is told.
              settle()
            }
          }
        }
        print("figure: \(LiveDesktop.kind): the next action is right after \(disturbance.name)")
      }
      try daemon.stop()
    }
  }
}
