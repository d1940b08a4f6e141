package import Diagnostics
internal import Time
internal import YAML

extension Phrase {
  /// A description of a node: `a list`, `a mapping`, or its text in quotes.
  static func shape(of node: Node) -> String {
    switch node.content {
    case .scalar(let text, _): node.isNull ? "nothing" : quote(text)
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }

  /// `300ms`
  package static func milliseconds(_ duration: Duration) -> String { "\(duration.wholeMicroseconds / 1000)ms" }
}
