internal import JSONLines
internal import Testing

extension InTheGuest {
  /// Touchscreens in GNOME and KWin with several outputs; see Tests/Desktops/touchpads.
  @Suite(.enabled(if: TouchpadDesktop.kind != nil, "this guest has no desktop")) struct MappedTouchscreens {
    @Test("of two outputs, the touchscreen lies over the one that the desktop's settings map it to, and follows them")
    func mapped() throws {
      let desktop = try TouchpadDesktop.alone(outputs: 2)
      let touchscreen = try Surface(.touchscreen)
      let node = try #require(touchscreen.node)
      let daemon = try Daemon(
        rulesText: "rules:\n  - {tap: single, fingers: 1, device: touchscreen, do: {click: right}}\n",
        folder: Guest.folder(), reading: [touchscreen], environment: desktop.environment)
      func wait(for output: String?) throws {
        try desktop.waitForStatus { $0["touchscreens"]?.array?.first?["output"]?.string == output }
      }
      let outputs = try desktop.outputs()
      try #require(outputs.count == 2, "\(outputs)")
      // Both are as large: nothing else tells which one it is.
      try wait(for: nil)
      for output in [outputs[1], outputs[0], outputs[1]] {
        try desktop.map(node, to: output)
        try wait(for: output.name)
      }
      try daemon.stop()
    }
  }
}
