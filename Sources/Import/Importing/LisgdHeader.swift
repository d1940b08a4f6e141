internal import Diagnostics
internal import Foreign
internal import RulesFile

/// The definition of a variable.
private let definition =
  /(?:unsigned |static |const )*(?:int|double|char) ?\*? ?(\w+)\s*=\s*([^;]+);.*/

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
        if let gesture = gesture(line, number: index + 1, &settings) { gestures.append(gesture) }
      } else {
        set(line, number: index + 1, &settings)
      }
    }
    return gestures
  }

  private static func set(_ line: String, number: Int, _ settings: inout LisgdSettings) {
    guard let match = line.wholeMatch(of: definition) else { return }
    let (name, text) = (String(match.1), String(match.2).trimmed)
    func value() -> Double? { settings.number(text, of: name, line: number) }
    switch name {
    case "distancethreshold": settings.threshold = value().flatMap { $0 == 125 ? nil : $0 }
    case "distancethreshold_pressed": settings.pressedThreshold = value()
    case "timeoutms": settings.timeout = value()
    case "orientation": settings.setOrientation(text, by: name, line: number)
    case "edgesizeleft", "edgesizeright", "edgesizetop", "edgesizebottom":
      if let width = value(), width != LisgdSettings.defaultEdgeWidth {
        settings.edgeWidths[String(name.dropFirst("edgesize".count))] = width
      }
    case "edgessizescaling": settings.edgeScale = value().flatMap { $0 == 1 ? nil : $0 }
    case "degreesleniency": settings.remark(leniency: text, by: name, line: number)
    case "device" where !["\"/dev/input/touchscreen\"", "NULL"].contains(text):
      settings.remark(device: text, by: name, line: number)
    case "device", "verbose": break
    default: settings.remarks.append((number, "'\(name)' has no counterpart"))
    }
  }

  /// Parses `{ 1, SwipeDU, EdgeBottom, DistanceAny, ActModeReleased, "command" },`.
  private static func gesture(_ line: String, number: Int, _ settings: inout LisgdSettings) -> LisgdGesture? {
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
    let known = Set(edges.keys).union(distances.keys)
      .union(["EdgeAny", "DistanceAny", "ActModeReleased", "ActModePressed"])
    for field in others where !known.contains(field) {
      settings.remarks.append((number, "unknown \(Phrase.quote(field)): taken for any"))
    }
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
