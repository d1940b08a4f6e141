import ArgumentParser
import Daemon
import Logging

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the daemon: read touch devices and perform the actions of rules.",
    discussion: """
      Runs in the foreground, once per session. Devices may be added and removed at
      any time. SIGHUP and 'sleight reload' reload the rules file; SIGTERM and SIGINT
      end it.
      """)

  /// The names of syslog(3), the most severe first.
  private static let levels = ["error", "warning", "notice", "info", "debug"]

  @OptionGroup var config: ConfigOption

  @Option(
    help: ArgumentHelp(
      "The lowest level to log.", discussion: "One of \(listed(Self.levels)). Default: notice.",
      valueName: "level"),
    completion: .list(Self.levels),
    transform: { text in
      guard Self.levels.contains(text), let level = Logger.Level(rawValue: text) else {
        throw unknown("log level", text, among: Self.levels)
      }
      return level
    })
  var logLevel: Logger.Level = .notice

  func run() throws {
    let log = Logger(label: "sleight") { _ in ErrorLog(level: logLevel) }
    do {
      try Daemon(configPath: config.path, isNamed: config.config != nil, log: log).run()
    } catch let failure as Daemon.StopFailure {
      log.error("\(failure)")
      throw ExitCode(failure.status)
    } catch {
      // The one message that matters in the journal, too.
      log.error("\(error)")
      throw ExitCode(1)
    }
  }
}
