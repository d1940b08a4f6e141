import Glibc
import JSONLines
import Testing

@Suite("sleight edit: one change of the rules file, for programs")
struct EditTests {
  private static let rules = """
    rules:
      # One.
      - swipe: right
        name: previous
        fingers: 3
        do: echo right   # so

      # Two.
      - swipe: left
        name: next
        fingers: 3
        do: echo left

    """

  /// A file with the rules, as a program reads it first.
  private static func listed(in home: Home) async throws -> [JSONValue] {
    let result = await home.sleight("edit", "--json")
    #expect(result.status == 0 && result.errors == "")
    return try result.output.split(separator: "\n").map { try JSONReader.read(String($0)) }
  }

  @Test("lists the text of each rule, at the locations that explain prints")
  func list() async throws {
    let home = Home()
    home.writeRules(Self.rules)
    let lines = try await Self.listed(in: home)
    #expect(lines.first?["file"]?.string == home.rules && lines.first?["text"]?.string == Self.rules)
    #expect(lines.dropFirst().map { $0["rule"]?.string } == ["rules.yml:3", "rules.yml:9"])
    #expect(lines.last?["text"]?.string == "- swipe: left\n  name: next\n  fingers: 3\n  do: echo left\n")
    let explained = await home.sleight("explain", "--json").output.split(separator: "\n")
    #expect(
      try explained.map { try JSONReader.read(String($0))["rule"] } == lines.dropFirst().map { $0["rule"] })
  }

  @Test("an included file of the same name does not change the names of the file's own rules")
  func sameName() async throws {
    let home = Home()
    let own = "include: more/rules.yml\nrules:\n  - {swipe: left, fingers: 3, do: a}\n"
    home.writeRules("\(own)  - {swipe: down, name: last, fingers: 3, do: b}\n")
    mkdir("\(home.path)/config/sleight/more", 0o755)
    home.write("config/sleight/more/rules.yml", "rules:\n  - {swipe: up, fingers: 3, do: c}\n")
    let explained = await home.sleight("explain", "--json").output.split(separator: "\n")
    #expect(
      try explained.map { try JSONReader.read(String($0))["rule"]?.string } == [
        "rules.yml:3", "rules.yml:4", "more/rules.yml:2",
      ])
    #expect(await home.sleight("edit", "--delete", "last").status == 0)
    #expect(text(of: home.rules) == own)
  }

  @Test("a rule in groups has their locations, the outermost first")
  func groups() async throws {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {swipe: left, fingers: 3, do: a}
        - when: {app: foot}
          rules:
            - {swipe: right, fingers: 3, do: b}
            - rules: [{swipe: up, fingers: 3, do: c}]
            - fingers: 4
              rules:
                - {swipe: down, do: d}

      """)
    let groups = try await Self.listed(in: home).dropFirst().map { $0["groups"] }
    #expect(groups == [[], ["rules.yml:3"], ["rules.yml:3", "rules.yml:7"]])
  }

  @Test("a group is moved and deleted at its location, with its rules")
  func movedGroup() async throws {
    let home = Home()
    let (first, last) = ("  - {swipe: left, fingers: 3, do: a}\n", "  - {swipe: up, fingers: 3, do: c}\n")
    let group = "  - when: {app: foot}\n    rules:\n      # So.\n      - {swipe: right, fingers: 3, do: b}\n"
    home.writeRules("rules:\n\(first)\(group)\(last)")
    #expect(await home.sleight("edit", "--move", "rules.yml:3", "--before", "rules.yml:2").status == 0)
    #expect(text(of: home.rules) == "rules:\n\(group)\(first)\(last)")
    #expect(await home.sleight("edit", "--move", "rules.yml:6", "--before", "rules.yml:2").status == 0)
    #expect(text(of: home.rules) == "rules:\n\(first)\(group)\(last)")
    #expect(await home.sleight("edit", "--move", "rules.yml:3").status == 0)
    #expect(text(of: home.rules) == "rules:\n\(first)\(last)\(group)")
    #expect(await home.sleight("edit", "--delete", "rules.yml:4").status == 0)
    #expect(text(of: home.rules) == "rules:\n\(first)\(last)")
  }

  @Test("a change prints the difference, and all else in the file stays as it is")
  func change() async throws {
    let home = Home()
    home.writeRules(Self.rules)
    chmod(home.rules, 0o640)
    let trial = await home.sleight("edit", "--disable", "next", "--dry-run")
    let difference = """
      @@ -7,6 +7,7 @@
       \u{20}
         # Two.
         - swipe: left
      +    enabled: false
           name: next
           fingers: 3
           do: echo left

      """.replacing(" \u{20}\n", with: " \n")
    #expect(trial.status == 0 && trial.output.hasSuffix(difference), "\(trial)")
    #expect(text(of: home.rules) == Self.rules)
    let result = await home.sleight("edit", "--disable", "rules.yml:9")
    #expect(result == trial)
    #expect(text(of: home.rules) == Self.rules.replacing("swipe: left\n", with: "swipe: left\n    enabled: false\n"))
    #expect(await home.sleight("edit", "--enable", "next").status == 0)
    #expect(text(of: home.rules) == Self.rules)
    #expect(await home.sleight("edit", "--move", "next", "--before", "previous").status == 0)
    let explained = await home.sleight("explain").output
    #expect(explained.hasPrefix("rules.yml:3 'next'"), "\(explained)")
    #expect(await home.sleight("edit", "--delete", "next").status == 0)
    #expect(
      text(of: home.rules)
        == "rules:\n  # One.\n  - swipe: right\n    name: previous\n    fingers: 3\n    do: echo right   # so\n")
    var status = stat()
    #expect(stat(home.rules, &status) == 0 && status.st_mode & 0o7777 == 0o640)
    #expect(names(in: "\(home.path)/config/sleight") == ["rules.yml"])
  }

  @Test("rules are replaced and added from standard input, and the messages on the result are printed")
  func input() async throws {
    let home = Home()
    home.writeRules(Self.rules)
    let tap = home.write("tap.yml", "- tap: single\n  fingers: 3\n  do: echo tap\n")
    let result = await home.sleight("edit", "--replace", "previous", "--json", input: tap)
    let lines = try result.output.split(separator: "\n").map { try JSONReader.read(String($0)) }
    #expect(lines.first?["diff"]?.string?.contains("+  - tap: single\n") == true, "\(result)")
    #expect(lines.dropFirst().allSatisfy { $0["severity"] != nil })
    let sum = try #require(lines.first?["sum"])
    #expect(try await Self.listed(in: home).first?["sum"] == sum)
    let twice = home.write("twice.yml", "- tap: double\n  fingers: 3\n  do: echo twice\n")
    #expect(await home.sleight("edit", "--add", "--before", "next", input: twice).status == 0)
    #expect(text(of: home.rules).contains("    do: echo twice\n\n  # Two.\n"))
    let whole = home.write("whole.yml", Self.rules)
    #expect(await home.sleight("edit", "--text", input: whole).status == 0)
    #expect(text(of: home.rules) == Self.rules)
  }

  @Test("a result with errors is refused with its messages")
  func mistakes() async throws {
    let home = Home()
    home.writeRules(Self.rules)
    let swype = home.write("swype.yml", "- swype: left\n  do: echo\n")
    let result = await home.sleight("edit", "--replace", "next", "--json", input: swype)
    #expect(result.status == 1)
    #expect(result.errors == "sleight: error: \(home.rules) is unchanged: the change has errors\n")
    let last = try JSONReader.read(String(try #require(result.output.split(separator: "\n").last)))
    #expect(last["severity"]?.string == "error" && last["line"] == .number(9))
    #expect(await home.sleight("edit", "--text", input: swype).errors.contains("unchanged"))
    #expect(text(of: home.rules) == Self.rules)
  }

  @Test("a file that was changed meanwhile is left as it is")
  func meanwhile() async throws {
    let home = Home()
    home.writeRules(Self.rules)
    let sum = try #require(try await Self.listed(in: home).first?["sum"]?.string)
    home.writeRules(Self.rules + "# More.\n")
    let result = await home.sleight("edit", "--delete", "next", "--expect", sum)
    #expect(
      result
        == .init(
          status: 1, errors: "sleight: error: \(home.rules) was changed meanwhile, and is left as it is; try again\n"))
    #expect(text(of: home.rules) == Self.rules + "# More.\n")
    home.writeRules(Self.rules)
    #expect(await home.sleight("edit", "--delete", "next", "--expect", sum).status == 0)
  }

  @Test(
    "what cannot be found or changed safely is said, and nothing is changed",
    arguments: [
      ("first", "no rule has the name or location 'first'; 'sleight explain' lists all rules"),
      ("other.yml:3", "other.yml:3 is in another file than PATH; use --config"),
      ("rules.yml:4", "PATH cannot be changed safely there, and is left as it is; use an editor"),
      ("", "no rule has the name or location ''; 'sleight explain' lists all rules"),
    ])
  func unknown(rule: String, message: String) async {
    let home = Home()
    home.writeRules(Self.rules)
    let result = await home.sleight("edit", "--delete", rule)
    #expect(result == .init(status: 1, errors: "sleight: error: \(message.replacing("PATH", with: home.rules))\n"))
    #expect(text(of: home.rules) == Self.rules)
  }

  @Test("one change is required, or --json alone")
  func usage() async {
    let home = Home()
    let wrong = [
      ["edit"], ["edit", "--delete", "a", "--add"], ["edit", "--json", "--dry-run"],
      ["edit", "--delete", "a", "--before", "b"],
    ]
    for arguments in wrong {
      let result = await Program([Program.sleight] + arguments, in: home).result()
      #expect(result.status == 64 && result.output == "", "\(arguments): \(result)")
    }
  }

  @Test("explain draws the gesture of each rule, in its first direction, also of one that is disabled")
  func drawing() async throws {
    let home = Home()
    home.writeRules(
      """
      rules:
        - {pan: any, fingers: 3, drag: left}
        - {tap: double, fingers: 3, enabled: false, when: {app: a}, do: foot}
        - {circle: any, fingers: 3, do: foot}
        - {tip-tap: any, fingers: 2, do: foot}
        - {swipe: [left, right], fingers: 3, device: [touchpad, touchscreen], do: foot}
        - {long-press: 500ms, fingers: 3-4, edge: left, device: touchscreen, do: foot}
        - {pinch: any, fingers: 4, do: foot}
        - {rotate: any, fingers: 3, do: foot}

      """)
    #expect(await home.sleight("check").status == 0)
    var drawings: Set<String> = []
    for line in 2...9 {
      let result = await home.sleight("explain", "--svg", "-", "--rule", "rules.yml:\(line)")
      #expect(result.status == 0 && result.output.hasPrefix("<svg "), "\(line): \(result)")
      // At least one finger, and the sign of what was recognised.
      #expect(result.output.contains("class=\"landing") && result.output.contains("class=\"mark\""), "\(line)")
      drawings.insert(result.output)
    }
    #expect(drawings.count == 8)
    let result = await home.sleight("explain", "--svg", "picture.svg", "--rule", "rules.yml:1")
    #expect(result.status == 1 && !home.exists("picture.svg"))
  }
}
