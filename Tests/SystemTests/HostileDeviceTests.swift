internal import CUinput
internal import Glibc
internal import Linux
internal import Testing

extension InTheGuest {
  /// Devices with absurd properties. A user who may create devices can do more harm than this; a broken device may do
  /// so by itself.
  @Suite struct HostileDevices {
    /// A device, and the expected message.
    private struct Case {
      var title: String
      /// The minimum of both axes.
      var minimum: CInt = 0
      var maximum: CInt = 2000
      var resolution: CInt = 20
      /// The last slot; nil for a device without slots.
      var lastSlot: CInt? = 4
      /// Nil for one named after its properties.
      var name: String?
      /// True if the kernel refuses it, false if libinput does; nil if either may, depending on the kernel's version.
      var isKernels: Bool? = false
    }

    private static let cases = [
      Case(title: "an axis that ends before it begins", minimum: 10, maximum: 9, isKernels: true),
      Case(title: "an axis that overflows", minimum: .min, maximum: .max, isKernels: nil),
      Case(title: "no extent", maximum: 0),
      Case(title: "the largest axis", maximum: .max),
      Case(title: "the lowest axis", minimum: .min + 1, maximum: 0),
      Case(title: "no resolution", resolution: 0),
      Case(title: "a negative resolution", resolution: -20),
      Case(title: "the largest resolution", resolution: .max),
      Case(title: "one slot", lastSlot: 0),
      Case(title: "no slots", lastSlot: nil),
      Case(title: "sixty slots", lastSlot: 59),
      Case(
        title: "the longest name, with everything in it that a terminal acts on",
        name: "\u{1b}]0;a\u{7}\r\n$(reboot)`reboot`'\"\\\u{202e}\u{9b}31m" + String(repeating: "ä", count: 30)),
    ]

    private func plug(_ device: Case, called name: String, as kind: String) throws -> VirtualDevice {
      let isScreen = kind == "touchscreen"
      let slots: [VirtualDevice.Axis] = (device.lastSlot.map { [.init(code: ABS_MT_SLOT, maximum: $0)] } ?? [])
      let places = [ABS_X, ABS_Y, ABS_MT_POSITION_X, ABS_MT_POSITION_Y].map {
        VirtualDevice.Axis(
          code: $0, minimum: device.minimum, maximum: device.maximum, resolution: device.resolution)
      }
      return try VirtualDevice(
        name: name, keys: isScreen ? [BTN_TOUCH] : [BTN_TOUCH, BTN_TOOL_FINGER, BTN_TOOL_TRIPLETAP, BTN_LEFT],
        axes: places + slots + [.init(code: ABS_MT_TRACKING_ID, maximum: 65_535)],
        properties: [isScreen ? INPUT_PROP_DIRECT : INPUT_PROP_POINTER])
    }

    /// Fingers in every slot, and in some that do not exist, all over the surface.
    private func touch(_ device: borrowing VirtualDevice, _ number: Int) throws {
      for frame in 0..<12 {
        var events: [VirtualDevice.Event] = []
        for slot in stride(from: CInt(0), through: 64, by: 4) {
          events += [
            .init(type: EV_ABS, code: ABS_MT_SLOT, value: slot),
            .init(type: EV_ABS, code: ABS_MT_TRACKING_ID, value: frame == 11 ? -1 : CInt(number) * 100 + slot),
            .init(
              type: EV_ABS, code: ABS_MT_POSITION_X,
              value: [0, 300, -5, .max, .min, 900][(frame + Int(slot)) % 6]),
            .init(type: EV_ABS, code: ABS_MT_POSITION_Y, value: CInt(frame) * 100),
          ]
        }
        events.append(.init(type: EV_KEY, code: BTN_TOUCH, value: frame == 11 ? 0 : 1))
        try device.report(events)
        // The device's own pace, 125 frames a second.
        rest(for: .milliseconds(8))
      }
    }

    @Test(
      "each is read or refused with a message, and a good touchpad is read beside it",
      arguments: [
        "touchpad", "touchscreen",
      ])
    func strange(kind: String) throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(Moves.rules, reading: [touchpad])
      for (number, device) in Self.cases.enumerated() {
        let before = daemon.program.lines(.errors).count
        let name = device.name ?? "Hostile \(number) "
        do {
          let plugged = try plug(device, called: name, as: kind)
          let told = try wait(.seconds(20), otherwise: { "\(device.title): nothing is said: \(daemon.program)" }) {
            daemon.program.lines(.errors).dropFirst(before).first {
              $0.contains(device.name == nil ? name : "ä") && !$0.contains("removed: ")
            }
          }
          print("\(kind), \(device.title): \(told)")
          #expect(device.isKernels != true, "\(device.title): \(told)")
          #expect(!told.unicodeScalars.contains { $0.value < 0x20 || (0x7f..<0xa0).contains($0.value) })
          try touch(plugged, number)
        } catch let error as SystemError {
          print("\(kind), \(device.title): the kernel refuses it: \(error)")
          #expect(device.isKernels != false, "\(device.title): \(error)")
        }
        #expect(daemon.program.isRunning, "\(device.title): \(daemon.program)")
      }
      let acts = daemon.acts.count
      settle()
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      #expect(try daemon.waitForActs(acts + 1).last == "3 left")
      try daemon.stop()
    }

    @Test("each is owned and given back, or not owned", arguments: ["touchpad", "touchscreen"])
    func owned(kind: String) throws {
      let folder = try Guest.folder()
      func text(owns: Bool) -> String {
        OwnedScene.text(
          kind == "touchpad" && owns
            ? ["swipe: any, fingers: 2-3, as: {fingers: 4}", "swipe: left, fingers: 4"] : ["swipe: left, fingers: 3"],
          kind: kind, owns: owns, in: folder)
      }
      let daemon = try Daemon(rulesText: text(owns: false), folder: folder, reading: [])
      for (number, device) in Self.cases.enumerated() where device.isKernels != true && device.name == nil {
        let name = "Hostile \(number) "
        func waitForLine(_ words: [String]) throws -> String {
          try wait(.seconds(20), otherwise: { "\(device.title): \(daemon.program)" }) {
            daemon.program.lines(.errors).last { line in line.contains(name) && words.contains { line.contains($0) } }
          }
        }
        guard let plugged = try? plug(device, called: name, as: kind) else { continue }
        guard try waitForLine(["reading \(kind)", "is not readable"]).contains("reading") else { continue }
        try Guest.write(text(owns: true), to: daemon.rulesFile)
        let told = try waitForLine(["owning \(kind)", "is not owned"])
        print("\(kind), \(device.title): \(told)")
        let node = plugged.node
        if told.contains("not owned"), kind == "touchscreen" {
          #expect(daemon.program.openFiles.filter { $0 == node }.count == 1, "\(device.title): read twice")
        }
        try touch(plugged, number)
        let count = daemon.program.lines(.errors).count { $0.contains("2 rules from") || $0.contains("1 rule from") }
        try Guest.write(text(owns: false), to: daemon.rulesFile)
        try wait(.seconds(20), otherwise: { "\(device.title): \(daemon.program)" }) {
          daemon.program.lines(.errors).count { $0.contains("2 rules from") || $0.contains("1 rule from") } > count
            ? () : nil
        }
        settle()
        #expect(daemon.program.isRunning, "\(device.title): \(daemon.program)")
      }
      try daemon.stop()
    }
  }
}
