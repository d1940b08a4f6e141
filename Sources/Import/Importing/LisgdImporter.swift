internal import Diagnostics
internal import Foreign
internal import Gestures
internal import RulesFile
internal import Text
internal import YAML

/// The beginnings of statements, in comments.
private let statement = TextPattern(#"^\{\s*[0-9]+,\s*Swipe|^-g\s|^lisgd\s"#)

/// Reads the gestures of lisgd: from its command line, alone or in a script, or from its config.h.
struct LisgdImporter {
  private var draft: ImportDraft
  private var settings: LisgdSettings

  /// Reads a configuration.
  /// - Throws: `ImportError` if it has no gestures of lisgd.
  static func read(_ source: ImportSource, _ translator: CommandTranslator) throws(ImportError) -> ImportDraft {
    var reader = LisgdImporter(draft: ImportDraft(.lisgd, translator))
    reader.draft.isStatement = { $0.contains(statement) }
    let isHeader = source.lines.contains { $0.contains("Gesture gestures[]") }
    let gestures =
      isHeader
      ? LisgdHeader.read(source, &reader.settings, &reader.draft.comments)
      : LisgdCommandLine.read(source, &reader.settings, &reader.draft.comments)
    guard !gestures.isEmpty else {
      throw ImportError(isHeader ? "'gestures' is empty" : "no 'lisgd' with '-g' found")
    }
    for include in reader.settings.includes {
      reader.draft.remark(include: include.path, by: include.word, line: include.line)
    }
    for remark in reader.settings.remarks { reader.draft.ignore(remark.line, remark.text) }
    for gesture in gestures { reader.read(gesture) }
    reader.explain()
    return reader.draft
  }

  private init(draft: ImportDraft) {
    self.draft = draft
    settings = LisgdSettings(screen: draft.translator.screen)
  }

  private mutating func explain() {
    draft.explainLift()
    if settings.usesPixels {
      let density = ImportedQuantity.text(settings.pixelsPerMillimetre, "")
      let side = ImportedQuantity.length(max(settings.screen.width, settings.screen.height))
      draft.explain(
        settings.hasResolution
          ? "lisgd counts in pixels, converted for a screen of \(settings.screen.text): \(density) per mm."
          : "lisgd counts in pixels, converted for a screen with 1920 pixels on \(side): \(density) per mm.")
    }
  }

  private mutating func read(_ gesture: LisgdGesture) {
    if let own = gesture.settings {
      let usesPixels = settings.usesPixels
      settings = own
      settings.usesPixels = usesPixels
    }
    let line = gesture.line
    guard let pattern = ImportKind.lisgd.pattern(settings.rotated(gesture.swipe), of: .swipe) else {
      return draft.leaveOut(line, "unknown swipe \(Phrase.quote(gesture.swipe))")
    }
    guard !gesture.command.trimmed.isEmpty else { return draft.leaveOut(line, "the command is missing") }
    guard var rule = draft.rule(Binding(line...line, pattern, fingers: gesture.fingers)) else { return }
    rule.act = draft.actions(of: gesture.command, in: &rule)
    setStartRegion(&rule, settings.rotatedEdge(gesture.edge), line: line)
    setDistance(&rule, gesture)
    // 800 ms is the default of both.
    if let timeout = settings.number("timeoutms"), timeout != 800, rule.gesture == .swipe {
      rule[.within] = ImportedQuantity.duration(timeout / 1000)
    }
    // The first gesture in the file that matches acts.
    rule.rank = draft.rules.count
    draft.rules.append(rule)
  }

  private mutating func setStartRegion(_ rule: inout ImportedRule, _ edge: String, line: Int) {
    let edges = ["L": "left", "R": "right", "T": "top", "B": "bottom"]
    let corners = ["TL": "top-left", "TR": "top-right", "BL": "bottom-left", "BR": "bottom-right"]
    let towards = ["left": "L", "right": "R", "up": "T", "down": "B"]
    if towards[rule.value] == edge, let half = edges[edge] {
      // lisgd matches a swipe that ends at the edge as well; one that begins there cannot go towards it.
      rule[.zone] = half
      rule.objection = "lisgd requires that it ends at the edge; this rule would act wherever it ends"
    } else if let edge = edges[edge] {
      rule[.edge] = edge
      if let margin = settings.margin(of: edge) {
        rule[.margin] = ImportedQuantity.length(margin)
        draft.screenLine = draft.screenLine ?? line
      }
    } else if let corner = corners[edge] {
      rule[.corner] = corner
    } else if edge == "N" {
      // Everything except 50 pixels at each edge of 1920 by 1080.
      rule.set(.zone, .mapping([.init(.x, .text("3%-97%")), .init(.y, .text("5%-95%"))]))
    } else if edge != "*" {
      draft.remark(.note, line: line, "unknown edge \(Phrase.quote(edge)): starts anywhere")
    }
  }

  /// Sets the distance: a third or two thirds of the screen, or the threshold.
  private mutating func setDistance(_ rule: inout ImportedRule, _ gesture: LisgdGesture) {
    if gesture.isPressed {
      rule.gesture = .pan
      let threshold = settings.number("distancethreshold_pressed") ?? 60
      rule[.every] = ImportedQuantity.length(threshold / settings.pixelsPerMillimetre)
      draft.screenLine = draft.screenLine ?? gesture.line
      settings.usesPixels = true
      draft.explain("A gesture that acts while the fingers are down ('P') becomes a pan with 'every'.")
      return
    }
    if !["S", "M", "L", "*"].contains(gesture.distance) {
      draft.remark(.note, line: gesture.line, "unknown distance \(Phrase.quote(gesture.distance)): any distance")
    }
    let part = ["M": 0.33, "L": 0.66][gesture.distance]
    if let part {
      rule[.distance] = ImportedQuantity.length(settings.wholeLength(rule.value) * part)
      draft.screenLine = draft.screenLine ?? gesture.line
      draft.explain("The distances M and L are a third and two thirds of a screen of \(settings.screen.text).")
    } else if let threshold = settings.number("distancethreshold") {
      rule[.distance] = ImportedQuantity.length(threshold / settings.pixelsPerMillimetre)
      draft.screenLine = draft.screenLine ?? gesture.line
      settings.usesPixels = true
    }
  }
}
