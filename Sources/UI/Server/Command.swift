import FlyingFox

/// The command of `sleight` that answers a request.
struct Command {
  /// The fields of a request to change the rules file.
  struct Edit: Decodable, Sendable {
    /// The option of `sleight edit` without its dashes.
    var change: String
    /// The rule that it is for, by its location; nil for changes that are for none.
    var rule: String?
    var before: String?
    /// The text of rules, or of the whole file.
    var text: String?
    /// The sum of the file that the page has shown.
    var expect: String
    /// True to see the difference first.
    var isTrial: Bool
  }

  private(set) var arguments: [String]
  /// Its standard input.
  private(set) var input = ""
  /// True if it takes the rules file as an option.
  private(set) var usesRules = true
  /// True if it prints a picture instead of lines.
  private(set) var isPicture = false

  /// - Returns: nil if there is no such path, or if a part of the request is missing.
  init?(_ method: HTTPMethod, _ path: String, _ query: [HTTPRequest.QueryItem], _ body: Body) {
    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }
    switch (method, path) {
    case (.GET, "/api/doctor"): arguments = ["doctor", "--json"]
    case (.GET, "/api/check"): arguments = ["check", "--json"]
    case (.GET, "/api/rules"): arguments = ["explain", "--json"]
    case (.GET, "/api/texts"): arguments = ["edit", "--json"]
    case (.GET, "/api/picture"):
      guard let rule = value("rule") else { return nil }
      arguments = ["explain", "--svg", "-", "--rule=\(rule)"]
      isPicture = true
    case (.GET, "/api/recipes"):
      // Words of a wish are no options.
      arguments = ["recipes", "--json", "--"] + (value("wish") ?? "").split(separator: " ").map(String.init)
      usesRules = false
    case (.GET, "/api/recipe-picture"):
      guard let title = value("title") else { return nil }
      arguments = ["recipes", "--svg", "-", "--", title]
      isPicture = true
      usesRules = false
    case (.POST, "/api/init"): arguments = ["init"]
    case (.POST, "/api/edit"):
      guard let edit = body.edit, let words = edit.words else { return nil }
      arguments = ["edit", "--json", "--expect=\(edit.expect)"] + words
      input = edit.text ?? ""
    default: return nil
    }
  }
}

extension Command.Edit {
  /// The options of the change; nil if it is none.
  fileprivate var words: [String]? {
    let options = (before.map { ["--before=\($0)"] } ?? []) + (isTrial ? ["--dry-run"] : [])
    switch change {
    case "add", "text": return ["--\(change)"] + options
    case "delete", "enable", "disable", "move", "replace": return rule.map { ["--\(change)=\($0)"] + options }
    default: return nil
    }
  }
}
