import Glibc
import JSONLines
import Testing

@Suite("sleight mode", .serialized)
struct ModeTests {
  private let rules = """
    rules:
      - {swipe: left, fingers: 3, name: enter, do: {mode: resize}}
      - {swipe: right, fingers: 3, name: inside, when: {any: [{mode: resize}, {mode: move}]}, do: touch acted}

    """

  @Test("prints the mode, and sets it")
  func mode() async throws {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    #expect(await home.sleight("mode") == .init(status: 0, output: "default\n"))
    #expect(await home.sleight("trigger", "inside").status == 1)
    #expect(await home.sleight("mode", "move") == .init(status: 0))
    #expect(await home.sleight("mode") == .init(status: 0, output: "move\n"))
    #expect(try await home.status()["modeEndsIn"] == .null)
    #expect(await home.sleight("trigger", "inside") == .init(status: 0))
    #expect(await eventually { home.exists("acted") })
    #expect(await home.sleight("mode", "default") == .init(status: 0))
    #expect(await home.sleight("trigger", "inside").status == 1)
    #expect(daemon.isRunning)
  }

  @Test("with a time, it ends by itself")
  func time() async throws {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    #expect(await home.sleight("mode", "resize", "--for", "10m").status == 0)
    let left = try #require(try await home.status()["modeEndsIn"]?.integer)
    #expect(left > 500_000 && left <= 600_000)
    #expect(await home.sleight("status").output.contains(/\nmode: resize \(\d+ s left\)\n/))
    #expect(await home.sleight("mode", "resize", "--for", "300ms").status == 0)
    #expect(await eventually { await home.sleight("mode").output == "default\n" })
    #expect(daemon.isRunning)
  }

  @Test("a mode that no rule uses is refused, with a suggestion or the list of modes")
  func unknown() async {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    #expect(
      await home.sleight("mode", "rezise")
        == .init(status: 1, errors: "sleight: error: no rule uses the mode 'rezise'; did you mean 'resize'?\n"))
    #expect(
      await home.sleight("mode", "elephant")
        == .init(
          status: 1,
          errors: "sleight: error: no rule uses the mode 'elephant'; modes in use: default, move, resize\n"))
    #expect(await home.sleight("mode").output == "default\n")
    #expect(daemon.isRunning)
  }
}

@Suite("Rules that are disabled", .serialized)
struct DisabledRuleTests {
  private let rules = """
    rules:
      - {swipe: left, fingers: 3, name: off, enabled: false, do: touch off}
      - {swipe: left, fingers: 3, name: next, enabled: true, do: touch next}
      - name: the group
        enabled: false
        rules:
          - {swipe: right, fingers: 3, name: grouped, do: touch grouped}

    """

  @Test("are not used, and hide no other rule")
  func unused() async throws {
    let home = Home()
    home.writeRules(rules)
    let daemon = await home.daemon()
    #expect(try await home.status()["rules"]?.integer == 1)
    #expect(
      await home.sleight("trigger", "off")
        == .init(status: 1, errors: "sleight: error: the rule at rules.yml:2 is disabled ('enabled: false')\n"))
    #expect(
      await home.sleight("trigger", "grouped")
        == .init(status: 1, errors: "sleight: error: the rule at rules.yml:7 is disabled ('enabled: false')\n"))
    #expect(await home.sleight("trigger", "next") == .init(status: 0))
    #expect(await eventually { home.exists("next") })
    #expect(daemon.isRunning)
  }

  @Test("are checked, and check and explain name them")
  func checked() async throws {
    let home = Home()
    home.writeRules(rules)
    #expect(
      await home.sleight("check")
        == .init(
          status: 0,
          output: """
            \(home.rules):2:42: note: this rule is disabled: checked and not used
              2 |   - {swipe: left, fingers: 3, name: off, enabled: false, do: touch off}
                |                                          ^^^^^^^^^^^^^^

            \(home.rules):5:5: note: the rules of this group are disabled: checked and not used
              5 |     enabled: false
                |     ^^^^^^^^^^^^^^

            \(home.rules): 2 notes
            \(home.rules): 1 rule and 2 disabled, no errors

            """))
    #expect(
      await home.sleight("explain")
        == .init(
          status: 0,
          output: """
            rules.yml:3 'next': swipe left, 3 fingers: may act
            rules.yml:2 'off': swipe left, 3 fingers: does not act: the rule is disabled
            rules.yml:7 'grouped': swipe right, 3 fingers: does not act: the rule is disabled

            """))
    let swipe = await home.sleight("explain", "swipe", "right", "--fingers", "3")
    #expect(swipe.status == 1)
    #expect(
      swipe.output.contains("rules.yml:7 'grouped': the rule is disabled\n"), "\(swipe.output)")
    let lines = try await home.sleight("explain", "--json", "swipe", "right", "--fingers", "3").output
      .split(separator: "\n").map { try JSONReader.read(String($0)) }
    #expect(lines.contains { $0["rule"]?.string == "rules.yml:7" && $0["acts"]?.bool == false })

    home.writeRules("rules: [{swype: left, enabled: false, do: foot}]\n")
    #expect(await home.sleight("check").status == 1)
    home.writeRules("rules: [{swipe: left, fingers: 3, enabled: no, do: foot}]\n")
    let word = await home.sleight("check")
    #expect(word.status == 1 && word.output.contains("did you mean 'false'?"), "\(word.output)")
  }
}
