import Glibc
import Testing

@Suite("sleight record --stroke: a drawing becomes a shape of the rules file")
struct RecordStrokeTests {
  /// One finger around a circle on a touchscreen.
  static let circle = SyntheticHand(move: .circle).recording(on: .touchscreen, fingers: 1)
  static let line = SyntheticHand(move: .line(dx: 60, dy: 0)).recording(on: .touchscreen, fingers: 1)

  static let rules = """
    # Mine.
    rules:
      # Round and round.
      - {stroke: loop, fingers: 1, device: touchscreen, do: echo round}   # so

    """

  /// The text of `rules`, with `DRAWING` in place of each drawing.
  func shown(_ home: Home) -> String {
    text(of: home.rules).replacing(/"\d+,\d+( \d+,\d+){31}"/, with: "DRAWING")
  }

  @Test("the rules ask for it, it is drawn, and from then on it is recognised")
  func asked() async {
    let home = Home()
    home.writeRules(Self.rules)
    home.write("hand.jsonl", Self.circle)
    #expect(await home.sleight("check").status == 1)
    #expect(
      await home.sleight("record", "--stroke", "loop", "--from", "hand.jsonl")
        == .init(status: 0, output: "\(home.rules):3: 'loop' has 1 drawing\n"))
    #expect(
      shown(home) == """
        # Mine.
        strokes:
          loop: DRAWING

        rules:
          # Round and round.
          - {stroke: loop, fingers: 1, device: touchscreen, do: echo round}   # so

        """)
    let replay = await home.sleight("replay", "hand.jsonl")
    #expect(replay.status == 0 && replay.errors == "")
    #expect(replay.output.contains("stroke loop, 1 finger: rules.yml:7: echo round\n"), "\(replay.output)")
    #expect(names(in: "\(home.path)/config/sleight") == ["rules.yml"])
  }

  @Test("drawn again it has two drawings; from a touchpad and from standard input as well")
  func again() async {
    let home = Home()
    home.writeRules("rules: [{stroke: loop, device: touchscreen, fingers: 1, do: foot}]\n")
    home.write("pad.jsonl", SyntheticHand(move: .circle).recording(on: .touchpad, fingers: 3))
    home.write("hand.jsonl", Self.circle)
    #expect(await home.sleight("record", "--stroke", "loop", "--from", "hand.jsonl").status == 0)
    #expect(
      await home.sleight("record", "--stroke", "loop", "--from", "-", input: "\(home.path)/pad.jsonl")
        == .init(status: 0, output: "\(home.rules):4: 'loop' has 2 drawings\n"))
    #expect(
      shown(home)
        == "strokes:\n  loop:\n    - DRAWING\n    - DRAWING\n\n"
        + "rules: [{stroke: loop, device: touchscreen, fingers: 1, do: foot}]\n")
    #expect(await home.sleight("check").status == 0)
  }

  @Test("a built-in shape can be replaced, and a shape without a rule is reported")
  func words() async {
    let home = Home()
    home.write("my.yml", "rules:\n  - {swipe: left, fingers: 3, do: foot}\n")
    home.write("hand.jsonl", Self.circle)
    #expect(
      await home.sleight("record", "--stroke", "circle", "--from", "hand.jsonl", "--config", "my.yml")
        == .init(
          status: 0, output: "my.yml:2: 'circle' has 1 drawing\n",
          errors: """
            sleight: 'circle' is a built-in shape; the drawing replaces it in this file
            sleight: no rule uses it yet; add one that starts with '- stroke: circle'

            """))
    home.write("twice.jsonl", Self.circle + Self.circle.split(separator: "\n").dropFirst().joined(separator: "\n"))
    let twice = await home.sleight("record", "--stroke", "a", "--from", "twice.jsonl", "--config", "my.yml")
    #expect(twice.errors.hasPrefix("sleight: twice.jsonl: contains 2 drawings; using the first\n"))
  }

  @Test("what is no shape is refused, and the file stays as it is")
  func noShape() async {
    let home = Home()
    home.writeRules(Self.rules)
    home.write("line.jsonl", Self.line)
    home.write("taps.jsonl", SyntheticHand(move: .taps(2)).recording(on: .touchscreen, fingers: 2))
    home.write("text.jsonl", "a drawing\n")
    func refusal(_ recording: String) async -> Program.Result {
      await home.sleight("record", "--stroke", "loop", "--from", recording)
    }
    #expect(
      await refusal("line.jsonl")
        == .init(
          status: 1,
          errors: "sleight: error: line.jsonl: its drawing is too small or too straight for a shape\n"))
    #expect(
      await refusal("taps.jsonl") == .init(status: 1, errors: "sleight: error: taps.jsonl: contains no drawing\n"))
    #expect(
      await refusal("text.jsonl").errors.hasPrefix("text.jsonl:1: error: this is not a recording of "))
    #expect(
      await refusal("none.jsonl")
        == .init(status: 1, errors: "sleight: error: open none.jsonl: No such file or directory\n"))
    #expect(text(of: home.rules) == Self.rules)
  }

  @Test("a file with mistakes, one that others may write, and none at all are refused before anything is drawn")
  func badFile() async {
    let home = Home()
    home.write("hand.jsonl", Self.circle)
    func refusal() async -> Program.Result { await home.sleight("record", "--stroke", "loop", "--from", "hand.jsonl") }
    let end = "sleight: a shape can only be added to a file without errors; the file is unchanged\n"
    var result = await refusal()
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("\(home.rules): error: there is no such file\n"), "\(result.errors)")
    #expect(!result.errors.contains("unchanged"))
    home.writeRules("rules:\n  - {swype: left, fingers: 3, do: foot}\n")
    result = await refusal()
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.hasPrefix("\(home.rules):2:6: error: unknown gesture 'swype'"), "\(result.errors)")
    #expect(result.errors.hasSuffix(end))
    home.writeRules(Self.rules)
    chmod(home.rules, 0o622)
    result = await refusal()
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("\(home.rules): error: others may write the file"), "\(result.errors)")
    #expect(text(of: home.rules) == Self.rules)
  }

  @Test("what cannot be written is printed, so that the drawing is not lost")
  func surrender() async {
    let home = Home()
    home.write("hand.jsonl", Self.circle)
    func surrender() async -> Program.Result {
      await home.sleight("record", "--stroke", "loop", "--from", "hand.jsonl")
    }
    // Another required shape is still missing.
    let missing = Self.rules + "  - {stroke: elephant, device: touchscreen, do: foot}\n"
    // A list shared by two shapes.
    let shared = "strokes: {a: &all [\"0,9 5,0 9,9\"], loop: *all}\nrules: []\n"
    for (rules, reason) in [
      (missing, "has other errors than the missing shape"),
      (shared, "cannot be edited automatically"),
    ] {
      home.writeRules(rules)
      let result = await surrender()
      #expect(result.status == 1)
      #expect(
        result.errors.hasSuffix(
          """
          sleight: error: \(home.rules) \(reason)
          sleight: the file is unchanged; add this line under 'strokes':

          """), "\(result.errors)")
      #expect(result.output.wholeMatch(of: /loop: "\d+,\d+( \d+,\d+){31}"\n/) != nil, "\(result.output)")
      #expect(text(of: home.rules) == rules)
    }
  }

  @Test("the file's permissions stay, and what a symbolic link leads to is what is written")
  func file() async {
    let home = Home()
    home.writeRules("")
    unlink(home.rules)
    home.write("mine.yml", Self.rules, mode: 0o640)
    home.write("hand.jsonl", Self.circle)
    #expect(symlink("../../mine.yml", home.rules) == 0)
    #expect(await home.shell("umask 077; \"$SLEIGHT\" record --stroke loop --from hand.jsonl").status == 0)
    var status = stat()
    #expect(lstat(home.rules, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat("\(home.path)/mine.yml", &status) == 0 && status.st_mode & 0o7777 == 0o640)
    #expect(home.content(of: "mine.yml").hasPrefix("# Mine.\nstrokes:\n  loop: \""))
  }

  @Test("it waits for a hand until it is interrupted, and nothing has changed then", arguments: [SIGINT, SIGTERM])
  func live(signal: CInt) async {
    let home = Home()
    let rules = signal == SIGINT ? Self.rules : Self.rules + "settings: {contacts: false}\n"
    home.writeRules(rules)
    let record = home.start("record", "--stroke", "loop")
    #expect(
      await eventually {
        record.errors.contains(
          "sleight: draw 'loop' now on a touchscreen, or on a touchpad with three or "
            + (signal == SIGINT ? "more fingers, or one from a corner" : "four fingers") + " (Ctrl+C cancels)\n"
        )
      })
    record.signal(signal)
    let result = await record.result()
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.hasSuffix("sleight: nothing was drawn; \(home.rules) is unchanged\n"))
    #expect(text(of: home.rules) == rules)
  }
}
