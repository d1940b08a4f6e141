internal import Diagnostics
internal import Foreign
internal import Gestures
internal import RulesFile
internal import YAML

/// Reads comfortable-swipe.conf: a chord for each direction and number of fingers.
///
/// Its semantics are those of Hikari9/comfortable-swipe: README.md, comfortable-swipe-gesture-swipe-xdokey.cpp and
/// -xdomouse.cpp.
enum ComfortableSwipeImporter {
  static func read(_ source: ImportSource, _ translator: CommandTranslator) -> ImportDraft {
    var draft = ImportDraft(.comfortableSwipe, translator)
    draft.isStatement = { LineConfiguration.swipe($0) != nil }
    var settings: [(line: Int, name: String, value: String)] = []
    for (index, line) in source.lines.map(\.trimmed).enumerated() where !line.isEmpty {
      if line.hasPrefix("#") || line.hasPrefix(";") {
        draft.comments.append(SourceComment(line: index + 1, marked: line, by: "#;"))
      } else if let (name, value) = LineConfiguration.pair(line) {
        if !value.isEmpty { settings.append((index + 1, name, value)) }
      } else {
        draft.ignore(index + 1, "not 'name = value'")
      }
    }
    var distance: String?
    for (line, name, value) in settings where name == "threshold" {
      guard let units = ImportedQuantity.number(value), units >= 0 else {
        draft.ignore(line, "'threshold' requires a number of 0 or more, not \(Phrase.quote(value))")
        continue
      }
      // The first swipe requires a tenth of it; a reversal requires all. A rule requires 12 mm anyway.
      let length = units / 10 / ImportedQuantity.unitsPerMillimetre
      let text = ImportedQuantity.length(length)
      if length > 12 { distance = text }
      guard units > 0 else { continue }
      draft.explain(
        "'threshold = \(value)' is in libinput's units, 10.52 per mm; a swipe requires a tenth of it"
          + (length > 12 ? ": 'distance: \(text)'." : ", \(text): 'distance' is not less than 12mm."))
    }
    for (line, name, value) in settings where name != "threshold" { add(name, value, line, distance, to: &draft) }
    return draft
  }

  private static func add(
    _ name: String, _ value: String, _ line: Int, _ distance: String?, to draft: inout ImportDraft
  ) {
    if let swipe = LineConfiguration.swipe("\(name) =") {
      guard let chord = ImportedChord.keysyms(value, shiftsCapitals: true, keyNames: draft.translator.keyNames) else {
        return draft.leaveOut(line, "\(Phrase.quote(value)) is not a chord of known keys")
      }
      let binding = Binding(line...line, (.swipe, swipe.direction), fingers: swipe.fingers)
      guard var rule = draft.rule(binding) else { return }
      rule[.distance] = distance
      rule.act = [.keys([chord])]
      draft.rules.append(rule)
    } else if ["mouse3", "hold3", "mouse4", "hold4"].contains(name), let fingers = name.last?.wholeNumberValue {
      drag(value, fingers, line, to: &draft)
    } else {
      draft.ignore(line, "unknown setting \(Phrase.quote(name))")
    }
  }

  /// Adds a rule for `mouse3 = button1`: a drag, pointer motion, or scrolling with the fingers.
  private static func drag(_ value: String, _ fingers: Int, _ line: Int, to draft: inout ImportDraft) {
    guard var rule = draft.rule(Binding(line...line, (.pan, "any"), fingers: fingers)) else { return }
    // Swipes with the same number of fingers act as well.
    rule.set(.also, .word("true"))
    switch value {
    case "button1", "button2", "button3":
      rule[.dragging] = value.last?.wholeNumberValue.flatMap { InputScript.buttons[$0] }
    case "move": rule.begin = [.performing(.pointer, "fingers")]
    case "scroll", "scroll_reverse":
      rule.begin = [.performing(.scroll, "fingers")]
      draft.remark(.better, line: line, "the direction is that of the desktop's touchpad scrolling")
    case "button4", "button5":
      // The wheel turns at each motion event.
      rule[.every] = "3mm"
      rule.act = [.scroll(value == "button4" ? "up" : "down", 1)]
    default: return draft.ignore(line, "unknown value \(Phrase.quote(value))")
    }
    draft.rules.append(rule)
  }
}
