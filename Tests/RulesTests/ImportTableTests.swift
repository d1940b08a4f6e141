import Importing
import Testing

@Suite("Importing: the share of bindings that are converted")
struct ImportTableTests {
  private struct Row {
    var files = 0
    var live = 0
    var leftOut = 0
    var bindings: Int { live + leftOut }

    mutating func add(_ result: ImportResult) {
      files += 1
      live += result.bindingCount
      leftOut += result.leftOutCount
    }

    func line(_ name: String) -> String {
      let share = bindings == 0 ? 100 : 100 * live / bindings
      let cells = ["\(files)", "\(bindings)", "\(live)", "\(leftOut)", "\(share)%"]
      return Self.cell(name, 18, isText: true) + cells.map { Self.cell($0, 10) }.joined()
    }

    static func cell(_ text: String, _ width: Int, isText: Bool = false) -> String {
      let space = String(repeating: " ", count: max(0, width - text.count))
      return isText ? text + space : space + text
    }
  }

  @Test("at least 95 % of the samples' bindings are converted; prints a table by tool")
  func table() throws {
    var rows = [(String, Row)]()
    var all = Row()
    for (name, samples) in ImportSample.byTool {
      var row = Row()
      for sample in samples {
        let result = try imported(sample.text, name: sample.name)
        row.add(result)
        all.add(result)
      }
      rows.append((name, row))
    }
    let head = ["files", "bindings", "live", "left out", "share"].map { Row.cell($0, 10) }.joined()
    let lines = [Row.cell("tool", 18, isText: true) + head] + rows.map { $1.line($0) } + [all.line("all")]
    print(lines.joined(separator: "\n"))
    #expect(all.bindings >= 80)
    #expect(Double(all.live) >= 0.95 * Double(all.bindings))
    for (name, row) in rows { #expect(row.files > 0 && row.live > 0, "\(name)") }
  }
}
