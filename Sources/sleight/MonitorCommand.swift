import ArgumentParser
import Engine
import Rules

struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Shows gestures as they are made, and the rule that each would set off.",
    usage: "sleight monitor [--config <file>] [--plain | --json] [<situation>]",
    discussion: """
      Acts on nothing, and can run beside the daemon. On a terminal it draws the fingers, how far each recogniser has \
      come, and the rule that acts or why none does; 'q' leaves. Elsewhere, and with --plain, it prints a line for each \
      gesture, those that no rule asks for too, until SIGINT (Ctrl+C).
      """)

  @OptionGroup var config: ConfigOption

  @Flag(help: "Lines of text, on a terminal too.")
  var plain = false

  @Flag(help: "One JSON object a line for each gesture and each action.")
  var json = false

  @OptionGroup(title: "The situation") var situation: SituationOptions

  func validate() throws {
    if plain, json { throw ValidationError("--plain and --json exclude each other") }
  }

  func run() throws {
    try Failure.report {
      let rules = try config.rules()
      if !plain, !json, LiveTerminal.canDraw {
        try LiveMonitor(rules, in: situation.situation).run()
      } else {
        try printLines(rules)
      }
    }
  }

  private func printLines(_ rules: RuleSet) throws {
    let watch = try WatchedRun(rules, in: situation.situation)
    try watch.run { effect in
      if case .gesture(let gesture, let rule) = effect {
        watch.touches.write(watch.outcome(gesture, rule: rule), json: json)
      }
    }
  }
}
