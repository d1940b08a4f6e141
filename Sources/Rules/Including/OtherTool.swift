internal import Diagnostics

/// The tool whose configuration stands where a rules file belongs.
struct OtherTool {
  /// How it writes itself.
  let name: String
  /// How its configuration becomes rules.
  let help: String

  /// Nil for a file that has rules, and for one that nobody knows.
  init?(insteadOfRules file: SourceFile) {
    let keys = ["rules", "include", "\"rules", "{"].map { Array($0.utf8) }
    guard file.bytes.count <= Import.sizeLimit, file.bytes.contains(where: { $0 > 0x20 }) else { return nil }
    let lines = file.bytes.split(separator: UInt8(ascii: "\n"))
    guard !lines.contains(where: { line in keys.contains { line.starts(with: $0) } }) else { return nil }
    let source = ImportSource(name: file.name, bytes: file.bytes)
    if let kind = ImportKind(recognising: source) {
      name = kind.toolName
      help = "'sleight import FILE' makes rules of it"
    } else if let tool = UnreadTool(recognising: source) {
      name = tool.rawValue
      help = "it is not imported; 'man 7 sleight' says how its words are written here"
    } else {
      return nil
    }
  }
}
