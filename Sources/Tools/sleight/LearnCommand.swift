import Actions
import ArgumentParser
import Diagnostics
import Glibc
import Linux
internal import RulesFile
import Surroundings

struct LearnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "learn",
    abstract: "Add a rule for a gesture that you show.",
    usage: """
      sleight learn [--from <recording>] [--dry-run] [--config <file>]
      sleight learn --do <action> [--from <recording>] [--dry-run] [-c <file>]
      sleight learn --json --from <recording> [--do <action>] [--config <file>]
      """,
    discussion: """
      Waits for a gesture, prints it in the words of the rules file, waits for it twice more, asks for the action, and \
      adds the rule to the rules file. The rule goes before the first rule that would act in its place, or else to the \
      end of the list; comments are kept. Creates the file if it does not exist. Ctrl+C ends without changes.
      With --do it asks nothing. With --json, prints the rules for what a recording shows, and writes nothing.
      """)

  @OptionGroup var config: ConfigOption

  @Option(
    help: ArgumentHelp(
      "Take the gesture from a recording; '-' is standard input.",
      discussion: "The first gesture in it; the next two are compared with it.", valueName: "recording"),
    completion: .file(), transform: fileName)
  var from: String?

  @Option(
    name: .customLong("do"),
    help: ArgumentHelp(
      "The action, without questions.",
      discussion: "A command, keys such as ctrl+w, or YAML such as '{type: hello}'", valueName: "action"),
    completion: .custom(Completion.actions))
  var action: String?

  @Flag(help: "Print the change of the rules file as a diff, and write nothing.")
  var dryRun = false

  @Flag(name: .shortAndLong, help: "Print JSON objects: what was shown, then a rule per line.")
  var json = false

  func validate() throws {
    if json, from == nil { throw ValidationError("--json requires --from") }
    if let action, ActionText.property(action) == nil { throw ValidationError("--do requires an action") }
  }

  func run() throws {
    try Failure.report {
      if json, let from { return try LessonRun(path: try config.path, recording: from, action: action).report() }
      if action == nil, isatty(0) == 0 || !StandardStream.output.isTerminal {
        throw Failure("learn asks questions, and this is not a terminal; name the action with --do")
      }
      try LessonRun(path: try config.path, recording: from, action: action, isDryRun: dryRun).run()
    }
  }
}
