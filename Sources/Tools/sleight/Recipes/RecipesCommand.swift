import ArgumentParser
import Diagnostics
import JSONLines
import Linux
import Rules
internal import RulesFile
internal import Surroundings

struct RecipesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipes",
    abstract: "Print rules for a wish, ready to paste.",
    usage: """
      sleight recipes [--json] [<wish> ...]
      sleight recipes --svg <picture> [--force] <title>
      """,
    discussion: """
      Finds the recipes of sleight-recipes(7) for a word or several: 'sleight recipes volume'. The rules are entries of \
      the list 'rules' in the rules file. If there are more than \(mostPrinted), prints their titles, each of which is a \
      wish; without a wish, prints all titles. Exit status 1 if no recipe is found. With --svg, draws the gesture of the \
      first rule.
      """)

  @Flag(name: .shortAndLong, help: "Print a JSON object per line for each recipe.")
  var json = false

  @Option(
    help: ArgumentHelp("Write a picture in SVG format; '-' is standard output.", valueName: "picture"),
    completion: .file(extensions: ["svg"]), transform: fileName)
  var svg: String?

  @Flag(name: .shortAndLong, help: "Replace an existing picture.")
  var force = false

  @Argument(help: "Words, or the title of a recipe.", completion: .custom(Completion.wishes))
  var wish: [String] = []

  /// Recipes that are printed at once: as many as a screen shows.
  private static let mostPrinted = 5

  func validate() throws {
    if svg != nil, json || wish.isEmpty { throw ValidationError("--svg requires a title, and excludes --json") }
    if svg == nil, force { throw ValidationError("--force requires --svg") }
  }

  func run() throws {
    try Failure.report {
      let book = RecipeBook()
      if json { return try StandardStream.output.write(Self.jsonText(of: try recipes(in: book))) }
      if let svg { return try draw(try recipes(in: book)[0], to: svg) }
      guard !wish.isEmpty else { return try StandardStream.output.write(Self.list(book.recipes)) }
      let found = try recipes(in: book)
      guard found.count <= Self.mostPrinted else { return try StandardStream.output.write(Self.list(found)) }
      // Entries can continue the list of a file.
      let ordered = found.filter(\.isFile) + found.filter { !$0.isFile }
      try StandardStream.output.write(ordered.map(\.text).joined(separator: "\n"))
    }
  }

  /// The recipes for the wish, or all without one.
  private func recipes(in book: RecipeBook) throws -> [RecipeBook.Recipe] {
    guard !wish.isEmpty else { return book.recipes }
    let found = book.recipes(for: wish)
    guard !found.isEmpty else { throw notFound(in: book) }
    return found
  }

  private static func jsonText(of recipes: [RecipeBook.Recipe]) -> String {
    recipes.map { recipe in
      var line = JSONLine()
      line.add("chapter", recipe.chapter)
      line.add("title", recipe.title)
      line.add("remark", recipe.remark)
      line.add("text", recipe.lines.map { $0 + "\n" }.joined())
      line.add("whole", .bool(recipe.isFile))
      return line.text + "\n"
    }.joined()
  }

  /// Draws how a hand makes the gesture of a recipe's first rule.
  private func draw(_ recipe: RecipeBook.Recipe, to path: String) throws {
    let picture = try OutputFile(path, isForced: force)
    let lines = (recipe.isFile ? [] : ["rules:"]) + recipe.lines
    let text = lines.map { $0 + "\n" }.joined()
    let file = RulesFile.check(bytes: Array(text.utf8), name: "recipe", keyNames: .xkb, files: .live())
    guard let rules = file.rules, let rule = rules.rules.first else { throw Failure("this recipe has no rule") }
    try picture.write(ReplayCommand.drawing(of: rule, in: rules), mode: 0o600)
  }

  /// Titles below the chapters of the page.
  private static func list(_ recipes: [RecipeBook.Recipe]) -> String {
    var text = ""
    var chapter = ""
    for recipe in recipes {
      if recipe.chapter != chapter { text += (chapter.isEmpty ? "" : "\n") + recipe.chapter + "\n" }
      chapter = recipe.chapter
      text += "  \(recipe.title)\n"
    }
    return text
  }

  /// The error for a wish without a recipe, with those that it may mean.
  private func notFound(in book: RecipeBook) -> Failure {
    let message = "no recipe for '\(wish.joined(separator: " "))'"
    if let answer = Sleight.answer(to: wish) { return Failure("\(message); \(answer)") }
    func offer(_ recipes: [RecipeBook.Recipe]) -> String {
      recipes.prefix(Self.mostPrinted).map { "\n  " + $0.title }.joined()
    }
    if let meant = book.corrected(wish), case let recipes = book.recipes(for: meant), !recipes.isEmpty {
      return Failure("\(message); did you mean '\(meant.joined(separator: " "))'?\(offer(recipes))")
    }
    let nearest = book.nearest(to: wish)
    guard !nearest.isEmpty else { return Failure("\(message); 'sleight recipes' lists all") }
    return Failure("\(message); the nearest:\(offer(nearest))")
  }

  /// For an unknown command that is a wish: how its rules are printed.
  static func hint(for words: [String]) -> String? {
    let wish = words.filter { !$0.hasPrefix("-") }
    guard !RecipeBook().recipes(for: wish).isEmpty else { return nil }
    return "; 'sleight recipes \(wish.joined(separator: " ").legible)' prints rules for it"
  }
}
