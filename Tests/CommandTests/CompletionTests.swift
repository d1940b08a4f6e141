import Glibc
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
      - {swipe: up, fingers: 3, name: louder, do: foot}
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
  }

  @Test("in zsh and fish, Tab completes rules, gestures, their values and edges", arguments: ["zsh", "fish"])
  func tab(shell: String) throws {
    let home = home()
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
      ("sleight trigger lo", "sleight trigger louder"), ("sleight explain swi", "sleight explain swipe"),
      ("sleight explain swipe dow", "sleight explain swipe down"),
      ("sleight explain tap tri", "sleight explain tap triple"),
      ("sleight explain swipe left --edge bot", "sleight explain swipe left --edge bottom"),
      ("sleight explain swipe left --device touchs", "sleight explain swipe left --device touchscreen"),
      ("sleight mode res", "sleight mode resize"),
    ] {
      try window.type(typed)
      try window.press("Tab")
      try window.waitForScreen { $0.contains { $0.hasPrefix("> \(completed)") } }
      try window.press("C-u")
    }
  }
}
