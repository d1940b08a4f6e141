/// A value in a D-Bus message, of the types that logind's properties have. A variant is represented by its content.
indirect enum BusValue: Hashable, Sendable {
  case boolean(Bool)
  /// A string, an object path or a signature.
  case text(String)
  case array([BusValue])
  /// A structure, or a dictionary's entry: its key and its value.
  case structure([BusValue])
  /// A value of an unused type.
  case other

  /// The boolean; nil for other types.
  var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  /// The text; nil for other types.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The elements of an array or a structure; empty for other types.
  var elements: [BusValue] {
    switch self {
    case .array(let elements), .structure(let elements): elements
    case .boolean, .text, .other: []
    }
  }

  /// The dictionary's value for `key`; nil if there is none, or it is not a dictionary.
  subscript(key: String) -> BusValue? {
    elements.first { $0.elements.count == 2 && $0.elements[0] == .text(key) }?.elements[1]
  }
}
