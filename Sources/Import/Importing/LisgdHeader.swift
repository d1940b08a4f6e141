internal import Diagnostics
internal import Foreign
internal import Text

/// A parser of lisgd's config.h. The tokens of its lines are those of Lua.
enum LisgdHeader {
  static func read(
    _ source: ImportSource, _ settings: inout LisgdSettings, _ comments: inout [SourceComment]
  ) -> [LisgdGesture] {
    var gestures: [LisgdGesture] = []
    var isInComment = false
    var isInGestures = false
    for (index, line) in source.lines.enumerated() {
      let line = line.trimmed
      if isInComment || line.hasPrefix("/*") || line.hasPrefix("//") {
        let text = line.replacing("/*", with: "").replacing("*/", with: "").drop { "/*".contains($0) }.trimmed
        if !text.isEmpty { comments.append(SourceComment(line: index + 1, text: text)) }
        isInComment = (isInComment || line.hasPrefix("/*")) && !line.contains("*/")
        continue
      }
      if line.contains("Gesture gestures[]") { isInGestures = true }
      let tokens = LuaTokens.read(line).tokens
      if isInGestures {
        if let gesture = gesture(tokens, number: index + 1, &settings) { gestures.append(gesture) }
      } else if let sign = tokens.firstIndex(where: { $0.isSymbol("=") }), sign > 1,
        let end = tokens.firstIndex(where: { $0.isSymbol(";") })
      {
        let (name, value) = (tokens[sign - 1].text, tokens[..<end].dropFirst(sign + 1).map(\.source).joined())
        settings.set(name, value, by: name, line: index + 1)
      }
    }
    return gestures
  }

  private static let edges = [
    "EdgeNone": "N", "EdgeLeft": "L", "EdgeRight": "R", "EdgeTop": "T", "EdgeBottom": "B",
    "CornerTopLeft": "TL", "CornerTopRight": "TR", "CornerBottomLeft": "BL", "CornerBottomRight": "BR",
  ]
  private static let distances = ["DistanceShort": "S", "DistanceMedium": "M", "DistanceLong": "L"]
  private static let known = Set(edges.keys).union(distances.keys)
    .union(["EdgeAny", "DistanceAny", "ActModeReleased", "ActModePressed"])

  /// Parses `{ 1, SwipeDU, EdgeBottom, DistanceAny, ActModeReleased, "command" },`; older versions have fewer fields.
  private static func gesture(
    _ tokens: [LuaToken], number: Int, _ settings: inout LisgdSettings
  ) -> LisgdGesture? {
    let behind = tokens.drop { !$0.isSymbol("{") }.dropFirst()
    guard let command = behind.first(where: { $0.kind == .string }) else { return nil }
    let fields = behind.prefix { $0.kind != .string }.filter { $0.kind != .symbol }.map(\.text)
    guard fields.count >= 2, let fingers = Int(fields[0]), fields[1].hasPrefix("Swipe") else { return nil }
    let others = fields.dropFirst(2)
    for field in others where !known.contains(field) {
      settings.remarks.append((number, "unknown \(Phrase.quote(field)): taken for any"))
    }
    return LisgdGesture(
      line: number, fingers: fingers, swipe: String(fields[1].dropFirst(5)),
      edge: others.compactMap { edges[$0] }.first ?? "*", distance: others.compactMap { distances[$0] }.first ?? "*",
      isPressed: others.contains("ActModePressed"), command: command.text)
  }
}
