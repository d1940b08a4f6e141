/// A width and a height, as somebody may have written them.
struct WrittenSize: Equatable {
  /// The width, then the height.
  var width: Quantity
  var height: Quantity

  /// Reads `text` generously, so that a message can say what was probably meant; nil where it is not two numbers.
  init?(_ text: String) {
    let text = text.replacing(" by ", with: "x")
    for separators in ["xX×*", ";", ",", " "] {
      let sides = Self.split(text, at: separators).map { Quantity(String($0)) }
      guard sides.count == 2, let width = sides[0], let height = sides[1] else { continue }
      self.width = width
      self.height = height
      return
    }
    return nil
  }

  /// The parts of `text` between separators; the x of 'px' and of 'pixels' is none.
  private static func split(_ text: String, at separators: String) -> [Substring] {
    var before: Character?
    return text.split { character in
      defer { before = character }
      return separators.contains(character) && !(before.map { "pPiI".contains($0) } ?? false)
    }
  }

  /// The two numbers.
  var sides: [Quantity] { [width, height] }

  /// The one way it is written; nil where a unit is none of a length or both are missing in what can only be pixels.
  var suggestion: String? {
    if isInPixels { return nil }
    let units = sides.map { $0.unit.isEmpty ? "" : Self.unit($0.unit) }
    // A unit behind the second number is often meant for both.
    guard let width = units[0].flatMap({ $0.isEmpty ? units[1] : $0 }), let height = units[1] else { return nil }
    return "\(self.width.digits)\(width.isEmpty ? "mm" : width) x "
      + "\(self.height.digits)\(height.isEmpty ? width.isEmpty ? "mm" : width : height)"
  }

  /// Whether the numbers are those of a screen's pixels: no screen for hands has 640 mm and fewer pixels.
  var isInPixels: Bool {
    sides.contains { $0.unit.lowercased() == "px" || $0.unit.lowercased().hasPrefix("pixel") }
      || sides.allSatisfy { $0.unit.isEmpty } && (Double(width.digits) ?? 0) >= 640
  }

  /// The length's unit that is probably meant by `name`.
  private static func unit(_ name: String) -> String? {
    (Unit.named(name) ?? Unit.meant(by: name)).flatMap { $0.dimension == .length ? $0.name : nil }
  }
}
