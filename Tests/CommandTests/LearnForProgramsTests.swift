import JSONLines
import Testing

@Suite("sleight learn --json: the rules for what was shown")
struct LearnForProgramsTests {
  private func lines(
    _ recording: String, _ arguments: String..., in home: Home
  ) async throws -> (shown: [JSONValue], rules: [JSONValue]) {
    home.write("hand.jsonl", recording)
    let result = await Program(
      [Program.sleight, "learn", "--json", "--from", "hand.jsonl"] + arguments, in: home
    ).result()
    #expect(result.status == 0 && result.errors == "", "\(result)")
    let lines = try result.output.split(separator: "\n").map { try JSONReader.read(String($0)) }
    return (lines.first?["shown"]?.array ?? [], Array(lines.dropFirst()))
  }

  @Test("what was shown, and the rules that recognise it, with their places; nothing is written")
  func rules() async throws {
    let home = Home()
    home.writeRules(LearnTests.rules)
    let (shown, rules) = try await lines(LearnTests.swipes, "--do", "ctrl+w", in: home)
    #expect(shown.map { $0["recognized"]?.bool } == [true, true])
    #expect(shown.first?["text"]?.string == "swipe left, 3 fingers, on a touchpad: 40mm in 300ms, 133mm/s")
    let swipe = try #require(rules.first)
    #expect(swipe["gesture"]?.string == "swipe left, 3 fingers, on a touchpad")
    #expect(swipe["shown"]?.integer == 2)
    #expect(
      swipe["text"]?.string == "- swipe: left\n  fingers: 3\n  device: touchpad\n  do: {keys: ctrl+w}\n")
    #expect(swipe["before"]?.string == "rules.yml:9" && swipe["obstacle"] == .null && swipe["file"] == .null)
    #expect(swipe["displaced"]?.array == [.string("rules.yml:9 'next'")])
    #expect(swipe["replaces"]?.string == "rules.yml:9")
    #expect(rules.contains { $0["gesture"]?.string == "pan left, 3 fingers, on a touchpad" })
    #expect(text(of: home.rules) == LearnTests.rules)
  }

  @Test("of a quick and a slow movement, the rule that recognises both comes first")
  func both() async throws {
    let home = Home()
    let slow = LearnTests.pan.split(separator: "\n").dropFirst()
    let apart = slow.map { line in
      // Five seconds after the first one.
      line.replacing(/"t": (\d+)/) { "\"t\": \((Int($0.output.1) ?? 0) + 5_000_000)" }
    }
    let quick = SyntheticHand(move: .line(dx: -40, dy: 0)).recording(on: .touchpad, fingers: 3)
    let (shown, rules) = try await lines(quick + apart.map { $0 + "\n" }.joined(), in: home)
    #expect(shown.count == 2)
    #expect(rules.first?["gesture"]?.string == "pan left, 3 fingers, on a touchpad", "\(rules)")
    #expect(rules.map { $0["shown"]?.integer }.first == 2)
  }

  @Test("nothing that is a gesture, and a recording that is none")
  func nothing() async throws {
    let home = Home()
    let twitch = SyntheticHand(move: .line(dx: -2, dy: 0)).recording(on: .touchpad, fingers: 3)
    let (_, rules) = try await lines(twitch, in: home)
    #expect(rules.isEmpty || rules.allSatisfy { $0["gesture"]?.string?.contains("swipe") == false }, "\(rules)")
    home.write("none.jsonl", "nonsense\n")
    #expect(await home.sleight("learn", "--json", "--from", "none.jsonl").status == 1)
    #expect(await home.sleight("learn", "--json").status == 64)
  }
}
