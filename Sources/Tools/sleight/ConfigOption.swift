import Actions
import ArgumentParser
import Diagnostics
import Linux
import Rules
internal import RulesFile
internal import Surroundings

/// The option for the rules file, for the commands that need one.
struct ConfigOption: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The rules file.", discussion: "Default: $XDG_CONFIG_HOME/sleight/rules.yml, or ~/.config/sleight/rules.yml",
      valueName: "file"),
    completion: .file(extensions: ["yml", "yaml"]), transform: fileName)
  var config: String?

  /// The directory of the user's configuration files.
  static var directory: String {
    get throws {
      guard let directory = UserDirectory.configuration.path else {
        throw Failure("neither XDG_CONFIG_HOME nor HOME is set; use --config <file>")
      }
      return directory
    }
  }

  /// The path of the user's rules file, whether it exists or not.
  static var defaultPath: String { get throws { try directory + "/sleight/rules.yml" } }

  /// The command that lists the errors of the rules file at `path`.
  static func checkCommand(for path: String) -> String {
    "sleight check" + (path == (try? defaultPath) ? "" : " \(path.shellWord.legible)")
  }

  var path: String { get throws { try config ?? Self.defaultPath } }

  /// The rules for interpreting gestures. If the user has no file and named none, it warns and returns no rules; a file
  /// with errors is refused.
  func rules() throws -> RuleSet { try load().rules }

  /// As `rules`, with the paths of the files that were read.
  func load() throws -> (rules: RuleSet, paths: [String]) {
    if let config { return try Self.load(config) }
    let path = try Self.defaultPath
    let file = RulesFile.load(path: path, keyNames: .xkb)
    if file.isMissing {
      Failure.warn("\(path) does not exist: gestures are shown without rules ('sleight init' writes a starter file)")
      return (RuleSet(), [path])
    }
    return try Self.rules(of: file)
  }

  /// The rules of a file that must exist, and the paths of the files that were read.
  static func load(_ path: String) throws -> (rules: RuleSet, paths: [String]) {
    try rules(of: RulesFile.load(path: path, keyNames: .xkb))
  }

  private static func rules(of file: RulesFile) throws -> (rules: RuleSet, paths: [String]) {
    if !file.mistakes.isEmpty { try StandardStream.error.write(rendered(file.mistakes, of: file, on: .error)) }
    guard let rules = file.rules else { throw ExitCode(1) }
    return (rules, file.paths)
  }
}
