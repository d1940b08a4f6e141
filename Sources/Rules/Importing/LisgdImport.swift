internal import Gestures

/// Reads the gestures of a lisgd: from the command line that starts it, in a script or by itself, or from its config.h.
struct LisgdImport {
  private var harvest = ImportHarvest()
  private let translator: CommandTranslator
  private var settings = LisgdSettings()

  /// Everything that `source` says.
  /// - Throws: `ImportError` where there is no lisgd with gestures in it.
  static func read(_ source: ImportSource, _ translator: CommandTranslator) throws(ImportError) -> ImportHarvest {
    var reader = LisgdImport(translator: translator)
    // lisgd stops at the first that fits.
    reader.harvest.obeysLast = false
    let isHeader = source.lines.contains { $0.contains("Gesture gestures[]") }
    let gestures =
      isHeader
      ? LisgdHeader.read(source, &reader.settings, &reader.harvest.comments)
      : LisgdCommandLine.read(source, &reader.settings, &reader.harvest.comments)
    guard !gestures.isEmpty else {
      throw ImportError(isHeader ? "there are no gestures in it" : "there is no 'lisgd' with '-g' in it")
    }
    for gesture in gestures { reader.read(gesture) }
    reader.explain()
    return reader.harvest
  }

  private init(translator: CommandTranslator) { self.translator = translator }

  private mutating func explain() {
    harvest.explain(
      "lisgd acts when the fingers lift. These rules act on the way, as soon as the fingers have come far enough; 'at: "
        + "end' makes a swipe wait for the lift.")
    if settings.usesPixels {
      harvest.explain(
        "lisgd counts in pixels. They are taken for those of a screen of 344mm with 1920 of them: 5.6 in a millimetre.")
    }
  }

  private mutating func read(_ gesture: LisgdGesture) {
    let line = gesture.line
    guard (1...Trigger.mostFingers).contains(gesture.fingers) else {
      harvest.remark(.leftOut, line: line, "no gesture has \(gesture.fingers) fingers")
      return
    }
    guard let swipe = settings.turned(gesture.swipe) else {
      harvest.remark(.leftOut, line: line, "there is no swipe \(Phrase.quote(gesture.swipe))")
      return
    }
    let translation = translator.translate(gesture.command)
    guard !gesture.command.bare.isEmpty else {
      harvest.remark(.leftOut, line: line, "there is no command")
      return
    }
    var rule = ImportedRule(
      lines: line...line, gesture: "swipe", value: swipe, fingers: gesture.fingers...gesture.fingers)
    rule["device"] = "touchscreen"
    rule.act = translation.actions
    if let note = translation.note { rule.notes.append(note) }
    setPlace(&rule, settings.turnedEdge(gesture.edge), line: line)
    setDistance(&rule, gesture)
    if let timeout = settings.timeout, timeout != 800, rule.gesture == "swipe" {
      rule["within"] = ImportedQuantity.duration(timeout / 1000)
    }
    harvest.rules.append(rule)
  }

  private mutating func setPlace(_ rule: inout ImportedRule, _ edge: String, line: Int) {
    let edges = ["L": "left", "R": "right", "T": "top", "B": "bottom"]
    let corners = ["TL": "top-left", "TR": "top-right", "BL": "bottom-left", "BR": "bottom-right"]
    let towards = ["left": "L", "right": "R", "up": "T", "down": "B"]
    if towards[rule.value] == edge, let half = edges[edge] {
      // lisgd takes a swipe that ends at the edge for one of that edge; one that begins there has nowhere to go.
      rule["zone"] = half
      harvest.remark(
        .changed, line: line, "lisgd counts a swipe that ends at the edge, too; here it starts in the half next to it")
    } else if let edge = edges[edge] {
      rule["edge"] = edge
      if let margin = settings.margin(of: edge) { rule["margin"] = ImportedQuantity.length(margin) }
    } else if let corner = corners[edge] {
      rule["corner"] = corner
    } else if edge == "N" {
      harvest.remark(.changed, line: line, "lisgd does not count touches at an edge here; this rule does")
    }
  }

  /// Of a screen of 344 mm by 194 mm, which is one of 15.6 inches: a third and two thirds of the way over it.
  private mutating func setDistance(_ rule: inout ImportedRule, _ gesture: LisgdGesture) {
    if gesture.isPressed {
      rule.gesture = "pan"
      rule["every"] = ImportedQuantity.length((settings.pressedThreshold ?? 60) / LisgdSettings.pixelsPerMillimetre)
      settings.usesPixels = true
      harvest.explain("What lisgd does while the finger is down ('P') is done again and again: a pan with 'every'.")
      return
    }
    let whole = ["left", "right"].contains(rule.value) ? 344.0 : ["up", "down"].contains(rule.value) ? 194.0 : 395.0
    let part = ["M": 0.33, "L": 0.66][gesture.distance]
    if let part {
      rule["distance"] = ImportedQuantity.text(whole * part, "mm")
      rule["within"] = "2s"
      harvest.explain("The distances M and L are a third and two thirds of a screen of 344mm by 194mm.")
    } else if let threshold = settings.threshold {
      rule["distance"] = ImportedQuantity.length(threshold / LisgdSettings.pixelsPerMillimetre)
      settings.usesPixels = true
    }
  }
}

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

/// What lisgd is told besides gestures.
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

  /// How wide an edge is, in millimetres; nil for the default.
  func margin(of edge: String) -> Double? { edges[edge].map { $0 / Self.pixelsPerMillimetre } }

  /// Takes a number of quarter turns.
  mutating func setOrientation(_ text: String) { orientation = Int(text).map { (($0 % 4) + 4) % 4 } ?? 0 }
}

/// The command line of a lisgd, alone or in a shell script.
enum LisgdCommandLine {
  static func read(
    _ source: ImportSource, _ settings: inout LisgdSettings, _ comments: inout [SourceComment]
  ) -> [LisgdGesture] {
    var gestures: [LisgdGesture] = []
    var option: String?
    // A file of gestures alone, without the program's name, is one, too.
    let first = source.lines.first { !$0.bare.isEmpty }?.bare ?? ""
    var isInside = first.hasPrefix("-")
    for token in ShellText.tokens(of: source.text) {
      switch token {
      case .comment(let text, let line): comments.append(SourceComment(line: line, text: text))
      case .operation:
        isInside = false
        option = nil
      case .word(let word):
        guard isInside else {
          isInside = !word.isQuoted && (word.text == "lisgd" || word.text.hasSuffix("/lisgd"))
          continue
        }
        if let name = option {
          if name == "-g", let gesture = gesture(word) { gestures.append(gesture) }
          set(name, word.text, &settings)
          option = nil
        } else if ["-d", "-g", "-m", "-o", "-r", "-t", "-T", "-w", "-h", "-s"].contains(word.text) {
          option = word.text
        }
      }
    }
    return gestures
  }

  private static func set(_ option: String, _ value: String, _ settings: inout LisgdSettings) {
    switch option {
    case "-o": settings.setOrientation(value)
    case "-t": settings.threshold = ImportedQuantity.number(value)
    case "-T": settings.pressedThreshold = ImportedQuantity.number(value)
    case "-m": settings.timeout = ImportedQuantity.number(value)
    default: break
    }
  }

  /// `fingers,swipe[,edge[,distance[,mode]]],command`: older versions have fewer fields.
  private static func gesture(_ word: ShellText.Word) -> LisgdGesture? {
    var fields = word.text.split(separator: ",", omittingEmptySubsequences: false)[...]
    guard fields.count > 2, let fingers = fields.popFirst().flatMap({ Int(String($0).bare) }),
      let swipe = fields.popFirst()
    else { return nil }
    var gesture = LisgdGesture(line: word.line, fingers: fingers, swipe: String(swipe).bare, command: "")
    func next(_ allowed: Set<String>) -> String? {
      guard fields.count > 1, let field = fields.first.map({ String($0).bare }), allowed.contains(field) else {
        return nil
      }
      fields.removeFirst()
      return field
    }
    if let edge = next(["*", "N", "L", "R", "T", "B", "TL", "TR", "BL", "BR"]) {
      gesture.edge = edge
      if let distance = next(["*", "S", "M", "L"]) { gesture.distance = distance }
      if let mode = next(["R", "P"]) { gesture.isPressed = mode == "P" }
    }
    gesture.command = fields.joined(separator: ",").bare
    return gesture
  }
}

/// lisgd's config.h.
enum LisgdHeader {
  static func read(
    _ source: ImportSource, _ settings: inout LisgdSettings, _ comments: inout [SourceComment]
  ) -> [LisgdGesture] {
    var gestures: [LisgdGesture] = []
    var isInComment = false
    var isInGestures = false
    for (index, line) in source.lines.enumerated() {
      let line = line.bare
      if isInComment || line.hasPrefix("/*") || line.hasPrefix("//") {
        let text = line.replacing("/*", with: "").replacing("*/", with: "").drop { "/*".contains($0) }
        if !text.bare.isEmpty { comments.append(SourceComment(line: index + 1, text: text.bare)) }
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
    guard let match = line.wholeMatch(of: /(?:unsigned )?(?:int|double) (\w+)\s*=\s*([0-9.]+);.*/) else { return }
    let number = ImportedQuantity.number(String(match.2))
    switch match.1 {
    case "distancethreshold": settings.threshold = number == 125 ? nil : number
    case "distancethreshold_pressed": settings.pressedThreshold = number
    case "timeoutms": settings.timeout = number
    case "orientation": settings.setOrientation(String(match.2))
    // 50 pixels are what lisgd comes with.
    case "edgesizeleft": settings.edges["left"] = number == 50 ? nil : number
    case "edgesizeright": settings.edges["right"] = number == 50 ? nil : number
    case "edgesizetop": settings.edges["top"] = number == 50 ? nil : number
    case "edgesizebottom": settings.edges["bottom"] = number == 50 ? nil : number
    default: break
    }
  }

  /// `{ 1, SwipeDU, EdgeBottom, DistanceAny, ActModeReleased, "command" },`
  private static func gesture(_ line: String, number: Int) -> LisgdGesture? {
    guard let start = line.firstIndex(of: "{") else { return nil }
    let fields = line[line.index(after: start)...].split(separator: ",", maxSplits: 5).map { $0.bare }
    guard fields.count == 6, let fingers = Int(fields[0]), fields[1].hasPrefix("Swipe") else { return nil }
    let edges = [
      "EdgeAny": "*", "EdgeNone": "N", "EdgeLeft": "L", "EdgeRight": "R", "EdgeTop": "T", "EdgeBottom": "B",
      "CornerTopLeft": "TL", "CornerTopRight": "TR", "CornerBottomLeft": "BL", "CornerBottomRight": "BR",
    ]
    let distances = ["DistanceShort": "S", "DistanceMedium": "M", "DistanceLong": "L"]
    return LisgdGesture(
      line: number, fingers: fingers, swipe: String(fields[1].dropFirst(5)), edge: edges[fields[2]] ?? "*",
      distance: distances[fields[3]] ?? "*", isPressed: fields[4] == "ActModePressed", command: string(fields[5]))
  }

  /// The string that a C literal stands for.
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
