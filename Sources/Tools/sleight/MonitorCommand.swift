import ArgumentParser
import Engine
import Linux
import Pictures
import Rules
import Time

struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Show gestures live, and the rule that acts on each.",
    usage: "sleight monitor [--config <file>] [--plain | --json] [<situation>]",
    discussion: """
      Performs no actions, and can run beside the daemon. On a terminal, draws the fingers, the state of each \
      recogniser, and the rule that acts, or the nearest rule and the reason why it does not; 'q' quits. Otherwise, and \
      with --plain, prints a line for each gesture, with or without a rule, and for each touch on which no rule acts, \
      until SIGINT (Ctrl+C).
      """)

  @OptionGroup var config: ConfigOption

  @Flag(help: "Print lines of text, also on a terminal.")
  var plain = false

  @Flag(name: .shortAndLong, help: "Print a JSON object per line for each gesture and action.")
  var json = false

  @OptionGroup(title: "Situation") var situation: SituationOptions

  func validate() throws {
    if plain, json { throw ValidationError("--plain and --json exclude each other") }
  }

  func run() throws {
    try Failure.report {
      let rules = try config.rules()
      if !plain, !json, LiveTerminal.canDraw {
        try LiveMonitor(rules, in: situation.situation).draw()
      } else {
        try printLines(rules)
      }
    }
  }

  private func printLines(_ rules: RuleSet) throws {
    let touches = try LiveTouches()
    let start = Timestamp.now
    var lines = TouchLines(rules, json: json, since: start)
    let run = ObservedRun(rules, in: situation.situation, TouchTracker(triggers: rules.triggers)) {
      try lines.print($0)
    }
    run.watchStuckContacts(since: start, name: touches.name)
    try touches.run(run)
  }
}
