import ArgumentParser
import Glibc
import Linux
internal import RulesFile

struct Schema: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of the rules file, for editors.",
    discussion: """
      Editors that use yaml-language-server complete and explain the rules file with
      it. The file that 'sleight init' writes names it, where Sleight is installed.
      """)

  func run() throws {
    try Failure.report { try StandardStream.output.write(RulesSchema.text) }
  }

  /// The comment by which a rules file names the schema that was installed with this program, with its line feed; nil
  /// where none was: an editor would complain of a schema that is not there.
  static var modeline: String? {
    // ARGV[0] can be anything, and a link to the program can stand anywhere.
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    let parts = String(cString: program).split(separator: "/")
    guard parts.dropLast().last == "bin" else { return nil }
    let path = "/" + parts.dropLast(2).joined(separator: "/") + installed
    // Whoever reads the line takes the path to end at the first space.
    guard !path.contains(where: \.isWhitespace), access(path, R_OK) == 0 else { return nil }
    return "\(marker)\(path)\n"
  }

  /// What the line starts with.
  static let marker = "# yaml-language-server: $schema="

  /// Where the schema is, from the directory that `bin` is in.
  private static let installed = "/share/sleight/rules.schema.json"
}
