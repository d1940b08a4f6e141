import Glibc
import JSONLines
import Testing
import TmuxWindow

@Suite("Completion in shells")
struct CompletionTests {
  @Test("the script is one that its shell takes", arguments: ["bash", "zsh", "fish"])
  func syntax(shell: String) async {
    let home = Home()
    let script = await home.sleight("--generate-completion-script", shell)
    #expect(script.status == 0 && script.errors == "")
    home.write("script", script.output)
    #expect(await home.shell("\(shell) -n script") == .init(status: 0))
    #expect(script.output.contains("trigger"))
  }

  private let rules = """
    rules:
      - {swipe: left, fingers: 3, name: next workspace, when: {mode: resize}, do: foot}
      - {tap: single, fingers: 3, when: {app: [firefox, "gimp*"], title: notes, output: eDP-1}, do: foot}
      - {swipe: up, fingers: 3, name: louder, do: foot}
      - {swipe: down, fingers: 3, name: "volume: down", do: foot}
    devices: {Goodix: {ignore: true}}

    """

  /// A home in whose PATH `sleight` is, with rules.
  private func home() -> Home {
    let home = Home()
    home.writeRules(rules)
    mkdir("\(home.path)/bin", 0o700)
    symlink(Program.sleight, "\(home.path)/bin/sleight")
    return home
  }

  /// The completions of the last word of a command line in bash, each on a line.
  private func completions(_ words: [String], _ home: Home) async -> Program.Result {
    let script = """
      PATH="$HOME/bin:$PATH"
      source <("$SLEIGHT" --generate-completion-script bash)
      COMP_WORDS=(sleight "$@") COMP_CWORD=$# COMP_LINE="sleight $*" COMP_POINT=${#COMP_LINE}
      COMP_TYPE=9 COMP_KEY=9
      "$(complete -p sleight | sed 's/.*-F \\([^ ]*\\).*/\\1/')" sleight "${COMP_WORDS[COMP_CWORD]}" \\
        "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return await Program(["/bin/bash", "-c", script, "bash"] + words, in: home).result()
  }

  @Test("in bash, trigger is completed with the names of rules, spaces and all")
  func names() async {
    let home = home()
    let all = await completions(["trigger", ""], home)
    #expect(all.errors == "")
    #expect(all.output.contains("louder\n") && all.output.contains("workspace"), "\(all)")
    #expect(await completions(["trigger", "lo"], home).output == "louder\n")
  }

  @Test("in bash, a name is completed as it is, without loss; one that the shell would expand is not offered")
  func hostileNames() async {
    let home = home()
    let hostile = ["a $(touch \(home.path)/ran)", "b `touch \(home.path)/ran`", "c $HOME"]
    let names = ["add; touch ran # (", "it's 'quoted'", "back\\slash \"and\" *", "volume: up"]
    func quoted(_ name: String) -> String { "'\(name.replacing("'", with: "''"))'" }
    home.writeRules(
      "rules:\n"
        + (hostile + names).enumerated().map {
          "  - {tap: \($0 + 1), fingers: 3, name: \(quoted($1)), when: {title: \(quoted($1))}, do: [foot, {mode: \(quoted($1))}]}\n"
        }.joined())
    let all = names.map { "\($0)\n" }.joined()
    #expect(await completions(["trigger", ""], home) == .init(status: 0, output: all))
    let modes = (["default"] + names).sorted().map { "\($0)\n" }.joined()
    #expect(await completions(["mode", ""], home) == .init(status: 0, output: modes))
    let title = await completions(["explain", "--title", "a"], home)
    #expect(title == .init(status: 0, output: "\(names[0])\n"))
    #expect(access("\(home.path)/ran", F_OK) != 0)
  }

  @Test("in bash, explain is completed with gestures, their values, edges and devices, mode with modes")
  func explain() async {
    let home = home()
    func offers(_ words: String..., expected: [String]) async {
      let result = await completions(words, home)
      #expect(result.errors == "")
      let offered = Set(result.output.split(separator: "\n").map(String.init))
      #expect(offered.isSuperset(of: expected), "\(words): \(result)")
    }
    await offers("explain", "", expected: ["swipe", "tap", "long-press", "pan", "pinch", "rotate", "stroke"])
    await offers("explain", "swipe", "", expected: ["left", "right", "up", "down", "horizontal"])
    await offers("explain", "pinch", "", expected: ["in", "out"])
    await offers("explain", "swipe", "left", "--edge", "", expected: ["left", "right", "top", "bottom"])
    await offers("explain", "swipe", "left", "--corner", "t", expected: ["top-left", "top-right"])
    await offers("explain", "swipe", "left", "--device", "", expected: ["touchpad", "touchscreen"])
    await offers("mode", "", expected: ["default", "resize"])
    await offers("explain", "--app", "", expected: ["firefox"])
    await offers("explain", "--title", "", expected: ["notes"])
    await offers("explain", "--output", "", expected: ["eDP-1"])
    await offers("explain", "--fullscreen", "", expected: ["true", "false"])
    await offers("explain", "--orientation", "", expected: ["landscape", "portrait"])
    await offers("explain", "--modifiers", "", expected: ["ctrl", "shift", "alt", "super", "altgr", "none"])
    await offers("explain", "pinch", "in", "--distance", "", expected: ["30%"])
    await offers("explain", "swipe", "left", "--distance", "", expected: ["20mm"])
    #expect(await completions(["explain", "circle", "--distance", ""], home).output == "180°\n90°\n360°\n")
    await offers("explain", "long-press", "", expected: ["500ms"])
    await offers("explain", "--fingers", "", expected: ["1", "3", "10"])
    await offers("explain", "--speed", "", expected: ["200mm/s"])
    await offers("explain", "--within", "", expected: ["400ms"])
    await offers("record", "--stroke", "", expected: ["circle", "check"])
    await offers("pause", "--for", "", expected: ["10m"])
    await offers("mode", "--for", "", expected: ["30s"])
    await offers("init", "--desktop", "", expected: ["gnome", "kde", "sway", "cinnamon"])
    await offers("import", "--desktop", "", expected: ["gnome", "kde", "sway"])
    await offers("import", "--from", "", expected: ["touchegg", "fusuma"])
    await offers("run", "--log-level", "", expected: ["debug", "error"])
    #expect(await completions(["learn", "--do", ""], home).output.contains("workspace: next"))
    #expect(await completions(["import", "--screen", ""], home).output.contains("68mm"))
    #expect(await completions(["recipes", "backl"], home).output == "backlight\n")
    #expect(await completions(["recipes", "lock s"], home).output == "lock screen\n")
  }

  /// Writes another rules file, whose name requires quotes, and whose names are all different.
  private func writeOtherRules(in home: Home) {
    home.write(
      "my other: rules.yml",
      """
      strokes: {hook: "0,0 0,50 50,50"}
      rules:
        - {swipe: left, fingers: 3, name: otherwise, when: {mode: other}, do: foot}
        - {tap: single, fingers: 3, when: {app: otherapp, title: otheritle, output: other-1}, do: {mode: other}}
        - {stroke: hook, fingers: 3, do: foot}

      """)
  }

  @Test(
    "in bash, names come from the file of --config, however it is written",
    arguments: [
      ["--config", #"my\ other:\ rules.yml"#], ["--config", "'my other: rules.yml'"],
      ["-c", "\"my other: rules.yml\""],
      ["--config", "=", #"my\ other"#, ":", #"\ rules.yml"#], ["-c", #"~/my\ other\:\ rules.yml"#],
    ])
  func config(option: [String]) async {
    let home = home()
    writeOtherRules(in: home)
    for command in ["explain", "monitor", "replay"] {
      #expect(await completions([command] + option + ["--mode", "ot"], home).output == "other\n")
      #expect(await completions([command] + option + ["--app", "o"], home).output == "otherapp\n")
      #expect(await completions([command] + option + ["--title", "o"], home).output == "otheritle\n")
      #expect(await completions([command] + option + ["--output", ""], home).output == "other-1\n")
      #expect(await completions([command] + option + ["--under-app", "f"], home).output == "\n")
    }
    #expect(await completions(["record"] + option + ["--stroke", "ho"], home).output == "hook\n")
    #expect(await completions(["why", "--missed"] + option + ["--rule", ""], home).output == "otherwise\n")
    // A later option counts as well, and the last one of several.
    #expect(
      await completions(["explain", "--config", "none.yml", "--json"] + option + ["--mode", "ot"], home).output
        == "other\n")
  }

  @Test("in bash, commands that ask the daemon are completed with the names of its rules file")
  func daemon() async {
    let home = home()
    writeOtherRules(in: home)
    let daemon = home.start("run", "--config", "my other: rules.yml")
    #expect(await home.daemonAnswers())
    #expect(await completions(["trigger", ""], home).output == "otherwise\n")
    #expect(await completions(["why", "--missed", "--rule", ""], home).output == "otherwise\n")
    #expect(await completions(["mode", "ot"], home).output == "other\n")
    #expect(await completions(["explain", "--mode", "res"], home).output == "resize\n")
    #expect(daemon.isRunning)
  }

  @Test("each option and argument of each command has completions for its values")
  func complete() async throws {
    let dump = try JSONReader.read(await Home().sleight("--experimental-dump-help").output)
    var count = 0
    func examine(_ command: JSONValue, _ path: String) {
      for argument in command["arguments"]?.array ?? [] where argument["kind"]?.string != "flag" {
        let name = argument["names"]?.array?.first?["name"]?.string ?? argument["valueName"]?.string ?? ""
        // Arguments that are errors, and the library's own.
        guard !["help", "version", "others", "subcommands", "generate-completion-script"].contains(name) else {
          continue
        }
        count += 1
        #expect(argument["completionKind"] != nil, "\(path) \(name)")
      }
      for subcommand in command["subcommands"]?.array ?? [] {
        examine(subcommand, "\(path) \(subcommand["commandName"]?.string ?? "")")
      }
    }
    examine(try #require(dump["command"]), "sleight")
    #expect(count > 50)
  }

  @Test("in zsh and fish, Tab completes rules, gestures, their values and edges", arguments: ["zsh", "fish"])
  func tab(shell: String) throws {
    let home = home()
    writeOtherRules(in: home)
    let window = try TmuxWindow(in: home.path, environment: home.environment)
    let setup =
      shell == "zsh"
      ? [
        "PATH=$HOME/bin:$PATH exec zsh -f",
        "mkdir zfunc; sleight --generate-completion-script zsh >zfunc/_sleight; fpath=($HOME/zfunc $fpath)",
        "autoload -Uz compinit; compinit -u -d $HOME/zcompdump; PS1='> '; clear",
      ]
      : [
        "PATH=$HOME/bin:$PATH exec fish --no-config",
        "sleight --generate-completion-script fish | source",
        "function fish_prompt; echo -n '> '; end; function fish_greeting; end; clear",
      ]
    for line in setup { try window.enter(line) }
    try window.waitForScreen { $0.first == ">" }
    for (typed, completed) in [
      ("sleight trigger lo", "sleight trigger louder"), ("sleight trigger vol", "sleight trigger volume:\\ down"),
      ("sleight explain swi", "sleight explain swipe"),
      ("sleight explain swipe dow", "sleight explain swipe down"),
      ("sleight explain tap tri", "sleight explain tap triple"),
      ("sleight explain swipe left --edge bot", "sleight explain swipe left --edge bottom"),
      ("sleight explain swipe left --device touchs", "sleight explain swipe left --device touchscreen"),
      ("sleight mode res", "sleight mode resize"), ("sleight explain --app fire", "sleight explain --app firefox"),
      ("sleight explain --output eD", "sleight explain --output eDP-1"),
      ("sleight explain --orientation por", "sleight explain --orientation portrait"),
      ("sleight explain --modifiers sup", "sleight explain --modifiers super"),
      ("sleight explain --fullscreen tr", "sleight explain --fullscreen true"),
      ("sleight record --stroke rect", "sleight record --stroke rectangle"),
      ("sleight pause --for 30", "sleight pause --for 30s"),
      ("sleight init --desktop cin", "sleight init --desktop cinnamon"),
      ("sleight run --log-level deb", "sleight run --log-level debug"),
      ("sleight import --from lisg", "sleight import --from lisgd"),
      (
        #"sleight explain --config my\ other:\ rules.yml --mode ot"#,
        #"sleight explain --config my\ other:\ rules.yml --mode other"#
      ),
      (
        "sleight why -c ~/'my other: rules.yml' --rule other",
        "sleight why -c ~/'my other: rules.yml' --rule otherwise"
      ),
    ] {
      try window.type(typed)
      try window.press("Tab")
      try window.waitForScreen { $0.contains { $0.hasPrefix("> \(completed)") } }
      try window.press("C-u")
    }
  }
}
