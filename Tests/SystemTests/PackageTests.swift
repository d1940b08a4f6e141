internal import CUinput
internal import Glibc
internal import Testing

extension InASession {
  /// What `make deb` makes, installed with dpkg.
  @Suite struct ThePackages {
    /// Both, in the order in which they are installed.
    private static let names = ["sleight", "sleight-uinput"]

    private func mayRead(_ node: String) throws -> Bool { try Program(["test", "-r", node]).waitForExit() == 0 }

    @Test("their version is the program's")
    func version() throws {
      let program = try Program.run(Guest.sleight, "--version")
      for name in Self.names {
        #expect(program == "sleight \(try Program.run("dpkg-query", "-W", "-f", "${Version}", name))\n")
      }
    }

    @Test("removed, they leave what is the user's; installed, they open a touchpad that is there, and no keyboard")
    func removal() throws {
      let unit = try UserUnit()
      let touchpad = try #require(unit.touchpad.node)
      #expect(try mayRead(touchpad) && mayRead("/dev/uinput"))
      var files: [String] = []
      for name in Self.names {
        files += try Program.run("dpkg", "-L", name).split(separator: "\n").map(String.init).filter {
          opendir($0).map { closedir($0) } == nil
        }
      }
      #expect(files.contains(Guest.sleight) && files.contains { $0.hasSuffix("/71-sleight-uinput.rules") })

      try Program.run("systemctl", "--user", "disable", "sleight", as: .user)
      try Program.run("dpkg", "--no-triggers", "--remove", "sleight-uinput", "sleight")
      #expect(files.filter { access($0, F_OK) == 0 } == [])
      let left = try Program.run(
        "find", "/etc", "/home", "/run/udev", "/usr/lib/systemd", "/usr/lib/udev", "/var/lib", "-name", "*sleight*")
      #expect(left == "/home/\(Guest.user.name)/.config/sleight\n")
      #expect(try !mayRead(touchpad))
      #expect(try unit.swipe() == [])

      for name in Self.names {
        let package = try #require(Guest.names(in: Guest.packages).first { $0.hasPrefix("\(name)_") })
        try Program.run("dpkg", "--no-triggers", "--install", "\(Guest.packages)/\(package)")
      }
      try wait(otherwise: { "\(touchpad) stays closed" }) { try mayRead(touchpad) ? () : nil }
      try wait(otherwise: { "/dev/uinput stays closed" }) { try mayRead("/dev/uinput") ? () : nil }
      let keyboard = try VirtualDevice(
        name: "Virtual Keyboard", keys: (KEY_ESC...KEY_D).map { CInt($0) }, axes: [], properties: [])
      #expect(try !mayRead(keyboard.node))
    }
  }
}
