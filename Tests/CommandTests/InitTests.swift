import Glibc
import Testing

@Suite("sleight init")
struct InitTests {
  /// The starter file as a program has it that is not installed: without the line that names an installed schema.
  private static let starter = text(of: project("config/rules.yml")).drop { $0 != "\n" }.dropFirst()

  @Test("writes the starter file where the rules belong, and check has nothing against it")
  func writes() async {
    let home = Home()
    #expect(await home.sleight("init") == .init(status: 0, output: "\(home.rules)\n"))
    #expect(text(of: home.rules) == Self.starter)
    #expect(bytes(of: home.rules).count > 500)
    let checked = await home.sleight("check")
    #expect(checked.status == 0)
    #expect(checked.errors == "")
    #expect(checked.output.wholeMatch(of: /.*rules.yml: \d+ rules, no mistakes\n/) != nil, "\(checked.output)")
  }

  @Test("leaves a file that is there alone, unless told to replace it")
  func replaces() async {
    let home = Home()
    home.writeRules("mine\n")
    #expect(
      await home.sleight("init")
        == .init(
          status: 1,
          errors: "sleight: error: \(home.rules) is there already, and stays as it is; --force replaces it\n"))
    #expect(text(of: home.rules) == "mine\n")
    #expect(await home.sleight("init", "--force") == .init(status: 0, output: "\(home.rules)\n"))
    #expect(text(of: home.rules) == Self.starter)
  }

  @Test("directories that it makes are the user's alone")
  func directories() async {
    let home = Home()
    #expect(await home.shell("umask 022; \"$SLEIGHT\" init").status == 0)
    var status = stat()
    #expect(stat("\(home.path)/config/sleight", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test("what it writes nobody else may write, however careless the umask")
  func permissions() async {
    let home = Home()
    #expect(await home.shell("umask 0; \"$SLEIGHT\" init --config new/deep/rules.yml").status == 0)
    var status = stat()
    for name in ["new", "new/deep", "new/deep/rules.yml"] {
      #expect(stat("\(home.path)/\(name)", &status) == 0)
      #expect(status.st_mode & 0o022 == 0, "\(name)")
    }
    #expect(await home.sleight("check", "new/deep/rules.yml").status == 0)
  }

  @Test("says what stands in its way")
  func obstacles() async {
    let home = Home()
    home.write("file", "")
    #expect(
      await home.sleight("init", "--config", "file/rules.yml")
        == .init(status: 1, errors: "sleight: error: open file/rules.yml: Not a directory\n"))
    #expect(
      await home.sleight("init", "--force", "--config", "run")
        == .init(status: 1, errors: "sleight: error: open run: Is a directory\n"))
    #expect(
      await home.sleight("init", "--force", "--config", "/dev/full")
        == .init(status: 1, errors: "sleight: error: write /dev/full: No space left on device\n"))
  }
}
