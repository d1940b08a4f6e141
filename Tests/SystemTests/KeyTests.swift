internal import CLinux
internal import CUinput
internal import Glibc
internal import Linux
internal import Testing

extension InTheGuest {
  /// From the hand to a Wayland client's keyboard.
  @Suite struct Keys {
    /// A daemon that presses `keys` for a three-finger swipe to the left.
    private func daemon(pressing keys: String, layout: String, on touchpad: Surface) throws -> Daemon {
      try Daemon(
        rulesText: "rules:\n  - swipe: left\n    fingers: 3\n    do: {keys: \(keys)}\n", folder: Guest.folder(),
        reading: [touchpad], environment: ["XKB_DEFAULT_LAYOUT": layout])
    }

    @Test("chords arrive exactly as written, on every layout", arguments: ["us", "de", "fr"])
    func chords(layout: String) throws {
      let sway = try Sway.shared(layout: layout)
      let touchpad = try Surface(.touchpad)
      let daemon = try daemon(pressing: "[super+Page_Down, ctrl+alt+t]", layout: layout, on: touchpad)
      try sway.waitForInput(named: "Sleight keyboard")
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      // Next is another name of Page_Down.
      let expected: [Sway.Key] = [
        .down("Super_L"), .down("Next"), .up("Next"), .up("Super_L"),
        .down("Control_L"), .down("Alt_L"), .down("t"), .up("t"), .up("Alt_L"), .up("Control_L"),
      ]
      try sway.expectKeys(expected)
      try daemon.stop()
    }

    @Test("a key that is down when the daemon is killed comes up")
    func killed() throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      // Enough keys that the daemon is stopped in the middle of them.
      let daemon = try daemon(
        pressing: "[" + Array(repeating: "a", count: 1000).joined(separator: ", ") + "]", layout: "us", on: touchpad)
      try sway.waitForInput(named: "Sleight keyboard")
      let keyboard = try Descriptor.open(node(ofDeviceNamed: "Sleight keyboard"), O_RDONLY)
      try touchpad.land(3)
      try touchpad.move(by: .init(x: -30, y: 0), in: .milliseconds(200))
      try wait(otherwise: { "no key was ever down" }) { () -> Void? in
        guard isDown(KEY_A, on: keyboard) else { return nil }
        daemon.program.signal(SIGSTOP)
        if isDown(KEY_A, on: keyboard) { return () }
        daemon.program.signal(SIGCONT)
        return nil
      }
      // Stopped with the key down: the window has received more presses than releases.
      try wait(otherwise: { "not down: \(sway.keys.suffix(3))" }) { sway.keys.last == .down("a") ? () : nil }
      settle()
      #expect(sway.keys.last == .down("a"))
      daemon.program.signal(SIGKILL)
      #expect(try daemon.program.waitForExit() == 128 + SIGKILL)
      try wait(otherwise: { "still down: \(sway.keys.suffix(3))" }) { sway.keys.last == .up("a") ? () : nil }
    }

    @Test("Ctrl+Z releases the keys that a gesture holds")
    func stoppedByTerminal() throws {
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(
        rulesText: """
          settings: {inject: uinput}
          rules:
            - pan: right
              fingers: 4
              begin: {hold: alt}
              do: none

          """, folder: Guest.folder(), reading: [touchpad])
      let keyboard = try PressedKeys(of: "Sleight keyboard")
      for _ in 0..<2 {
        try touchpad.land(4)
        try touchpad.move(by: .init(x: 20, y: 0), in: .milliseconds(200))
        try keyboard.waitUntilPressed([KEY_LEFTALT])
        daemon.program.signal(SIGTSTP)
        try keyboard.waitUntilPressed([])
        daemon.program.signal(SIGCONT)
        try touchpad.lift()
        touchpad.comeBack()
      }
      try daemon.stop()
    }

    @Test("without permission for /dev/uinput the daemon says what to do, and other rules act")
    func withoutPermission() throws {
      try Program.run("setfacl", "-b", "/dev/uinput")
      defer { _ = try? Program.run("setfacl", "-m", "u:\(Guest.user.name):rw", "/dev/uinput") }
      let touchpad = try Surface(.touchpad)
      let folder = try Guest.folder()
      let daemon = try Daemon(
        rulesText: """
          rules:
            - swipe: left
              fingers: 3
              do: {keys: super+a}
            - swipe: right
              fingers: 3
              do: echo '3 right' >>\(folder)/acts

          """, folder: folder, reading: [touchpad])
      try daemon.program.waitForLine(containing: "71-sleight-uinput.rules", in: .errors)
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      try Moves.swipe(Moves.mainDirections[1], fingers: 3, on: touchpad)
      try daemon.expectActs(["3 right"])
    }

    // MARK: -

    private func node(ofDeviceNamed name: String) throws -> String {
      let folder = "/sys/class/input"
      let event = try #require(
        Guest.names(in: folder).first { Guest.read("\(folder)/\($0)/device/name") == "\(name)\n" })
      return "/dev/input/\(event)"
    }

    private func isDown(_ key: CInt, on keyboard: borrowing Descriptor) -> Bool {
      var bits = [UInt8](repeating: 0, count: Int(KEY_MAX) / 8 + 1)
      guard sleight_evdev_pressed(keyboard.number, &bits, bits.count) >= 0 else { return false }
      return bits[Int(key) / 8] & (1 << UInt8(key % 8)) != 0
    }
  }
}
