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

  /// The fields of a request to keep a touch for `tune`.
  struct Mark: Decodable, Sendable {
    /// `wrong` or `missed`; `none` withdraws the mark.
    var kind: String
    /// The time of the touch.
    var touch: Int
    /// The rule that should have acted.
    var rule: String?
  }

  /// The fields of a request for the rules of what was shown.
  struct Lesson: Decodable, Sendable {
    /// The recording of it.
    var recording: String
    var action: String?
  }

  /// The form of a command's output.
  enum Output {
    /// An object of JSON per line.
    case lines
    /// One object of JSON.
    case document
    case picture
    /// Text for people, which the page does not need.
    case text
  }

  /// The remedies of `doctor` that a page may run: those that need no password and change nothing but the user's
  /// daemon. They are all that begin with `systemctl --user`, by which the page knows them.
  private static let remedies = [
    "systemctl --user enable --now sleight", "systemctl --user restart sleight", "systemctl --user enable sleight",
    "systemctl --user unmask sleight", "systemctl --user daemon-reload",
    "systemctl --user import-environment WAYLAND_DISPLAY XDG_CURRENT_DESKTOP",
  ]

  /// Another program than `sleight`; nil for that.
  private(set) var program: String?
  private(set) var arguments: [String]
  /// Its standard input.
  private(set) var input = ""
  /// True if it takes the rules file as an option.
  private(set) var usesRules = true
  private(set) var output = Output.lines

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
      output = .picture
    case (.GET, "/api/touches"): arguments = ["why", "--json"]
    case (.GET, "/api/touch-picture"):
      guard let touch = value("touch").flatMap({ Int($0) }) else { return nil }
      arguments = ["why", "--svg", "-", "\(touch)"]
      output = .picture
    case (.POST, "/api/mark"):
      guard let mark = body.mark, let words = mark.words else { return nil }
      arguments = ["why"] + words
      output = .text
      // The answer to its question.
      input = "y\n"
    case (.GET, "/api/tuning"):
      arguments = ["tune", "--json"] + (value("touch").flatMap { Int($0) }.map { ["--touch", "\($0)"] } ?? [])
    case (.GET, "/api/windows"):
      arguments = ["windows", "--json"]
      usesRules = false
    case (.POST, "/api/lesson"):
      guard let lesson = body.lesson else { return nil }
      arguments = ["learn", "--json", "--from", "-"] + (lesson.action.map { ["--do=\($0)"] } ?? [])
      input = lesson.recording
    case (.GET, "/api/schema"):
      arguments = ["schema"]
      usesRules = false
      output = .document
    case (.GET, "/api/recipes"):
      // Words of a wish are no options.
      arguments = ["recipes", "--json", "--"] + (value("wish") ?? "").split(separator: " ").map(String.init)
      usesRules = false
    case (.GET, "/api/recipe-picture"):
      guard let title = value("title") else { return nil }
      arguments = ["recipes", "--svg", "-", "--", title]
      output = .picture
      usesRules = false
    case (.POST, "/api/init"):
      arguments = ["init"]
      output = .text
    case (.POST, "/api/reload"):
      arguments = ["reload"]
      output = .text
      usesRules = false
    case (.POST, "/api/remedy"):
      guard let words = Self.remedies.first(where: { $0 == body.remedy })?.split(separator: " ") else { return nil }
      program = String(words[0])
      output = .text
      arguments = words.dropFirst().map(String.init)
      usesRules = false
    case (.POST, "/api/edit"):
      guard let edit = body.edit, let words = edit.words else { return nil }
      arguments = ["edit", "--json", "--expect=\(edit.expect)"] + words
      input = edit.text ?? ""
    default: return nil
    }
  }
}

extension Command.Mark {
  /// The options of the mark; nil if it is none.
  fileprivate var words: [String]? {
    switch kind {
    case "wrong": ["--wrong", "\(touch)"]
    case "missed": rule.map { ["--missed", "--rule=\($0)", "\(touch)"] }
    case "none": ["--unmark", "\(touch)"]
    default: nil
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
