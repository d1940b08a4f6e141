import Glibc
import Testing

@Suite("The manual on a terminal")
struct ManualRenderingTests {
  /// A page as it is installed, for one formatter.
  struct Page: Sendable, CustomTestStringConvertible {
    var name: String
    /// The formatter of most distributions, or that of the others.
    var formatter: Formatter
    var testDescription: String { "\(name) by \(formatter.rawValue)" }
  }

  enum Formatter: String, CaseIterable {
    case manDB = "man-db"
    case mandoc
  }

  private static let pages = names(in: project("man")).filter { !$0.hasSuffix(".svg") }.sorted().flatMap { name in
    Formatter.allCases.map { Page(name: name, formatter: $0) }
  }

  /// The source of a page, as far as these tests know it.
  private struct Source {
    var headings: [String] = []
    /// The lines of literal blocks, which no formatter fills.
    var examples: Set<String> = []
    /// The rows of tables, as words.
    var rows: [[Substring]] = []

    init(_ text: String) {
      let macros: Set<Substring> = ["Ta", "Sy", "Cm"]
      var isLiteral = false
      for line in text.split(separator: "\n").map({ ManualRenderingTests.plain(String($0)) }) {
        if line.hasPrefix(".Bd -literal") || line == ".Ed" {
          isLiteral = line != ".Ed"
        } else if isLiteral {
          examples.insert(ManualRenderingTests.trimmed(line))
        } else if line.hasPrefix(".Sh ") || line.hasPrefix(".Ss ") {
          headings.append(String(line.dropFirst(4)))
        } else if line.hasPrefix(".It "), line.contains(" Ta ") {
          rows.append(line.dropFirst(4).split(separator: " ").filter { !macros.contains($0) })
        }
      }
    }
  }

  /// A line of mdoc(7) without its escapes, or of a formatter without its typographic signs.
  private static func plain(_ line: String) -> String {
    let signs = [
      ("\\-", "-"), ("\\(de", "°"), ("\\(ha", "^"), ("\\(aq", "'"), ("\\e", "\\"), ("\\&", ""), ("\u{2010}", "-"),
      ("\u{2212}", "-"), ("\u{2019}", "'"),
    ]
    return signs.reduce(line) { $0.replacing($1.0, with: $1.1) }
  }

  private static func trimmed(_ line: String) -> String { String(line.trimmingPrefix { $0 == " " }) }

  /// The words of a text but for its first and last line, which are the page's head and foot. A word may be divided
  /// where it has a hyphen.
  private static func words(_ lines: [String]) -> [Substring] {
    let lines = lines.filter { !$0.isEmpty }
    return lines.dropFirst().dropLast().flatMap { plain($0).split { " -".contains($0) } }
  }

  /// The lines of a page on a terminal of so many columns, without bold and underlined type.
  private func lines(of page: Page, columns: Int, in home: Home) async -> [String] {
    let file = "root/usr/local/share/man/man\(page.name.suffix(1))/\(page.name)"
    let result =
      switch page.formatter {
      case .manDB: await home.shell("MANWIDTH=\(columns) man --warnings -P cat -l \(file)")
      case .mandoc: await home.shell("mandoc -T utf8 -W warning -O width=\(columns) \(file)")
      }
    #expect(result.status == 0 && result.errors == "", "\(columns) columns: \(result.errors)")
    return result.output.replacing(/.\u{8}/, with: "").split(separator: "\n", omittingEmptySubsequences: false).map(
      String.init)
  }

  private static let installed = Task {
    let home = Home()
    let result = await home.shell(
      """
      make -s -C '\(project(""))' install install-hint install-ui DESTDIR='\(home.path)/root' \
        binary="$SLEIGHT" ui_binary="$SLEIGHT" strip=
      """)
    #expect(result.status == 0, "\(result.errors)")
    return home
  }

  @Test(
    "no page has a warning, a divided word or heading, a broken row of a table, or too long a line, at 60, 80 and 100 columns",
    arguments: pages)
  func terminal(page: Page) async {
    let home = await Self.installed.value
    let source = Source(text(of: project("man/\(page.name)")))
    #expect(source.headings.count > 3)
    let whole = Self.words(await lines(of: page, columns: 500, in: home))
    #expect(whole.count > 500)
    for columns in [60, 80, 100] {
      let lines = await lines(of: page, columns: columns, in: home)
      let words = Self.words(lines)
      let difference = zip(words, whole).enumerated().first { $1.0 != $1.1 }
      #expect(words.count == whole.count && difference == nil, "\(columns) columns: \(String(describing: difference))")

      let shown = Set(lines.map { Self.trimmed(Self.plain($0)) })
      #expect(source.headings.filter { !shown.contains($0) } == [], "\(columns) columns")
      #expect(source.examples.filter { !$0.isEmpty && !shown.contains($0) } == [], "\(columns) columns")
      let rows = Set(shown.map { $0.split(separator: " ") })
      #expect(source.rows.filter { !rows.contains($0) } == [], "\(columns) columns")

      let long = lines.filter { line in
        line.count > 80 && source.examples.contains(Self.trimmed(Self.plain(line)))
          || line.count > columns && !source.examples.contains(Self.trimmed(Self.plain(line)))
      }
      #expect(long == [], "\(columns) columns")
    }
  }
}
