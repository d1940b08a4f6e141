internal import Diagnostics
internal import Foreign
internal import Gestures
internal import Rules
internal import RulesFile
internal import YAML

/// The names of gestures that hold a button.
private let heldFingers = /(?:mouse|hold)([34])/

/// Reads comfortable-swipe.conf: a chord for each direction and number of fingers.
///
/// Its semantics are those of Hikari9/comfortable-swipe: README.md, comfortable-swipe-gesture-swipe-xdokey.cpp and
/// -xdomouse.cpp.
enum ComfortableSwipeImporter {
  static func read(_ source: ImportSource, _ translator: CommandTranslator) -> ImportDraft {
    var draft = ImportDraft(.comfortableSwipe, translator)
    draft.isStatement = { LineConfiguration.swipe($0) != nil }
    var distance: String?
    for (index, line) in source.lines.enumerated() {
      guard let (name, value) = LineConfiguration.pair(line), name == "threshold", !value.isEmpty else { continue }
      guard let units = ImportedQuantity.number(value), units >= 0 else {
        draft.remark(
          .ignored, line: index + 1, "'threshold' requires a number of 0 or more, not \(Phrase.quote(value))")
        continue
      }
      guard units > 0 else { continue }
      // The first swipe requires a tenth of it; a reversal requires all. A rule requires 12 mm anyway.
      let length = units / 10 / ImportedQuantity.unitsPerMillimetre
      guard length > 12 else {
        draft.explain(
          "'threshold = \(value)' is in libinput's units, 10.52 per mm; a swipe requires a tenth of it, "
            + "\(ImportedQuantity.length(length)): 'distance' is not less than 12mm.")
        continue
      }
      distance = ImportedQuantity.length(length)
      draft.explain(
        "'threshold = \(value)' is in libinput's units, 10.52 per mm; a swipe requires a tenth of it: "
          + "'distance: \(ImportedQuantity.length(length))'.")
    }
    for (index, line) in source.lines.enumerated() {
      readLine(line.trimmed, line: index + 1, distance, translator, into: &draft)
    }
    return draft
  }

  private static func readLine(
    _ line: String, line number: Int, _ distance: String?, _ translator: CommandTranslator,
    into draft: inout ImportDraft
  ) {
    guard !line.isEmpty else { return }
    guard !line.hasPrefix("#"), !line.hasPrefix(";") else {
      draft.comments.append(SourceComment(line: number, marked: line, by: "#;"))
      return
    }
    guard let (name, value) = LineConfiguration.pair(line) else {
      draft.remark(.ignored, line: number, "not 'name = value'")
      return
    }
    guard name != "threshold", !value.isEmpty else { return }
    if let swipe = LineConfiguration.swipe(line) {
      guard let chord = ImportedChord.keysyms(value, shiftsCapitals: true, keyNames: translator.keyNames) else {
        draft.remark(.leftOut, line: number, "\(Phrase.quote(value)) is not a chord of known keys")
        return
      }
      let binding = Binding(number...number, (.swipe, swipe.direction), fingers: swipe.fingers)
      guard var rule = draft.rule(binding) else { return }
      rule[.distance] = distance
      rule.act = [.keys([chord])]
      draft.rules.append(rule)
    } else if let match = name.wholeMatch(of: heldFingers), let fingers = Int(match.1) {
      drag(value, fingers, line: number, into: &draft)
    } else {
      draft.remark(.ignored, line: number, "unknown setting \(Phrase.quote(name))")
    }
  }

  /// Adds a rule for `mouse3 = button1`: a drag, pointer motion, or scrolling with the fingers.
  private static func drag(_ value: String, _ fingers: Int, line: Int, into draft: inout ImportDraft) {
    guard var rule = draft.rule(Binding(line...line, (.pan, "any"), fingers: fingers)) else { return }
    // Swipes with the same number of fingers act as well.
    rule.set(.also, .word("true"))
    switch value {
    case "button1", "button2", "button3":
      rule[.dragging] = value.last.flatMap { Int(String($0)) }.flatMap { InputScript.buttons[$0] }
    case "move": rule.begin = [.performing(.pointer, "fingers")]
    case "scroll", "scroll_reverse":
      rule.begin = [.performing(.scroll, "fingers")]
      draft.remark(.better, line: line, "the direction is that of the desktop's touchpad scrolling")
    case "button4", "button5":
      // The wheel turns at each motion event.
      rule[.every] = "3mm"
      rule.act = [.scroll(value == "button4" ? "up" : "down", 1)]
    default:
      draft.remark(.ignored, line: line, "unknown value \(Phrase.quote(value))")
      return
    }
    draft.rules.append(rule)
  }
}
