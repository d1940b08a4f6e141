internal import CUinput
internal import Glibc
internal import Linux
internal import Testing

extension InTheGuest {
  /// The permissions that the udev rules grant to an ordinary user, and those that they do not.
  @Suite struct Permissions {
    private func mayRead(_ node: String) throws -> Bool {
      try Program(["test", "-r", node]).waitForExit() == 0
    }

    @Test("the user reads touchpads and touchscreens without being in group input")
    func touchDevices() throws {
      let touchpad = try Surface(.touchpad)
      let touchscreen = try Surface(.touchscreen)
      #expect(try mayRead(#require(touchpad.node)))
      #expect(try mayRead(#require(touchscreen.node)))
      #expect(try Program.run("id", "-nG", as: .user).split(whereSeparator: \.isWhitespace).contains("input") == false)
    }

    @Test("what the installed rule grants includes writing, as the manual says")
    func writing() throws {
      let touchpad = try Surface(.touchpad)
      #expect(try Program(["test", "-w", #require(touchpad.node)]).waitForExit() == 0)
    }

    @Test("with the manual's rule for a group, its members read touch devices, and nobody but root writes them")
    func group() throws {
      let manual = try #require(Guest.read("\(Guest.checkout)/man/sleight.1"))
      let rule = try #require(manual.split(separator: "ACTION!=", maxSplits: 1).last?.split(separator: ".Ed").first)
      #expect(rule.contains("GROUP=\"touch\", MODE=\"0640\""))
      let file = "/etc/udev/rules.d/70-sleight-touch.rules"
      let groups = try #require(Guest.read("/etc/group"))
      try Guest.write("ACTION!=\(rule)".replacing("\\e\n", with: "\\\n"), to: file)
      try Guest.write("\(groups)touch:x:4321:tester\n", to: "/etc/group")
      defer {
        unlink(file)
        try? Guest.write(groups, to: "/etc/group")
        _ = try? Program.run("udevadm", "control", "--reload")
      }
      try Program.run("udevadm", "control", "--reload")
      for model in [Surface.Model.touchpad, .touchscreen] {
        let surface = try Surface(model)
        let node = try #require(surface.node)
        #expect(try mayRead(node), "\(node)")
        #expect(try Program.run(Guest.sleight, "devices", as: .user).contains(model.name))
        #expect(try Program(["test", "-w", node]).waitForExit() != 0, "\(node)")
        #expect(try Program(["sh", "-c", "exec 3<>\(node)"]).waitForExit() != 0, "\(node)")
        let other = ["setpriv", "--reuid=54321", "--clear-groups", "test", "-r", node]
        #expect(try Program(other, as: .root).waitForExit() != 0, "\(node)")
      }
    }

    @Test("keyboards stay closed, and so does a touchpad that is also a keyboard")
    func keyboards() throws {
      let letters = (KEY_ESC...KEY_D).map { CInt($0) }
      let keyboard = try VirtualDevice(name: "Virtual Keyboard", keys: letters, axes: [], properties: [])
      #expect(try mayRead(keyboard.node) == false)
      let combination = try VirtualDevice(
        name: "Virtual Keyboard and Touchpad", keys: letters + [BTN_TOUCH, BTN_TOOL_FINGER, BTN_LEFT],
        axes: [
          .init(code: ABS_X, maximum: 1000, resolution: 20), .init(code: ABS_Y, maximum: 1000, resolution: 20),
        ], properties: [INPUT_PROP_POINTER])
      #expect(try mayRead(combination.node) == false)
    }
  }
}
