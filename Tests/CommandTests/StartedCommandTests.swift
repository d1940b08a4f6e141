import Glibc
import Testing

@Suite("Commands that rules start")
struct StartedCommandTests {
  /// Replays three fingers to the left and two that part.
  private func replay(_ rules: String, in home: Home) -> Program {
    home.writeRules(rules)
    home.write("pad.jsonl", Recordings.pad)
    return home.start("replay", "--act", "pad.jsonl")
  }

  @Test("a slow one under every is started again when it has ended, once for each step, and end comes last")
  func everyStep() async {
    let home = Home()
    let result = await replay(
      """
      rules:
        - pan: left
          fingers: 3
          every: 2mm
          do: mkdir running || touch overlapped; sleep 0.05; rmdir running; echo >> steps
          end: touch ended

      """, in: home
    ).result()
    #expect(result.status == 0)
    #expect(result.errors == "")
    let steps = result.output.split(separator: "\n").count { $0.contains("mkdir running") }
    #expect(steps > 5)
    #expect(await eventually { home.content(of: "steps").count == steps })
    #expect(!home.exists("overlapped"))
    #expect(await eventually { home.exists("ended") })
  }

  @Test("they go on when the program that started them has ended")
  func outlive() async {
    let home = Home()
    let result = await replay(
      "rules: [{swipe: left, fingers: 3, do: 'until [ -e over ]; do sleep 0.05; done; touch outlived'}]", in: home
    ).result()
    #expect(result.status == 0)
    home.write("over", "")
    #expect(await eventually { home.exists("outlived") })
  }

  @Test("one that floods an output that nobody reads holds up itself alone")
  func flood() async {
    let home = Home()
    mkfifo("\(home.path)/messages", 0o600)
    let reader = open("\(home.path)/messages", O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    home.writeRules(
      """
      rules:
        - {swipe: left, fingers: 3, do: echo $$ > flooding; exec yes >&2}
        - {pinch: out, fingers: 2, do: touch pinched}

      """)
    home.write("pad.jsonl", Recordings.pad)
    let program = Program(["/bin/sh", "-c", "exec \"$SLEIGHT\" replay --act pad.jsonl 2>messages"], in: home)
    #expect(await program.result().status == 0)
    #expect(await eventually { home.exists("pinched") })
    #expect(await eventually { !home.content(of: "flooding").isEmpty })
    let pid = pid_t(home.content(of: "flooding").prefix { $0 != "\n" }) ?? -1
    #expect(pid > 0)
    if pid > 0 { #expect(kill(pid, SIGKILL) == 0) }
  }

  @Test("where the system starts no more processes, that is told with the rule, and the rest goes on")
  func noProcesses() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {swipe: left, fingers: 3, do: touch swiped}
        - {pinch: out, fingers: 2, do: touch pinched}

      """)
    // The limit does not apply to root; a uid without a user has no other processes.
    let isRoot = geteuid() == 0
    if isRoot {
      for name in ["", "/config", "/config/sleight"] { chmod(home.path + name, 0o755) }
      chmod(home.rules, 0o644)
    }
    home.write("pad.jsonl", Recordings.pad, mode: 0o644)
    let user = isRoot ? ["setpriv", "--reuid=54321", "--clear-groups"] : []
    let result = await Program(
      user + ["prlimit", "--nproc=1", Program.sleight, "replay", "--act", "pad.jsonl"], in: home
    ).result()
    #expect(result.status == 0)
    let reason = "Resource temporarily unavailable"
    #expect(
      result.errors == """
        sleight: error: rules.yml:2: cannot start 'touch' of 'touch swiped': \(reason)
        sleight: error: rules.yml:3: cannot start 'touch' of 'touch pinched': \(reason)

        """)
  }
}
