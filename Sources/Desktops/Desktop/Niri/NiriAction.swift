public import JSONLines

/// Actions of niri: translates the arguments of `niri msg action` into the JSON of niri's socket.
///
///     move-column-to-workspace 2 --focus false
///     {"MoveColumnToWorkspace": {"reference": {"Index": 2}, "focus": false}}
public enum NiriAction {
  /// The reason for which a text is not an action.
  public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// A clause for people, in which "it" is the action.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// The JSON of an action. Names that are unknown to niri's version are refused by niri itself.
  /// - Throws: `Problem`.
  public static func json(for text: String) throws(Problem) -> JSONValue {
    guard let words = CommandWords.split(text) else { throw Problem("unclosed quote") }
    guard let name = words.first else { throw Problem("it is empty") }
    guard name.utf8.allSatisfy({ (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }) else {
      throw Problem("'\(name)' is not an action's name")
    }
    let arguments = words.dropFirst()
    let members: [JSONValue.Member] =
      switch name {
      case "spawn": [.init("command", .array(try command(in: arguments).map { .string($0) }))]
      case "spawn-sh": [.init("command", .string(try command(in: arguments).joined(separator: " ")))]
      default: try members(arguments, table[name] ?? [])
      }
    return .object([.init(variant(name), .object(members))])
  }

  /// The variant of an action: `FocusColumnLeft` for `focus-column-left`.
  private static func variant(_ name: String) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The command to start: everything after `--`.
  private static func command(in arguments: ArraySlice<String>) throws(Problem) -> [String] {
    guard arguments.first == "--", arguments.count > 1 else {
      throw Problem("'--' is required before the command to start")
    }
    return Array(arguments.dropFirst())
  }

  private static func members(
    _ arguments: ArraySlice<String>, _ parameters: [NiriParameter]
  ) throws(Problem) -> [JSONValue.Member] {
    var values: [String: JSONValue] = [:]
    var rest = arguments
    while let word = rest.popFirst() {
      let (parameter, attached) = try parameter(for: word, parameters, taken: values)
      if case .presence = parameter.value {
        values[parameter.name] = true
        continue
      }
      guard let text = parameter.isPositional ? word : attached ?? rest.popFirst() else {
        throw Problem("'\(word)' requires a value")
      }
      guard let value = parameter.json(text) else { throw Problem("'\(text)' is not a value of '\(parameter.name)'") }
      values[parameter.name] = value
    }
    var members: [JSONValue.Member] = []
    for parameter in parameters {
      guard !parameter.isRequired || values[parameter.name] != nil else {
        throw Problem("it requires '\(parameter.isPositional ? parameter.name : "--" + parameter.name)'")
      }
      members.append(.init(parameter.name, values[parameter.name] ?? parameter.defaultValue))
    }
    return members
  }

  /// The parameter that a word names or is the value of, and the value that is attached to the name.
  private static func parameter(
    for word: String, _ parameters: [NiriParameter], taken: [String: JSONValue]
  ) throws(Problem) -> (NiriParameter, attached: String?) {
    if word.hasPrefix("--") {
      let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0]).split(separator: "-", omittingEmptySubsequences: false).joined(separator: "_")
      guard let parameter = parameters.first(where: { !$0.isPositional && $0.name == name }) else {
        throw Problem("it has no option '--\(parts[0])'")
      }
      return (parameter, parts.count > 1 ? String(parts[1]) : nil)
    }
    let letter = word.count == 2 && word.first == "-" ? word.last : nil
    if let letter, let parameter = parameters.first(where: { $0.letter == letter }) { return (parameter, nil) }
    guard let parameter = parameters.first(where: { $0.isPositional && taken[$0.name] == nil }) else {
      throw Problem("unexpected argument '\(word)'")
    }
    return (parameter, nil)
  }
}

/// Splits a command into words as a shell does, without expansions: blanks separate words, quotes keep them together,
/// and a backslash escapes the next character.
enum CommandWords {
  /// The words of `text`; nil if a quote is not closed.
  static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      switch (character, quote) {
      case (quote, .some): quote = nil
      case ("\\", nil), ("\\", "\""):
        guard let next = rest.popFirst() else { return nil }
        // In quotes, a backslash is literal unless it escapes a special character.
        let isPlain = quote != nil && next != "\"" && next != "\\"
        word = (word ?? "") + (isPlain ? "\\" : "") + String(next)
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (" ", nil), ("\t", nil), ("\n", nil):
        if let whole = word { words.append(whole) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
