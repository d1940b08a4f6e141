import Glibc
import JSONLines
import Testing

@Suite("sleight follow", .serialized)
struct EventsTests {
  private let rules = """
    rules:
      - {swipe: left, fingers: 3, name: resize, do: {mode: resize}}
      - {pan: up, fingers: 2, name: move, begin: none, end: touch acted}

    """

  private func lines(of program: Program) -> [JSONValue] {
    // The last line may be incomplete.
    program.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap {
      try? JSONReader.read(String($0))
    }
  }

  @Test("prints the status, then gestures with their phases, actions, modes and pauses, as JSON")
  func events() async throws {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    let follower = home.start("follow", "--json")
    #expect(await eventually { lines(of: follower).first?["mode"]?.string == "default" })
    #expect(await home.sleight("trigger", "resize").status == 0)
    #expect(await home.sleight("trigger", "move").status == 0)
    #expect(await home.sleight("pause").status == 0)
    #expect(await home.sleight("resume").status == 0)
    #expect(await eventually { lines(of: follower).last?["paused"]?.bool == false })
    let seen = lines(of: follower).dropFirst().map { line in
      ["gesture", "phase", "name", "mode", "paused"].compactMap { key in
        line[key].map { "\($0.string ?? $0.text)" }
      }.joined(separator: " ") + (line["action"].map { "action \($0.text)" } ?? "")
    }
    #expect(
      seen == [
        "swipe recognized resize", #"action {"mode": "resize"}"#, "resize", "pan began move", #"action "none""#,
        "pan changed move",
        "pan ended move", #"action "touch acted""#, "true", "false",
      ], "\(follower.output)")
    #expect(lines(of: follower).dropFirst().allSatisfy { $0["t"]?.integer != nil })
    daemon.signal(SIGTERM)
    let result = await follower.result()
    #expect(result.status == 1 && result.errors == "sleight: error: the daemon has ended\n")
  }

  @Test("prints lines of text for people")
  func text() async {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    let follower = home.start("follow")
    // The follower is known once its connection has the status.
    #expect(
      await eventually {
        await home.sleight("trigger", "resize").status == 0
          && follower.output.hasSuffix(
            "swipe left, 3 fingers, recognized: rules.yml:2 'resize'\n  action {\"mode\": \"resize\"}\n")
      }, "\(follower.output)")
    #expect(await home.sleight("mode", "default").status == 0)
    #expect(await eventually { follower.output.hasSuffix("mode default\n") }, "\(follower.output)")
    #expect(daemon.isRunning)
  }

  @Test("a follower that does not read delays no gesture, costs 64 KiB, and learns how many lines it missed")
  func slow() async throws {
    let home = Home()
    home.writeRules("rules: [{swipe: left, fingers: 3, name: \(String(repeating: "x", count: 15_000)), do: none}]\n")
    let daemon = await home.daemon()
    let slow = try #require(Socket.connected(to: home.socket))
    slow.send("{\"command\": \"events\"}\n")
    let fast = home.start("follow", "--json")
    #expect(await eventually { lines(of: fast).count == 1 })
    for round in 1...60 {
      // The daemon answers, and the other follower sees it.
      #expect(await home.sleight("trigger", "rules.yml:1").status == 0)
      #expect(await eventually { lines(of: fast).count == 1 + 2 * round })
    }
    #expect(!lines(of: fast).contains { $0["lost"] != nil })
    var text = ""
    func read() -> [JSONValue] {
      while let bytes = slow.message(), !bytes.isEmpty { text += String(decoding: bytes, as: UTF8.self) }
      return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap {
        try? JSONReader.read(String($0))
      }
    }
    #expect(await eventually { read().last?["lost"] != nil })
    let seen = read()
    let lost = try #require(seen.last?["lost"]?.integer)
    #expect(lost > 0 && seen.count - 2 + lost == 120, "\(seen.count) lines, \(lost) lost")
    // What follows arrives.
    #expect(await home.sleight("trigger", "rules.yml:1").status == 0)
    #expect(await eventually { read().count == seen.count + 2 })
    #expect(daemon.isRunning)
  }

  @Test("a follower that reads receives lines of more than 64 KiB, and what follows")
  func long() async throws {
    let home = Home()
    let commands = Array(repeating: "true \(String(repeating: "x", count: 15_000))", count: 5).joined(separator: ", ")
    home.writeRules("rules: [{swipe: left, fingers: 3, do: [\(commands)]}]\n")
    let daemon = await home.daemon()
    let follower = home.start("follow", "--json")
    #expect(await eventually { lines(of: follower).count == 1 })
    for round in 1...3 {
      #expect(await home.sleight("trigger", "rules.yml:1").status == 0)
      #expect(await eventually { lines(of: follower).count == 1 + 6 * round })
    }
    #expect(daemon.isRunning)
  }
}
