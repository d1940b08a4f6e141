import ArgumentParser
import Diagnostics
import JSONLines
import Linux
import Rules
internal import RulesFile

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a rules file and report all errors.",
    discussion: "Requires no daemon and changes nothing. Exit status 1 if the file has errors.")

  @OptionGroup var config: ConfigOption

  @Flag(name: .shortAndLong, help: "Print a JSON object per line for each error, warning and note.")
  var json = false

  @Argument(
    help: "The rules file, instead of --config; '-' is standard input.",
    completion: .file(extensions: ["yml", "yaml"]), transform: fileName)
  var file: String?

  func validate() throws {
    if file != nil, config.config != nil { throw ValidationError("<file> and --config exclude each other") }
  }

  private func checked(on machine: CheckedMachine) throws -> RulesFile {
    guard file == "-" else { return machine.load(try file ?? config.path) }
    // Its name is that of a file in the working directory: paths under `include` start there.
    return machine.check(try InputFile.read("-", limit: RulesFile.sizeLimit), InputFile.name(of: "-"))
  }

  func run() throws {
    try Failure.report {
      let machine = CheckedMachine()
      let checked = try checked(on: machine)
      let diagnostics = machine.diagnostics(of: checked)
      var output = ""
      if json {
        for diagnostic in diagnostics {
          output += JSONRenderer.line(diagnostic, in: checked.sources).text + "\n"
        }
      } else {
        output = rendered(diagnostics, of: checked, on: .output)
        if let rules = checked.rules, checked.mistakes.isEmpty {
          let disabled = rules.disabled.isEmpty ? "" : " and \(rules.disabled.count) disabled"
          let name = checked.sources.main.name.legible
          output += "\(name): \(counted(rules.rules.count, "rule"))\(disabled), no errors\n"
        }
      }
      try json ? StandardStream.output.write(output) : StandardStream.output.show(output)
      if checked.rules == nil { throw ExitCode(1) }
    }
  }
}
