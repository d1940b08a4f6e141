import Actions
import ArgumentParser
import Control
import Linux
internal import RulesFile
import Surroundings

struct TriggerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trigger",
    abstract: "Has the running daemon do what a rule says, as if its gesture had been made.",
    discussion: """
      Of a gesture that goes on, that is its beginning, one step and its end. Exit status 1 where the rule may not act \
      now, or there is none of that name.
      """)

  @Argument(
    help: "The rule's name, or where it stands: rules.yml:12.",
    completion: .custom { _, _, _ in
      guard let path = try? ConfigOption.defaultPath else { return [] }
      return RulesFile.load(path: path, keyNames: .xkb, mayWait: false).rules?.names ?? []
    })
  var rule: String

  func run() throws {
    ignoreBrokenPipes()
    try Failure.report { _ = try DaemonStatus.after(.trigger(rule: rule)) }
  }
}
