import Foreign
import Importing
import RulesFile
import Testing

@Suite("Importing keeps or names each key that a tool documents")
struct ImportedKeysTests {
  /// A configuration, and changes of it: each must change the rules or be named.
  struct Tool: CustomTestStringConvertible, Sendable {
    let name: String
    let kind: ImportKind
    let text: String
    /// What is replaced, and by what.
    let changes: [(String, String)]
    /// Keys that the plain configuration has already, and that are named.
    var named: [String] = []
    var testDescription: String { name }
  }

  /// The rules and remarks, without the numbers of lines, which a change may shift.
  private func outcome(_ text: String, _ kind: ImportKind) throws -> String {
    let result: ImportResult
    do { result = try imported(text, kind: kind) } catch let error as ImportError { return error.message }
    let text = result.text + result.remarks.map { "\($0.kind): \($0.message)" }.joined(separator: "\n")
    return text.replacing(/(line |:)\d+/) { "\($0.1)" }
  }

  @Test("each key changes the rules, or is named", arguments: tools + inputActions + compositors)
  func keys(tool: Tool) throws {
    let plain = try outcome(tool.text, tool.kind)
    for name in tool.named { #expect(plain.contains("'\(name)'"), "'\(name)' is dropped without a word") }
    for (old, new) in tool.changes {
      #expect(tool.text.contains(old), "\(old)")
      let changed = try outcome(tool.text.replacing(old, with: new, maxReplacements: 1), tool.kind)
      #expect(changed != plain, "'\(new)' in place of '\(old)' is dropped without a word")
    }
  }
}
