internal import CUinput
internal import Glibc
internal import Testing

extension InASession {
  /// The packages of `make deb`, installed with apt.
  @Suite(.enabled(if: Guest.packages != nil, Guest.packagesNeeded)) struct ThePackages {
    /// The same package with another version.
    private func package(_ name: String, version: String) throws -> String {
      let folder = try Guest.folder()
      try Program.run("dpkg-deb", "--raw-extract", try Packages.file(name), "\(folder)/package")
      try Program.run("sed", "-i", "s/^Version: .*/Version: \(version)/", "\(folder)/package/DEBIAN/control")
      try Program.run("dpkg-deb", "-Znone", "--build", "\(folder)/package", "\(folder)/package.deb")
      return "\(folder)/package.deb"
    }

    @Test("their version is the program's")
    func version() throws {
      let program = try Program.run(Guest.sleight, "--version")
      for name in Packages.names {
        #expect(program.hasPrefix("sleight \(try Program.run("dpkg-query", "-W", "-f", "${Version}", name))\n"))
      }
    }

    @Test("an upgrade has the new program take over where the old one runs, with the user's rules as they are")
    func upgrade() throws {
      let unit = try UserUnit()
      let (rules, old) = (Guest.read(unit.rulesFile), try unit.process())
      try Packages.install(try package("sleight", version: "99.0"))
      #expect(try Program.run("dpkg-query", "-W", "-f", "${Version}", "sleight") == "99.0")
      try wait(otherwise: { "the old daemon still runs" }) { try unit.process() == old ? nil : () }
      try unit.waitUntilReading()
      #expect(try unit.swipe() == ["swipe"])
      #expect(Guest.read(unit.rulesFile) == rules)
      try Packages.install(try Packages.file("sleight"))
      try unit.stop()
    }

    @Test("removed, they leave what is the user's; installed, they open a touchpad that is there, and no keyboard")
    func removal() throws {
      let unit = try UserUnit()
      let touchpad = try #require(unit.touchpad.node)
      #expect(try Guest.userMayRead(touchpad) && Guest.userMayRead("/dev/uinput"))
      var files: [String] = []
      for name in Packages.names {
        files += try Program.run("dpkg", "-L", name).split(separator: "\n").map(String.init).filter {
          opendir($0).map { closedir($0) } == nil
        }
      }
      #expect(files.contains(Guest.sleight) && files.contains { $0.hasSuffix("/71-sleight-uinput.rules") })
      #expect(files.contains("/usr/bin/sleight-hint"))

      try Program.run("systemctl", "--user", "disable", "sleight", as: .user)
      try Packages.remove()
      #expect(files.filter { access($0, F_OK) == 0 } == [])
      let left = try Program.run(
        "find", "/etc", "/home", "/run/udev", "/usr/lib/systemd", "/usr/lib/udev", "/var/lib", "-name", "*sleight*")
      #expect(left == "/home/\(Guest.user.name)/.config/sleight\n")
      #expect(try !Guest.userMayRead(touchpad))
      #expect(try unit.swipe() == [])

      try Packages.install()
      try wait(otherwise: { "\(touchpad) stays closed" }) { try Guest.userMayRead(touchpad) ? () : nil }
      try wait(otherwise: { "/dev/uinput stays closed" }) { try Guest.userMayRead("/dev/uinput") ? () : nil }
      let keyboard = try VirtualDevice(
        name: "Virtual Keyboard", keys: (KEY_ESC...KEY_D).map { CInt($0) }, axes: [], properties: [])
      #expect(try !Guest.userMayRead(keyboard.node))
    }
  }
}
