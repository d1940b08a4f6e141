import Glibc
import JSONLines
import Testing

@Suite("The manual of the commands")
struct DocumentationTests {
  /// The lines of man/sleight.1, in mdoc: macros are at the start of a line.
  private static let manual = text(of: project("man/sleight.1")).split(separator: "\n").map(String.init)

  /// The commands of the synopsis with their options.
  private static let synopsis: [String: Set<String>] = {
    var synopsis: [String: Set<String>] = [:]
    var command = ""
    for line in manual.drop(while: { $0 != ".Sh SYNOPSIS" }).prefix(while: { $0 != ".Sh DESCRIPTION" }) {
      let words = line.split(separator: " ")
      if words.first == ".Cm" {
        command = words.dropFirst().joined(separator: " ")
        synopsis[command] = []
      } else if line.hasPrefix(".Op Fl Fl "), words.count > 3 {
        synopsis[command]?.insert("--" + words[3])
      }
    }
    return synopsis
  }()

  @Test("names the commands that there are, with options that they have")
  func synopsis() {
    #expect(Self.synopsis.keys.sorted() == UsageTests.commands.map(\.name).sorted())
    for (command, options) in UsageTests.commands {
      #expect(Self.synopsis[command]?.isSubset(of: options) == true, "\(command)")
    }
  }

  @Test("has a module for waybar that is valid JSON, with the command on one line")
  func statusBar() throws {
    let lines = Self.manual.drop { !$0.hasPrefix("\"custom/sleight\"") }.prefix { $0 != ".Ed" }
    let text = lines.map { $0.replacing("\\e", with: "\\").trimmingPrefix { $0 == " " } }.joined(separator: " ")
    let module = try JSONReader.read("{\(text)}")["custom/sleight"]
    #expect(module?["return-type"] == .string("json"))
    #expect(module?["on-click"] == .string("sleight pause --toggle"))
    #expect(
      module?["exec"]
        == .string(
          "sleight status --follow --json | jq --unbuffered -c "
            + "'{text: (if .paused then \"paused\" else .mode end), class: .session}'"))
  }

  @Test("explains every command and every option", arguments: UsageTests.commands)
  func explanations(command: String, options: [String]) {
    #expect(Self.manual.contains(".It Cm \(command)"))
    for option in options {
      #expect(Self.manual.contains { ($0 + " ").hasPrefix(".It Fl Fl \(option.dropFirst(2)) ") }, "\(option)")
    }
  }

  @Test("doctor prints the table of desktops for programs")
  func desktops() async throws {
    let home = Home()
    home.writeRules(Recordings.rules)
    let lines = await home.sleight("doctor", "--json").output.split(separator: "\n")
    let table = try JSONReader.read(String(try #require(lines.last)))["desktops"]?.array ?? []
    #expect(table.count == 10)
    let sway = try #require(table.first { $0["name"]?.string == "sway" })
    #expect(sway["app"]?["means"]?.string == "the compositor's own socket" && sway["app"]?["tried"]?.bool == true)
    #expect(sway["lock"]?["means"] == .null)
  }

  @Test("explains every member of what replay prints for programs")
  func members() async throws {
    let home = Home()
    home.writeRules(Recordings.rules)
    home.write("pad.jsonl", Recordings.pad)
    home.write("screen.jsonl", Recordings.screen)
    var names: Set<String> = []
    for recording in ["pad.jsonl", "screen.jsonl"] {
      for line in await home.sleight("replay", "--json", recording).output.split(separator: "\n") {
        guard case .object(let members) = try JSONReader.read(String(line)) else { continue }
        names.formUnion(members.map(\.name))
      }
    }
    #expect(names.isSuperset(of: ["t", "gesture", "action", "rule", "name", "scale"]))
    // `fingers` needs no explanation.
    #expect(names.subtracting(Self.explained).subtracting(["fingers"]) == [])
  }

  @Test("explains every member of what check and status print for programs")
  func otherMembers() async throws {
    let home = Home()
    home.writeRules("rules: [{swype: left, fingers: 3, do: foot}]\n")
    let daemon = await home.daemon()
    for command in ["check", "status"] {
      let line = await home.sleight(command, "--json").output
      guard case .object(let members) = try JSONReader.read(line) else {
        Issue.record("\(line)")
        continue
      }
      #expect(members.count > 5)
      #expect(Set(members.map(\.name)).subtracting(Self.explained) == [], "\(command)")
    }
    #expect(daemon.isRunning)
  }

  @Test("explains every member of what doctor prints for programs")
  func doctorMembers() async throws {
    let home = Home()
    let lines = await home.sleight("doctor", "--json").output.split(separator: "\n")
    #expect(lines.count > 3)
    for line in lines {
      guard case .object(let members) = try JSONReader.read(String(line)) else { continue }
      // One line has the table of desktops as well.
      #expect(members.count == (members.contains { $0.name == "desktops" } ? 5 : 4))
      #expect(Set(members.map(\.name)).subtracting(Self.explained) == [])
    }
  }

  @Test("explains every member of what explain prints for programs")
  func explainMembers() async throws {
    let home = Home()
    home.writeRules("rules: [{swipe: left, name: a, do: foot}, {swipe: up, do: foot}]\n")
    let lines = await home.sleight("explain", "--json", "swipe", "left").output.split(separator: "\n")
    #expect(lines.count == 2)
    for line in lines {
      guard case .object(let members) = try JSONReader.read(String(line)) else { continue }
      #expect(members.count >= 4)
      #expect(Set(members.map(\.name)).subtracting(Self.explained) == [])
    }
  }

  @Test("explains every environment variable that is read")
  func variables() async {
    let read = await Home().shell("grep -rhoE 'Environment\\.value\\(of: \"[A-Z_]+\"' '\(project("Sources"))'").output
    let names = Set(read.split(separator: "\n").compactMap { $0.split(separator: "\"").last.map(String.init) })
    #expect(names.count > 10)
    let explained = Self.manual.filter { $0.hasPrefix(".It Ev ") }.flatMap { $0.split(separator: " ").map(String.init) }
    #expect(names.subtracting(explained) == [])
  }

  /// The members of objects, and other words, in the left column of a list in the manual.
  private static let explained = Set(
    manual.filter { $0.hasPrefix(".It Cm ") }.flatMap { $0.dropFirst(7).split(separator: " ").map(String.init) })

  @Test("these tests know every option that a command's help names", arguments: UsageTests.commands)
  func options(command: String, options: [String]) async {
    let home = Home()
    let help = await home.sleight(command, "--help").output
    let named = help.matches(of: /(?m)^  (?:-\w, )?(--[a-z-]+)/).map { String($0.1) }
    #expect(Set(named) == Set(options + ["--help", "--version"]))
  }

  @Test("these tests know every command")
  func allCommands() async {
    let home = Home()
    let help = await home.sleight("--help").output
    let list = help.split(separator: "SUBCOMMANDS:\n").last ?? ""
    let named = list.matches(of: /(?m)^  ([a-z-]+)\s/).map { String($0.1) }
    #expect(named.sorted() == UsageTests.commands.map(\.name).sorted())
  }
}
