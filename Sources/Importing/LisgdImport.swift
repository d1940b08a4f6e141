internal import Gestures
internal import RulesFile

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
    // 800 ms is what a swipe may take in both.
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
      // All but 50 pixels at each edge of 1920 by 1080.
      rule["zone"] = "{x: 3%-97%, y: 5%-95%}"
    } else if edge != "*" {
      harvest.remark(.changed, line: line, "lisgd knows no edge \(Phrase.quote(edge)): it may start anywhere here")
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
