internal import JSONLines

/// A parameter of an action, as on the command line of `niri msg action` (niri-ipc 25.11, Action).
struct NiriParameter {
  /// The type of the value.
  enum Value: String {
    /// A Boolean: `true` or `false`.
    case flag
    /// An option without a value: true if present.
    case presence
    case number
    case text
    /// `next`, `prev` or a number.
    case layout
    /// `normal` or `tabbed`.
    case display
    /// A workspace's number or name.
    case workspace
    /// `10`, `+10`, `-10` in pixels, or percent.
    case size
    /// Like `size`, with fractions of a pixel.
    case position
  }

  /// Its name in JSON; `_` is `-` on the command line.
  var name: String
  var value: Value
  /// The letter of its short option; nil if it has none.
  var letter: Character?
  /// True for a positional parameter, false for an option.
  var isPositional = false
  /// True if it must be given.
  var isRequired = false
  /// The value in JSON if it is not given.
  var defaultValue: JSONValue = .null

  /// Reads `--name=type` for an option, `-n--name=type` if it has a letter, `--name` if it has no value, `--name=type!`
  /// if it must be given and `--name=flag:true` if it has a default; `<name=type>` for a positional parameter,
  /// `[name=type]` for one that may be left out. Nil for any other word.
  init?(_ text: Substring) {
    var text = text
    if text.first == "<" || text.first == "[" {
      isPositional = true
      isRequired = text.first == "<"
      text = text.dropFirst().dropLast()
    } else if text.first == "-" {
      if text.dropFirst().first != "-" { letter = text.dropFirst().first }
      text = text.drop { $0 == "-" }
      if letter != nil { text = text.dropFirst().drop { $0 == "-" } }
    } else {
      return nil
    }
    if text.last == "!" {
      isRequired = true
      text = text.dropLast()
    }
    let parts = text.split { $0 == "=" || $0 == ":" }
    name = parts[0].map { $0 == "-" ? "_" : String($0) }.joined()
    value = parts.count > 1 ? Value(rawValue: String(parts[1])) ?? .text : .presence
    switch value {
    case .presence: defaultValue = false
    case .position: defaultValue = ["AdjustFixed": 0]
    case .flag: defaultValue = .bool(parts.count > 2 && parts[2] == "true")
    default: break
    }
  }

  /// The value in JSON; nil if `text` is not valid.
  func json(_ text: String) -> JSONValue? {
    switch value {
    case .flag: text == "true" ? true : text == "false" ? false : nil
    case .presence: nil
    // The whole numbers that a Double represents exactly.
    case .number: UInt64(text).flatMap { $0 < 1 << 53 ? .number(Double($0)) : nil }
    case .text: .string(text)
    case .layout:
      switch text {
      case "next": "Next"
      case "prev": "Prev"
      default: UInt8(text).map { ["Index": .number(Double($0))] }
      }
    case .display: text == "normal" ? "Normal" : text == "tabbed" ? "Tabbed" : nil
    case .workspace:
      if Int32(text) != nil {
        UInt8(text).map { ["Index": .number(Double($0))] }
      } else {
        ["Name": .string(text)]
      }
    case .size: Self.change(text, isWhole: true)
    case .position: Self.change(text, isWhole: false)
    }
  }

  /// A size in JSON: a change if it has a sign, and a proportion of the available space if it has a percent sign.
  private static func change(_ text: String, isWhole: Bool) -> JSONValue? {
    let isRelative = text.first == "+" || text.first == "-"
    let isProportion = text.last == "%"
    let digits = isProportion ? text.dropLast() : text[...]
    let number = isWhole && !isProportion ? Int32(digits).map(Double.init) : Double(digits)
    guard let number, number.isFinite else { return nil }
    let name = (isRelative ? "Adjust" : "Set") + (isProportion ? "Proportion" : "Fixed")
    return .object([.init(name, .number(number))])
  }
}
