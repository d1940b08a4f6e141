import ArgumentParser
import Control
import Diagnostics
import Linux
import Surroundings

struct ReloadCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reload",
    abstract: "Has the running daemon read its rules file anew.",
    discussion: "A file with mistakes changes nothing. Exit status 1 where it has some.")

  func run() throws {
    ignoreBrokenPipes()
    try Failure.report {
      switch try ControlClient.ask(.reload) {
      case .done(let status):
        try StandardStream.output.write("\(counted(status.rules, "rule")) from \(status.config)\n")
      case .failed(let reason): throw Failure("\(reason) ('sleight check' names all)")
      }
    }
  }
}
