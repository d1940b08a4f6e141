import ArgumentParser
import Control
import Linux
internal import RulesFile
import Surroundings

struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Has the running daemon do nothing, until 'resume' or for a time.",
    discussion: "What fingers are doing is broken off, and keys are released.")

  @Option(
    name: .customLong("for"), help: ArgumentHelp("How long: 30s, 10m, 2h.", valueName: "duration"),
    transform: { text in
      do {
        return try WrittenDuration(text)
      } catch {
        throw ValidationError("\(error)")
      }
    })
  var time: WrittenDuration?

  func run() throws {
    ignoreBrokenPipes()
    try Failure.report {
      let status = try DaemonStatus.after(.pause(milliseconds: time?.milliseconds))
      try StandardStream.output.write("\(status.acting.pauseText)\n")
    }
  }
}

struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Ends what 'pause' began.")

  func run() throws {
    ignoreBrokenPipes()
    try Failure.report { _ = try DaemonStatus.after(.resume) }
  }
}

extension DaemonStatus {
  /// Sends `request` to the daemon, and returns its status afterwards.
  static func after(_ request: ControlRequest) throws -> DaemonStatus {
    switch try ControlClient.ask(request) {
    case .done(let status): return status
    case .failed(let reason): throw Failure(reason)
    }
  }
}

extension ActingStatus {
  /// The end of the pause, for people.
  var pauseText: String {
    "paused until \(pauseEndsIn.map { "\(wallClock(inMilliseconds: $0)), or " } ?? "")'sleight resume'"
  }
}
