internal import Glibc
internal import Testing

extension InTheGuest {
  /// Keys that are held for the length of a gesture, and text.
  @Suite struct Holding {
    private let rules = """
      rules:
        - {pan: right, fingers: 3, begin: {hold: alt}, every: 8mm, do: {keys: Tab}, back: {keys: shift+Tab}}

      """

    @Test("alt is held over the steps of a pan, and released when the fingers lift")
    func window() throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(rulesText: rules, folder: Guest.folder(), reading: [touchpad])
      try sway.waitForInput(named: "Sleight keyboard")
      try touchpad.land(3)
      // Steps at 8 and 16 mm, and back at 8 mm.
      try touchpad.move(by: .init(x: 22, y: 0), in: .seconds(1))
      try touchpad.move(by: .init(x: -14, y: 0), in: .seconds(1))
      let held: [Sway.Key] = [
        .down("Alt_L"), .down("Tab"), .up("Tab"), .down("Tab"), .up("Tab"),
        .down("Shift_L"), .down("ISO_Left_Tab"), .up("ISO_Left_Tab"), .up("Shift_L"),
      ]
      try sway.expectKeys(held)
      try touchpad.lift()
      let all = try sway.waitForKeys(held + [.up("Alt_L")])
      #expect(all == held + [.up("Alt_L")])
      try daemon.stop()
    }

    @Test("a daemon that ends while a key is held releases it", arguments: [SIGTERM, SIGKILL])
    func cutShort(signal: CInt) throws {
      let sway = try Sway.shared(layout: "us")
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(rulesText: rules, folder: Guest.folder(), reading: [touchpad])
      try sway.waitForInput(named: "Sleight keyboard")
      try touchpad.land(3)
      try touchpad.move(by: .init(x: 6, y: 0), in: .milliseconds(400))
      try sway.expectKeys([.down("Alt_L")])
      daemon.program.signal(signal)
      try sway.expectKeys([.down("Alt_L"), .up("Alt_L")])
    }

    @Test("a text is typed as written, on every layout that has it", arguments: ["us", "de", "fr"])
    func text(layout: String) throws {
      let text = layout == "us" ? "Hello, World! {a|b} ~x^2" : "Hello, W\(layout == "de" ? "ö" : "é")rld! {a|b} 5€"
      let sway = try Sway.shared(layout: layout)
      let touchpad = try Surface(.touchpad)
      let daemon = try Daemon(
        rulesText: "rules:\n  - {swipe: left, fingers: 3, do: {type: \"\(text)\"}}\n", folder: Guest.folder(),
        reading: [touchpad], environment: ["XKB_DEFAULT_LAYOUT": layout])
      try sway.waitForInput(named: "Sleight keyboard")
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      try wait(otherwise: { "typed '\(sway.typed)', not '\(text)'" }) { sway.typed.count >= text.count ? () : nil }
      settle()
      #expect(sway.typed == text)
      try daemon.stop()
    }
  }
}
