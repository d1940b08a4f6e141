import Diagnostics
import Gestures
import Glibc
import Rules
import Testing
import Touch

/// The project's documentation, as its files have it.
enum Documentation {
  /// A file of the project, by its path in it.
  static func content(of path: String) -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    guard let stream = fopen("/\(root)/\(path)", "r") else { return "" }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&buffer, 1, buffer.count, stream), count > 0 { bytes += buffer[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What is displayed of a part of the manual.
  static func displayed(_ text: String) -> String {
    text.replacing("\\-", with: "-").replacing("\\(de", with: "°").replacing("\\e", with: "\\")
  }

  /// The manual of the rules file.
  static let manual = content(of: "man/sleight.5")

  /// The literal blocks of the manual, as they are displayed.
  static let snippets: [String] = {
    var snippets: [String] = []
    var isInside = false
    for line in manual.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(".Bd -literal") {
        isInside = true
        snippets.append("")
      } else if line == ".Ed" {
        isInside = false
      } else if isInside {
        snippets[snippets.count - 1] += displayed(String(line)) + "\n"
      }
    }
    return snippets
  }()
}

@Suite("What the documentation shows works")
struct DocumentationTests {
  @Test(
    "every snippet of the manual is good, and each that is marked as wrong is not", arguments: Documentation.snippets)
  func snippet(text: String) {
    let isFile = text.contains("\nrules:") || text.hasPrefix("rules:")
    let files = IncludedFiles.texts(["/home/me/dotfiles/strokes.yml": "", "rules.d/apps.yml": "rules: []"])
    let file = RulesFile.check(
      text: isFile ? text : "rules:\n" + text, name: "rules.yml", keyNames: keyNames, files: files)
    let mistakes = file.diagnostics.filter { $0.severity != .note }
    #expect(mistakes.isEmpty != text.hasPrefix("# wrong:"), "\(render(file))")
  }

  @Test("the manual has snippets of both kinds")
  func snippets() {
    #expect(Documentation.snippets.count { $0.hasPrefix("# wrong:") } >= 3)
    #expect(Documentation.snippets.count { !$0.hasPrefix("# wrong:") } >= 15)
  }

  @Test("the starter file has rules, and nothing is to be said against it")
  func starter() throws {
    let text = Documentation.content(of: "config/rules.yml")
    #expect(check(text) == "")
    #expect(try #require(read(text)).rules.count >= 8)
  }

  @Test("the manual explains every word that is understood, and no other gesture")
  func words() {
    // Keys are marked up as Ic, values as Cm.
    let lines = Documentation.displayed(Documentation.manual).split(separator: "\n")
    let marked = lines.filter { $0.hasPrefix(".") && ($0.contains("Ic ") || $0.contains("Cm ")) }
    let words = Set(marked.flatMap { $0.split(separator: " ").map(String.init) })
    for word in Vocabulary.words where !word.isPlanned { #expect(words.contains(word.name)) }
    for word in Vocabulary.words where word.isPlanned && word.role == .gesture { #expect(!words.contains(word.name)) }
    for unit in Unit.all { #expect(words.contains(unit.name)) }
  }

  @Test("the manual's defaults are those of the gestures")
  func defaults() throws {
    let (tap, swipe, pan) = (TapPattern(), SwipePattern(.any), PanPattern(.any))
    let rules = try #require(
      read(
        """
        rules:
          - {swipe: any, edge: any, do: a}
          - {swipe: any, corner: any, do: a}
          - {pan: any, resume: true, do: a}
        """))
    guard case .swipe(let fromEdge) = rules.triggers[0].pattern, case .edge(_, let edge) = rules.triggers[0].start,
      case .swipe(let fromCorner) = rules.triggers[1].pattern, case .corner(_, let corner) = rules.triggers[1].start
    else {
      Issue.record("\(rules.triggers)")
      return
    }
    #expect(fromEdge.distance == fromCorner.distance)
    let defaults = [
      """
      \(fromEdge.distance.text(after: swipe.distance)) it starts at an edge or in a corner; \(pan.distance.text) for
      .Ic pan ;
      \(tap.distance.text) for
      .Ic tap .
      """,
      "\(Int(PinchPattern(.any).change * 100))%.", "\(Int(RotatePattern(.any).angle))\\(de.",
      """
      \(swipe.within.text) for
      .Ic swipe ,
      no limit for
      .Ic pinch ,
      \(tap.within.text) for
      .Ic tap .
      """,
      """
      \(tap.movement.text) for
      .Ic tap ,
      \(LongPressPattern().movement.text) for
      .Ic long-press .
      """,
      "\(tap.gap.text).",
      """
      \(edge.text) for
      .Ic edge ,
      \(corner.text) for
      .Ic corner .
      """,
      "\(Recognition.settling.text).", "\(try #require(rules.triggers[2].resume).text).",
    ]
    for text in defaults { #expect(Documentation.manual.contains("Default: \(text)\n"), "\(text)") }
    #expect(PinchPattern(.any).within == nil)
  }
}

extension Duration {
  /// As the manual has it.
  fileprivate var text: String { "\(wholeMicroseconds / 1000)ms" }
}

extension Millimetres {
  /// As the manual has it.
  fileprivate var text: String { value == value.rounded() ? "\(Int(value))mm" : "\(value)mm" }

  /// The default distance of a swipe that starts somewhere, behind that of all the others.
  fileprivate func text(after other: Millimetres) -> String { "\(other.text) for\n.Ic swipe ,\nand \(text) where" }
}
