internal import Diagnostics
internal import Foreign
internal import RulesFile

/// A gesture of lisgd: `1,DU,B,*,R,command`.
struct LisgdGesture {
  var line: Int
  var fingers: Int
  /// The direction: `LR`, `DLUR`.
  var swipe: String
  /// The edge at which it starts: `L`, `TL`, `N` for none, or `*` for any.
  var edge = "*"
  /// The distance: `S`, `M`, `L`, or `*` for any.
  var distance = "*"
  /// True if it acts while the fingers are down.
  var isPressed = false
  var command: String
  /// The settings of its command; nil for those of the whole file.
  var settings: LisgdSettings?
}

/// The settings of lisgd. Their semantics are those of lisgd.c: swipereorient, edgereorient, gesturecalculatedistance.
struct LisgdSettings {
  /// `-t`, in pixels; nil for the default.
  var threshold: Double?
  /// `-T`, in pixels.
  var pressedThreshold: Double?
  /// `-m`, in milliseconds.
  var timeout: Double?
  /// `-o`, in quarter turns.
  var orientation = 0
  /// The widths of edges in pixels, by name in rules files.
  var edgeWidths: [String: Double] = [:]
  /// `-s`: a factor on those widths.
  var edgeScale: Double?
  /// `-w` and `-h`, in pixels.
  var screenWidth: Double?
  var screenHeight: Double?
  /// The files that a script includes.
  var includes: [(path: String, word: String, line: Int)] = []
  /// Options and settings that are not kept, with the reason.
  var remarks: [(line: Int, text: String)] = []
  /// True if a distance in pixels was converted.
  var usesPixels = false
  /// The touchscreen.
  var screen = ImportScreen.usual

  /// The resolution of the touchscreen: that of its size in pixels, if the configuration has it.
  var pixelsPerMillimetre: Double {
    let sides = [(screenWidth, screen.width), (screenHeight, screen.height)]
    return sides.lazy.compactMap { pixels, length in pixels.map { $0 / length } }.first { $0 > 0 }
      ?? screen.usualDensity
  }

  /// The length of a swipe across the whole screen, in mm (gesturecalculatedistance).
  func wholeLength(_ direction: String) -> Double {
    ["left", "right"].contains(direction)
      ? screen.width : ["up", "down"].contains(direction) ? screen.height : screen.diagonal
  }

  private static let nextDirection = [
    "DU": "LR", "DLUR": "ULDR", "LR": "UD", "ULDR": "URDL", "UD": "RL", "URDL": "DRUL", "RL": "DU", "DRUL": "DLUR",
  ]
  private static let nextEdge = [
    "L": "T", "R": "B", "T": "R", "B": "L", "TL": "TR", "TR": "BR", "BL": "TL", "BR": "BL",
  ]

  /// The direction of a swipe after rotation by `orientation`.
  func rotated(_ swipe: String) -> String { rotated(swipe, by: Self.nextDirection) }

  /// The edge after rotation by `orientation`.
  func rotatedEdge(_ edge: String) -> String { rotated(edge, by: Self.nextEdge) }

  /// A name after rotation by `orientation`: `next` has those after a quarter turn.
  private func rotated(_ name: String, by next: [String: String]) -> String {
    (0..<orientation).reduce(name) { name, _ in next[name] ?? name }
  }

  /// The width of an edge in mm; nil if it is the default.
  func margin(of edge: String) -> Double? {
    guard edgeWidths[edge] != nil || edgeScale != nil else { return nil }
    return (edgeWidths[edge] ?? Self.defaultEdgeWidth) * (edgeScale ?? 1) / pixelsPerMillimetre
  }

  /// The default width of an edge in pixels (config.def.h).
  static let defaultEdgeWidth = 50.0

  /// Sets the orientation from a number of quarter turns.
  mutating func setOrientation(_ text: String, by name: String, line: Int) {
    guard let turns = Int(text.trimmed) else {
      return remarks.append((line, "'\(name)' requires a number, not \(Phrase.quote(text))"))
    }
    orientation = ((turns % 4) + 4) % 4
  }

  /// A number; nil, with a remark, if it is none.
  mutating func number(_ text: String, of name: String, line: Int) -> Double? {
    let number = ImportedQuantity.number(text)
    if number == nil { remarks.append((line, "'\(name)' requires a number, not \(Phrase.quote(text))")) }
    return number
  }

  /// Remarks on a device by its node.
  mutating func remark(device: String, by name: String, line: Int) {
    remarks.append(
      (line, "'\(name)' has no counterpart: rules apply to all touchscreens, and 'device: NAME' restricts a rule"))
  }

  /// Remarks on the degrees by which a movement may deviate, 15 by default.
  mutating func remark(leniency: String, by name: String, line: Int) {
    guard ImportedQuantity.number(leniency) != 15 else { return }
    remarks.append((line, "'\(name)' has no counterpart: a swipe is within 30° of its direction"))
  }
}
