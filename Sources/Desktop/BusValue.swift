/// A value in a D-Bus message: the types that logind's session is told in. What a variant holds stands for itself.
indirect enum BusValue: Hashable, Sendable {
  case boolean(Bool)
  /// A string, an object path or a signature.
  case text(String)
  case array([BusValue])
  /// A structure, or an entry of a dictionary: its key and its value.
  case structure([BusValue])
  /// Of another type, which nothing here reads.
  case other

  /// The boolean; nil where it is none.
  var boolean: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  /// The text; nil where it is none.
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// What an array or a structure consists of; empty for all else.
  var elements: [BusValue] {
    switch self {
    case .array(let elements), .structure(let elements): elements
    case .boolean, .text, .other: []
    }
  }

  /// A dictionary's value of `key`; nil where it has none, or is none.
  subscript(key: String) -> BusValue? {
    elements.first { $0.elements.count == 2 && $0.elements[0] == .text(key) }?.elements[1]
  }
}
