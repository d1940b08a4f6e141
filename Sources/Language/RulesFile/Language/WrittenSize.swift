internal import Text

/// A width and a height, as written in the file.
struct WrittenSize: Equatable {
  /// The width and the height.
  var width: Quantity
  var height: Quantity

  /// Parses `text` leniently, so that a message can suggest a correction; nil if it is not two numbers.
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

  /// The parts of `text` between separators; the x in 'px' and 'pixels' is not a separator.
  private static func split(_ text: String, at separators: String) -> [Substring] {
    var before: Character?
    return text.split { character in
      defer { before = character }
      return separators.contains(character) && !(before.map { "pPiI".contains($0) } ?? false)
    }
  }

  var sides: [Quantity] { [width, height] }

  /// The size in the supported notation; nil if a unit is no unit of length, or if both are missing and the numbers
  /// must be pixels.
  var suggestion: String? {
    if isInPixels { return nil }
    let units = sides.map { $0.unit.isEmpty ? "" : Self.unit($0.unit) }
    // A unit after the second number often applies to both.
    guard let width = units[0].flatMap({ $0.isEmpty ? units[1] : $0 }), let height = units[1] else { return nil }
    return "\(self.width.digits)\(width.isEmpty ? "mm" : width) x "
      + "\(self.height.digits)\(height.isEmpty ? width.isEmpty ? "mm" : width : height)"
  }

  /// True if `text` is the size in the supported notation.
  func isExact(_ text: String) -> Bool { suggestion == text }

  /// True if the numbers must be pixels: no screen for hands is 640 mm wide.
  var isInPixels: Bool {
    sides.contains { $0.unit.lowercased() == "px" || $0.unit.lowercased().hasPrefix("pixel") }
      || sides.allSatisfy { $0.unit.isEmpty } && (Double(width.digits) ?? 0) >= 640
  }

  /// The unit of length that is probably meant by `name`.
  private static func unit(_ name: String) -> String? {
    (Unit.named(name) ?? Unit.meant(by: name)).flatMap { $0.dimension == .length ? $0.name : nil }
  }
}
