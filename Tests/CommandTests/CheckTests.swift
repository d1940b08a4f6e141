import Glibc
import JSONLines
import Testing

@Suite("sleight check")
struct CheckTests {
  @Test("a good file: how many rules there are, exit status 0; as JSON nothing, for nothing is wrong")
  func good() async {
    let home = Home()
    home.write("one.yml", "rules: [{swipe: left, fingers: 3, do: foot}]\n")
    #expect(await home.sleight("check", "one.yml") == .init(status: 0, output: "one.yml: 1 rule, no errors\n"))
    #expect(await home.sleight("check", "--json", "one.yml") == .init(status: 0))
    #expect(
      await home.sleight("check", "--config", "one.yml") == .init(status: 0, output: "one.yml: 1 rule, no errors\n"))
  }

  @Test("a file that is not there, no file, or not safe, is exit status 1, and the reason is the result")
  func unusable() async {
    let home = Home()
    #expect(
      await home.sleight("check")
        == .init(
          status: 1,
          output: """
            \(home.rules): error: there is no such file
              help: 'sleight init' writes a starter file

            \(home.rules): 1 error

            """))
    #expect(
      await home.sleight("check", "run")
        == .init(status: 1, output: "run: error: this is a directory, not a rules file\n\nrun: 1 error\n"))
    home.write("open.yml", "rules: [{swipe: left, fingers: 3, do: foot}]\n", mode: 0o666)
    #expect(
      await home.sleight("check", "open.yml")
        == .init(
          status: 1,
          output: """
            open.yml: error: others may write the file, and so run programs in your name
              help: chmod go-w open.yml

            open.yml: 1 error

            """))
  }

  @Test("a file of which there is something to know is good all the same, and only check says it")
  func notes() async {
    let home = Home()
    home.install("a", "b")
    home.writeRules("rules:\n  - {tap: single, do: a, fingers: 3}\n  - {tap: double, do: b, fingers: 3}\n")
    #expect(
      await home.sleight("check")
        == .init(
          status: 0,
          output: """
            \(home.rules):2:6: note: this tap waits 300ms for another tap
              2 |   - {tap: single, do: a, fingers: 3}
                |      ^^^^^^^^^^^
            \(home.rules):3:6: note: because of this rule
              3 |   - {tap: double, do: b, fingers: 3}
                |      -----------

            \(home.rules): 1 note
            \(home.rules): 2 rules, no errors

            """))
    home.write("hand.jsonl", SyntheticHand(move: .taps(1)).recording(on: .touchscreen, fingers: 3))
    #expect(
      await home.sleight("replay", "hand.jsonl")
        == .init(status: 0, output: "0.370 s  tap single, 3 fingers: rules.yml:2: a\n"))
  }

  private let tenMistakes = """
    rules:
      - tapp: double
        fingers: 3
        do: foot
      - swipe: sideways
        fingers: 11
        do: foot
      - pinch: out
        fingers: 2
        distance: 1m
        do: {key: a}
      - long-press: soon
        do: {keys: super+Page_Dwon}
      - swipe: up
        device: tuchpad
        do: foot
      - fingers: 4
        do: foot
      - swipe: left
        fingers: 3

    """

  @Test("ten different mistakes: all ten are named in one pass, with their places")
  func tenMistakesAtOnce() async {
    let home = Home()
    home.write("ten.yml", tenMistakes)
    #expect(
      await home.sleight("check", "ten.yml")
        == .init(
          status: 1,
          output: """
            ten.yml:2:5: error: unknown gesture 'tapp'; did you mean 'tap'?
              2 |   - tapp: double
                |     ^^^^

            ten.yml:5:12: error: unknown direction 'sideways'; did you mean 'horizontal'?
              5 |   - swipe: sideways
                |            ^^^^^^^^

            ten.yml:6:14: error: '11' is out of range: 'fingers' is from 1 to 10
              6 |     fingers: 11
                |              ^^

            ten.yml:10:15: error: unknown unit 'm' in '1m'
              10 |     distance: 1m
                 |               ^^
              help: a percentage has the unit '%'

            ten.yml:11:10: error: unknown action 'key'; did you mean 'keys'?
              11 |     do: {key: a}
                 |          ^^^

            ten.yml:12:17: error: 'soon' is not a duration
              12 |   - long-press: soon
                 |                 ^^^^
              help: write a number and a unit, such as 500ms

            ten.yml:13:22: error: unknown key 'Page_Dwon'; did you mean 'Page_Down'?
              13 |     do: {keys: super+Page_Dwon}
                 |                      ^^^^^^^^^

            ten.yml:15:13: error: unknown kind of device 'tuchpad'; did you mean 'touchpad'?
              15 |     device: tuchpad
                 |             ^^^^^^^
              help: to match a device's name, write 'tuchpad*'

            ten.yml:17:5: error: the rule has no gesture
              17 |   - fingers: 4
                 |     ^^^^^^^
              help: a rule starts with its gesture: 'tap', 'long-press', 'swipe', 'pan', 'pinch', 'rotate', 'circle', 'stroke', 'press', 'tip-tap', 'touch' or 'gesture'

            ten.yml:19:5: error: the rule has no action: 'do' is missing
              19 |   - swipe: left
                 |     ^^^^^
              help: write 'do: command' or 'do: {keys: super+Page_Down}'

            ten.yml: 10 errors

            """))
  }

  @Test("as JSON, the same ten are a line each, on standard output")
  func json() async throws {
    let home = Home()
    home.write("ten.yml", tenMistakes)
    let result = await home.sleight("check", "--json", "ten.yml")
    #expect(result.status == 1)
    #expect(result.errors == "")
    let lines = try result.output.split(separator: "\n").map { try JSONReader.read(String($0)) }
    #expect(lines.compactMap { $0["line"]?.integer } == [2, 5, 6, 10, 11, 12, 13, 15, 17, 19])
    #expect(lines.allSatisfy { $0["file"]?.string == "ten.yml" && $0["severity"]?.string == "error" })
    let device = lines.first { $0["line"]?.integer == 15 }
    #expect(device?["suggestion"]?.string == "touchpad")
  }

  @Test("a warning is told, and is no mistake")
  func warnings() async {
    let home = Home()
    home.write(
      "hidden.yml", "rules:\n  - {swipe: any, fingers: 3, do: foot}\n  - {swipe: left, fingers: 3, do: bar}\n")
    home.install("foot", "bar")
    let result = await home.sleight("check", "hidden.yml")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("hidden.yml:3:6: warning: an earlier rule always acts before this one\n"))
    #expect(result.output.hasSuffix("\nhidden.yml: 1 warning\n"))
    #expect(await home.sleight("check", "--json", "hidden.yml").status == 0)
  }

  @Test("a command whose program no directory in PATH has gets a warning, until it is installed")
  func missingProgram() async {
    let home = Home()
    home.write("r.yml", "rules:\n  - {swipe: up, fingers: 3, do: notify-sned hi}\n")
    let result = await home.sleight("check", "r.yml")
    #expect(result.status == 0)
    #expect(
      result.output.hasPrefix("r.yml:2:33: warning: no directory in PATH has the program 'notify-sned'\n"),
      "\(result.output)")
    home.install("notify-sned")
    #expect(await home.sleight("check", "r.yml").output == "r.yml: 1 rule, no errors\n")
  }

  @Test("beside a warning, too, what is only worth knowing is said by check alone")
  func notesBesideWarnings() async {
    let home = Home()
    home.writeRules(
      "rules: [{tap: single, do: a}, {tap: double, do: b}, {swipe: any, do: c}, {swipe: left, do: d}]\n")
    home.write("hand.jsonl", Recordings.screen)
    let note = "note: this tap waits", warning = "warning: an earlier rule"
    let check = await home.sleight("check").output
    #expect(check.contains(note) && check.contains(warning))
    let daemon = await home.daemon()
    for told in [daemon.errors, await home.sleight("replay", "hand.jsonl").errors] {
      #expect(told.contains(warning) && !told.contains(note), "\(told)")
    }
  }

  @Test("10 MB and 10,000 levels are refused with a clear word")
  func hostile() async {
    let home = Home()
    home.write("large.yml", [UInt8](repeating: UInt8(ascii: "a"), count: 10_000_000))
    #expect(
      await home.sleight("check", "large.yml")
        == .init(status: 1, output: "large.yml: error: the file is larger than 1 MiB\n\nlarge.yml: 1 error\n"))
    home.write("deep.yml", String(repeating: "[", count: 10_000))
    let deep = await home.sleight("check", "deep.yml")
    #expect(deep.status == 1)
    #expect(deep.output.hasPrefix("deep.yml:1:65: error: nested deeper than 64 levels\n"))
    #expect(deep.output.hasSuffix("\ndeep.yml: 1 error\n"))
    #expect(deep.output.utf8.count < 1000)
  }

  @Test("rules from a pipe")
  func pipe() async {
    let home = Home()
    let result = await home.shell("echo 'rules: [{pinch: in, do: foot}]' | \"$SLEIGHT\" check /dev/stdin")
    #expect(result == .init(status: 0, output: "/dev/stdin: 1 rule, no errors\n"))
    let fromInput = await home.shell("echo 'rules: [{pinch: in, do: foot}]' | \"$SLEIGHT\" check -")
    #expect(fromInput == .init(status: 0, output: "<standard input>: 1 rule, no errors\n"))
    // Paths start at the working directory.
    home.write("more.yml", "rules: [{pinch: out, do: foot}]\n")
    let including = await home.shell("echo 'include: more.yml' | \"$SLEIGHT\" check -")
    #expect(including == .init(status: 0, output: "<standard input>: 1 rule, no errors\n"))
    let large = await home.shell("head -c 2000000 /dev/zero | \"$SLEIGHT\" check -")
    #expect(large.status == 1 && large.output.hasPrefix("<standard input>: error: the file is larger than 1 MiB\n"))
  }

  @Test("colours are for terminals that a person has not asked to do without")
  func colours() async {
    let home = Home()
    home.write("bad.yml", "rules: 3\n")
    #expect(await !home.sleight("check", "bad.yml").output.contains("\u{1b}"))
    // script(1) gives the program a terminal.
    func onTerminal(_ environment: String) async -> Program.Result {
      await home.shell("script -qec \"env \(environment) '$SLEIGHT' check bad.yml\" /dev/null")
    }
    guard access("/usr/bin/script", X_OK) == 0 else { return }
    let coloured = await onTerminal("-u NO_COLOR TERM=xterm")
    #expect(coloured.status == 1)
    #expect(coloured.output.contains("\u{1b}["))
    #expect(await !onTerminal("NO_COLOR=1 TERM=xterm").output.contains("\u{1b}"))
    #expect(await !onTerminal("-u NO_COLOR TERM=dumb").output.contains("\u{1b}"))
    #expect(await onTerminal("NO_COLOR= TERM=xterm").output.contains("\u{1b}["))
  }

  /// Runs a shell command in `home` as an ordinary user, to whom the home belongs.
  private func unprivileged(_ command: String, in home: Home) async -> Program.Result {
    let user = getuid() == 0 ? "61000" : "\(getuid())"
    let prefix =
      getuid() == 0
      ? "chown -R \(user):\(user) . && exec setpriv --reuid=\(user) --regid=\(user) --clear-groups -- sh -c"
      : "exec sh -c"
    return await home.shell("\(prefix) '\(command)'")
  }

  @Test(
    "a file that the user may not read: the message has the command that permits it", arguments: ["check", "doctor"])
  func unreadable(command: String) async {
    for (name, prepare, fix) in [
      ("rules.yml", "chmod 000 rules.yml", "chmod u+r rules.yml"),
      ("mine.yml", "chmod 000 rules.yml", "chmod u+r \(Self.place)/rules.yml"),
      ("folder/rules.yml", "mkdir folder; cp rules.yml folder; chmod 600 folder", "chmod u+x folder"),
      ("other.yml", "mkdir folder; mv rules.yml folder; chmod 600 folder", "chmod u+x \(Self.place)/folder"),
    ] {
      let home = Home()
      home.write("rules.yml", "rules: [{tap: 2, fingers: 3, do: foot}]\n")
      home.write("mine.yml", "include: \(home.path)/rules.yml\n")
      home.write("other.yml", "include: \(home.path)/folder/rules.yml\n")
      let script = "\(prepare); $SLEIGHT \(command) --config \(name)"
      let result = await unprivileged(script, in: home)
      let expected = fix.replacing(Self.place, with: home.path)
      let line = command == "check" ? "  help: \(expected)\n" : "\n         \(expected)\n"
      let text = result.output + result.errors
      #expect(result.status == 1 && text.contains("Permission denied") && text.contains(line), "\(name): \(result)")
      let fixed = await unprivileged("\(script); \(expected) && $SLEIGHT check --config \(name)", in: home)
      #expect(fixed.output.hasSuffix("\(name): 1 rule, no errors\n"), "\(name): \(fixed)")
    }
  }

  /// Stands for the home directory.
  private static let place = "HOME"

  @Test("a file of root's that the user may not read", .enabled(if: getuid() == 0))
  func foreign() async {
    let home = Home()
    home.write("rules.yml", "rules: [{tap: 2, fingers: 3, do: foot}]\n")
    mkdir("\(home.path)/etc", 0o755)
    home.write("etc/rules.yml", "rules: [{tap: 2, fingers: 3, do: foot}]\n")
    for (name, mode, fix) in [
      ("rules.yml", "600", "sudo chown 61000 rules.yml"),
      ("rules.yml", "000", "sudo chown 61000 rules.yml && chmod u+r rules.yml"),
      ("etc/rules.yml", "600", "sudo chmod a+r etc/rules.yml"),
    ] {
      let result = await home.shell(
        "chown 61000 .; chmod \(mode) \(name); exec setpriv --reuid=61000 --regid=61000 --clear-groups -- $SLEIGHT check \(name)"
      )
      #expect(result.status == 1 && result.output.contains("  help: \(fix)\n"), "\(name): \(result)")
    }
  }
}
