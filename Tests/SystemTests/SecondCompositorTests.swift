internal import Testing

extension InTheGuest {
  /// A compositor without a socket of its own, and without /dev/uinput: all goes by what compositors of wlroots share.
  @Suite struct OnAnotherCompositor {
    private static let text = "ä, €, 漢, 🙂: {a|b}\n"
    private static let rules = """
      rules:
        - {swipe: left, fingers: 3, do: {keys: [super+Page_Down, ctrl+shift+T, XF86AudioMute, at]}}
        - {swipe: up, fingers: 3, when: {app: left}, do: {type: "left "}}
        - {swipe: up, fingers: 3, when: {app: right}, do: {type: "right "}}
        - {swipe: down, fingers: 3, when: {app: [left, right]}, do: {type: "\(text.dropLast())\\n"}}

      """

    @Test("rules follow the focus, and keys and text arrive, through its protocols alone")
    func protocols() throws {
      let touchpad = try Surface(.touchpad)
      try Program.run("setfacl", "-b", "/dev/uinput")
      defer { _ = try? Program.run("setfacl", "-m", "u:\(Guest.user.name):rw", "/dev/uinput") }
      let phoc = try Phoc()
      let daemon = try Daemon(
        rulesText: Self.rules, folder: Guest.folder(), reading: [touchpad], environment: phoc.environment)
      let swipe = { try Moves.swipe(Moves.mainDirections[$0], fingers: 3, on: touchpad) }
      try phoc.window.waitForLine(containing: "wl_keyboard] enter")
      try phoc.reopenWindow()
      try swipe(0)
      let chords = [
        "super+Page_Down -> Super_L Next", "ctrl+shift+T -> Control_L Shift_L T", "XF86AudioMute -> XF86AudioMute",
        "at -> Shift_L at",
      ].flatMap { WrittenChord($0).keys }
      #expect(try phoc.waitForKeys(chords) == chords)
      // Neither rule is for this window.
      try swipe(2)
      #expect(phoc.keys == chords, "\(daemon.program)")

      let left = try Terminal(app: "left", environment: phoc.environment)
      try swipe(2)
      do {
        let right = try Terminal(app: "right", environment: phoc.environment)
        try swipe(2)
        try swipe(3)
        #expect(try right.waitForText("right \(Self.text)") == "right \(Self.text)", "\(daemon.program)")
      }
      try swipe(2)
      try swipe(3)
      #expect(try left.waitForText("left left \(Self.text)") == "left left \(Self.text)", "\(daemon.program)")
      try daemon.stop()
    }
  }
}
