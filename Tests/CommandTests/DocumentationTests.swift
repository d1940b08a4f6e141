import Glibc
import Testing

@Suite("The manual of the commands")
struct DocumentationTests {
  private static let path = project("man/sleight.1")

  /// The manual as a person reads it: mdoc's escapes and macros are not in the way of the words.
  private static let manual = text(of: path).replacing("\\-", with: "-")

  @Test(
    "names every command and every option of it", .enabled(if: access(path, F_OK) == 0, "the manual is not there"),
    arguments: UsageTests.commands)
  func commands(command: String, options: [String]) {
    let words = Self.manual.split { " \n\t,.;:()[]|".contains($0) }
    #expect(words.contains(Substring(command)), "\(command)")
    for option in options {
      // mdoc writes an option's name without its first dash: .Fl -json
      let isNamed = words.contains(Substring(option)) || words.contains(Substring(option.dropFirst()))
      #expect(isNamed, "\(command) \(option)")
    }
  }

  @Test("the help of the program names no option that these tests do not know", arguments: UsageTests.commands)
  func options(command: String, options: [String]) async {
    let home = Home()
    let help = await home.sleight(command, "--help").output
    let named = help.matches(of: /(?m)^  (?:-\w, )?(--[a-z-]+)/).map { String($0.1) }
    #expect(Set(named) == Set(options + ["--help", "--version"]))
  }

  @Test("there are no commands that these tests do not know")
  func allCommands() async {
    let home = Home()
    let help = await home.sleight("--help").output
    let list = help.split(separator: "SUBCOMMANDS:\n").last ?? ""
    let named = list.matches(of: /(?m)^  ([a-z]+)\s/).map { String($0.1) }
    #expect(named.sorted() == UsageTests.commands.map(\.name).sorted())
  }
}
