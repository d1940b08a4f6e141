import Rules
import RulesFile

/// What tests of several files are written with.
enum Including {
  /// A file of rules with the files it may include.
  static func file(_ texts: [String: String], name: String = "rules.yml") -> RulesFile {
    RulesFile.check(text: texts[name] ?? "", name: name, keyNames: keyNames, files: .texts(texts))
  }

  /// What its rules do, in order, each with its place.
  static func actions(_ file: RulesFile) -> [String] {
    guard let rules = file.rules else { return ["\(render(file))"] }
    return rules.rules.map { rule in
      guard case .shell(let command)? = rule.reaction.act.first else { return "?" }
      return "\(rule.place) \(command)"
    }
  }

  /// A rule that is told from the others by its action alone.
  static func rule(_ command: String, fingers: Int = 3) -> String {
    "rules: [{swipe: left, fingers: \(fingers), also: true, do: \(command)}]\n"
  }
}
