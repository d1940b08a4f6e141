internal import CUinput
internal import Testing

extension InTheGuest {
  /// Conditions on the machine: its tablet mode, its input devices, and pens.
  @Suite struct MachineConditions {
    /// What doctor prints, for the nodes of tablets and of switches.
    static func permit(_ property: String) throws {
      try Guest.write(
        "SUBSYSTEM==\"input\", KERNEL==\"event*\", ENV{\(property)}==\"1\", TAG+=\"uaccess\"\n",
        to: "/etc/udev/rules.d/71-test-\(property).rules")
      try Program.run("udevadm", "control", "--reload")
      try Program.run("udevadm", "trigger", "--settle", "--subsystem-match=input", "--action=add")
    }

    static func forbid(_ property: String) {
      _ = try? Program.run("rm", "-f", "/etc/udev/rules.d/71-test-\(property).rules")
      _ = try? Program.run("udevadm", "control", "--reload")
    }

    /// A daemon with rules for a swipe of three fingers: each writes its condition.
    private static func daemon(_ conditions: [String], settings: String = "", on touchpad: Surface) throws -> Daemon {
      let folder = try Guest.folder()
      let rules = conditions.map {
        "  - {swipe: left, fingers: 3\($0.isEmpty ? "" : ", when: {\($0)}"), do: 'echo \($0.isEmpty ? "always" : $0) >>\(folder)/acts'}\n"
      }
      return try Daemon(
        rulesText: "\(settings)rules:\n\(rules.joined())", folder: folder, reading: [touchpad])
    }

    private static func swipe(_ touchpad: Surface) throws {
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
    }

    static func wait(for text: String, of daemon: Daemon) throws {
      try SystemTests.wait(otherwise: { "no '\(text)' in the status: \(daemon.program)" }) {
        let status = try Program.sleight("status", environment: [:])
        try status.waitForExit()
        return status.text(.output).contains(text) ? () : nil
      }
    }

    static func pen() throws -> VirtualDevice {
      try VirtualDevice(
        name: "Virtual Pen", keys: [BTN_TOOL_PEN, BTN_TOOL_RUBBER, BTN_TOUCH, BTN_STYLUS],
        axes: [
          .init(code: ABS_X, maximum: 20_000, resolution: 100), .init(code: ABS_Y, maximum: 15_000, resolution: 100),
          .init(code: ABS_PRESSURE, maximum: 4095),
        ], properties: [INPUT_PROP_DIRECT])
    }

    @Test("a pen that is near turns rules off and others on, and only its proximity reaches the daemon")
    func pens() throws {
      try Self.permit("ID_INPUT_TABLET")
      defer { Self.forbid("ID_INPUT_TABLET") }
      let touchpad = try Surface(.touchpad)
      let pen = try Self.pen()
      let daemon = try Self.daemon(["pen-near: true", "pen-near: false"], on: touchpad)
      try Self.wait(for: "no pen is near", of: daemon)
      try Self.swipe(touchpad)
      try daemon.expectActs(["pen-near: false"])
      for tool in [BTN_TOOL_PEN, BTN_TOOL_RUBBER] {
        try pen.report([
          .init(type: EV_KEY, code: tool, value: 1), .init(type: EV_ABS, code: ABS_X, value: 500),
          .init(type: EV_ABS, code: ABS_Y, value: 500),
        ])
        try Self.wait(for: "a pen is near", of: daemon)
        // Strokes that are drawn do not wake it.
        for step in 1...20 {
          try pen.report([
            .init(type: EV_KEY, code: BTN_TOUCH, value: CInt(step % 2)),
            .init(type: EV_ABS, code: ABS_X, value: 500 + CInt(step)),
            .init(type: EV_ABS, code: ABS_PRESSURE, value: 900),
          ])
        }
        try Self.swipe(touchpad)
        try pen.report([.init(type: EV_KEY, code: tool, value: 0)])
        try Self.wait(for: "no pen is near", of: daemon)
      }
      try daemon.expectActs(["pen-near: false", "pen-near: true", "pen-near: true"])
      try daemon.stop()
    }

    @Test("with 'while-pen-near: false' no rule acts while a pen is near, and each does again when it is gone")
    func setting() throws {
      try Self.permit("ID_INPUT_TABLET")
      defer { Self.forbid("ID_INPUT_TABLET") }
      let touchpad = try Surface(.touchpad)
      let pen = try Self.pen()
      let daemon = try Self.daemon([""], settings: "settings: {while-pen-near: false}\n", on: touchpad)
      try Self.wait(for: "no pen is near", of: daemon)
      try pen.report([.init(type: EV_KEY, code: BTN_TOOL_PEN, value: 1)])
      try Self.wait(for: "a pen is near", of: daemon)
      try Self.swipe(touchpad)
      try pen.report([.init(type: EV_KEY, code: BTN_TOOL_PEN, value: 0)])
      try Self.wait(for: "no pen is near", of: daemon)
      try Self.swipe(touchpad)
      try daemon.expectActs(["always"])
      try daemon.stop()
    }

    @Test("without permission for the pen's node, rules on it do not act, and doctor prints the commands")
    func permission() throws {
      let touchpad = try Surface(.touchpad)
      let pen = try Self.pen()
      let daemon = try Self.daemon(["pen-near: false"], on: touchpad)
      try daemon.program.waitForLine(
        containing: "condition 'pen-near' is unknown: 'Virtual Pen' is not readable", in: .errors)
      #expect(!daemon.program.openFiles.contains(pen.node))
      let doctor = try Program.sleight("doctor", "--config", daemon.rulesFile, environment: [:])
      try doctor.waitForExit()
      #expect(doctor.text(.output).contains("71-sleight-pens.rules"), "\(doctor)")
      try daemon.stop()
    }

    @Test("nothing is opened for rules without such conditions")
    func nothing() throws {
      try Self.permit("ID_INPUT_TABLET")
      defer { Self.forbid("ID_INPUT_TABLET") }
      let touchpad = try Surface(.touchpad)
      let pen = try Self.pen()
      let daemon = try Self.daemon([""], on: touchpad)
      try Self.swipe(touchpad)
      try daemon.expectActs(["always"])
      #expect(!daemon.program.openFiles.contains(pen.node))
      try daemon.stop()
    }

    @Test("the switch of a machine that serves as a tablet, also of one that is plugged in later")
    func tabletMode() throws {
      try Self.permit("ID_INPUT_SWITCH")
      defer { Self.forbid("ID_INPUT_SWITCH") }
      let touchpad = try Surface(.touchpad)
      let daemon = try Self.daemon(["tablet-mode: true", "tablet-mode: false"], on: touchpad)
      try Self.wait(for: "the tablet mode is off", of: daemon)
      try Self.swipe(touchpad)
      let device = try VirtualDevice(
        name: "Virtual Switches", keys: [], axes: [], switches: [SW_LID, SW_TABLET_MODE], properties: [])
      let node = device.node
      try SystemTests.wait(otherwise: { "\(node) is not opened: \(daemon.program)" }) {
        daemon.program.isReading(node) ? () : nil
      }
      try device.report([.init(type: EV_SW, code: SW_TABLET_MODE, value: 1)])
      try Self.wait(for: "the tablet mode is on", of: daemon)
      try Self.swipe(touchpad)
      try device.report([.init(type: EV_SW, code: SW_TABLET_MODE, value: 0)])
      try Self.wait(for: "the tablet mode is off", of: daemon)
      try Self.swipe(touchpad)
      try daemon.expectActs(["tablet-mode: false", "tablet-mode: true", "tablet-mode: false"])
      try daemon.stop()
    }

    @Test(
      "a battery, as its machine is unplugged and plugged in",
      .enabled(if: Guest.isProgram, "Debian's kernels have no battery to try"))
    func battery() throws {
      // The kernel's test_power: mains, a USB supply and a battery.
      let folder = "/sys/module/test_power/parameters"
      func set(_ name: String, _ value: String) throws {
        try Program.run("sh", "-c", "echo \(value) >\(folder)/\(name)")
        settle()
      }
      defer { for name in ["usb_online", "ac_online"] { try? set(name, "on") } }
      let touchpad = try Surface(.touchpad)
      let daemon = try Self.daemon(["on-battery: true", "on-battery: false"], on: touchpad)
      try Self.wait(for: "not on its battery", of: daemon)
      try Self.swipe(touchpad)
      // Another supply is left.
      try set("ac_online", "off")
      try Self.swipe(touchpad)
      try set("usb_online", "off")
      try Self.swipe(touchpad)
      try set("ac_online", "on")
      try Self.swipe(touchpad)
      try daemon.expectActs(["on-battery: false", "on-battery: false", "on-battery: true", "on-battery: false"])
      try daemon.stop()
    }

    @Test("a mouse, and a device by its name, as they are plugged in and pulled out")
    func connected() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Self.daemon(["connected: mouse", "not: {connected: mouse}"], on: touchpad)
      try Self.swipe(touchpad)
      do {
        let mouse = try VirtualDevice(
          name: "Virtual Mouse", keys: [BTN_LEFT, BTN_RIGHT], axes: [], relativeAxes: [REL_X, REL_Y], properties: [])
        settle()
        try Self.swipe(touchpad)
        _ = mouse.node
      }
      settle()
      try Self.swipe(touchpad)
      try daemon.expectActs(["not: {connected: mouse}", "connected: mouse", "not: {connected: mouse}"])
      try daemon.stop()
    }
  }
}
