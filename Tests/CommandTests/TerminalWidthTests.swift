import Glibc
import Testing
import TmuxWindow

@Suite("Text on a terminal")
struct TerminalWidthTests {
  private static let rules = """
    rules:
      - {swipe: left, fingers: 3, name: next workspace, do: "notify-send 'a message that is long enough for two lines'"}
      - {swipe: right, fingers: 3, name: previous workspace, when: {app: org.example.AProgramWithALongName}, do: foot}

    """
  /// Its second line has an error behind column 80.
  private static let mistaken = """
    rules:
      - {swipe: left, name: a rule whose line is longer than the terminal and whose mistake is behind its end, fingres: 3, do: foot}
      - {swipe: left, fingers: 3, do: foot, when: {screen: eDP-1}}

    """

  /// The lines of excerpts: the number of a line and a bar, or only the bar.
  private static func isExcerpt(_ line: String) -> Bool { line.firstMatch(of: /^ +\d* +\|( |$)/) != nil }

  private static func words(_ lines: [String]) -> [Substring] {
    lines.filter { !isExcerpt($0) }.flatMap { $0.split(separator: " ") }
  }

  /// The lines of a command on a terminal, compared with what it prints elsewhere: the same words, and each whole.
  private func compare(_ shown: [String], with printed: [String], columns: Int, _ command: String) {
    #expect(Self.words(shown) == Self.words(printed), "\(command), \(columns) columns: \(shown)")
    // Each mark is below the text that it marks.
    for (line, marks) in zip(shown, shown.dropFirst()) where marks.contains("^") && Self.isExcerpt(marks) {
      let start = marks.count - marks.drop { $0 != "^" }.count
      let marked = line.dropFirst(start).prefix(marks.count - start)
      #expect(["fingres", "screen"].contains(marked), "\(command), \(columns) columns: \(shown)")
    }
  }

  @Test(
    "each command and each error is wrapped between words, and marks stay below what they mark", arguments: [80, 60])
  func commands(columns: Int) async throws {
    let home = Home()
    home.writeRules(Self.rules)
    home.write("mistaken.yml", Self.mistaken)
    home.write("pad.jsonl", Recordings.pad)
    home.write("hyprland.conf", "gesture = 3, up, dispatcher, exec, foot\ngesture = 3, swipe, move\n")
    home.write("short.jsonl", SyntheticHand(move: .line(dx: -9, dy: 0)).recording(on: .touchscreen, fingers: 3))
    let window = try TmuxWindow(
      columns: columns, rows: 100, in: home.path, environment: home.environment + ["NO_COLOR=1"])
    var longLines = 0
    for (index, command) in [
      "check mistaken.yml", "explain swipe right --fingers 3 --app foot",
      "replay short.jsonl", "replay --config mistaken.yml pad.jsonl",
      "import hyprland.conf --force --output imported.yml",
      "trigger a-rule-that-is-not-there-because-nobody-wrote-it", "replay pad.jsonl --svg a.svg --json --act --animate",
      "why --wrong --svg a.svg --missed --json", "learn --config mistaken.yml --from pad.jsonl --do foot", "status",
    ].enumerated() {
      let printed = await home.shell("\"$SLEIGHT\" \(command) 2>&1")
      try window.enter("clear; \"$SLEIGHT\" \(command); echo end \(index)")
      let screen = try window.waitForScreen { $0.contains("end \(index)") }
      compare(
        screen.prefix { $0 != "end \(index)" }.map { $0 },
        with: printed.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init),
        columns: columns, command)
      longLines += printed.output.split(separator: "\n").count { $0.count > columns }
    }
    #expect(longLines > 8)
  }

  @Test("the log of run is wrapped between words", arguments: [80, 60])
  func log(columns: Int) async throws {
    let home = Home()
    home.write("mistaken.yml", Self.mistaken)
    let checked = await home.sleight("check", "mistaken.yml").output
    let window = try TmuxWindow(
      columns: columns, rows: 100, in: home.path, environment: home.environment + ["NO_COLOR=1"])
    try window.enter("clear; \"$SLEIGHT\" run --config mistaken.yml")
    let screen = try window.waitForScreen { $0.contains { $0.hasSuffix("fix mistaken.yml") } }
    try window.press("C-c")
    let printed = ["sleight: error: the rules file has errors:"] + checked.split(separator: "\n").map(String.init)
    compare(
      screen.prefix { !$0.contains("no rules are loaded") }.map { $0 }, with: printed, columns: columns, "run")
  }

  @Test("why is wrapped between words", arguments: [80, 60])
  func why(columns: Int) async throws {
    let home = Home()
    home.writeRules(Self.rules)
    let touches = KeptTouches(config: home.rules, touches: [.init(distance: 9), .init(distance: 7)])
    let window = try TmuxWindow(
      columns: columns, rows: 100, in: home.path, environment: home.environment + ["NO_COLOR=1"])
    for (index, arguments) in [["why"], ["why", "2"]].enumerated() {
      let printed = await touches.sleight(arguments, in: home)
      try await touches.answer(in: home) {
        try window.enter("clear; \"$SLEIGHT\" \(arguments.joined(separator: " ")); echo end \(index)")
      }
      let screen = try window.waitForScreen { $0.contains("end \(index)") }
      compare(
        screen.prefix { $0 != "end \(index)" }.map { $0 }, with: printed.output.split(separator: "\n").map(String.init),
        columns: columns, "\(arguments)")
    }
  }

  @Test("JSON is not wrapped")
  func json() async throws {
    let home = Home()
    home.writeRules(Self.rules)
    home.write("pad.jsonl", Recordings.pad)
    let window = try TmuxWindow(columns: 60, rows: 100, in: home.path, environment: home.environment)
    let printed = await home.sleight("replay", "--json", "pad.jsonl").output
    try window.enter("clear; \"$SLEIGHT\" replay --json pad.jsonl; echo end")
    let screen = try window.waitForScreen { $0.contains("end") }
    // The terminal itself breaks the lines.
    let expected = printed.split(separator: "\n").flatMap { line in
      stride(from: 0, to: line.count, by: 60).map { line.dropFirst($0).prefix(60) }
    }
    #expect(screen.prefix { $0 != "end" }.map { $0.filter { $0 != " " } } == expected.map { $0.filter { $0 != " " } })
  }
}
