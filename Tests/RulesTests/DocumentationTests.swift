import Gestures
import Glibc
import Rules
import Testing
import Touch

/// The project's documentation, as its files have it.
private enum Documentation {
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

  /// The literal blocks of the manual, as they are displayed.
  static let snippets: [String] = {
    var snippets: [String] = []
    var isInside = false
    for line in content(of: "man/sleight.5").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix(".Bd -literal") {
        isInside = true
        snippets.append("")
      } else if line == ".Ed" {
        isInside = false
      } else if isInside {
        snippets[snippets.count - 1] += line.replacing("\\-", with: "-").replacing("\\e", with: "\\") + "\n"
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
    let result = check(isFile ? text : "rules:\n" + text)
    #expect((result != "") == text.hasPrefix("# wrong:"), "\(result)")
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
    let lines = Documentation.content(of: "man/sleight.5").split(separator: "\n")
    let marked = lines.filter { $0.hasPrefix(".") && ($0.contains("Ic ") || $0.contains("Cm ")) }
    let words = Set(marked.flatMap { $0.split(separator: " ").map(String.init) })
    for word in Vocabulary.words where !word.isPlanned { #expect(words.contains(word.name)) }
    for word in Vocabulary.words where word.isPlanned && word.role == .gesture { #expect(!words.contains(word.name)) }
    for unit in Unit.all { #expect(words.contains(unit.name)) }
  }

  @Test("the manual's defaults are those of the gestures")
  func defaults() {
    let manual = Documentation.content(of: "man/sleight.5")
    let swipe = SwipePattern(.any)
    let milliseconds = swipe.within.wholeMicroseconds / 1000
    #expect(manual.contains("Default: \(Int(swipe.distance.value))mm.\n"))
    #expect(manual.contains("Default: \(milliseconds)ms for\n.Ic swipe ,\nno limit for\n.Ic pinch .\n"))
    #expect(manual.contains("Default: \(Int(PinchPattern(.any).change * 100))%.\n"))
    #expect(manual.contains("Default: \(Int(LongPressPattern().movement.value))mm.\n"))
    #expect(PinchPattern(.any).within == nil)
  }
}
