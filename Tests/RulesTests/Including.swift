import Rules
import RulesFile

/// Support for tests with several files.
enum Including {
  /// A rules file with the files that it may include.
  static func file(_ texts: [String: String], name: String = "rules.yml") -> RulesFile {
    RulesFile.check(text: texts[name] ?? "", name: name, keyNames: keyNames, files: .texts(texts))
  }

  /// The actions of its rules, in order, each with its location.
  static func actions(_ file: RulesFile) -> [String] {
    guard let rules = file.rules else { return ["\(render(file))"] }
    return rules.rules.map { rule in
      guard case .shell(let command)? = rule.reaction.act.first else { return "?" }
      return "\(rule.location) \(command)"
    }
  }

  /// A rule that differs from the others in its action alone.
  static func rule(_ command: String, fingers: Int = 3) -> String {
    "rules: [{swipe: left, fingers: \(fingers), also: true, do: \(command)}]\n"
  }
}
