internal import Diagnostics
internal import JSONLines
internal import Testing

extension InADesktop {
  @Suite(.enabled(if: LiveDesktop.kind != "", "needs a desktop: make test-desktops")) final class Reports {
    private let desktop: LiveDesktop

    init() throws { desktop = try LiveDesktop() }

    /// The text in Tests/Desktops/reports, whole.
    @Test("status and doctor report the desktop: where the focus, keys and pointer come from, and what is missing")
    func reports() throws {
      let keyboard = try desktop.layoutKeyboard()
      defer { withExtendedLifetime(keyboard) {} }
      let condition = "{app: a, title: b, fullscreen: true}"
      let daemon = try desktop.daemon(
        "  - {name: any, swipe: up, fingers: 3, when: \(condition), do: [{keys: a}, {click: left}]}\n")
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      // logind, and compositors with a socket of their own, answer a moment after the start.
      let hasSocket = ["sway", "hyprland"].contains(LiveDesktop.kind)
      try desktop.waitForStatus { status in
        status["keys"]?.string != nil && status["pointer"]?.string != nil
          && (!hasSocket || status["windowSource"]?.string?.lowercased() == LiveDesktop.kind)
          && (!LiveDesktop.hasLogind || status["session"]?.string == "active")
      }
      var text = ""
      for command in [["status"], ["doctor", "--config", daemon.rulesFile]] {
        let program = try Program([Guest.sleight] + command, environment: desktop.environment)
        try program.waitForExit()
        text += "$ sleight \(command[0])\n\(program.text(.output))\(program.text(.errors))"
      }
      try daemon.stop()
      let folder = daemon.rulesFile.split(separator: "/").dropLast().joined(separator: "/")
      text.replace("/\(folder)", with: "FOLDER")
      // Versions and the process differ from day to day, and so does the name of sway's socket.
      text.replace(/pid [0-9]+/, with: "pid N")
      // The second daemon has the keyboard and pointer of a compositor that has none.
      text.replace(/kill [0-9]+/, with: "kill N")
      text.replace(/[0-9]+(\.[0-9]+)+[^ ;,)\n]*/, with: "VERSION")
      // The service of GNOME's lock screen starts when another test asks it.
      if LiveDesktop.kind == "gnome" { text.replace("; the lock screen of GNOME can report a lock", with: "") }
      let path = "Tests/Desktops/reports/\(LiveDesktop.suite)-\(LiveDesktop.kind).txt"
      let expected = try #require(Guest.read("\(Guest.checkout)/\(path)"), "no \(path):\n\(text)")
      #expect(text == expected, "\(path):\n\(text)")
    }

    @Test("windows lists the open windows, as conditions compare them")
    func windows() throws {
      try desktop.window.waitForLine(containing: "wl_keyboard] enter")
      let list = try Program([Guest.sleight, "windows"], environment: desktop.environment)
      #expect(try list.waitForExit() == 0, "\(list)")
      #expect(list.text(.output).split(separator: "\n").contains("wev  wev"), "\(list)")
    }

    @Test(
      "GNOME, KWin and phoc cannot enable libinput's drag with several fingers: doctor does not warn of it there",
      .enabled(if: ["gnome", "kde", "phoc"].contains(LiveDesktop.kind), "others can, or report whether they do"))
    func dragging() throws {
      let maps = try #require(Guest.read("/proc/\(LiveDesktop.process)/maps"))
      let files = Set(maps.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) })
      let libraries = files.filter { file in ["libkwin.so", "libmutter-", "/bin/phoc"].contains { file.contains($0) } }
      #expect(!libraries.isEmpty)
      for library in libraries {
        let search = try Program(["grep", "-q", "libinput_device_config_3fg_drag_set_enabled", library])
        #expect(try search.waitForExit() == 1, "\(library)")
      }
    }
  }
}
