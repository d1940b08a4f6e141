import Testing

@Suite("The recipes of the manual")
struct RecipeTests {
  /// A recipe of `man/sleight-recipes.7`.
  struct Recipe: Sendable, CustomTestStringConvertible {
    /// The wish.
    var testDescription: String
    /// The rules file.
    var rules: String
    /// The arguments of `explain` for a gesture on which one of the rules acts.
    var gestures: [[String]] = []
  }

  private static let recipes: [Recipe] = {
    var recipes: [Recipe] = []
    var inBlock = false
    for line in text(of: project("man/sleight-recipes.7")).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(".Ss ") {
        recipes.append(Recipe(testDescription: plain(line.dropFirst(4)), rules: "rules:\n"))
      } else if line.hasPrefix(".\\\" explain "), !recipes.isEmpty {
        recipes[recipes.count - 1].gestures.append(words(line.dropFirst(".\\\" explain ".count)))
      } else if line.hasPrefix(".Bd") || line == ".Ed" {
        inBlock = line != ".Ed"
      } else if inBlock, !recipes.isEmpty {
        recipes[recipes.count - 1].rules += plain(line) + "\n"
      }
    }
    return recipes
  }()

  /// A line of mdoc(7) without its escapes.
  private static func plain(_ line: Substring) -> String {
    String(line).replacing("\\-", with: "-").replacing("\\(de", with: "°").replacing("\\en", with: "\\n").replacing(
      "\\&", with: "")
  }

  /// The words of a command line, of which some are in double quotes.
  private static func words(_ line: Substring) -> [String] {
    line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index % 2 == 1 ? [String(part)] : part.split(separator: " ").map(String.init)
    }
  }

  @Test("there are at least thirty, and each has a gesture")
  func count() {
    #expect(Self.recipes.count >= 30)
    #expect(Self.recipes.filter(\.gestures.isEmpty).map(\.testDescription) == [])
  }

  @Test("check has nothing to say about it, and a hand triggers it", arguments: recipes)
  func acts(recipe: Recipe) async {
    let home = Home()
    home.writeRules(recipe.rules)
    home.installPrograms(missingIn: await home.sleight("check").output)
    let checked = await home.sleight("check")
    #expect(checked.status == 0 && checked.output.hasSuffix(", no errors\n"), "\(checked)")
    #expect(!checked.output.contains(": note: ") && !checked.output.contains(": warning: "), "\(checked.output)")
    for gesture in recipe.gestures {
      let explained = await Program([Program.sleight, "explain"] + gesture, in: home).result()
      #expect(explained.status == 0, "\(gesture): \(explained)")
    }
  }
}
