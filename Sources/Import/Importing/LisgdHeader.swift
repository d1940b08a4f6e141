internal import Foreign
internal import RulesFile

// Regular expressions, built once: to build one takes longer than to search many lines.

/// The definition of a number.
private nonisolated(unsafe) let number = /(?:unsigned )?(?:int|double) (\w+)\s*=\s*([0-9.]+);.*/

/// A parser of lisgd's config.h.
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
        let text = line.replacing("/*", with: "").replacing("*/", with: "").drop { "/*".contains($0) }
        if !text.trimmed.isEmpty { comments.append(SourceComment(line: index + 1, text: text.trimmed)) }
        isInComment = (isInComment || line.hasPrefix("/*")) && !line.contains("*/")
        continue
      }
      if line.contains("Gesture gestures[]") { isInGestures = true }
      if isInGestures {
        if let gesture = gesture(line, number: index + 1) { gestures.append(gesture) }
      } else {
        set(line, &settings)
      }
    }
    return gestures
  }

  private static func set(_ line: String, _ settings: inout LisgdSettings) {
    guard let match = line.wholeMatch(of: number) else { return }
    let number = ImportedQuantity.number(String(match.2))
    switch match.1 {
    case "distancethreshold": settings.threshold = number == 125 ? nil : number
    case "distancethreshold_pressed": settings.pressedThreshold = number
    case "timeoutms": settings.timeout = number
    case "orientation": settings.setOrientation(String(match.2))
    case "edgesizeleft", "edgesizeright", "edgesizetop", "edgesizebottom":
      if number != LisgdSettings.defaultEdgeWidth {
        settings.edgeWidths[String(match.1.dropFirst("edgesize".count))] = number
      }
    case "edgessizescaling": settings.edgeScale = number == 1 ? nil : number
    default: break
    }
  }

  /// Parses `{ 1, SwipeDU, EdgeBottom, DistanceAny, ActModeReleased, "command" },`.
  private static func gesture(_ line: String, number: Int) -> LisgdGesture? {
    guard let start = line.firstIndex(of: "{") else { return nil }
    // Older versions have no edge, distance or mode.
    guard let quote = line.firstIndex(of: "\""), quote > start else { return nil }
    let fields = line[line.index(after: start)..<quote].split(separator: ",").map { $0.trimmed }.filter { !$0.isEmpty }
    guard fields.count >= 2, let fingers = Int(fields[0]), fields[1].hasPrefix("Swipe") else { return nil }
    let edges = [
      "EdgeNone": "N", "EdgeLeft": "L", "EdgeRight": "R", "EdgeTop": "T", "EdgeBottom": "B",
      "CornerTopLeft": "TL", "CornerTopRight": "TR", "CornerBottomLeft": "BL", "CornerBottomRight": "BR",
    ]
    let distances = ["DistanceShort": "S", "DistanceMedium": "M", "DistanceLong": "L"]
    let others = fields.dropFirst(2)
    return LisgdGesture(
      line: number, fingers: fingers, swipe: String(fields[1].dropFirst(5)),
      edge: others.compactMap { edges[$0] }.first ?? "*", distance: others.compactMap { distances[$0] }.first ?? "*",
      isPressed: others.contains("ActModePressed"), command: string(String(line[quote...])))
  }

  /// The value of a C string literal.
  private static func string(_ text: String) -> String {
    guard let start = text.firstIndex(of: "\"") else { return "" }
    var result = ""
    var isEscaped = false
    for character in text[text.index(after: start)...] {
      if isEscaped {
        result.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        break
      } else {
        result.append(character)
      }
    }
    return result
  }
}
