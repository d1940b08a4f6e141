import Testing

@Suite("Kinds of gesture")
struct KindTests {
  /// A `switch` in a source, and where it is.
  private struct Switch {
    var location: String
    var cases: [Substring]

    /// True if it is over gestures, their patterns or their recognisers: if it names one of those whose names nothing
    /// else has.
    var isOverKinds: Bool {
      cases.contains { one in
        one.prefix { $0 != ":" }.contains(/\.(longPress|pan|circle)\b/)
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
      return Switch(location: "\(file):\(first + 1)", cases: own.map { $0.drop { $0 == " " } })
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
