import ArgumentParser
import Control
import Diagnostics
import Linux
import Surroundings

struct ReloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Reload the rules file in the daemon.",
    discussion: "With errors in the file, the daemon keeps the previous rules and the exit status is 1.")

  func run() throws {
    try Failure.report {
      let status = try DaemonStatus.after(.reload)
      try StandardStream.output.show("\(counted(status.rules, "rule")) from \(status.config.legible)\n")
    }
  }
}
