internal import Glibc
internal import JSONLines
internal import Testing

extension InTheGuest {
  /// Devices with hostile names.
  @Suite struct StrangeNames {
    private static let name = "Two\nlines, \u{1b}[31mred, $(touch here)"
    private static let shown = "Two␊lines, ␛[31mred, $(touch here)"

    private let touchpad: Surface
    private let folder: String
    private let rules: String

    init() throws {
      var model = Surface.Model.touchpad
      model.name = Self.name
      touchpad = try Surface(model)
      folder = try Guest.folder()
      rules = """
        rules:
          - {swipe: left, fingers: 3, do: 'cd \(folder) && printf %s "$SLEIGHT_DEVICE" >device; echo left >>acts'}

        """
    }

    /// The output of a command about it, on both streams; `end` ends the command.
    private func words(_ arguments: String..., end: (Program) throws -> Void = { _ in }) throws -> Program {
      let program = try Program([Guest.sleight] + arguments)
      try end(program)
      try program.waitForExit()
      return program
    }

    /// Checks that the output has the name in it, and no control characters.
    private func expectLegible(_ text: String) {
      #expect(text.contains(Self.shown), "\(text)")
      #expect(!text.unicodeScalars.contains { ($0.value < 0x20 && $0 != "\n") || (0x7f..<0xa0).contains($0.value) })
      #expect(!text.contains("\nlines, "), "\(text)")
    }

    @Test("to people it writes no lines and no colours of its own")
    func people() throws {
      try Guest.write(rules, to: "\(folder)/rules.yml")
      let daemon = Daemon(
        try Program.sleight("run", "--log-level", "debug", "--config", "\(folder)/rules.yml"), folder: folder)
      try daemon.program.waitUntilReading(#require(touchpad.node))
      let list = try words("devices").text(.output)
      #expect(list.contains("  touchpad  100 x 70 mm  \(Self.shown)\n"), "\(list)")
      expectLegible(list)
      expectLegible(try words("status").text(.output))
      expectLegible(try words("doctor").text(.output))
      let monitor = try words("monitor", "--plain", "--config", daemon.rulesFile, end: swipe)
      expectLegible(monitor.text(.errors))
      #expect(monitor.lines().contains { $0.contains("swipe left, 3 fingers") })
      touchpad.unplug()
      try daemon.program.waitForLine(containing: "removed: touchpad '\(Self.shown)'", in: .errors)
      try daemon.stop()
      expectLegible(daemon.program.text(.errors))
    }

    @Test("programs get it as it is, in JSON and in the environment, and no shell reads it")
    func programs() throws {
      let daemon = try Daemon(rulesText: rules, folder: folder, reading: [touchpad])
      let device = try JSONReader.read(words("devices", "--json").text(.output))
      #expect(device["name"]?.string == Self.name)
      let monitor = try words("monitor", "--json", "--config", daemon.rulesFile, end: swipe)
      let gesture = try JSONReader.read(#require(monitor.lines().first))
      #expect(gesture["device"]?.string == Self.name)
      try daemon.expectActs(["left"])
      #expect(Guest.read("\(folder)/device") == Self.name)
      #expect(access("\(folder)/here", F_OK) != 0)
      try daemon.stop()
    }

    /// Swipes under a running `monitor` or `record`, and ends it.
    private func swipe(under watcher: Program) throws {
      try watcher.waitUntilReading(#require(touchpad.node))
      try Moves.swipe(Moves.mainDirections[0], fingers: 3, on: touchpad)
      try watcher.waitForLine(containing: "swipe")
      watcher.signal(SIGINT)
    }
  }
}
