import Glibc
import Testing

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

  @Test("in bash, trigger is completed with the names of rules, spaces and all")
  func names() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {swipe: left, fingers: 3, name: next workspace, do: foot}
        - {swipe: up, fingers: 3, name: louder, do: foot}

      """)
    mkdir("\(home.path)/bin", 0o700)
    symlink(Program.sleight, "\(home.path)/bin/sleight")
    let complete = """
      PATH="$HOME/bin:$PATH"
      source <("$SLEIGHT" --generate-completion-script bash)
      COMP_WORDS=(sleight trigger "$1") COMP_CWORD=2 COMP_LINE="sleight trigger $1" COMP_POINT=${#COMP_LINE}
      COMP_TYPE=9 COMP_KEY=9
      "$(complete -p sleight | sed 's/.*-F \\([^ ]*\\).*/\\1/')" sleight "$1" trigger
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    func completions(_ start: String) async -> Program.Result {
      await Program(["/bin/bash", "-c", complete, "bash", start], in: home).result()
    }
    let all = await completions("")
    #expect(all.errors == "")
    #expect(all.output.contains("louder\n") && all.output.contains("workspace"), "\(all)")
    #expect(await completions("lo").output == "louder\n")
  }
}
