import ArgumentParser
import Control
import Surroundings

struct TriggerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger",
    abstract: "Run a rule in the daemon, as if its gesture had been made.",
    discussion: """
      For a continuous gesture, the beginning, one step and the end each run once. Exit status 1 if the rule does not \
      exist, may not act now, or if one of its actions fails.
      """)

  @Argument(
    help: "The name of the rule, or its location: rules.yml:12.", completion: .custom(Completion.ruleNames))
  var rule: String

  func run() throws {
    try Failure.report { _ = try DaemonStatus.after(.trigger(rule: rule)) }
  }
}
