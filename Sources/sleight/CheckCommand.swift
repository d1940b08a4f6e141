import Actions
import ArgumentParser
import Diagnostics
import JSONLines
import Linux
internal import Rules
internal import RulesFile
internal import Surroundings

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Checks a rules file and names every mistake in it.",
    discussion: "Needs no daemon and changes nothing. Exit status 1 where the file has mistakes.")

  @OptionGroup var config: ConfigOption

  @Flag(help: "One JSON object a line for each mistake, warning and note.")
  var json = false

  @Argument(
    help: "The rules file, in place of --config. '-' is standard input.",
    completion: .file(extensions: ["yml", "yaml"]))
  var file: String?

  private var path: String { get throws { file == "-" ? "/dev/stdin" : try file ?? config.path } }

  func validate() throws {
    if file != nil, config.config != nil { throw ValidationError("name the file once: as FILE or with --config") }
  }

  func run() throws {
    try Failure.report {
      let checked = RulesFile.load(path: try path, keyNames: .xkb, desktop: .running)
      var output = ""
      if json {
        for diagnostic in checked.diagnostics {
          output += JSONRenderer.line(diagnostic, in: checked.sources).text + "\n"
        }
      } else {
        output = rendered(checked.diagnostics, of: checked, on: .output)
        if let rules = checked.rules, checked.mistakes.isEmpty {
          output += "\(checked.sources.main.name): \(counted(rules.rules.count, "rule")), no mistakes\n"
        }
      }
      try StandardStream.output.write(output)
      if checked.rules == nil { throw ExitCode(1) }
    }
  }
}
