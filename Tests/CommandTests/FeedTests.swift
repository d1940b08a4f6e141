import Glibc
import JSONLines
import Testing
import Trials

@Suite("Programs that rules feed", .serialized)
struct FeedTests {
  private static let screen = SyntheticHand(move: .scale(to: 2)).recording(on: .touchscreen, fingers: 2)

  private func lines(_ text: String) -> [JSONValue] {
    text.split(separator: "\n").compactMap { try? JSONReader.read(String($0)) }
  }

  @Test("'replay --act' feeds a program at the pace of the hand what 'replay --json' prints")
  func replayed() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - pinch: any
          fingers: 2
          name: zoom
          begin: {feed: 'echo "$SLEIGHT_PHASE $SLEIGHT_NAME" >variables; cat >part && mv part seen'}

      """)
    home.write("screen.jsonl", Self.screen)
    let shown = await home.sleight("replay", "--json", "screen.jsonl")
    let result = await home.sleight("replay", "--act", "screen.jsonl")
    #expect(result.status == 0 && result.errors == "")
    #expect(await eventually { home.exists("seen") })
    #expect(home.content(of: "variables") == "began zoom\n")
    let seen = lines(home.content(of: "seen"))
    #expect(seen.first?["phase"]?.string == "began" && seen.last?["phase"]?.string == "ended")
    #expect(seen.count > 20)
    let gestures = shown.output.split(separator: "\n").map(String.init).filter { $0.contains("\"gesture\"") }
    #expect(home.content(of: "seen").split(separator: "\n").map(String.init) == gestures)
    for key in ["scale", "scale_speed", "vx", "projected_scale", "x", "positions", "finger_phases"] {
      #expect(seen.allSatisfy { $0[key] != nil }, "\(key)")
    }
  }

  @Test("the daemon feeds a program what 'follow' prints, and ends its input with the gesture")
  func followed() async throws {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {pan: up, fingers: 2, name: move, begin: {feed: cat >part && mv part seen}, end: touch ended}

      """)
    let daemon = await home.daemon()
    let follower = home.start("follow", "--json")
    #expect(await eventually { !lines(follower.output).isEmpty })
    #expect(await home.sleight("trigger", "move").status == 0)
    #expect(await eventually { home.exists("seen") && home.exists("ended") })
    let told = follower.output.split(separator: "\n").map(String.init).filter { $0.contains("\"gesture\"") }
    #expect(home.content(of: "seen").split(separator: "\n").map(String.init) == told)
    #expect(told.count == 3)
    #expect(daemon.isRunning)
  }

  @Test("a program that does not end is left alone, as other commands are")
  func deaf() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {pan: up, fingers: 2, name: deaf, begin: {feed: echo $$ >pid; exec sleep 1000}, end: touch ended}

      """)
    let daemon = await home.daemon()
    #expect(await home.sleight("trigger", "deaf").status == 0)
    #expect(await eventually { home.exists("ended") && !home.content(of: "pid").isEmpty })
    #expect(await home.sleight("status").status == 0)
    daemon.signal(SIGTERM)
    #expect(await daemon.result().status == 0)
    let pid = Int32(home.content(of: "pid").dropLast()) ?? 0
    #expect(pid > 0 && kill(pid, SIGKILL) == 0)
  }

  @Test("a program and its children get the end of their input with the gesture, and nothing is left of them")
  func forked() async {
    let home = Home()
    // A child reads the same input, and another command of the daemon's runs on beside it.
    home.writeRules(
      """
      rules:
        - pan: up
          fingers: 2
          name: fork
          begin:
            - sleep 1000 & echo $! >beside
            - feed: 'echo $$ >pid; { cat >child; touch child-ended; } <&0 & cat >parent; wait; touch all-ended'
          end: touch ended

      """)
    let daemon = await home.daemon()
    let before = names(in: "/proc/\(daemon.pid)/fd").count
    #expect(await home.sleight("trigger", "fork").status == 0)
    #expect(await eventually { home.exists("child-ended") && home.exists("all-ended") && home.exists("ended") })
    // Each line is read by the one or by the other.
    let read = lines(home.content(of: "parent")) + lines(home.content(of: "child"))
    #expect(Set(read.compactMap { $0["phase"]?.string }) == ["began", "changed", "ended"])
    let session = Int32(home.content(of: "pid").dropLast()) ?? 0
    #expect(session > 0)
    #expect(await eventually { kill(-session, 0) == -1 && errno == ESRCH })
    #expect(await eventually { names(in: "/proc/\(daemon.pid)/fd").count <= before })
    if let beside = Int32(home.content(of: "beside").dropLast()) { #expect(kill(beside, SIGKILL) == 0) }
  }

  @Test("'replay --act' goes on beside such programs", arguments: ["sleep 1000", "exit 3", "exec <&-; sleep 1000"])
  func replayedBeside(command: String) async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {pinch: any, fingers: 2, begin: {feed: 'echo $$ >pid; \(command)'}, end: touch ended}

      """)
    home.write("screen.jsonl", Self.screen)
    let result = await home.sleight("replay", "--act", "screen.jsonl")
    #expect(result.status == 0)
    #expect(await eventually { home.exists("ended") })
    let deaf = "closed its standard input before its gesture ended"
    #expect(result.errors.contains(deaf) == command.hasPrefix("exec"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count < 2)
    if let pid = Int32(home.content(of: "pid").dropLast()) { kill(-pid, SIGKILL) }
  }
}
