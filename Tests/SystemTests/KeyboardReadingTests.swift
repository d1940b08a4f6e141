internal import CUinput
internal import Glibc
internal import Testing

extension InTheGuest {
  /// Keyboards are read for their modifiers only where the user permits it.
  @Suite struct KeyboardReading {
    private static let leftCtrl: CInt = 29

    static func keyboard() throws -> VirtualDevice {
      try VirtualDevice(
        name: "Virtual Keyboard", keys: (KEY_ESC...KEY_D).map { CInt($0) } + (33...125).map { CInt($0) }, axes: [],
        properties: [])
    }

    /// Grants or revokes the user's permission to read a keyboard.
    static func permit(_ isAllowed: Bool, _ keyboard: borrowing VirtualDevice) throws {
      let node = keyboard.node
      try Program.run("setfacl", isAllowed ? "-m" : "-x", isAllowed ? "u:tester:r" : "u:tester", node)
    }

    /// Waits until the daemon has opened a keyboard, or closed it.
    static func wait(for daemon: Daemon, reading node: String, isOpen: Bool = true) throws {
      try SystemTests.wait(otherwise: { "\(node) \(isOpen ? "is not opened" : "stays open"): \(daemon.program)" }) {
        daemon.program.isReading(node) == isOpen ? () : nil
      }
    }

    private static func rules(allowed: Bool, in folder: String) -> String {
      """
      settings: {read-keyboards: \(allowed)}
      rules:
        - {swipe: up, fingers: 3, when: {modifiers: ctrl}, do: 'echo ctrl >>\(folder)/acts'}
        - {swipe: up, fingers: 3, when: {modifiers: []}, do: 'echo none >>\(folder)/acts'}
        - {swipe: up, fingers: 3, do: 'echo any >>\(folder)/acts'}

      """
    }

    @Test("no keyboard is open unless the rules file allows it, whoever may read it; then for reading alone")
    func open() throws {
      let touchpad = try Surface(.touchpad)
      let keyboard = try Self.keyboard()
      try Self.permit(true, keyboard)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: Self.rules(allowed: false, in: folder), folder: folder, reading: [touchpad])
      let inputs = daemon.program.openFiles.filter { $0.hasPrefix("/dev/input/") }
      // For libinput, and for its contacts.
      #expect(inputs == [touchpad.node, touchpad.node])
      try Moves.swipe(Moves.mainDirections[2], fingers: 3, on: touchpad)
      try daemon.expectActs(["any"])

      try Guest.write(Self.rules(allowed: true, in: folder), to: daemon.rulesFile)
      let node = keyboard.node
      try Self.wait(for: daemon, reading: node)
      let process = daemon.program.process
      let numbers = Guest.names(in: "/proc/\(process)/fd").filter { number in
        var target = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/\(process)/fd/\(number)", &target, 63)
        return length > 0 && String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) == node
      }
      let flags = numbers.compactMap { number in
        Guest.read("/proc/\(process)/fdinfo/\(number)")?.split(separator: "\n").first { $0.hasPrefix("flags:") }
      }
      // For its modifiers, and for the times of its keys.
      #expect(flags.count == 2)
      // O_RDONLY is 0 in the last digit of the octal number.
      #expect(flags.allSatisfy { $0.last == "0" }, "\(flags)")

      try Guest.write(Self.rules(allowed: false, in: folder), to: daemon.rulesFile)
      try Self.wait(for: daemon, reading: node, isOpen: false)
      try daemon.stop()
    }

    @Test("rules follow what is held, on a keyboard that is plugged in later, too; typing wakes nobody")
    func held() throws {
      let touchpad = try Surface(.touchpad)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: Self.rules(allowed: true, in: folder), folder: folder, reading: [touchpad])
      // The machine's own keyboard, if it has one, may not be read either.
      try daemon.program.waitForLine(containing: "condition 'modifiers' is unknown: ", in: .errors)
      /// Expects the command that grants permission in the output of doctor where permission is missing.
      func expectRemedy() throws {
        let doctor = try Program.sleight("doctor", "--config", daemon.rulesFile)
        try doctor.waitForExit()
        let text = doctor.text(.output)
        #expect(text.contains("sudo usermod -aG input") == text.contains("Permission denied"), "\(text)")
      }
      try expectRemedy()
      let keyboard = try Self.keyboard()
      try daemon.program.waitForLine(
        containing: "keyboard 'Virtual Keyboard' is not readable: open \(keyboard.node): Permission denied",
        in: .errors)
      #expect(daemon.program.text(.errors).contains("sudo usermod -aG input"))
      try expectRemedy()
      try Self.permit(true, keyboard)
      try Self.wait(for: daemon, reading: keyboard.node)
      let up = Moves.mainDirections[2]
      try Moves.swipe(up, fingers: 3, on: touchpad)
      try daemon.expectActs(["none"])
      try keyboard.report([.init(type: EV_KEY, code: Self.leftCtrl, value: 1)])
      try Moves.swipe(up, fingers: 3, on: touchpad)
      try daemon.expectActs(["none", "ctrl"])
      // Typed characters do not matter, and do not even wake the daemon.
      let before = try #require(Self.switches(of: daemon.program))
      for _ in 0..<50 {
        for value: CInt in [1, 0] { try keyboard.report([.init(type: EV_KEY, code: CInt(KEY_D), value: value)]) }
      }
      settle()
      #expect(try #require(Self.switches(of: daemon.program)) - before < 3)
      try keyboard.report([.init(type: EV_KEY, code: Self.leftCtrl, value: 0)])
      try Moves.swipe(up, fingers: 3, on: touchpad)
      try daemon.expectActs(["none", "ctrl", "none"])
      try daemon.stop()
    }

    /// A daemon that reads keyboards to know when somebody types, without a desktop that reports input.
    private static func daemon(_ touchpad: Surface) throws -> Daemon {
      try Daemon(
        [Rule(trigger: ["swipe: up", "fingers: 3"], name: "swipe")], settings: "{read-keyboards: true}",
        reading: [touchpad])
    }

    private static func report(_ keys: CInt..., value: CInt, on keyboard: borrowing VirtualDevice) throws {
      for key in keys { try keyboard.report([.init(type: EV_KEY, code: key, value: value)]) }
    }

    @Test("fingers that land less than 300 ms after a key do not act, without any desktop; typing wakes nobody")
    func typing() throws {
      let touchpad = try Surface(.touchpad)
      let keyboard = try Self.keyboard()
      try Self.permit(true, keyboard)
      let daemon = try Self.daemon(touchpad)
      try Self.wait(for: daemon, reading: keyboard.node)
      let up = Moves.mainDirections[2]
      var acts = 0
      /// Swipes, and lets a second pass.
      func swipe(acts isActing: Bool, _ what: String) throws {
        try Moves.swipe(up, fingers: 3, on: touchpad)
        settle()
        acts += isActing ? 1 : 0
        #expect(daemon.acts.count == acts, "\(what)")
        rest(for: .seconds(1))
      }
      // The time since a key is what the rule is about; the clock of the guest makes it exact.
      for pause in [20, 100, 200, 280, 320, 500] {
        for value: CInt in [1, 0] { try Self.report(KEY_D, value: value, on: keyboard) }
        rest(for: .milliseconds(pause))
        try swipe(acts: pause > 300, "\(pause) ms after a key")
      }
      try Self.report(KEY_D, value: 1, on: keyboard)
      rest(for: .seconds(2))
      try swipe(acts: false, "while a key is held")
      try Self.report(KEY_D, value: 0, on: keyboard)
      rest(for: .seconds(1))
      try swipe(acts: true, "a second after it")
      try Self.report(Self.leftCtrl, KEY_D, value: 1, on: keyboard)
      try Self.report(KEY_D, Self.leftCtrl, value: 0, on: keyboard)
      rest(for: .milliseconds(100))
      try swipe(acts: true, "after a shortcut")
      try Self.report(KEY_F5, value: 1, on: keyboard)
      try Self.report(KEY_F5, value: 0, on: keyboard)
      rest(for: .milliseconds(100))
      try swipe(acts: true, "after a function key")

      let before = try daemon.program.switches
      // The rests are those of a hand that types.
      for _ in 0..<500 {
        for value: CInt in [1, 0] {
          try Self.report(KEY_D, value: value, on: keyboard)
          rest(for: .milliseconds(75))
        }
      }
      let wakeups = try daemon.program.switches - before
      print("figure: 500 keys of a keyboard that is read wake the daemon \(wakeups) times")
      #expect(wakeups <= 2)
      // The kernel has dropped most of them, but not the last.
      try swipe(acts: false, "after 500 keys")
      try swipe(acts: true, "and a second later")
      try daemon.stop()
    }

    @Test("a touchpad that is also a keyboard is not opened, whoever may read it")
    func combination() throws {
      let touchpad = try Surface(.touchpad)
      let letters = (KEY_ESC...KEY_D).map { CInt($0) }
      let combination = try VirtualDevice(
        name: "Virtual Keyboard and Touchpad", keys: letters + [BTN_TOUCH, BTN_TOOL_FINGER, BTN_LEFT],
        axes: [
          .init(code: ABS_X, maximum: 1000, resolution: 20), .init(code: ABS_Y, maximum: 1000, resolution: 20),
        ], properties: [INPUT_PROP_POINTER])
      try Self.permit(true, combination)
      let keyboard = try Self.keyboard()
      try Self.permit(true, keyboard)
      let daemon = try Self.daemon(touchpad)
      // The keyboard is opened after the combination would have been.
      try Self.wait(for: daemon, reading: keyboard.node)
      #expect(!daemon.program.isReading(combination.node))
      try daemon.stop()
    }

    @Test("a keyboard that is not readable is reported, one that becomes readable is read, and a pause closes it")
    func typingUnknown() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Self.daemon(touchpad)
      let keyboard = try Self.keyboard()
      try daemon.program.waitForLine(containing: "keyboard 'Virtual Keyboard' is not readable: ", in: .errors)
      let status = try Program.run(arguments: [Guest.sleight, "status"], as: .user)
      #expect(status.contains("typing: known from the desktop alone; keyboard '"), "\(status)")
      try Self.permit(true, keyboard)
      try Self.wait(for: daemon, reading: keyboard.node)
      _ = try Program.run(arguments: [Guest.sleight, "pause"], as: .user)
      try Self.wait(for: daemon, reading: keyboard.node, isOpen: false)
      _ = try Program.run(arguments: [Guest.sleight, "resume"], as: .user)
      try Self.wait(for: daemon, reading: keyboard.node)
      try daemon.stop()
    }

    /// The number of voluntary context switches of a program.
    private static func switches(of program: Program) -> Int? {
      Guest.read("/proc/\(program.process)/status")?.split(separator: "\n")
        .first { $0.hasPrefix("voluntary_ctxt_switches:") }?.split(separator: "\t").last.flatMap { Int($0) }
    }
  }
}
