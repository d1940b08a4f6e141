import Glibc
import JSONLines
import Testing

@Suite("Rules that are asked for by name", .serialized)
struct TriggerTests {
  @Test("a command is told what its gesture would be, as far as the rule says it")
  func command() async throws {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {swipe: left, fingers: 3, name: next workspace, do: env | grep ^SLEIGHT_ | sort > all; mv all told}

      """)
    let daemon = await home.daemon()
    #expect(try await home.status()["last"] == .null)
    #expect(await home.sleight("trigger", "next workspace") == .init(status: 0))
    #expect(await eventually { home.exists("told") }, "\(daemon.errors)")
    #expect(
      home.content(of: "told") == """
        SLEIGHT_DIRECTION=left
        SLEIGHT_DX=0.0
        SLEIGHT_DY=0.0
        SLEIGHT_FINGERS=3
        SLEIGHT_GESTURE=swipe
        SLEIGHT_MODE=default
        SLEIGHT_NAME=next workspace
        SLEIGHT_PHASE=recognized
        SLEIGHT_RULE=rules.yml:2
        SLEIGHT_SPEED=0.0
        SLEIGHT_VX=0.0
        SLEIGHT_VY=0.0

        """)

    let last = try #require(try await home.status()["last"])
    #expect(last["rule"]?.string == "rules.yml:2")
    #expect(last["name"]?.string == "next workspace")
    #expect(last["gesture"]?.string == "swipe")
    #expect(last["direction"]?.string == "left")
    #expect(last["fingers"]?.integer == 3)
    #expect(last["triggered"]?.bool == true)
    let text = await home.sleight("status").output
    #expect(
      text.contains(/\nlast action: rules.yml:2 'next workspace' \(sleight trigger\), \d+ s ago\n/), "\(text)")
  }

  @Test("a gesture that goes on begins, makes one step and ends, in this order, and is not broken off")
  func continuous() async {
    let home = Home()
    // The commands run side by side and may write in another order: they are sorted by the times of their start, whose
    // unit is 10 ms, and within that by their process ids, which wrap.
    home.writeRules(
      """
      rules:
        - pan: up
          fingers: 3
          name: volume
          every: 6mm
          begin: [echo $(cut -d ' ' -f 22 /proc/$$/stat) $$ begin >> order, {wait: 20ms}]
          do: [echo $(cut -d ' ' -f 22 /proc/$$/stat) $$ step $SLEIGHT_STEPS >> order, {wait: 20ms}]
          back: echo $(cut -d ' ' -f 22 /proc/$$/stat) $$ back >> order
          end: |
            echo $(cut -d ' ' -f 22 /proc/$$/stat) $$ end >> order
            until [ $(wc -l < order) -ge 3 ]; do sleep 0.01; done
            sort -n -k 1,1 -k 2,2 order | cut -d ' ' -f 3- > sorted; mv sorted done
          cancel: echo $(cut -d ' ' -f 22 /proc/$$/stat) $$ cancel >> order

      """)
    let daemon = await home.daemon()
    #expect(await home.sleight("trigger", "rules.yml:2") == .init(status: 0))
    #expect(await eventually { home.exists("done") }, "\(daemon.errors)")
    #expect(home.content(of: "done") == "begin\nstep 1\nend\n")
  }

  @Test("each command beyond the limit of running ones is reported to who asked for it, and no other")
  func limit() async {
    let home = Home()
    mkfifo("\(home.path)/gate", 0o600)
    home.writeRules(
      """
      rules:
        - swipe: left
          fingers: 3
          name: many
          do: [\(Array(repeating: "{run: [cat, gate]}", count: 128).joined(separator: ", "))]
        - {swipe: right, fingers: 3, name: more, do: ["echo more > more", "echo even > more", "echo even > more"]}

      """)
    let daemon = await home.daemon()
    #expect(await home.sleight("trigger", "many") == .init(status: 0), "\(daemon.errors)")
    for _ in 0..<3 {
      #expect(
        await home.sleight("trigger", "more")
          == .init(
            status: 1,
            errors: """
              sleight: error: rules.yml:6: 128 commands of rules are running: 'echo more > more' was not started
              rules.yml:6: 128 commands of rules are running: 'echo even > more' was not started

              """))
    }
    #expect(!home.exists("more"))
    // Lets the commands end.
    let gate = open("\(home.path)/gate", O_WRONLY)
    close(gate)
    #expect(await eventually { await home.sleight("trigger", "more").status == 0 })
    #expect(await eventually { home.exists("more") })
  }

  @Test("a mode that it sets is on")
  func mode() async throws {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {tap: double, fingers: 3, name: resize, do: {mode: resize}}
        - {tap: double, fingers: 3, name: back, when: {mode: resize}, do: {mode: default}}

      """)
    let daemon = await home.daemon()
    #expect(
      await home.sleight("trigger", "back")
        == .init(
          status: 1, errors: "sleight: error: rules.yml:3: condition 'mode: resize' not met: mode is 'default'\n"))
    #expect(await home.sleight("trigger", "resize") == .init(status: 0))
    #expect(try await home.status()["mode"]?.string == "resize")
    #expect(await home.sleight("trigger", "back") == .init(status: 0))
    #expect(try await home.status()["mode"]?.string == "default")
    #expect(daemon.isRunning)
  }

  @Test("an action that fails is an error, and the status names it until the rule acts again")
  func failure() async throws {
    let home = Home()
    home.writeRules(
      """
      settings: {inject: wayland}
      rules:
        - {swipe: left, fingers: 3, name: keys, do: {keys: ctrl+t}}
        - {swipe: right, fingers: 3, name: program, do: {run: [no-such-program]}}
        - {swipe: up, fingers: 3, name: good, do: touch acted}

      """)
    let daemon = await home.daemon(environment: ["WAYLAND_DISPLAY=nowhere"])
    for (name, location, reason) in [
      ("keys", "rules.yml:3", "cannot press keys: "),
      ("program", "rules.yml:4", "cannot start 'no-such-program': No such file or directory"),
    ] {
      let result = await home.sleight("trigger", name)
      #expect(result.status == 1 && result.output == "")
      #expect(result.errors.hasPrefix("sleight: error: \(location): \(reason)"), "\(result.errors)")
      let last = try #require(try await home.status()["last"])
      #expect(last["rule"]?.string == location)
      #expect(last["error"]?.string?.hasPrefix(reason) == true, "\(last)")
      let text = await home.sleight("status").output
      #expect(text.contains("\nlast action: \(location) '\(name)' (sleight trigger), "), "\(text)")
      #expect(text.contains("s ago; failed: \(reason)"), "\(text)")
    }
    let text = await home.sleight("status").output
    #expect(text.contains("\nmissing: keys cannot be pressed: "), "\(text)")
    #expect(await home.sleight("trigger", "good") == .init(status: 0))
    #expect(try await home.status()["last"]?["error"] == .null)
    #expect(daemon.isRunning)
  }

  @Test("one that is not there, or not the only one, is refused with what to say instead")
  func refused() async {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {swipe: left, fingers: 3, name: next workspace, do: foot}
        - {swipe: up, fingers: 3, name: twice, do: foot}
        - {swipe: down, fingers: 3, name: twice, do: foot}
        - {swipe: right, fingers: 4, name: elsewhere, when: {app: foot}, do: foot}

      """)
    let daemon = await home.daemon()
    func reason(_ rule: String) async -> String {
      let result = await home.sleight("trigger", rule)
      #expect(result.status == 1 && result.output == "")
      return result.errors
    }
    #expect(
      await reason("next workspce")
        == "sleight: error: no rule has the name or location 'next workspce'; did you mean 'next workspace'?\n")
    #expect(
      await reason("previous")
        == "sleight: error: no rule has the name or location 'previous'; 'sleight explain' lists all rules\n"
    )
    #expect(
      await reason("twice")
        == "sleight: error: 2 rules have the name 'twice'; use one of rules.yml:3, rules.yml:4\n")
    #expect(
      await reason("rules.yml:99") == "sleight: error: no rule starts at rules.yml:99; did you mean 'rules.yml:5'?\n")
    #expect(await reason("elsewhere").hasPrefix("sleight: error: rules.yml:5: "))
    #expect(daemon.isRunning)
  }

  @Test("two rules on a line have to be told apart by their names")
  func sameLine() async {
    let home = Home()
    home.writeRules(
      "rules: [{swipe: left, fingers: 3, do: foot}, {swipe: up, fingers: 3, name: up, do: touch acted}]\n")
    let daemon = await home.daemon()
    #expect(
      await home.sleight("trigger", "rules.yml:1")
        == .init(
          status: 1, errors: "sleight: error: 2 rules are at rules.yml:1; give the rule a name\n"))
    #expect(await home.sleight("trigger", "up") == .init(status: 0))
    #expect(await eventually { home.exists("acted") })
    #expect(daemon.isRunning)
  }

  @Test("the probe of the session lock is asked first, as by a touch")
  func lock() async {
    let home = Home()
    home.writeRules(
      """
      settings: {locked-if: 'echo asked >> probes; test -e is-locked'}
      rules:
        - {swipe: left, fingers: 3, name: open, do: touch opened}
        - {swipe: right, fingers: 3, name: lamp, when: {locked: true}, do: touch lit}

      """)
    home.write("is-locked", "")
    let daemon = await home.daemon()
    let refused = await home.sleight("trigger", "open")
    #expect(refused.status == 1 && refused.errors.contains("locked"), "\(refused)")
    #expect(await home.sleight("trigger", "lamp") == .init(status: 0))
    #expect(await eventually { home.exists("lit") }, "\(daemon.errors)")
    #expect(!home.exists("opened") && home.content(of: "probes").hasPrefix("asked\n"))
    // The answer is valid for a second.
    unlink(home.path + "/is-locked")
    #expect(await eventually { await home.sleight("trigger", "open").status == 0 })
    #expect(await eventually { home.exists("opened") }, "\(daemon.errors)")
  }

  @Test("a probe without an answer is given up, and the rule runs")
  func silentProbe() async {
    let home = Home()
    home.writeRules(
      """
      settings: {locked-if: sleep 100}
      rules:
        - {swipe: left, fingers: 3, name: open, do: touch opened}

      """)
    let daemon = await home.daemon()
    #expect(await home.sleight("trigger", "open") == .init(status: 0))
    #expect(await eventually { home.exists("opened") }, "\(daemon.errors)")
  }
}
