import Glibc
import Testing

@Suite("What is said of the commands, and to who uses them wrongly")
struct UsageTests {
  private static let situation = [
    "--app", "--title", "--fullscreen", "--maximized", "--overview", "--tablet-mode", "--on-battery",
    "--pen-near", "--connected", "--under-app", "--under-title", "--output", "--orientation", "--modifiers",
    "--mode", "--locked",
  ]

  /// The commands and their options.
  static let commands: [(name: String, options: [String])] = [
    ("run", ["--config", "--log-level"]), ("check", ["--config", "--json"]),
    (
      "explain",
      [
        "--config", "--json", "--svg", "--rule", "--force", "--fingers", "--device", "--edge", "--corner", "--zone",
        "--apart", "--distance",
        "--speed",
        "--within", "--taps", "--moved", "--anchor",
      ] + situation
    ),
    ("monitor", ["--config", "--json", "--plain"] + situation),
    ("learn", ["--config", "--do", "--dry-run", "--from", "--json"]),
    ("record", ["--config", "--from", "--stroke", "--force"]),
    ("replay", ["--config", "--json", "--act", "--svg", "--animate", "--force"] + situation),
    ("devices", ["--config", "--json"]), ("windows", ["--json"]),
    ("doctor", ["--config", "--json", "--report", "--rules"]),
    ("init", ["--config", "--desktop", "--force"]),
    ("import", ["--from", "--desktop", "--screen", "--prove", "--output", "--force"]),
    ("recipes", ["--json", "--svg", "--force"]), ("schema", []),
    ("language-server", []),
    ("status", ["--json", "--follow"]),
    ("follow", ["--json", "--progress", "--misses"]), ("hint", ["--config", "--if-set"]),
    ("ui", ["--config", "--no-browser", "--exit-after"]),
    (
      "edit",
      [
        "--config", "--json", "--dry-run", "--expect", "--delete", "--enable", "--disable", "--move", "--replace",
        "--add", "--before", "--text",
      ]
    ),
    ("tune", ["--config", "--write", "--json", "--touch"]),
    ("why", ["--config", "--json", "--svg", "--save", "--force", "--wrong", "--missed", "--unmark", "--rule"]),
    ("reload", []), ("pause", ["--for", "--toggle", "--forget"]), ("resume", []), ("mode", ["--for"]), ("trigger", []),
  ]

  @Test(
    "an empty file name is refused with the same words everywhere",
    arguments: [
      ["check", ""], ["check", "--config", ""], ["run", "-c", ""], ["init", "-c", ""], ["replay", ""], ["record", ""],
      ["replay", "a", "--svg", ""], ["import", "-o", "", "a"], ["import", ""], ["learn", "--from", ""], ["tune", ""],
      ["why", "--save", ""], ["why", "--svg", ""], ["doctor", "--report", ""],
    ])
  func emptyName(arguments: [String]) async {
    let result = await Program([Program.sleight] + arguments, in: Home()).result()
    #expect(result.status == 64 && result.output == "", "\(result)")
    #expect(result.errors.contains("the file name is empty"), "\(result)")
  }

  @Test("each command's help is a result: on standard output, with its options, exit status 0", arguments: commands)
  func help(command: String, options: [String]) async {
    let home = Home()
    let result = await home.sleight(command, "--help")
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.hasPrefix("OVERVIEW: "))
    #expect(result.output.contains("USAGE: sleight \(command)"))
    for option in options { #expect(result.output.contains(" \(option) "), "\(option)") }
    #expect(result.output.split(separator: "\n").allSatisfy { $0.utf8.count <= 80 })
    #expect(await home.sleight("help", command) == result)
  }

  @Test("an argument that is not UTF-8 is refused: it would name another file")
  func notUTF8() async {
    let home = Home()
    let message = "sleight: error: the argument 'f\u{fffd}.yml' is not UTF-8 text\n"
    for arguments in [
      "check f", "import --output f", "replay --config r.yml --svg f", "run --config f", "learn --do foot --from f",
    ] {
      let result = await home.shell("$SLEIGHT \(arguments)\"$(printf '\\377').yml\"")
      #expect(result.status == 64 && result.errors.hasPrefix(message), "\(arguments): \(result)")
    }
    #expect(!home.exists("f\u{fffd}.yml"))
  }

  @Test("a shape that is unknown gets the usage of explain, also if only the rules file tells")
  func shape() async {
    let home = Home()
    home.writeRules("strokes: {hook: \"0,0 0,50 50,50\"}\nrules: [{stroke: hook, fingers: 3, do: foot}]\n")
    let result = await home.sleight("explain", "stroke", "house")
    #expect(result.status == 64 && result.errors.contains("unknown stroke 'house'"), "\(result)")
    #expect(result.errors.contains("\nUsage: sleight explain "), "\(result)")
    #expect(await home.sleight("explain", "stroke", "hook", "--fingers", "3").status == 0)
    let pipe = await Program(
      ["/bin/bash", "-c", "$SLEIGHT explain stroke hook --fingers 3 --config <(cat config/sleight/rules.yml)"], in: home
    ).result()
    #expect(pipe.status == 0, "\(pipe)")
  }

  @Test("the program's own help names every command")
  func overview() async {
    let home = Home()
    let result = await home.sleight("--help")
    #expect(result.status == 0)
    #expect(result.errors == "")
    for command in Self.commands { #expect(result.output.contains("\n  \(command.name) "), "\(command.name)") }
  }

  @Test("without a command, it says in a few lines what is set up, and the next command")
  func state() async {
    let home = Home()
    var result = await home.sleight()
    #expect(result.status == 0)
    #expect(result.errors == "")
    #expect(result.output.contains("wrong  rules: the rules file \(home.rules) does not exist\n"))
    // The path of the program, unless a directory in PATH has it.
    #expect(result.output.contains("\nNext:\n    \(Program.sleight) init\n"), "\(result.output)")
    #expect(result.output.split(separator: "\n").count <= 10, "\(result.output)")
    result = await home.shell("PATH=${SLEIGHT%/*}:$PATH sleight")
    #expect(result.output.contains("\nNext:\n    sleight init\n"), "\(result.output)")

    _ = await home.sleight("init")
    result = await home.sleight()
    #expect(result.output.contains("good   rules: "))
    #expect(!result.output.contains("sleight init\n"))
  }

  @Test("the version has a line of its own, before that of libinput")
  func version() async {
    let home = Home()
    let result = await home.sleight("--version")
    #expect(result.status == 0)
    #expect(result.output.wholeMatch(of: /sleight \d+\.\d+\.\d+\n(libinput \d+\.\d+\.\d+\n)?/) != nil, "\(result)")
  }

  @Test(
    "wrong usage is exit status 64 and says what is wrong",
    arguments: [
      (["bogus"], "sleight: error: unknown command 'bogus'"),
      (["validate"], "sleight: error: unknown command 'validate'; did you mean 'check'?"),
      (["convert"], "sleight: error: unknown command 'convert'; did you mean 'import'?"),
      (["version"], "sleight: error: unknown command 'version'; did you mean '--version'?"),
      (
        ["list"],
        "sleight: error: unknown command 'list'; 'sleight explain' lists the rules, 'sleight devices' the devices"
      ),
      (["pause", "10s"], "sleight: error: unexpected argument '10s'; did you mean '--for 10s'?"),
      (["pause", "--toggle", "2h"], "sleight: error: unexpected argument '2h'; did you mean '--for 2h'?"),
      (["pause", "all"], "sleight: error: unexpected argument 'all'"),
      (["mode", "resize", "5m"], "sleight: error: unexpected argument '5m'; did you mean '--for 5m'?"),
      (["run", "-v"], "sleight: error: unknown option '-v'; did you mean '--log-level debug'?"),
      (["run", "--quiet"], "sleight: error: unknown option '--quiet'; did you mean '--log-level warning'?"),
      (["explain", "swipe", "left", "3"], "sleight: error: unexpected argument '3'; did you mean '--fingers 3'?"),
      (["chekc", "--json"], "sleight: error: unknown command 'chekc'; did you mean 'check'?"),
      (["help", "moniter"], "sleight: error: unknown command 'moniter'; did you mean 'monitor'?"),
      (["--config", "a.yml", "check"], "sleight: error: '--config' must follow 'check'"),
      (["check", "--jsn"], "sleight: error: unknown option '--jsn'; did you mean '--json'?"),
      (["check", "--config", "a.yml", "b.yml"], "sleight: error: <file> and --config exclude each other"),
      (["check", "a.yml", "b.yml"], "sleight: error: unexpected argument 'b.yml'"),
      (["check", "--config"], "sleight: error: missing value for '--config <file>'"),
      (["explain", "swpie", "left"], "sleight: error: unknown gesture 'swpie'; did you mean 'swipe'?"),
      (["explain", "swipe", "lfet"], "sleight: error: unknown direction 'lfet'; did you mean 'left'?"),
      (["explain", "--fingers", "3"], "sleight: error: --fingers requires a gesture"),
      (
        ["explain", "tap", "--orientation", "portait"],
        "sleight: error: the value 'portait' is invalid for '--orientation <way>': unknown orientation 'portait'; did you mean 'portrait'?"
      ),
      (
        ["replay", "--modifiers", "crtl+a", "a"],
        "sleight: error: the value 'crtl+a' is invalid for '--modifiers <chord>': unknown modifier 'crtl'; did you mean 'ctrl'?"
      ),
      (["replay"], "sleight: error: missing expected argument '<file>'"),
      (["record"], "sleight: error: missing argument: <file> or --stroke <name>"),
      (["record", "--from", "a"], "sleight: error: --from and --config require --stroke"),
      (
        ["record", "--stroke", "a", "b"],
        "sleight: error: --stroke writes to the rules file; to read a recording, use --from <recording>"
      ),
      (
        ["record", "--stroke", "a: b"],
        "sleight: error: 'a: b' is not a valid name for a shape: use letters, digits, '-' and '_', and no word such as 'yes'"
      ),
      (
        ["pause", "--for", "10"],
        "sleight: error: the value '10' is invalid for '--for <duration>': '10' needs a unit: 'ms', 's', 'm' or 'h'"
      ),
      (
        ["pause", "--for", "5min"],
        "sleight: error: the value '5min' is invalid for '--for <duration>': unknown unit 'min' in '5min'; did you mean '5m'?"
      ),
      (
        ["pause", "--for", "10 m"],
        "sleight: error: the value '10 m' is invalid for '--for <duration>': '10 m' is not a valid duration; did you mean '10m'?"
      ),
      (
        ["pause", "--for", "25h"],
        "sleight: error: the value '25h' is invalid for '--for <duration>': '25h' is out of range: more than 0 and at most 24h"
      ),
      (
        ["pause", "--for", "lunch"],
        "sleight: error: the value 'lunch' is invalid for '--for <duration>': 'lunch' is not a duration; write a number and a unit, such as 10m"
      ),
      (["monitor", "--plain", "--json"], "sleight: error: --plain and --json exclude each other"),
      (["mode", "--for", "10s"], "sleight: error: --for requires a mode"),
      (["replay", "--force", "a"], "sleight: error: --force requires --svg"),
      (
        ["record", "--stroke", "a", "-f"], "sleight: error: --stroke adds to the rules file and does not accept --force"
      ),
      (["trigger"], "sleight: error: missing expected argument '<rule>'"),
      (["status", "now"], "sleight: error: unexpected argument 'now'"),
      (
        ["run", "--log-level", "loud"],
        "sleight: error: the value 'loud' is invalid for '--log-level <level>': unknown log level 'loud'; expected one of error, warning, notice, info and debug"
      ),
      (
        ["init", "--desktop", "gnme"],
        "sleight: error: the value 'gnme' is invalid for '--desktop <desktop>': unknown desktop 'gnme'; did you mean 'gnome'?"
      ),
    ])
  func wrong(arguments: [String], message: String) async {
    let home = Home()
    let result = await Program([Program.sleight] + arguments, in: home).result()
    #expect(result.status == 64)
    #expect(result.output == "")
    #expect(result.errors.split(separator: "\n").first.map(String.init) == message)
  }

  @Test("what cannot be printed is an error", arguments: ["--help", "--version", "check --help", "schema"])
  func full(arguments: String) async {
    let result = await Home().shell("\"$SLEIGHT\" \(arguments) >/dev/full")
    #expect(result == .init(status: 1, errors: "sleight: error: write standard output: No space left on device\n"))
  }

  @Test("without a home, the commands that need the rules file say what to do", arguments: ["run", "check", "init"])
  func noHome(command: String) async {
    let home = Home()
    let result = await home.shell("env -u HOME -u XDG_CONFIG_HOME \"$SLEIGHT\" \(command)")
    #expect(
      result
        == .init(
          status: 1, errors: "sleight: error: neither XDG_CONFIG_HOME nor HOME is set; use --config <file>\n"))
  }

  @Test("a relative XDG_CONFIG_HOME is passed over, as its specification asks")
  func relativeConfigHome() async {
    let home = Home()
    let result = await home.shell("XDG_CONFIG_HOME=here \"$SLEIGHT\" init")
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("\(home.path)/.config/sleight/rules.yml\n"), "\(result)")
  }

  @Test("arguments are read without /proc", .enabled(if: getuid() == 0, "only root can unmount it"))
  func withoutProc() async {
    let home = Home()
    home.write("bad.yml", "rules: [{swype: left}]\n", mode: 0o644)
    let script = "mount -t tmpfs none /proc || exit 9; \"$SLEIGHT\" check bad.yml"
    let result = await Program(["unshare", "-m", "/bin/sh", "-c", script], in: home).result()
    guard result.status != 9 else { return }
    #expect(result.status == 1 && result.output.contains("bad.yml:1:10: error: unknown gesture 'swype'"), "\(result)")
  }

  @Test("escape sequences in file names and arguments reach the terminal as symbols, and JSON as escapes")
  func names() async {
    let home = Home()
    let name = "a\u{1b}[31mb\u{9b}c\u{202e}d"
    home.write(name + ".yml", "rules: [{swipe: left, fingers: 3, do: foot}]\n", mode: 0o644)
    home.write(name + ".jsonl", "{}\n", mode: 0o644)
    for arguments in [
      ["check", name + ".yml"], ["check", "--json", name + "missing.yml"], ["replay", name + ".jsonl"],
      ["init", "--config", name + "/new.yml"], ["pause", "--for", name], ["record", "--stroke", name],
      ["windows", name],
    ] {
      let result = await Program([Program.sleight] + arguments, in: home).result()
      let text = result.output + result.errors
      #expect(text.contains("31mb"), "\(arguments)")
      let unsafe = text.unicodeScalars.filter { [0x1b, 0x9b, 0x202e].contains($0.value) }
      #expect(unsafe.isEmpty, "\(arguments): \(text.debugDescription)")
    }
  }
}
