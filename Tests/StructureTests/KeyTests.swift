import Linux
import Testing

@Suite("The keys of the rules file are declared once")
struct KeyTests {
  private static let declarations = ["", "+Conditions", "+Actions", "+Settings"].map {
    "Sources/Language/RulesFile/Language/Keys\($0).swift"
  }

  /// The names of the keys: those that are declared by their names, and those of gestures, by their kinds.
  private static let names: Set<String> = {
    let text = declarations.map { ModuleTests.text(of: $0) }.joined()
    let named = text.matches(of: /Key(?:<[^(]*>)?\(\s*"([a-z-]+)"/).map { String($0.1) }
    let kinds = text.matches(of: /Key(?:<[^(]*>)?\(\s*\.(\w+),/).map { match in
      match.1.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }
    return Set(named + kinds)
  }()

  /// The words that are values of the language as well: their literals may be values.
  private static let values: Set<String> = {
    let text = ModuleTests.text(of: "Sources/Language/RulesFile/Language/Vocabulary.swift")
    return Set(text.matches(of: /Word\(\s*"([a-z-]+)"/).map { String($0.1) } + ["circle"])
  }()

  /// What is no key though it reads like one, by the end of a file's path.
  private static let others: [(file: String, words: Set<String>)] = [
    // The words of JSON Schema.
    ("RulesSchema.swift", ["type", "title", "not"]), ("RulesSchema+Rules.swift", ["type", "not"]),
    ("RulesSchema+Values.swift", ["type"]),
    // The names of contexts, and the nouns of messages.
    ("Language/Word.swift", ["desktop-swipes", "tip-tap"]), ("Language/Word+Values.swift", ["edge", "corner", "zone"]),
    ("Language/Word+Values.swift", ["lift", "orientation"]), ("Checking/RulesChecker.swift", ["tap", "touch"]),
    // The name of a type in sleight(5).
    ("Language/Codec.swift", ["speed"]),
    // The sign between two lengths.
    ("Language/WrittenSize.swift", ["x"]),
    // The commands of the shell.
    ("RuleSet+Programs.swift", ["do", "for", "type", "wait"]),
    // Words that authors take for a state.
    ("RulesDecoder+When.swift", ["all"]),
  ]

  private static func literals(in text: String) -> [String] {
    text.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }.flatMap { line in
      line.matches(of: /"([a-z-]+)"/).map { String($0.1) }
    }
  }

  @Test("the test knows them")
  func known() {
    #expect(Self.names.isSuperset(of: ["rules", "tap", "long-press", "fingers", "gap", "do", "app", "keys", "settle"]))
    #expect(Self.names.count > 85)
  }

  @Test("what reads, checks and describes rules has no key as a string")
  func reader() {
    let files = ModuleTests.files(under: "Sources/Language/RulesFile").filter { file in
      file.hasSuffix(".swift") && !Self.declarations.contains(file) && !file.hasSuffix("Vocabulary.swift")
        // Advice compares with the words of other tools; see below.
        && !file.contains("/Advice/")
    }
    #expect(files.count > 60)
    for file in files {
      let others = Self.others.filter { file.hasSuffix($0.file) }.reduce(into: Set<String>()) { $0.formUnion($1.words) }
      let found = Set(Self.literals(in: ModuleTests.text(of: file))).intersection(Self.names)
        .subtracting(Self.values).subtracting(others)
      #expect(found == [], "\(file)")
    }
  }

  /// What other modules write and what advice suggests has types, except these places of a text.
  @Test("where a key may be text, it is none of these")
  func writers() {
    let places = [
      /(?:Entry|\.init|\.other|\.set|WordedKey|\bvalue)\((?:named: |of: )?"([a-z-]+)", (?:\.text|\.word|\.list|\.mapping|YAMLValue|\[)/,
      /(?:rule|fields|words|qualifiers)\["([a-z-]+)"\]/, /suggestion: "([a-z-]+)"/, /rule\.gesture [=!]=? "([a-z-]+)"/,
    ]
    for folder in ["Language/RulesFile", "Import", "Tools", "Daemon", "Desktops"] {
      for file in ModuleTests.files(under: "Sources/\(folder)") where file.hasSuffix(".swift") {
        let text = ModuleTests.text(of: file)
        let found = places.flatMap { place in text.matches(of: place).map { String($0.1) } }
        #expect(Set(found).intersection(Self.names) == [], "\(file)")
      }
    }
  }
}
