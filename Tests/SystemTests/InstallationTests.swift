internal import CUinput
internal import Testing

extension InASession {
  /// The installation by `make install` without packages, enabled and uninstalled as described in README.
  @Suite(.enabled(if: Guest.packages != nil, Guest.packagesNeeded)) struct TheInstallation {
    /// The command of README that starts with `first`, and those that follow it, without sudo: the tests run as root.
    private func commands(from first: String) throws -> [Substring] {
      let readme = try #require(Guest.read("\(Guest.checkout)/README.md"))
      let lines = readme.split(separator: "\n", omittingEmptySubsequences: false).drop { $0 != "    \(first)" }
      let commands = lines.prefix { $0.hasPrefix("    ") }.map { $0.dropFirst(4).trimmingPrefix("sudo ") }
      return try #require(commands.isEmpty ? nil : commands)
    }

    private func execute(_ command: some StringProtocol) throws {
      try Program.run("sh", "-c", "cd '\(Guest.checkout)' && \(command)")
    }

    @Test("a touchpad that is there opens, and no keyboard; gestures act; in the end only the user's file is left")
    func installation() throws {
      try Program.run("systemctl", "--user", "disable", "--now", "sleight", as: .user)
      try withoutPackages { try install() }
      // The service that starts commands stays for a moment after the last one has ended. The directory of the socket
      // stays, empty, until the user logs out.
      let directory = "\(Guest.user.runtime)/sleight"
      var running = ""
      try wait(otherwise: { running }) {
        running = try Program.run("find", "/run", "-name", "*sleight*", "-not", "-path", directory)
        return running.isEmpty ? () : nil
      }
      #expect(try Program.run("find", directory) == "\(directory)\n")
    }

    private func withoutPackages(_ body: () throws -> Void) throws {
      try Packages.remove()
      defer { #expect(throws: Never.self) { try Packages.install() } }
      try body()
    }

    /// Installs, uses and uninstalls it.
    private func install() throws {
      // A device that exists before the installation.
      let surface = try Surface(.touchpad)
      let touchpad = try #require(surface.node)
      #expect(try !Guest.userMayRead(touchpad))

      for command in try commands(from: "sudo make install") { try execute(command) }
      try wait(otherwise: { "\(touchpad) stays closed" }) { try Guest.userMayRead(touchpad) ? () : nil }
      let keyboard = try VirtualDevice(
        name: "Virtual Keyboard", keys: (KEY_ESC...KEY_D).map { CInt($0) }, axes: [], properties: [])
      #expect(try !Guest.userMayRead(keyboard.node))

      let unit = try UserUnit()
      #expect(try Program.run("readlink", "/proc/\(unit.process())/exe") == "/usr/local/bin/sleight\n")
      #expect(try unit.swipe() == ["swipe"])

      for command in try commands(from: "systemctl --user disable --now sleight") {
        if command.hasPrefix("systemctl --user") {
          try Program.run("sh", "-c", String(command), as: .user)
        } else {
          try execute(command)
        }
      }
      let left = try Program.run("find", "/etc", "/home", "/usr/local", "/var/lib", "-name", "*sleight*")
      #expect(left == "/home/\(Guest.user.name)/.config/sleight\n")
    }
  }
}
