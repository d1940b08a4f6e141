internal import Desktop
import Foreign
internal import Importing
internal import Rules
internal import RulesFile

/// Reads another tool's configuration; the imported rules must be valid.
enum ImportReading {
  static func read(_ bytes: [UInt8]) {
    // The first byte is the digit of a tool; any other byte has the tool detected.
    let number = Int(bytes.first ?? 0) - Int(UInt8(ascii: "0"))
    let kind = ImportKind.allCases.indices.contains(number) ? ImportKind.allCases[number] : nil
    let desktop = DesktopKind.importable[bytes.count % DesktopKind.importable.count]
    guard let result = try? ImportResult.read(Array(bytes.dropFirst()), name: "f", kind: kind, desktop: desktop) else {
      return
    }
    let rules = RulesFile.check(text: result.text, name: "rules.yml").rules
    precondition(rules?.rules.count == result.ruleCount, "rules that are none:\n\(result.text)")
  }
}
