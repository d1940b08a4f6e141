internal import CUinput
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
