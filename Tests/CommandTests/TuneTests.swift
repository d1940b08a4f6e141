import Glibc
import JSONLines
import Testing

@Suite("sleight tune")
struct TuneTests {
  private static let rules = """
    # Mine.
    rules:
      - swipe: left  # with the right hand
        fingers: 3
        name: next
        do: touch next
      - {long-press: 500ms, fingers: 2, name: menu, do: touch menu}

    """

  private func home() -> Home {
    let home = Home()
    home.writeRules(Self.rules)
    for folder in [".local", ".local/state", ".local/state/sleight", ".local/state/sleight/touches"] {
      mkdir("\(home.path)/\(folder)", 0o700)
    }
    return home
  }

  private func swipe(_ distance: Double) -> String {
    SyntheticHand(move: .line(dx: -distance, dy: 0)).recording(on: .touchscreen, fingers: 3)
  }

  /// Puts a recording into the diary, as `why` does.
  private func mark(_ recording: String, _ mark: String, _ number: Int, rule: String, in home: Home) {
    let text = recording.replacing(
      "{\"sleight\": 1, ",
      with: "{\"sleight\": 1, \"mark\": \"\(mark)\", \"rules\": [{\"rule\": \"\(rule)\", \"gesture\": \"\"}], ",
      maxReplacements: 1)
    home.write(".local/state/sleight/touches/2026-01-01-00000\(number)-\(mark).jsonl", text)
  }

  @Test("short swipes that were missed make the distance shorter, and act then, also others like them")
  func short() async {
    let home = home()
    for (number, distance) in [9.2, 10.8, 11.4, 10.1, 9.6].enumerated() {
      mark(swipe(distance), "missed", number, rule: "rules.yml:3", in: home)
    }
    for (number, distance) in [25.0, 40, 32].enumerated() { home.write("right\(number).jsonl", swipe(distance)) }
    home.write("still.jsonl", swipe(3))
    let recordings = ["right0.jsonl", "right1.jsonl", "right2.jsonl", "still.jsonl"].map { "\(home.path)/\($0)" }
    func tune(_ arguments: String...) async -> Program.Result {
      await Program([Program.sleight, "tune"] + arguments + recordings, in: home, input: "/dev/null", environment: [])
        .result()
    }
    func acts(_ distance: Double) async -> Bool {
      home.write("new.jsonl", swipe(distance))
      return await home.sleight("replay", "\(home.path)/new.jsonl").output.contains("touch next")
    }
    #expect(await !acts(9.9))
    let shown = await tune()
    #expect(
      shown
        == .init(
          status: 0,
          output: """
            rules.yml:3 'next': distance 12mm -> 8.5mm: 5 touches become right, 0 become wrong, of 5 marked and 4 others
            0 of 5 marked touches right before, 5 after

            --- \(home.rules)
            +++ \(home.rules)
            @@ -1,6 +1,7 @@
             # Mine.
             rules:
               - swipe: left  # with the right hand
            +    distance: 8.5mm
                 fingers: 3
                 name: next
                 do: touch next

            """), "\(shown)")
    #expect(text(of: home.rules) == Self.rules)
    #expect(await tune("--write").status == 0)
    #expect(
      text(of: home.rules)
        == Self.rules.replacing("right hand\n", with: "right hand\n    distance: 8.5mm\n"))
    // Hands that it has not seen, and one that only twitches.
    for distance in [9.0, 9.9, 11.9, 30] { #expect(await acts(distance)) }
    #expect(await !acts(5))
    // All is right now.
    #expect(await tune().output.contains("\n5 of 5 marked touches right before, 5 after\n"))
  }

  @Test("one touch is too few, and it says how many more it requires")
  func few() async {
    let home = home()
    mark(swipe(10), "missed", 0, rule: "rules.yml:3", in: home)
    let result = await home.sleight("tune")
    #expect(result.status == 0)
    #expect(result.output.contains("not proposed: 2 more marked touches of this kind required\n"), "\(result)")
    #expect(!result.output.contains("+++"))
  }

  @Test("with --touch, only the change that makes this touch right is found; a mark can be withdrawn")
  func named() async {
    let home = home()
    let yes = home.write("yes", "y\n")
    let touches = KeptTouches(
      config: home.rules, touches: [.init(distance: 10, start: 9_000_000), .init(distance: 40, start: 5_000_000)])
    func ask(_ arguments: String...) async -> Program.Result {
      var program: Program?
      await touches.answer(in: home) { program = Program([Program.sleight] + arguments, in: home, input: yes) }
      return await program?.result() ?? .init(status: -1)
    }
    for number in 0..<4 {
      let hold = SyntheticHand(move: .hold(afterTaps: 0)).recording(on: .touchscreen, fingers: 2)
      mark(hold, "wrong", number, rule: "rules.yml:7", in: home)
    }
    let unmarked = await ask("tune", "--touch", "1")
    #expect(unmarked.status == 1 && unmarked.errors.contains("touch 1 is not marked: 'sleight why --missed 1'"))
    #expect(await ask("why", "--missed", "--rule", "next", "1").status == 0)
    let all = await ask("tune").output
    #expect(all.hasPrefix("rules.yml:7 'menu': long-press 500ms -> "), "\(all)")
    for touch in ["1", "9000000"] {
      let one = await ask("tune", "--touch", touch).output
      #expect(one.hasPrefix("rules.yml:3 'next': distance 12mm -> "), "\(one)")
      #expect(one.contains("1 touch becomes right, 0 become wrong") && !one.contains("'menu'"), "\(one)")
    }
    let kept = await ask("why").output.split(separator: "\n")
    #expect(kept.map { $0.hasSuffix(" (marked as missed)") } == [true, false], "\(kept)")
    #expect(await ask("why", "1").output.contains("\nmarked as missed\n"))
    let withdrawn = await ask("why", "--unmark", "1")
    #expect(withdrawn.status == 0 && withdrawn.output.hasPrefix("removed \(home.path)/"), "\(withdrawn)")
    let again = await ask("why", "--unmark", "1")
    #expect(again.status == 1 && again.errors == "sleight: error: touch 1 is not marked\n", "\(again)")
    #expect(await ask("why").output.contains("marked") == false)
  }

  @Test("a long press that acted wrongly on resting fingers becomes longer")
  func wrong() async {
    let home = home()
    for number in 0..<4 {
      let hold = SyntheticHand(move: .hold(afterTaps: 0)).recording(on: .touchscreen, fingers: 2)
      mark(hold, "wrong", number, rule: "rules.yml:7", in: home)
    }
    let result = await home.sleight("tune")
    // The fingers rested for 900 ms; the rest is a margin.
    #expect(
      result.output.contains("rules.yml:7 'menu': long-press 500ms -> 1000ms: 4 touches become right, 0 become wrong"),
      "\(result)")
    #expect(result.output.contains("0 of 4 marked touches right before, 4 after\n"))
  }

  @Test("the file is that of the running daemon; --config names another one")
  func daemonFile() async {
    let home = home()
    mkdir("\(home.path)/mine", 0o700)
    let mine = "\(home.path)/mine/rules.yml"
    home.write("mine/rules.yml", "rules: [{swipe: left, fingers: 3, name: mine, do: foot}]\n")
    home.writeRules("rules: [{swipe: left, fingers: 3, name: next, do: foot}]\n")
    for (number, distance) in [9.2, 10.8, 11.4].enumerated() {
      mark(swipe(distance), "missed", number, rule: "rules.yml:1", in: home)
    }
    let touches = KeptTouches(config: mine, touches: [.init(distance: 40)])
    let shown = await touches.sleight(["tune"], in: home)
    #expect(shown.status == 0 && shown.output.contains("rules.yml:1 'mine': distance 12mm -> "), "\(shown)")
    #expect(shown.output.contains(" of 3 marked and 1 others\n"))
    let other = await touches.sleight(["tune", "--config", home.rules], in: home)
    #expect(other.output.contains("rules.yml:1 'next': distance 12mm -> "), "\(other)")
    #expect(await touches.sleight(["tune", "--write"], in: home).status == 0)
    #expect(text(of: mine).contains("distance: ") && !text(of: home.rules).contains("distance: "))
    // Without a daemon, the user's file.
    #expect(await home.sleight("tune").output.contains("rules.yml:1 'next': distance 12mm -> "))
  }

  @Test("a recording with the state of the desktop is replayed in it")
  func situation() async {
    let home = home()
    home.writeRules("rules: [{swipe: left, fingers: 3, name: next, when: {app: foot}, do: touch next}]\n")
    for (number, distance) in [9.2, 10.8, 11.4].enumerated() {
      mark(
        swipe(distance).replacing(
          "{\"sleight\": 1, ", with: "{\"sleight\": 1, \"situation\": {\"app\": \"foot\"}, ", maxReplacements: 1),
        "missed", number, rule: "rules.yml:1", in: home)
    }
    home.write(
      "right.jsonl",
      swipe(10).replacing(
        "{\"sleight\": 1, ", with: "{\"sleight\": 1, \"situation\": {\"app\": \"foot\"}, ", maxReplacements: 1))
    // With a shorter distance, the rule would act on this one, which must stay as it is.
    let result = await home.sleight("tune", "right.jsonl")
    #expect(!result.output.contains("3 touches become right, 0 become wrong"), "\(result)")
    #expect(await home.sleight("tune").output.contains("3 touches become right, 0 become wrong"))
  }

  @Test("without marked touches it says how to mark one")
  func none() async {
    let home = home()
    #expect(
      await home.sleight("tune")
        == .init(
          status: 1,
          errors:
            "sleight: error: no touch is marked: 'sleight why --missed' and 'sleight why --wrong' mark the last one\n"))
  }

  @Test("for programs, each change has the text of the file with it, also one that is not certain")
  func json() async throws {
    let home = home()
    mark(swipe(10), "missed", 0, rule: "rules.yml:3", in: home)
    let result = await home.sleight("tune", "--json")
    let lines = try result.output.split(separator: "\n").map { try JSONReader.read(String($0)) }
    #expect(lines.count == 2 && result.status == 0, "\(result)")
    #expect(["marked", "others", "before", "after"].map { lines.first?[$0]?.integer } == [1, 0, 0, 0])
    #expect(lines.last?["rule"]?.string == "rules.yml:3" && lines.last?["missing"]?.integer == 2)
    #expect(["gains", "losses"].map { lines.last?[$0]?.integer } == [1, 0])
    let changed = try #require(lines.last?["text"]?.string)
    #expect(text(of: home.rules) == Self.rules)
    home.writeRules(changed)
    home.write("new.jsonl", swipe(10))
    #expect(await home.sleight("replay", "new.jsonl").output.contains("touch next"), "\(changed)")
    #expect(await home.sleight("tune", "--json", "--write").status == 64)
  }
}
