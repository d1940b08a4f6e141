internal import JSONLines

/// A parameter of one of niri's actions, as `niri msg action` has it on its command line (niri-ipc 25.11, Action).
struct NiriParameter {
  /// What it takes, and what niri's socket takes for it.
  enum Value {
    /// A truth value: `true` or `false`.
    case flag
    /// An option without a value: true where it is there.
    case mark
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
    /// The same, with parts of a pixel.
    case position
  }

  /// Its name on the socket; on the command line `_` is `-`.
  var name: String
  var value: Value
  /// Its letter on the command line, for an option that has one.
  var letter: Character?
  /// Whether it has no name on the command line and goes by its place.
  var isPositional = false
  /// Whether it must be there.
  var isRequired = false
  /// What the socket is told where it is not there.
  var absent: JSONValue = .null

  static func option(_ name: String, _ value: Value, _ letter: Character? = nil, or absent: JSONValue = .null) -> Self {
    NiriParameter(name: name, value: value, letter: letter, absent: absent)
  }
  static func required(_ name: String, _ value: Value) -> Self {
    NiriParameter(name: name, value: value, isRequired: true)
  }
  static func place(_ name: String, _ value: Value, isRequired: Bool = true) -> Self {
    NiriParameter(name: name, value: value, isPositional: true, isRequired: isRequired)
  }

  /// What the socket takes for `text`; nil where it is no such value.
  func json(_ text: String) -> JSONValue? {
    switch value {
    case .flag: text == "true" ? true : text == "false" ? false : nil
    case .mark: nil
    // A double has room for so much exactly.
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

  /// A sign makes it a change, and a percent sign a part of what there is room for.
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
