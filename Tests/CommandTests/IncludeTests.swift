import Glibc
import JSONLines
import Testing

@Suite("Rules in several files")
struct IncludeTests {
  private func rule(_ direction: String) -> String { "rules: [{swipe: \(direction), fingers: 3, do: foot}]\n" }

  /// A home whose rules file includes everything in rules.d.
  private func home() -> Home {
    let home = Home()
    home.writeRules("include: rules.d/*.yml\n" + rule("left"))
    mkdir("\(home.path)/config/sleight/rules.d", 0o755)
    return home
  }

  @Test("check counts the rules of all files, wherever it is run")
  func check() async {
    let home = home()
    home.write("config/sleight/rules.d/a.yml", rule("right"))
    home.write("config/sleight/rules.d/b.yml", "include: ../../../more.yml\n" + rule("up"))
    home.write("more.yml", rule("down"))
    #expect(await home.sleight("check") == .init(status: 0, output: "\(home.rules): 4 rules, no errors\n"))
    #expect(
      await home.sleight("check", "config/sleight/rules.yml")
        == .init(status: 0, output: "config/sleight/rules.yml: 4 rules, no errors\n"))
    #expect(
      await home.shell("cd config/sleight && $SLEIGHT check rules.yml")
        == .init(status: 0, output: "rules.yml: 4 rules, no errors\n"))
  }

  @Test("a file that others may write is refused with the place that includes it, as JSON, too")
  func permissions() async throws {
    let home = home()
    let path = home.write("config/sleight/rules.d/a.yml", rule("right"), mode: 0o666)
    #expect(
      await home.sleight("check")
        == .init(
          status: 1,
          output: """
            \(path): error: others may write the file, and so run programs in your name
            \(home.rules):1:10: note: included here
              1 | include: rules.d/*.yml
                |          -------------
              help: chmod go-w \(path)

            \(home.rules): 1 error

            """))
    let object = try JSONReader.read(await home.sleight("check", "--json").output)
    #expect(object["file"]?.string == path)
    #expect(object["line"] == .null)
    #expect(object["notes"]?.array?.first?["file"]?.string == home.rules)
    #expect(object["notes"]?.array?.first?["line"]?.integer == 1)
  }

  @Test("a pipe is not waited for, and what cannot be opened is named")
  func pipe() async {
    let home = home()
    mkfifo("\(home.path)/config/sleight/rules.d/a.yml", 0o600)
    let path = "\(home.path)/config/sleight/rules.d/a.yml"
    #expect(
      await home.sleight("check")
        == .init(
          status: 1,
          output: """
            \(home.rules):1:10: error: '\(path)': this is not a regular file, and reading it could block
              1 | include: rules.d/*.yml
                |          ^^^^^^^^^^^^^

            \(home.rules): 1 error

            """))
    unlink(path)
    home.writeRules("include: rules.yml/a.yml\n" + rule("left"))
    let output = await home.sleight("check").output
    #expect(output.contains("error: '\(home.rules)/a.yml': the file cannot be read: Not a directory\n"), "\(output)")
  }

  @Test("a rules file that is a link includes what is next to the link, and one file by two names is one")
  func links() async {
    let home = home()
    mkdir("\(home.path)/dotfiles", 0o755)
    rename(home.rules, "\(home.path)/dotfiles/rules.yml")
    symlink("../../dotfiles/rules.yml", home.rules)
    home.write("config/sleight/rules.d/a.yml", rule("right"))
    symlink("a.yml", "\(home.path)/config/sleight/rules.d/b.yml")
    symlink("../../../dotfiles/rules.yml", "\(home.path)/config/sleight/rules.d/c.yml")
    symlink("nowhere", "\(home.path)/config/sleight/rules.d/d.yml")
    #expect(await home.sleight("check") == .init(status: 0, output: "\(home.rules): 2 rules, no errors\n"))
    #expect(await home.sleight("check", "dotfiles/rules.yml").output.contains("'rules.d/*.yml' matches no file"))
  }

  @Test("replay names the file that a rule stands in")
  func replay() async {
    let home = home()
    home.write("config/sleight/rules.d/taps.yml", "rules:\n  - {tap: single, do: a}\n")
    home.write("hand.jsonl", SyntheticHand(move: .taps(1)).recording(on: .touchscreen, fingers: 1))
    #expect(
      await home.sleight("replay", "hand.jsonl")
        == .init(status: 0, output: "0.070 s  tap single, 1 finger: taps.yml:2: a\n"))
  }

  @Test("the daemon reads them again when any of them is saved, comes or goes; bad ones never replace good ones")
  func reload() async throws {
    let home = home()
    let daemon = await home.daemon()
    let included = "\(home.path)/config/sleight/rules.d/a.yml"
    func has(_ count: Int, _ error: JSONValue = .null) async -> Bool {
      await eventually {
        guard let status = try? await home.status() else { return false }
        return status["rules"]?.integer == count && status["configError"] == error
      }
    }
    #expect(await has(1), "at first")
    home.write("config/sleight/rules.d/a.yml", rule("right"))
    #expect(await has(2), "a file that comes")
    home.write("config/sleight/rules.d/a.yml", rule("right") + "include: ~/more.yml\n")
    #expect(await has(2, .string("\(included):2:10: there is no file '\(home.path)/more.yml'")), "a missing file")
    home.write("more.yml", rule("up"))
    #expect(await has(3), "a file that was missing")
    home.write("beside", rule("upp"))
    rename("\(home.path)/beside", "\(home.path)/more.yml")
    let mistake = "\(home.path)/more.yml:1:17: unknown direction 'upp'; did you mean 'up'?"
    #expect(await has(3, .string(mistake)), "a bad file renamed over it")
    home.write("more.yml", "# nothing\n")
    #expect(await has(2), "a file that is mended")
    unlink("\(home.path)/config/sleight/rules.d/a.yml")
    #expect(await has(1), "a file that goes")
    home.write("config/sleight/rules.d/b.yml", rule("down"))
    #expect(await has(2), "another one")
    daemon.signal(SIGTERM)
    #expect(await daemon.result().status == 0)
  }

  @Test("the daemon starts where an included file is missing, and waits for it")
  func missing() async {
    let home = Home()
    home.writeRules("include: more.yml\n")
    let daemon = await home.daemon()
    home.write("config/sleight/more.yml", rule("left"))
    #expect(await eventually { daemon.errors.contains("1 rule from") })
  }

  @Test("a drawing goes to the file that has the shape, and a new shape to the main file")
  func strokes() async {
    let home = home()
    home.write("hand.jsonl", RecordStrokeTests.circle)
    let path = home.write(
      "config/sleight/rules.d/shapes.yml", "strokes:\n  loop: \"0,0 50,99 99,0\"\nrules: [{stroke: loop, do: a}]\n")
    #expect(
      await home.sleight("record", "--stroke", "loop", "--from", "hand.jsonl")
        == .init(status: 0, output: "\(path):4: 'loop' has 2 drawings\n"))
    #expect(text(of: home.rules) == "include: rules.d/*.yml\n" + rule("left"))

    home.writeRules("include: rules.d/*.yml\n")
    let result = await home.sleight("record", "--stroke", "ring", "--from", "hand.jsonl")
    #expect(result.output == "\(home.rules):2: 'ring' has 1 drawing\n", "\(result)")
    #expect(text(of: home.rules).hasPrefix("strokes:\n  ring: \""))
    #expect(text(of: home.rules).hasSuffix("\"\n\ninclude: rules.d/*.yml\n"))
    #expect(await home.sleight("check").status == 0)
  }
}
