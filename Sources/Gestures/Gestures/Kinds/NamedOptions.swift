/// A set of directions or places that have words in the rules file.
package protocol NamedOptions: OptionSet where Element == Self {
  /// The words and what they stand for; those for several of the others come first.
  static var named: [(options: Self, name: String)] { get }
  /// The options that every other word stands for.
  static var any: Self { get }
}

extension NamedOptions {
  /// The union of what the words stand for.
  package init(words: [String]) {
    self = words.reduce(into: []) { options, word in
      options.formUnion(Self.named.first { $0.name == word }?.options ?? .any)
    }
  }

  /// The words for these options, as few as possible.
  package var names: [String] {
    var rest = self
    return Self.named.filter { options, _ in
      guard rest.isSuperset(of: options) else { return false }
      rest.subtract(options)
      return true
    }.map(\.name)
  }
}

extension Directions: NamedOptions {
  package static let named: [(options: Directions, name: String)] = [
    (.horizontal, "horizontal"), (.vertical, "vertical"), (.left, "left"), (.right, "right"), (.up, "up"),
    (.down, "down"), (.upLeft, "up-left"), (.upRight, "up-right"), (.downLeft, "down-left"),
    (.downRight, "down-right"),
  ]
}

extension PinchDirections: NamedOptions {
  package static let named: [(options: PinchDirections, name: String)] = [(.inwards, "in"), (.outwards, "out")]
}

extension RotationDirections: NamedOptions {
  package static let named: [(options: RotationDirections, name: String)] = [
    (.clockwise, "clockwise"), (.counterclockwise, "counterclockwise"),
  ]
}

extension TipTapSides: NamedOptions {
  package static let named: [(options: TipTapSides, name: String)] = [
    (.left, "left"), (.right, "right"), (.middle, "middle"),
  ]
}

extension Edges: NamedOptions {
  package static let named: [(options: Edges, name: String)] = [
    (.left, "left"), (.right, "right"), (.top, "top"), (.bottom, "bottom"),
  ]
}

extension Corners: NamedOptions {
  package static let named: [(options: Corners, name: String)] = [
    (.topLeft, "top-left"), (.topRight, "top-right"), (.bottomLeft, "bottom-left"), (.bottomRight, "bottom-right"),
  ]
}
