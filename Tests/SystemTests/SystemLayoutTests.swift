internal import CUinput
internal import Testing

extension InASession {
  /// The keyboard layout of the system's settings, used if no other source has one.
  @Suite struct TheSystemsLayout {
    @Test("where there is no compositor, keys are looked up on the layout that localectl has set, and doctor says so")
    func german() throws {
      try Program.run("localectl", "--no-convert", "set-x11-keymap", "de")
      // On a German keyboard, z is at the position of y.
      let unit = try UserUnit(adding: ["{pan: down, fingers: 3, begin: {hold: z}, do: none}"])
      let keyboard = try PressedKeys(of: "Sleight keyboard")
      try unit.touchpad.land(3)
      try unit.touchpad.move(by: .init(x: 0, y: 20), in: .milliseconds(300))
      try keyboard.waitUntilPressed([KEY_Y])
      try unit.touchpad.lift()
      try keyboard.waitUntilPressed([])
      let doctor = try Program([Guest.sleight, "doctor"], environment: ["HOME": Guest.user.home])
      _ = try doctor.waitForExit()
      #expect(doctor.text(.output).contains("keyboard layout 'German', from the system's settings"), "\(doctor)")

      // A change takes effect at once.
      try Program.run("localectl", "--no-convert", "set-x11-keymap", "us")
      try unit.touchpad.land(3)
      try unit.touchpad.move(by: .init(x: 0, y: 20), in: .milliseconds(300))
      try keyboard.waitUntilPressed([KEY_Z])
      try unit.touchpad.lift()
      try keyboard.waitUntilPressed([])
      try unit.stop()
    }
  }
}
