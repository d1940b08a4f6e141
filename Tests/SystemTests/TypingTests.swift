internal import CUinput
internal import Testing

extension InTheGuest {
  /// Palms on a touchpad beside a keyboard that is not read, in a compositor that reports input: sway 1.8 and later.
  @Suite(.enabled(if: Sway.bindsGestures, "sway 1.8 or later")) struct TypingInSway {
    private static let left = Moves.mainDirections[0]
    private static let count = 100

    private static func keyboard(in sway: Sway) throws -> VirtualDevice {
      let keyboard = try VirtualDevice(
        name: "Virtual Keyboard", keys: (KEY_ESC...KEY_D).map { CInt($0) } + (33...125).map { CInt($0) }, axes: [],
        properties: [])
      try sway.waitForInput(named: "Virtual Keyboard")
      return keyboard
    }

    private static func press(_ keyboard: borrowing VirtualDevice, for time: Duration) throws {
      for value: CInt in [1, 0] {
        try keyboard.report([.init(type: EV_KEY, code: CInt(KEY_D), value: value)])
        rest(for: time * 0.5)
      }
    }

    @Test("palms that brush the touchpad between two keys do not act, and swipes half a second after a key do")
    func palms() throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let keyboard = try Self.keyboard(in: sway)
      let rule = Rule(trigger: ["swipe: [left, right]", "fingers: 3"], name: "swipe")
      for isAllowed in [true, false] {
        let daemon = try Daemon(
          [rule], settings: "{while-typing: \(isAllowed)}", reading: [touchpad], environment: sway.environment)
        for words in [40, 80, 120] {
          let interval = Duration.milliseconds(12_000 / words)
          let before = daemon.acts.count
          for trial in 0..<Self.count {
            // A pause between two words.
            rest(for: .milliseconds(trial % 3 == 0 ? 900 : 50))
            for _ in 0..<4 { try Self.press(keyboard, for: interval) }
            try Self.press(keyboard, for: .milliseconds(10 + trial % 5 * 50))
            // A part of the hand slides to the left.
            try touchpad.land(3)
            try touchpad.move(by: .init(x: -20, y: 0), in: .milliseconds(120))
            try touchpad.lift()
          }
          settle()
          let acts = daemon.acts.count - before
          print(
            "figure: \(words) words a minute in sway, 'while-typing: \(isAllowed)': \(acts) of \(Self.count) palms act")
          if isAllowed { #expect(acts > Self.count * 9 / 10) } else { #expect(acts <= Self.count / 20) }
        }
        let before = daemon.acts.count
        for _ in 0..<Self.count {
          for _ in 0..<5 { try Self.press(keyboard, for: .milliseconds(150)) }
          rest(for: .milliseconds(425))
          try Moves.swipe(Self.left, fingers: 3, on: touchpad)
        }
        settle()
        let acts = daemon.acts.count - before
        print("figure: of \(Self.count) swipes half a second after a key, \(acts) act")
        #expect(acts >= Self.count * 99 / 100)
        try daemon.stop()
      }
    }

    @Test("typing wakes the daemon twice in a pause, and not at all without a rule for touchpads")
    func wakeups() throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let keyboard = try Self.keyboard(in: sway)
      for (device, expected) in [("touchpad", 20), ("touchscreen", 0)] {
        let daemon = try Daemon(
          [Rule(trigger: ["swipe: left", "fingers: 3", "device: \(device)"], name: "swipe")], reading: [touchpad],
          environment: sway.environment)
        // The focused window's title, which the daemon follows, does not change by typing. What the start began ends.
        rest(for: .seconds(5))
        let before = try daemon.program.switches
        for _ in 0..<10 {
          for _ in 0..<50 { try Self.press(keyboard, for: .milliseconds(150)) }
          rest(for: .milliseconds(1000))
        }
        settle()
        let wakeups = try daemon.program.switches - before
        print("figure: 500 keys in 10 bursts wake a daemon with a rule for a \(device) \(wakeups) times")
        #expect(wakeups <= expected + 2)
        try daemon.stop()
      }
    }

    @Test("a mouse that moves holds nothing back if keyboards are read, and keys do; else the mouse does")
    func mouse() throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let keyboard = try InTheGuest.KeyboardReading.keyboard()
      try InTheGuest.KeyboardReading.permit(true, keyboard)
      let mouse = try VirtualDevice(
        name: "Virtual Mouse", keys: [BTN_LEFT, BTN_RIGHT], axes: [], relativeAxes: [REL_X, REL_Y], properties: [])
      for name in ["Virtual Keyboard", "Virtual Mouse"] { try sway.waitForInput(named: name) }
      func moveMouse() throws {
        try mouse.report([.init(type: EV_REL, code: REL_X, value: 1)])
      }
      /// Swipes while the mouse moves, as before for half a second; returns the number of rules that acted.
      func swipe(_ daemon: Daemon) throws -> Int {
        let before = daemon.acts.count
        for _ in 0..<25 {
          try moveMouse()
          // The pace of a mouse that moves.
          rest(for: .milliseconds(20))
        }
        try touchpad.land(3)
        for _ in 0..<10 {
          try moveMouse()
          try touchpad.move(by: .init(x: -2, y: 0), in: .milliseconds(16))
        }
        try touchpad.lift()
        touchpad.comeBack()
        settle()
        return daemon.acts.count - before
      }
      for isRead in [true, false] {
        let daemon = try Daemon(
          [Rule(trigger: ["swipe: left", "fingers: 3"], name: "swipe")], settings: "{read-keyboards: \(isRead)}",
          reading: [touchpad], environment: sway.environment)
        if isRead { try KeyboardReading.wait(for: daemon, reading: keyboard.node) }
        // The desktop reports input from here on.
        rest(for: .seconds(1))
        #expect(try swipe(daemon) == (isRead ? 1 : 0), "keyboards are read: \(isRead)")
        if isRead {
          try moveMouse()
          try Self.press(keyboard, for: .milliseconds(20))
          try touchpad.land(3)
          try touchpad.move(by: .init(x: -20, y: 0), in: .milliseconds(160))
          try touchpad.lift()
          touchpad.comeBack()
          settle()
          #expect(daemon.acts.count == 1)
          #expect(try swipe(daemon) == 1)
        }
        try daemon.stop()
      }
    }

    @Test("'why' says so")
    func why() throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let keyboard = try Self.keyboard(in: sway)
      let daemon = try Daemon(
        [Rule(trigger: ["swipe: left", "fingers: 3"], name: "swipe")], reading: [touchpad],
        environment: sway.environment)
      settle()
      try Self.press(keyboard, for: .milliseconds(100))
      try Moves.swipe(Self.left, fingers: 3, on: touchpad)
      let text = try Program.run(arguments: [Guest.sleight, "why"], as: .user, environment: sway.environment)
      #expect(
        text.contains("on the touchpad: no rule acted: there was input of another device, such as a key, "), "\(text)")
      #expect(daemon.acts.isEmpty)
      try daemon.stop()
    }
  }
}
