package import Foreign
package import YAML

extension YAMLValue.Entry {
  package init(_ key: Word, _ value: YAMLValue) { self.init(key.name, value) }
}

extension ImportedAction {
  /// Another action, by its key and its value.
  package static func performing(_ key: Word, _ value: String) -> ImportedAction { .other(key.name, value) }

  /// The action as a value of a rules file; for held modifiers, the original command.
  package var value: YAMLValue {
    switch self {
    case .shell(let command), .held(_, _, let command): .text(command)
    case .keys(let chords): .mapping([.init(.keys, YAMLValue(chords))])
    case .click(let buttons): .mapping([.init(.click, YAMLValue(buttons))])
    case .scroll(let direction, 1): .mapping([.init(.scroll, .text(direction))])
    case .scroll(let direction, let steps):
      .mapping([.init(.scroll, .mapping([.init(direction, .text(Self.number(steps)))]))])
    case .type(let text): .mapping([.init(.type, .text(text))])
    case .compositor(let name, let command): .mapping([.init(name, .text(command))])
    case .wait(let time): .mapping([.init(.wait, .text(time))])
    case .other(let word, let value): .mapping([.init(word, .text(value))])
    case .nothing: .word("none")
    }
  }

  /// A number with at most three decimals.
  private static func number(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }
}
