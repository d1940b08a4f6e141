public import JSONLines
public import Rules

extension Action {
  /// The action as the rules file writes it: a shell command as a string, the others as a mapping of one key.
  public var json: JSONValue {
    let value: JSONValue =
      switch self {
      case .shell(let command): .string(command)
      case .run(let arguments): .array(arguments.map { .string($0) })
      case .keys(let chords): Self.list(chords.map(\.text))
      case .hold(let chord): .string(chord.text)
      case .type(let text): .string(text)
      case .click(let clicks): Self.list(clicks.map(\.text))
      case .scroll(.fingers), .pointer: .string("fingers")
      case .scroll(.steps(let direction, 1)): .string(direction.rawValue)
      case .scroll(.steps(let direction, let count)): .object([.init(direction.rawValue, .number(count))])
      case .drag(let button): .string(button.text)
      case .compositor(_, let command): .string(command)
      case .mode(let name, nil): .string(name)
      case .mode(let name, let time?):
        .object([.init("name", .string(name)), .init("for", .string(Phrase.time(time)))])
      case .wait(let time): .string(Phrase.time(time))
      case .none: .string("none")
      }
    guard let word, self != .none else { return value }
    return .object([.init(word, value)])
  }

  /// One stands alone, several are a list.
  private static func list(_ texts: [String]) -> JSONValue {
    texts.count == 1 ? .string(texts[0]) : .array(texts.map { .string($0) })
  }
}
