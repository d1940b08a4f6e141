import RulesFile
import Testing

@Suite("Single rules in the text of a rules file")
struct EntryEditorTests {
  private static let text = """
    # The file.
    rules:
      # Workspaces.
      - swipe: left     # to the left
        fingers: 3
        do: {workspace: next}
      - swipe: right
        fingers: 3
        do: &right {workspace: previous}

      # A group.
      - when: {app: firefox}
        rules:
          - {tap: single, fingers: 3, do: a, enabled: false}
          # The other one.
          - tap: double
            fingers: 3
            enabled: false  # for now
            do: b
            # c: this was tried

      # The last one.
      - swipe: up
        fingers: 4
        do: *right
    settings: {settle: 60ms}

    """

  private static func changed(_ change: EntryEditor.Change, _ line: Int, in text: String = text) -> String? {
    EntryEditor.apply(change, toRuleAt: line, in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text with one part replaced by another.
  private static func text(_ old: String, _ new: String) -> String {
    #expect(text.split(separator: old, omittingEmptySubsequences: false).count == 2, "\(old)")
    return text.replacing(old, with: new)
  }

  @Test("all are found, with their texts as entries that are not indented")
  func entries() {
    let entries = EntryEditor.entries(in: Array(Self.text.utf8))
    #expect(entries.map(\.line) == [4, 7, 14, 16, 23])
    #expect(entries[0].text == "- swipe: left     # to the left\n  fingers: 3\n  do: {workspace: next}\n")
    #expect(entries[2].text == "- {tap: single, fingers: 3, do: a, enabled: false}\n")
    #expect(entries[3].text.hasSuffix("  do: b\n  # c: this was tried\n"))
  }

  @Test("one is deleted with the comment that is about it alone")
  func delete() {
    // The comment is about the next one as well.
    #expect(
      Self.changed(.delete, 4)
        == Self.text("  - swipe: left     # to the left\n    fingers: 3\n    do: {workspace: next}\n", ""))
    #expect(
      Self.changed(.delete, 23)
        == Self.text("\n  # The last one.\n  - swipe: up\n    fingers: 4\n    do: *right\n", "\n"))
    // Another one refers to its anchor.
    #expect(Self.changed(.delete, 7) == nil)
    #expect(Self.changed(.delete, 5) == nil)
  }

  @Test("the only one leaves an empty list, to which another one can be added")
  func only() throws {
    let text = "# A file.\nrules:\n  # Mine.\n  - {tap: single, fingers: 3, do: a}\n\nsettings: {settle: 60ms}\n"
    let empty = try #require(Self.changed(.delete, 4, in: text))
    #expect(empty == "# A file.\nrules: []\n\nsettings: {settle: 60ms}\n")
    let added = EntryEditor.add("- tap: double\n  do: b\n", to: Array(empty.utf8))
    #expect(
      added.map { String(decoding: $0, as: UTF8.self) }
        == "# A file.\nrules:\n  - tap: double\n    do: b\n\nsettings: {settle: 60ms}\n")
    #expect(
      EntryEditor.add("- tap: double\n  do: b\n", to: Array("settings: {settle: 60ms}\n".utf8)).map {
        String(decoding: $0, as: UTF8.self)
      } == "settings: {settle: 60ms}\n\nrules:\n  - tap: double\n    do: b\n")
  }

  @Test("one is moved within its list, with its comment")
  func move() {
    let right = "  - swipe: right\n    fingers: 3\n    do: &right {workspace: previous}\n"
    let left = "  - swipe: left     # to the left\n    fingers: 3\n    do: {workspace: next}\n"
    let other =
      "      # The other one.\n      - tap: double\n        fingers: 3\n        enabled: false  # for now\n"
      + "        do: b\n        # c: this was tried\n"
    let single = "      - {tap: single, fingers: 3, do: a, enabled: false}\n"
    #expect(
      Self.changed(.move(before: 14), 16) == Self.text(single + other, other + single))
    #expect(
      Self.changed(.move(before: 4), 7)
        == Self.text("  # Workspaces.\n" + left + right, right + "  # Workspaces.\n" + left))
    #expect(
      Self.changed(.move(before: nil), 4)
        == Self.text(left, "").replacing("    do: *right\n", with: "    do: *right\n\n" + left))
    // It is where it should be.
    #expect(Self.changed(.move(before: 7), 4) == Self.text)
    // Into another list; before the anchor that it refers to.
    #expect(Self.changed(.move(before: 14), 4) == nil)
    #expect(Self.changed(.move(before: 4), 23) == nil)
  }

  @Test("the text of one is replaced, as an entry or several")
  func replace() {
    #expect(
      Self.changed(.replace("- swipe: left\n  fingers: 4\n  do: |\n    a\n\n    b\n"), 4)
        == Self.text(
          "  - swipe: left     # to the left\n    fingers: 3\n    do: {workspace: next}\n",
          "  - swipe: left\n    fingers: 4\n    do: |\n      a\n\n      b\n"))
    #expect(
      Self.changed(.replace("- {tap: 2, do: a}\n- {tap: 3, do: a}"), 14)
        == Self.text(
          "      - {tap: single, fingers: 3, do: a, enabled: false}\n",
          "      - {tap: 2, do: a}\n      - {tap: 3, do: a}\n"))
    // What is no entry, ends the list, or is not YAML.
    for text in ["", "swipe: left", "- a: 1\nb: 2", "- [", "nothing"] {
      #expect(Self.changed(.replace(text), 4) == nil, "\(text)")
    }
  }

  @Test("one is disabled and enabled, in every way of writing it")
  func enable() {
    #expect(
      Self.changed(.enable(false), 4)
        == Self.text("- swipe: left     # to the left\n", "- swipe: left     # to the left\n    enabled: false\n"))
    #expect(Self.changed(.enable(true), 16) == Self.text("        enabled: false  # for now\n", ""))
    #expect(Self.changed(.enable(true), 14) == Self.text("do: a, enabled: false}", "do: a}"))
    #expect(Self.changed(.enable(true), 4) == Self.text)
    let enabled = Self.text("do: a, enabled: false}", "do: a}")
    #expect(
      Self.changed(.enable(false), 14, in: enabled)
        == Self.text(
          "{tap: single, fingers: 3, do: a, enabled: false}", "{tap: single, enabled: false, fingers: 3, do: a}"))
    #expect(
      Self.changed(.enable(true), 2, in: "rules:\n- enabled: false\n  tap: 2\n")
        == "rules:\n- enabled: true\n  tap: 2\n")
  }

  @Test("rules are added before another one, or at the end, with a blank line where the others have one")
  func add() {
    let rule = "- tap: 3\n  do: c\n"
    func added(_ line: Int?) -> String? {
      EntryEditor.add(rule, before: line, to: Array(Self.text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(added(nil) == Self.text("    do: *right\n", "    do: *right\n\n  - tap: 3\n    do: c\n"))
    #expect(added(4) == Self.text("  # Workspaces.\n", "  - tap: 3\n    do: c\n  # Workspaces.\n"))
    #expect(added(23) == Self.text("  # The last one.\n", "  - tap: 3\n    do: c\n\n  # The last one.\n"))
    #expect(
      added(16) == Self.text("      # The other one.\n", "      - tap: 3\n        do: c\n      # The other one.\n"))
    #expect(added(5) == nil)
  }

  @Test("line breaks of another kind, a file without one at its end, and a mark of the byte order stay")
  func bytes() {
    let text = "rules:\r\n- {tap: 2, do: a}\r\n- {tap: 3, do: b}"
    #expect(Self.changed(.move(before: 2), 3, in: text) == "rules:\r\n- {tap: 3, do: b}\r\n- {tap: 2, do: a}\r\n")
    #expect(
      Self.changed(.replace("- tap: 4\n  do: c\n"), 2, in: text)
        == "rules:\r\n- tap: 4\r\n  do: c\r\n- {tap: 3, do: b}")
    #expect(Self.changed(.delete, 3, in: "\u{feff}" + text) == "\u{feff}rules:\r\n- {tap: 2, do: a}\r\n")
  }

  @Test("lists in brackets and rules behind an alias are left alone")
  func unusual() {
    #expect(Self.changed(.delete, 1, in: "rules: [{tap: 2, do: a}]\n") == nil)
    #expect(EntryEditor.entries(in: Array("rules: [{tap: 2, do: a}]\n".utf8)) == [])
    #expect(EntryEditor.entries(in: Array("rules: 5\n".utf8)) == [])
    #expect(EntryEditor.entries(in: Array("rules:\n- &a {tap: 2, do: a}\n- *a\n".utf8)).map(\.line) == [2])
  }
}
