import ArgumentParser
import Diagnostics
import Linux

struct RecipesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recipes",
    abstract: "Print rules for a wish, ready to paste.",
    usage: "sleight recipes [<wish> ...]",
    discussion: """
      Finds the recipes of sleight-recipes(7) for a word or several: 'sleight recipes volume'. The rules are entries of \
      the list 'rules' in the rules file. If there are more than \(mostPrinted), prints their titles, each of which is a \
      wish; without a wish, prints all titles. Exit status 1 if no recipe is found.
      """)

  @Argument(help: "Words, or the title of a recipe.", completion: .custom(Completion.wishes))
  var wish: [String] = []

  /// Recipes that are printed at once: as many as a screen shows.
  private static let mostPrinted = 5

  func run() throws {
    ignoreBrokenPipes()
    try Failure.report {
      let book = RecipeBook()
      guard !wish.isEmpty else { return try StandardStream.output.write(Self.list(book.recipes)) }
      let found = book.recipes(for: wish)
      guard !found.isEmpty else { throw notFound(in: book) }
      guard found.count <= Self.mostPrinted else { return try StandardStream.output.write(Self.list(found)) }
      // Entries can continue the list of a file.
      let ordered = found.filter(\.isFile) + found.filter { !$0.isFile }
      try StandardStream.output.write(ordered.map(\.text).joined(separator: "\n"))
    }
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
