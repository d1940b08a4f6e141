import RulesFile
import Testing

@Suite("Setting a limit in a rules file changes nothing else in it")
struct LimitEditorTests {
  /// `text` with a limit; nil if the text is not edited.
  private func set(_ name: String, _ value: String, ofRuleAt line: Int?, in text: String) -> String? {
    LimitEditor.set(name, to: value, ofRuleAt: line, in: Array(text.utf8)).map { bytes in
      #expect(RulesFile.check(bytes: bytes, name: "rules.yml").rules != nil)
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  private static let rule = "- {swipe: left, fingers: 3, do: foot}\n"

  @Test(
    "a limit is set in place of the old value, or after the gesture",
    arguments: [
      (
        "- swipe: left # mine\n  fingers: 3\n  do: foot\n",
        "- swipe: left # mine\n  distance: 9mm\n  fingers: 3\n  do: foot\n"
      ),
      ("- swipe: left\n  distance: '20mm' # far\n  do: foot\n", "- swipe: left\n  distance: 9mm # far\n  do: foot\n"),
      ("- {swipe: left, fingers: 3, do: foot} # x\n", "- {swipe: left, distance: 9mm, fingers: 3, do: foot} # x\n"),
      ("- {swipe: left, distance: 20mm, do: foot}\n", "- {swipe: left, distance: 9mm, do: foot}\n"),
    ])
  func rules(rule: String, edited: String) {
    #expect(set("distance", "9mm", ofRuleAt: 2, in: "rules:\n" + rule) == "rules:\n" + edited)
    let group = "rules:\n" + "- when: {app: a}\n  rules:\n" + rule.indented
    let expected = "rules:\n" + "- when: {app: a}\n  rules:\n" + edited.indented
    #expect(set("distance", "9mm", ofRuleAt: 4, in: group) == expected)
    #expect(
      set("distance", "9mm", ofRuleAt: 2, in: "\u{feff}rules:\n".crlf + rule.crlf) == "\u{feff}rules:\n".crlf
        + edited.crlf)
  }

  @Test(
    "'settings' is added before the first key, whose comment stays with it",
    arguments: [
      ("# Mine.\nrules:\n", "# Mine.\nsettings: {settle: 9ms}\nrules:\n"),
      ("# Mine.\n\n# What I do.\nrules: # all\n", "# Mine.\n\nsettings: {settle: 9ms}\n\n# What I do.\nrules: # all\n"),
      ("settings: {settle: 80ms} # x\nrules:\n", "settings: {settle: 9ms} # x\nrules:\n"),
      (
        "settings:\n  # Calm.\n  while-typing: true # x\nrules:\n",
        "settings:\n  # Calm.\n  while-typing: true # x\n  settle: 9ms\nrules:\n"
      ),
    ])
  func settings(text: String, edited: String) {
    #expect(set("settle", "9ms", ofRuleAt: nil, in: text + Self.rule) == edited + Self.rule)
  }

  @Test(
    "a text in which the position is unclear is not edited",
    arguments: [
      "rules: [{swipe: left, do: foot}, {swipe: up, do: foot}]\n", "rules:\n- &a {swipe: left, do: foot}\n- *a\n",
      "rules:\n- swipe: left\n", "- a\n", "",
    ])
  func unclear(text: String) {
    #expect(LimitEditor.set("distance", to: "9mm", ofRuleAt: text.contains("&a") ? 3 : 1, in: Array(text.utf8)) == nil)
  }
}

extension String {
  /// The lines, indented by two spaces.
  fileprivate var indented: String { split(separator: "\n").map { "  \($0)\n" }.joined() }
  fileprivate var crlf: String { replacing("\n", with: "\r\n") }
}
