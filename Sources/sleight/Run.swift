import ArgumentParser
import Daemon
import Logging

struct Run: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Reads the touch devices and does what the rules say, until it is stopped.",
    discussion: """
      Runs in the foreground, one per session. Devices may come and go at any time.
      SIGHUP, or 'sleight reload', reads the rules file anew; SIGTERM and SIGINT end it.
      """)

  @OptionGroup var config: ConfigOption

  @Option(
    help: ArgumentHelp("What to log: debug, info, warning or error.", valueName: "level"),
    completion: .list(["debug", "info", "warning", "error"]),
    transform: { text in
      guard let level = Logger.Level(rawValue: text), ["debug", "info", "warning", "error"].contains(text) else {
        throw ValidationError("'\(text)' is no log level; there are debug, info, warning and error")
      }
      return level
    })
  var logLevel: Logger.Level = .info

  func run() throws {
    try Failure.report {
      let log = Logger(label: "sleight") { _ in ErrorLog(level: logLevel) }
      try Daemon(configPath: try config.path, log: log).run()
    }
  }
}
