import Diagnostics
import Foreign
import Glibc
import Importing
import RulesFile
import Testing

@Suite("Importing: every configuration gives rules that pass 'check'")
struct ImportTableTests {
  /// A configuration and the outcome of importing it.
  private struct Row {
    var name: String
    var tool = ""
    var rules = 0
    var leftOut = 0
    var changed = 0
    var ignored = 0
    var check = ""

    init(_ name: String, _ bytes: [UInt8]) {
      self.name = name
      do {
        let result = try ImportResult.read(bytes, name: name, keyNames: keyNames)
        tool = result.text.firstMatch(of: /, a configuration of (.+)\.\n/).map { String($0.1) } ?? ""
        rules = result.ruleCount
        leftOut = result.leftOutCount
        changed = result.remarks.count { $0.kind == .changed }
        ignored = result.remarks.count { $0.kind == .ignored }
        let file = RulesFile.check(text: result.text, name: "rules.yml", keyNames: keyNames)
        let messages = file.diagnostics.filter { $0.severity != .note }
        check = messages.first?.message ?? "clean"
      } catch {
        check = error.message
      }
    }

    var cells: [String] { [name, tool, "\(rules)", "\(leftOut)", "\(changed)", "\(ignored)", check] }
  }

  private static let head = ["file", "tool", "rules", "left out", "changed", "ignored", "check"]

  /// Prints rows in columns.
  private static func show(_ rows: [[String]]) {
    let widths = head.indices.dropLast().map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).enumerated().map { index, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return index < 2 ? cell.0 + space : space + cell.0
      }
      print((cells + row.suffix(1)).joined(separator: "  "))
    }
  }

  @Test(
    "the samples are recognised, at least 70 % of their gestures are converted, and 'check' is clean; prints a table")
  func samples() {
    let rows = ImportSample.all.map { (kind: $0.kind, row: Row($0.name, Array($0.text.utf8))) }
    Self.show([Self.head] + rows.map(\.row.cells))
    for (kind, row) in rows {
      #expect(row.tool == kind.toolName, "\(row.name)")
      // InputActions tells the compositor to keep the pointer still, which Sleight cannot.
      #expect(["clean", "the pointer moves with this finger"].contains(row.check), "\(row.name)")
      #expect(row.rules > 0, "\(row.name)")
    }
    for kind in ImportKind.allCases { #expect(rows.contains { $0.kind == kind }, "\(kind)") }
    // The samples have mistakes on purpose.
    let live = rows.reduce(0) { $0 + $1.row.rules }
    let leftOut = rows.reduce(0) { $0 + $1.row.leftOut }
    #expect(live >= 120)
    #expect(Double(live) >= 0.7 * Double(live + leftOut))
  }

  /// A directory of other configurations, for `SLEIGHT_CONFIGURATIONS=DIRECTORY make test-unit TESTS=RulesTests`.
  private static let others = getenv("SLEIGHT_CONFIGURATIONS").map { String(cString: $0) }

  @Test(
    "each configuration below a directory of the tester's choice gives valid rules; prints a table",
    .enabled(if: others != nil))
  func directory() {
    let rows = Self.files(in: Self.others ?? "").map { name, bytes in Row(name, bytes) }
    Self.show([Self.head] + rows.map(\.cells))
    for row in rows where !row.tool.isEmpty {
      #expect(row.check == (row.rules > 0 ? "clean" : row.check), "\(row.name)")
    }
    #expect(!rows.isEmpty)
  }

  private static func files(in directory: String) -> [(String, [UInt8])] {
    Checkout.names(in: directory, isAbsolute: true).flatMap { name -> [(String, [UInt8])] in
      let path = "\(directory)/\(name)"
      let inner = files(in: path)
      if !inner.isEmpty { return inner }
      return Checkout.bytes(of: path, isAbsolute: true).map { [(path, $0)] } ?? []
    }
  }
}
