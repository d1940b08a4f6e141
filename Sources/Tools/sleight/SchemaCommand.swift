import ArgumentParser
import Glibc
import Linux
internal import RulesFile

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of the rules file, for editors.",
    discussion: """
      Editors with yaml-language-server use it for completion and documentation. If
      Sleight is installed, the file that 'sleight init' writes refers to it.
      """)

  func run() throws {
    try Failure.report { try StandardStream.output.write(RulesSchema.text) }
  }

  /// The comment by which a rules file names the schema that was installed with this program, with its line feed; nil
  /// if none was installed, since editors report a missing schema as an error.
  static var modeline: String? {
    // Not ARGV[0], which can be anything, nor a link to the program, which can be anywhere.
    guard let program = Environment.programPath else { return nil }
    let parts = program.split(separator: "/")
    guard parts.dropLast().last == "bin" else { return nil }
    let path = "/" + parts.dropLast(2).joined(separator: "/") + installed
    // The path in that comment ends at the first space.
    guard !path.contains(where: \.isWhitespace), access(path, R_OK) == 0 else { return nil }
    return "\(marker)\(path)\n"
  }

  /// The beginning of that comment.
  static let marker = "# yaml-language-server: $schema="

  /// The path of the schema, relative to the parent directory of `bin`.
  private static let installed = "/share/sleight/rules.schema.json"
}
