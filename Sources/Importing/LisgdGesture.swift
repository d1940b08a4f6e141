/// A gesture of lisgd's: `1,DU,B,*,R,command`.
struct LisgdGesture {
  var line: Int
  var fingers: Int
  /// `LR`, `DLUR`
  var swipe: String
  /// `L`, `TL`, `N`, or `*` for any.
  var edge = "*"
  /// `S`, `M`, `L`, or `*` for any.
  var distance = "*"
  /// Whether it acts while the fingers are down.
  var isPressed = false
  var command: String
}

/// What lisgd is told besides gestures, as lisgd.c has it: swipereorient, edgereorient, gesturecalculatedistance.
struct LisgdSettings {
  /// `-t`, in pixels; nil for its default.
  var threshold: Double?
  /// `-T`, in pixels.
  var pressedThreshold: Double?
  /// `-m`, in milliseconds.
  var timeout: Double?
  /// `-o`: how many quarter turns.
  var orientation = 0
  /// The widths of its edges by ours, in pixels.
  var edges: [String: Double] = [:]
  /// `-s`: a factor of those widths.
  var edgeScale: Double?
  /// Whether a number of pixels has been used.
  var usesPixels = false

  /// Of a screen that is 344 mm wide and has 1920 pixels.
  static let pixelsPerMillimetre = 5.6

  private static let directions = [
    "LR": "right", "RL": "left", "DU": "up", "UD": "down", "DLUR": "up-right", "DRUL": "up-left",
    "URDL": "down-left", "ULDR": "down-right",
  ]
  private static let nextTurn = [
    "DU": "LR", "DLUR": "ULDR", "LR": "UD", "ULDR": "URDL", "UD": "RL", "URDL": "DRUL", "RL": "DU", "DRUL": "DLUR",
  ]
  private static let nextEdge = [
    "L": "T", "R": "B", "T": "R", "B": "L", "TL": "TR", "TR": "BR", "BL": "TL", "BR": "BL",
  ]

  /// The direction of a swipe as the screen is turned; nil where it is none.
  func turned(_ swipe: String) -> String? {
    var swipe = swipe
    for _ in 0..<orientation { swipe = Self.nextTurn[swipe] ?? swipe }
    return Self.directions[swipe]
  }

  /// The edge as the screen is turned.
  func turnedEdge(_ edge: String) -> String {
    var edge = edge
    for _ in 0..<orientation { edge = Self.nextEdge[edge] ?? edge }
    return edge
  }

  /// How wide an edge is, in millimetres; nil where it is as lisgd comes.
  func margin(of edge: String) -> Double? {
    guard edges[edge] != nil || edgeScale != nil else { return nil }
    return (edges[edge] ?? Self.usualEdge) * (edgeScale ?? 1) / Self.pixelsPerMillimetre
  }

  /// The width of an edge in pixels where nothing is said (config.def.h).
  static let usualEdge = 50.0

  /// Takes a number of quarter turns.
  mutating func setOrientation(_ text: String) { orientation = Int(text).map { (($0 % 4) + 4) % 4 } ?? 0 }
}
