internal import Diagnostics
internal import Touch
internal import YAML

extension RulesDecoder {
  /// Reads the size of a device's surface: `344mm x 194mm`.
  mutating func surfaceSize(_ value: Node, for key: String) -> Size? {
    let example = "344mm x 194mm"
    let expected = "a width and a height"
    guard let text = text(of: value, for: key, expected: expected, example: example) else { return nil }
    let quoted = Phrase.quote(text)
    guard let written = WrittenSize(text) else {
      mismatch(
        .notAQuantity, "\(quoted) is not \(expected)", at: value.span,
        help: "write both with a unit, such as '\(example)'")
      return nil
    }
    guard reportUnits(of: written, in: quoted, at: value.span) else { return nil }
    guard written.isExact(text) || written.sides.contains(where: \.isNegative) else {
      mismatch(
        .malformedQuantity, "\(quoted) is not a valid size", at: value.span, found: .size(written),
        help: "write a size as '\(example)'")
      return nil
    }
    let sides = written.sides.map { side in Unit.named(side.unit).map { side.value(in: $0) } ?? 0 }
    guard sides.allSatisfy({ Limits.surface.contains($0) }) else {
      mismatch(
        .outOfRange, "\(quoted) is out of range: each side of a surface is \(Limits.surface.phrase)", at: value.span)
      return nil
    }
    return Size(width: sides[0], height: sides[1])
  }

  /// Reports errors in a size's units. Returns true if there are none.
  private mutating func reportUnits(of size: WrittenSize, in text: String, at span: Span) -> Bool {
    if size.isInPixels {
      mismatch(
        .wrongUnit, "\(text) is in pixels; a size is in millimetres", at: span,
        help: "measure the surface with a ruler, and write '344mm x 194mm'")
      return false
    }
    for side in size.sides where !side.unit.isEmpty {
      guard let unit = Unit.named(side.unit) else {
        mismatch(
          .unknownUnit, "unknown unit \(Phrase.quote(side.unit)) in \(text)", at: span, found: .unit(side, of: size),
          help: "a size is in 'mm' or 'cm'")
        return false
      }
      guard unit.dimension == .length else {
        mismatch(
          .wrongUnit, "'\(side.digits)\(side.unit)' is \(unit.dimension.phrase); a size is two lengths", at: span,
          help: "write 'size: 344mm x 194mm'")
        return false
      }
    }
    guard size.sides.contains(where: { $0.unit.isEmpty }) else { return true }
    mismatch(
      .missingUnit, "\(text) needs a unit after each number", at: span, found: .size(size))
    return false
  }
}
