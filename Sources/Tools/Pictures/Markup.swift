internal import Diagnostics

/// A builder of SVG: it closes elements in the right order, writes numbers with one decimal, and escapes text.
struct Markup {
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

  /// The markup written so far.
  private(set) var text = ""
  private var names: [String] = []

  /// Opens an element.
  mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, Attribute> = [:]) {
    text += tag(name, attributes) + ">\n"
    names.append(name)
  }

  /// Closes the innermost element.
  mutating func end() {
    guard let name = names.popLast() else { return }
    text += "</\(name)>\n"
  }

  /// Adds an element without content.
  mutating func add(_ name: String, _ attributes: KeyValuePairs<String, Attribute>) {
    text += tag(name, attributes) + "/>\n"
  }

  /// Adds an element that contains only text.
  mutating func add(_ name: String, _ attributes: KeyValuePairs<String, Attribute> = [:], holding content: String) {
    text += tag(name, attributes) + ">" + content.escaped + "</\(name)>\n"
  }

  /// Adds a line of text whose baseline is at a point.
  /// - Parameter classes: additional CSS classes: `far` if the line ends at the point, `mid` if its middle is there.
  mutating func write(_ line: String, _ style: Lettering, _ classes: String..., at point: PixelPoint) {
    let names = ([style.rawValue] + classes).joined(separator: " ")
    add("text", ["x": .number(point.x), "y": .number(point.y), "class": .text(names)], holding: line)
  }

  private func tag(_ name: String, _ attributes: KeyValuePairs<String, Attribute>) -> String {
    "<\(name)" + attributes.map { " \($0.key)=\"\($0.value.text)\"" }.joined()
  }
}

extension String {
  /// The text, escaped for an element or an attribute: names of devices and rules may contain anything. Characters that
  /// XML forbids, and those that reverse the direction of writing, are replaced.
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
