internal import Testing

extension InADesktop {
  /// The desktop's reports on input, by which gestures are held back while somebody types.
  @Suite final class Typing {
    private let desktop: LiveDesktop

    init() throws { desktop = try LiveDesktop() }

    @Test("the desktop reports the beginning of typing and the silence after it, and nothing in between")
    func reports() throws {
      let daemon = try desktop.daemon("  - {swipe: up, fingers: 3, do: 'true'}\n", arguments: ["--log-level", "debug"])
      let (silent, input) = ("input of the desktop: none for 300ms", "input of the desktop: began")
      try daemon.program.waitForLine(containing: silent, in: .errors)
      // Another process types: 30 keys at 80 words a minute.
      let rules = try Guest.folder() + "/typing.yml"
      let keys = Array(repeating: "{keys: a}, {wait: 150ms}", count: 30).joined(separator: ", ")
      try Guest.write("rules:\n  - {swipe: left, fingers: 4, do: [\(keys)]}\n", to: rules)
      func reports() -> [Bool] {
        daemon.program.text(.errors).split(separator: "\n").compactMap {
          $0.contains(silent) ? true : $0.contains(input) ? false : nil
        }
      }
      let before = reports().count
      for burst in 1...3 {
        let typing = try Program.sleight(
          "replay", "--act", "--config", rules, desktop.recording(moving: (1, 0)), environment: desktop.environment)
        #expect(try typing.waitForExit() == 0, "\(typing)")
        try wait(otherwise: { "no silence: \(daemon.program)" }) {
          reports().count >= before + 2 * burst && reports().last == true ? () : nil
        }
      }
      let all = reports().dropFirst(before)
      print("figure: \(LiveDesktop.kind) reported \(all.count) times while 90 keys were pressed in 3 bursts")
      #expect(Array(all) == [false, true, false, true, false, true], "\(daemon.program)")
      try daemon.stop()
    }
  }
}
