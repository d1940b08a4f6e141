import Testing

@Suite("Kinds of gesture")
struct KindTests {
  /// A `switch` in a source, and where it is.
  private struct Switch {
    var location: String
    var cases: [Substring]

    /// The value that is switched over.
    var subject: Substring

    /// True if it is over gestures, their patterns or their recognisers: if it names one of those whose names nothing
    /// else has, or one of the others in a switch over a gesture.
    var isOverKinds: Bool {
      cases.contains { one in
        let names = one.prefix { $0 != ":" }
        return names.contains(/\.(longPress|pan|circle)\b/)
          || subject.contains(/(?:gesture|kind|pattern) \{$/) && !subject.contains("event.kind")
            && names.contains(/\.(tap|swipe|pinch|rotate|stroke)\b/)
      }
    }

    var hasDefault: Bool { cases.contains { $0.hasPrefix("default") } }
  }

  /// The switches of a file. Its lines are indented as swift-format indents them.
  private static func switches(in text: String, of file: String) -> [Switch] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.filter { lines[$0].contains(/\bswitch\b.*\{$/) }.map { first in
      let indent = lines[first].prefix { $0 == " " }
      let body = lines[(first + 1)...].prefix { !$0.hasPrefix("\(indent)}") }
      // A line of a case may go on in the next one.
      let own = body.filter { line in
        line.hasPrefix(indent) && line.dropFirst(indent.count).first != " " || line.hasPrefix("\(indent)  .")
      }
      return Switch(
        location: "\(file):\(first + 1)", cases: own.map { $0.drop { $0 == " " } }, subject: lines[first])
    }
  }

  @Test("a new kind is missing nowhere in silence: no switch over kinds has a default")
  func switches() {
    let all = ModuleTests.files(under: "Sources").filter { $0.hasSuffix(".swift") }
      .flatMap { Self.switches(in: ModuleTests.text(of: $0), of: $0) }.filter(\.isOverKinds)
    // All were found.
    #expect(all.count > 25)
    for one in all { #expect(!one.hasDefault, "\(one.location)") }
  }

  /// A comparison with a kind by its name, or with a list of some.
  nonisolated(unsafe) private static let comparison =
    /(?:(?:kind|pattern) (?:==|!=) |\[(?:\.\w+, )*)\.(?:tap|longPress|swipe|pan|pinch|rotate|circle|stroke|press|tipTap|touch)\b(?:(?:, \.\w+)*\]\.contains)?/

  /// Importers and the words of the language speak of kinds: which gesture another tool means, and what a message calls
  /// it.
  @Test("what is decided about a gesture, its kind states in its file: nothing else compares kinds by name")
  func comparisons() {
    let files = ModuleTests.files(under: "Sources").filter { file in
      file.hasSuffix(".swift")
        && !["/Kinds/", "/Import/", "/RulesFile/Language/", "/RulesFile/Advice/"].contains(where: file.contains)
        // The phases of libinput's gestures, which are of other kinds.
        && !file.hasSuffix("/Scene+Motion.swift")
    }
    #expect(files.count > 500)
    for file in files {
      let found = ModuleTests.text(of: file).matches(of: Self.comparison).map { String($0.0) }
      #expect(found.filter { !$0.hasPrefix("[") || $0.hasSuffix(".contains") } == [], "\(file)")
    }
  }

  @Test(
    "such a comparison is found",
    arguments: [
      ("if trigger.pattern.kind == .swipe {", true), ("gesture.kind != .touch else", true),
      ("{ [.tap, .stroke].contains($0) }", true), ("pattern == .touch", true), ("device.kind == .touchpad", false),
      ("case .tap(let tap): tap.taps", false), ("kind.isMadeOfTaps", false),
    ])
  func comparisonIsFound(line: String, isFound: Bool) {
    #expect(line.contains(Self.comparison) == isFound)
  }

  @Test("such a switch is found")
  func found() {
    let text = """
        switch pattern {
        case .tap(let tap): tap.taps
        case .longPress(let press): press.taps
        default: nil
        }
      """
    let found = Self.switches(in: text, of: "file")
    #expect(found.count == 1 && found.allSatisfy { $0.isOverKinds && $0.hasDefault })
  }
}
