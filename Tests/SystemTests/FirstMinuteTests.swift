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
      let terminal = sway.environment.merging([
        "XDG_CURRENT_DESKTOP": "sway", "XDG_SESSION_TYPE": "wayland", "HOME": Guest.user.home,
      ]) { $1 }
      func type(_ command: String) throws -> String {
        try Program.run("sh", "-c", command, as: .user, environment: terminal)
      }
      let told = try type("sleight init")
      let parts = try #require(
        told.firstMatch(of: /\nNow run '(.+)', and swipe (.+) with (.+) fingers: (.+ workspace)\.\n$/), "\(told)")
      _ = try type(String(parts.1))
      let node = try #require(touchpad.node)
      try wait(otherwise: { "the unit does not read \(node)" }) {
        let process = try Program.run("systemctl", "--user", "show", "-P", "MainPID", "sleight", as: .user)
        return pid_t(process.filter { $0.isNumber }).map { Program.openFiles(of: $0).contains(node) } == true ? () : nil
      }
      let way = try #require(Moves.mainDirections.first { $0.name == parts.2 })
      let fingers = try #require(["three": 3, "four": 4][parts.3])
      let before = try sway.focusedWorkspace()
      try Moves.swipe(way, fingers: fingers, on: touchpad)
      try wait(otherwise: { "still on workspace \(before ?? "")" }) {
        try sway.focusedWorkspace() == before ? nil : ()
      }
      print("figure: commands from an empty home to \(parts.4): 2")
      try Program.run("systemctl", "--user", "disable", "--now", "sleight", as: .user)
    }
  }
}
