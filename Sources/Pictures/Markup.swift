internal import Diagnostics

/// SVG in the making: elements that are closed in the right order, numbers with one decimal, and text in which nothing
/// is markup.
struct Markup {
  /// What stands behind an attribute's name.
  enum Attribute: ExpressibleByStringInterpolation, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    case text(String)
    /// In pixels or degrees; one decimal is kept.
    case number(Double)

    init(stringLiteral value: String) { self = .text(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }

    fileprivate var text: String {
      switch self {
      case .text(let text): text.escaped
      case .number(let number): Tenths(number).text
      }
    }
  }

  /// What has been written so far.
  private(set) var text = ""
  private var names: [String] = []

  /// Opens an element; what comes next is in it.
  mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, Attribute> = [:]) {
    text += tag(name, attributes) + ">\n"
    names.append(name)
  }

  /// Closes the element that was opened last.
  mutating func end() {
    guard let name = names.popLast() else { return }
    text += "</\(name)>\n"
  }

  /// Adds an element without content.
  mutating func add(_ name: String, _ attributes: KeyValuePairs<String, Attribute>) {
    text += tag(name, attributes) + "/>\n"
  }

  /// Adds an element that holds nothing but text.
  mutating func add(_ name: String, _ attributes: KeyValuePairs<String, Attribute> = [:], holding content: String) {
    text += tag(name, attributes) + ">" + content.escaped + "</\(name)>\n"
  }

  /// Adds a line of text whose baseline begins at a spot.
  mutating func write(_ line: String, _ style: String, at spot: Spot) {
    add("text", ["x": .number(spot.x), "y": .number(spot.y), "class": .text(style)], holding: line)
  }

  private func tag(_ name: String, _ attributes: KeyValuePairs<String, Attribute>) -> String {
    "<\(name)" + attributes.map { " \($0.key)=\"\($0.value.text)\"" }.joined()
  }
}

extension String {
  /// The text as it may stand in an element or an attribute: names of devices and rules come from who knows where. What
  /// XML has no way to say, and what would turn the line round, is shown as something else.
  fileprivate var escaped: String {
    var result = ""
    for scalar in legible.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\u{fffe}", "\u{ffff}": result += "\u{fffd}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
