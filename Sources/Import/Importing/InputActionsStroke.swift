internal import Foreign
internal import Gestures
internal import RulesFile
internal import Text
internal import YAML

extension InputActionsRules {
  /// The gesture for a stroke: its shape, added to the rules file, or a swipe for straight lines. Nil, with a remark,
  /// if there is none.
  mutating func stroke(
    _ trigger: InputActionsTrigger, in source: ImportSource
  ) -> (gesture: Gesture.Kind, values: [String])? {
    let line = trigger.lines.lowerBound
    let texts = trigger.properties["strokes"]?.texts ?? []
    let points = texts.compactMap(Self.points)
    guard !points.isEmpty, points.count == texts.count else {
      return draft.leaveOut(line, "its strokes cannot be decoded")
    }
    let drawings = points.map { $0.map { "\($0.x),\($0.y)" }.joined(separator: " ") }
      .filter { StrokeTemplate(text: $0) != nil }
    guard !drawings.isEmpty else {
      let directions = points.compactMap(Self.direction)
      guard directions.count == points.count else { return draft.leaveOut(line, "its strokes are too short") }
      let unique = directions.enumerated().filter { directions.firstIndex(of: $0.element) == $0.offset }.map(\.element)
      return (.swipe, unique)
    }
    if drawings.count < points.count { draft.leaveOut(line, "the straight ones of its strokes have no shape") }
    if let known = draft.strokes.first(where: { $0.drawings == drawings }) { return (.stroke, [known.name]) }
    let name = strokeName(trigger, in: source)
    draft.strokes.append((name, drawings))
    return (.stroke, [name])
  }

  /// The name of an alias in `strokes: [ *name ]`, or a number.
  private func strokeName(_ trigger: InputActionsTrigger, in source: ImportSource) -> String {
    let lines = trigger.lines.clamped(to: 1...max(1, source.lines.count)).map { source.lines[$0 - 1] }
    let line = lines.first { $0.trimmed.hasPrefix("strokes:") } ?? ""
    let alias = line.drop { $0 != "*" }.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let name = alias.isEmpty ? "stroke-\(draft.strokes.count + 1)" : alias.replacing("_", with: "-")
    return draft.strokes.contains { $0.name == name } ? "\(name)-\(draft.strokes.count + 1)" : name
  }

  /// The points of a stroke in base64: for each its position from 0 to 100, time and angle, of a byte each.
  private static func points(_ text: String) -> [(x: Int, y: Int)]? {
    guard let bytes = bytes(base64: text.trimmed), bytes.count >= 8, bytes.count % 4 == 0, bytes.count <= 400 else {
      return nil
    }
    let points = stride(from: 0, to: bytes.count, by: 4).map { (x: Int(bytes[$0]), y: Int(bytes[$0 + 1])) }
    return points.allSatisfy { $0.x <= 100 && $0.y <= 100 } ? points : nil
  }

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  private static func bytes(base64 text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (bits, count) = (0, 0)
    for character in text where character != "=" {
      guard let digit = digits.firstIndex(of: character) else { return nil }
      (bits, count) = ((bits << 6 | digit) & 0xffff, count + 6)
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> count))
    }
    return bytes
  }

  /// The direction from the first point to the last; nil if they are the same.
  private static func direction(_ points: [(x: Int, y: Int)]) -> String? {
    guard let first = points.first, let last = points.last else { return nil }
    let (x, y) = (last.x - first.x, last.y - first.y)
    guard x != 0 || y != 0 else { return nil }
    // Two fifths are the tangent of about 22.5°.
    let horizontal = abs(x) * 5 > abs(y) * 2 ? (x > 0 ? "right" : "left") : nil
    let vertical = abs(y) * 5 > abs(x) * 2 ? (y > 0 ? "down" : "up") : nil
    return [vertical, horizontal].compactMap { $0 }.joined(separator: "-")
  }
}
