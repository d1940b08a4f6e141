internal import JSONLines
internal import Testing

/// A shell script that a rule feeds: it keeps each line, and moves a file into place at the end of its input.
private struct FedScript {
  let folder: String

  /// - Parameter command: a shell command for each line, which is in `$line`.
  init(_ command: String = "") throws {
    folder = try Guest.folder()
    let script = """
      #!/bin/sh
      while read -r line; do
        printf '%s\\n' "$line" >>\(folder)/part
        \(command.isEmpty ? ":" : command)
      done
      mv \(folder)/part \(folder)/seen

      """
    try Guest.write(script, to: "\(folder)/read", mode: 0o755)
  }

  /// A rule that feeds it by three fingers that move up or down.
  var rule: String { "{pan: vertical, fingers: 3, begin: {feed: \(folder)/read}, end: touch \(folder)/ended}" }

  /// The lines that it has read, once its input has ended.
  func lines(of daemon: String) throws -> [String] {
    try wait(otherwise: { "the script has not ended: \(daemon)" }) {
      Guest.read("\(folder)/seen").map { $0.split(separator: "\n").map(String.init) }
    }
  }

  /// Expects that it has read what a follower was told of the gesture. Lines may be missing between the first and the
  /// last one: each replaces the one before while the script does not read, as at its start.
  func expectLines(of follower: Program, _ daemon: String) throws {
    // Followers are not told positions.
    let lines = try lines(of: daemon).map { line in
      line.replacing(#/"(x|y|x_share|y_share)": [-0-9.]+, |"position[_a-z]*s": \[\[[^"]*\]\], /#, with: "")
    }
    try follower.waitForLine(containing: #""phase": "ended""#)
    let told = follower.lines().filter { $0.contains(#""gesture""#) }
    #expect(lines == told.filter(lines.contains), "\(told)")
    #expect(lines.first == told.first && lines.last == told.last)
    let phases = try lines.map { try JSONReader.read($0)["phase"]?.string ?? "" }
    #expect(phases.first == "began" && phases.last == "ended" && phases.count > 10)
    #expect(phases.dropFirst().dropLast().allSatisfy { $0 == "changed" }, "\(phases)")
    print("figure: a shell script has read \(lines.count) of the \(told.count) lines of a gesture that 'follow' prints")
  }

  /// A follower that has been told the state.
  static func follow(_ environment: [String: String] = [:]) throws -> Program {
    let follower = try Program([Guest.sleight, "follow", "--json"], environment: environment)
    try follower.waitForLine(containing: #""ok": true"#)
    return follower
  }

  /// Moves three fingers up.
  static func move(on touchpad: Surface) throws {
    try touchpad.land(3)
    try touchpad.move(by: .init(x: 0, y: -25), in: .milliseconds(400))
    try touchpad.lift()
    touchpad.comeBack()
  }
}

extension InTheGuest {
  /// Programs that rules feed, by a touchpad.
  @Suite struct FedPrograms {
    @Test("a shell script moves a window of sway with the fingers, and reads lines that 'follow' prints")
    func window() throws {
      let sway = try Sway(layout: "us")
      let touchpad = try Surface(.touchpad)
      try sway.run("[app_id=wev] floating enable, move absolute position 100 300")
      let start = try sway.windowPosition()
      // "dy": -24.6
      let script = try FedScript(
        #"way=${line#*\"dy\": }; swaymsg -q "[app_id=wev] move absolute position 100 $((300 + ${way%%[.,]*} * 10))""#)
      let daemon = try Daemon(
        rulesText: "rules:\n  - \(script.rule)\n", folder: Guest.folder(), reading: [touchpad],
        environment: sway.environment)
      let follower = try FedScript.follow(sway.environment)
      try FedScript.move(on: touchpad)
      try script.expectLines(of: follower, "\(daemon.program)")
      let way = try #require(JSONReader.read(script.lines(of: "").last ?? "")["dy"]?.number)
      let end = try sway.windowPosition()
      #expect(abs(end.y - start.y - 10 * way) <= 10 && way < -15, "\(start), \(end), \(way)")
      follower.stop()
      try daemon.stop()
    }
  }
}

extension InASession {
  @Suite struct FedPrograms {
    @Test("the service that starts commands feeds a script, in place of the daemon in its sandbox")
    func service() throws {
      let script = try FedScript("cat /proc/self/cgroup >${0%/*}/group")
      let unit = try UserUnit(adding: [script.rule])
      let follower = try FedScript.follow()
      try FedScript.move(on: unit.touchpad)
      try script.expectLines(of: follower, "the unit")
      #expect(Guest.read("\(script.folder)/group")?.contains("sleight-commands.service") == true)
      follower.stop()
      try unit.stop()
    }
  }
}
