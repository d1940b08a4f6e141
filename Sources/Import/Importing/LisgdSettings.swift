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
  /// The numbers by their names in config.h: pixels, milliseconds and factors.
  private var numbers: [String: Double] = [:]
  /// `-o`, in quarter turns.
  private var orientation = 0
  /// The files that a script includes.
  var includes: [(path: String, word: String, line: Int)] = []
  /// Options and settings that are not kept, with the reason.
  var remarks: [(line: Int, text: ImportText)] = []
  /// True if a distance in pixels was converted.
  var usesPixels = false
  /// The touchscreen.
  var screen: ImportScreen

  init(screen: ImportScreen) { self.screen = screen }

  /// The defaults of numbers (config.def.h); 0 for those that depend on the screen.
  private static let defaults: [String: Double] = [
    "distancethreshold": 125, "distancethreshold_pressed": 60, "timeoutms": 800, "edgessizescaling": 1,
    "edgesizeleft": 50, "edgesizeright": 50, "edgesizetop": 50, "edgesizebottom": 50, "screenwidth": 0,
    "screenheight": 0,
  ]
  /// The names of settings by their options.
  static let options = [
    "-d": "device", "-g": "gestures", "-m": "timeoutms", "-o": "orientation", "-r": "degreesleniency",
    "-t": "distancethreshold", "-T": "distancethreshold_pressed", "-w": "screenwidth", "-h": "screenheight",
    "-s": "edgessizescaling",
  ]

  /// Sets a setting by its name in config.h.
  /// - Parameters:
  ///   - word: the option, or the name itself, which a file has also for defaults.
  mutating func set(_ name: String, _ text: String, by word: String, line: Int) {
    func remark(_ reason: String) { remarks.append((line, "'\(word)' \(reason)")) }
    let isNumber = Self.defaults[name] != nil || name == "orientation"
    let number = ImportedQuantity.number(text)
    switch name {
    case "device" where name == word && ["\"/dev/input/touchscreen\"", "NULL"].contains(text): break
    case "device":
      remark("has no counterpart: rules apply to all touchscreens, and 'device: NAME' restricts a rule")
    // The degrees by which a movement may deviate.
    case "degreesleniency":
      if number != 15 { remark("has no counterpart: a swipe is within 30° of its direction") }
    case "verbose", "gestures": break
    case _ where isNumber && number == nil: remark("requires a number, not \(Phrase.quote(text))")
    case "orientation": orientation = Int(number ?? 0) & 3
    case _ where isNumber: numbers[name] = name == word && number == Self.defaults[name] ? nil : number
    default: remark("has no counterpart")
    }
  }

  /// A number; nil for the default.
  func number(_ name: String) -> Double? { numbers[name] }

  /// True if the size of the screen in pixels is stated.
  var hasResolution: Bool { numbers["screenwidth"] != nil || numbers["screenheight"] != nil }

  /// The resolution of the touchscreen: that of its size in pixels, if the configuration has it.
  var pixelsPerMillimetre: Double {
    let sides = [(numbers["screenwidth"], screen.width), (numbers["screenheight"], screen.height)]
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
    let (width, scale) = (numbers["edgesize\(edge)"], numbers["edgessizescaling"])
    return width ?? scale == nil ? nil : (width ?? 50) * (scale ?? 1) / pixelsPerMillimetre
  }
}
