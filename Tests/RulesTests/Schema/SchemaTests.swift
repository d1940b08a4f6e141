import JSONLines
import RulesFile
import Testing
import Trials

@Suite("The schema of the rules file")
struct SchemaTests {
  /// True if the checker accepts a file. Without the list of key names it is most permissive.
  private static func isTaken(_ text: String) -> Bool { RulesFile.check(text: text, name: "rules.yml").rules != nil }

  /// The rules files of the project: the starter file, those of the corpus, and the manual's snippets.
  private static let files: [String] =
    [Checkout.text(of: "config/rules.yml") ?? ""] + DocumentationTests.snippets.map(\.file)
    + (CorpusFile.good + CorpusFile.bad).map { String(decoding: $0.bytes, as: UTF8.self) }

  @Test("the schema refuses nothing that the checker accepts, and most of what it refuses")
  func drift() throws {
    // Neighbouring cases differ least.
    let step = trials(8, thorough: 1)
    let cases = SchemaCases.all
    let texts = Self.files + stride(from: 0, to: cases.count, by: step).map { cases[$0] }
    let judged = try SchemaValidator.objections(to: texts, schema: RulesSchema.text)
    var (taken, refused, caught) = (0, 0, 0)
    for (text, objection) in judged {
      if Self.isTaken(text) {
        taken += 1
        #expect(objection == nil, "\(text)")
      } else {
        refused += 1
        if objection != nil { caught += 1 }
      }
    }
    print("The schema: \(taken) files that the checker takes, \(caught) of \(refused) that it refuses")
    #expect(judged.count > texts.count * 8 / 10)
    #expect(taken * step > 2_000)
    // The files have mistakes that no schema can catch, and are more of them with fewer cases.
    #expect(caught * 100 >= refused * (isThorough ? 95 : 93))
  }

  @Test("the starter file and every valid example of the manual conform to the schema")
  func examples() throws {
    let good = Self.files.filter(Self.isTaken)
    #expect(good.count >= 16)
    for (text, objection) in try SchemaValidator.objections(to: good, schema: RulesSchema.text) {
      #expect(objection == nil, "\(text)")
    }
  }

  @Test("every word of the language has its explanation")
  func words() {
    let schema = RulesSchema.text
    for word in Vocabulary.words {
      #expect(schema.contains(JSONValue.string(word.name).text), "\(word.name)")
      // The text continues with the default.
      #expect(schema.contains(JSONValue.string(word.meaning).text.dropLast()), "\(word.name)")
    }
  }

  @Test("the schema has the defaults of the gestures")
  func defaults() throws {
    let schema = try JSONReader.read(RulesSchema.text)
    let swipe = schema["properties"]?["settings"]?["properties"]?["swipe"]?["properties"]?["distance"]
    #expect(swipe?["default"] == "12mm")
    #expect(
      swipe?["description"]?.string?.hasSuffix(
        " Default: 12mm. More than 0mm and at most 500mm. See sleight(5), SETTINGS.") == true)
    let corner = schema["properties"]?["settings"]?["properties"]?["corner"]?["properties"]?["margin"]
    #expect(corner?["default"] == "12mm")
  }
}
