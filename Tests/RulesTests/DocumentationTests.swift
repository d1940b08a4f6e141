import Desktop
import Diagnostics
import Rules
import RulesFile
import Testing

@Suite("The documentation's examples are valid")
struct DocumentationTests {
  /// The pages of the manual, by the names of their files.
  private static let pages: [String: ManualPage] = {
    let names = Checkout.names(in: "man").filter { !$0.hasSuffix(".svg") }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, ManualPage(Checkout.text(of: "man/\($0)") ?? "")) })
  }()

  /// The reference of the rules file.
  static let manual = pages["sleight.5"] ?? ManualPage("")

  /// The rules in the pages about them; those of the other pages have tests of their own.
  static let snippets = ["sleight.5", "sleight-desktops.7", "sleight-devices.7", "sleight-messages.7"].flatMap {
    pages[$0]?.snippets ?? []
  }

  @Test("every snippet of the manual gets the messages that it states", arguments: snippets)
  func snippet(_ snippet: ManualPage.Snippet) {
    let files = IncludedFiles.texts(["/home/me/dotfiles/strokes.yml": "", "rules.d/apps.yml": "rules: []"])
    let file = RulesFile.check(text: snippet.file, name: "rules.yml", keyNames: keyNames, files: files)
    let remarks = file.diagnostics.map { diagnostic in
      "\(diagnostic.severity): \(diagnostic.message)"
        + (diagnostic.suggestion.map { "; did you mean '\($0)'?" } ?? "")
    }
    if let output = snippet.output {
      #expect(render(file) == output)
    } else {
      #expect(remarks == snippet.remarks, "\(render(file))")
    }
  }

  @Test("the variables that messages know are those that commands get")
  func variables() throws {
    let source = try #require(Checkout.text(of: "Sources/Machine/Actions/CommandEnvironment.swift"))
    let set = source.matches(of: /set\("(SLEIGHT_[A-Z_]+)"/).map { String($0.1) }
    // The unit sets the last one.
    #expect(Vocabulary.variables == set + ["SLEIGHT_COMMANDS"])
  }

  @Test("the manual has snippets of both kinds")
  func bothKinds() {
    #expect(Self.snippets.count { !$0.remarks.isEmpty } >= 15)
    #expect(Self.snippets.count { $0.remarks.isEmpty } >= 80)
    #expect(Self.snippets.contains { $0.output != nil })
  }

  @Test("the pages and sections that a page refers to exist", arguments: pages.keys.sorted())
  func references(name: String) throws {
    let page = try #require(Self.pages[name])
    #expect(page.references.subtracting(page.sections) == [])
    #expect(!page.otherReferences.isEmpty)
    for (other, section) in page.otherReferences {
      let sections = Self.pages[other]?.sections
      #expect(sections != nil, "\(other)")
      if let section { #expect(sections?.contains(section) == true, "\(other), \(section)") }
    }
  }

  @Test("sleight(1) names every other page")
  func pageList() {
    let named = Set(Self.pages["sleight.1"]?.otherReferences.map(\.page) ?? [])
    #expect(named == Set(Self.pages.keys).subtracting(["sleight.1"]))
    #expect(named.count > 5)
  }

  @Test("the starter file has rules, and gets no message")
  func starter() throws {
    let text = try #require(Checkout.text(of: "config/rules.yml"))
    #expect(check(text) == "")
    #expect(try #require(read(text)).rules.count >= 7)
  }

  @Test("the README's rules get no message")
  func readme() {
    let blocks = (Checkout.text(of: "README.md") ?? "").split(separator: "```yaml\n").dropFirst()
    let snippets = blocks.compactMap { $0.split(separator: "```").first.map(String.init) }
    #expect(!snippets.isEmpty)
    for text in snippets { #expect(check(text) == "") }
  }

  @Test("the README's first rules get no message on any desktop", arguments: DesktopKind.allCases)
  func readme(desktop: DesktopKind) throws {
    let blocks = (Checkout.text(of: "README.md") ?? "").split(separator: "```yaml\n").dropFirst()
    let text = try #require(blocks.first?.split(separator: "```").first)
    for version in [nil, "5"] {
      let file = RulesFile.check(
        bytes: Array(text.utf8), name: "rules.yml", desktop: .builtIn(desktop.rawValue, version: version), kind: desktop
      )
      #expect(file.rules?.rules.isEmpty == false && file.diagnostics.isEmpty, "\(render(file))")
    }
  }

  @Test("the manual has every kind of message, in the words of the source")
  func messages() {
    let declared = Self.declaredMessages
    let page = Self.pages["sleight-messages.7"]
    let sections: [Diagnostic.Severity: String] = [.error: "Errors", .warning: "Warnings", .note: "Notes"]
    for id in MessageID.allCases {
      let entry = page?.entry(id.rawValue, in: sections[id.severity, default: ""])
      #expect(entry.map { ManualPage.plain($0.lines) } == declared[id.rawValue], "\(id.rawValue)")
    }
    #expect(page?.entries.count == MessageID.allCases.count)
  }

  /// The comments of the cases of `MessageID`, without the marks around code.
  private static let declaredMessages: [String: String] = {
    var messages: [String: String] = [:]
    var comment: [String] = []
    for line in (Checkout.text(of: "Sources/Language/RulesFile/Language/MessageID.swift") ?? "").split(separator: "\n")
    {
      if line.hasPrefix("  /// ") {
        comment.append(String(line.dropFirst(6)))
      } else if line.hasPrefix("  case ") {
        let name = line.split { " =\"".contains($0) }.last.map(String.init) ?? ""
        messages[name] = comment.joined(separator: " ").replacing("`", with: "")
        comment = []
      } else {
        comment = []
      }
    }
    return messages
  }()
}
