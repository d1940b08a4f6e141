/// The variables of a configuration, such as `set $menu fuzzel` of sway.
struct ImportedVariables {
  private var values: [String: String] = [:]

  private static let maxCount = 1_000
  private static let maxLength = 4_096

  /// Sets the variable `name`, which begins with '$'. Variables in its value are replaced.
  mutating func set(_ name: String, _ value: String) {
    let value = expanded(value)
    if values.count < Self.maxCount, value.utf8.count <= Self.maxLength { values[String(name.dropFirst())] = value }
  }

  /// `text` with each variable replaced by its value; other words with '$' stay. The longest name counts: `$menu` is not
  /// `$me`, followed by "nu".
  func expanded(_ text: String) -> String {
    guard !values.isEmpty, text.contains("$") else { return text }
    var result = ""
    var rest = text[...]
    while let sign = rest.firstIndex(of: "$") {
      result += rest[..<sign]
      rest = rest[rest.index(after: sign)...]
      var name = rest.prefix(64).prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
      while !name.isEmpty, values[String(name)] == nil { name.removeLast() }
      guard let value = values[String(name)], result.utf8.count < 100_000 else {
        result += "$"
        continue
      }
      result += value
      rest = rest[name.endIndex...]
    }
    return result + rest
  }
}
