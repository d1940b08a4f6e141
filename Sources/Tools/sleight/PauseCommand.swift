import ArgumentParser
import Control
import Diagnostics
import Linux
internal import RulesFile
import Surroundings

struct PauseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Pause the daemon until 'resume' or for a time.",
    discussion: "Cancels gestures in progress and releases all keys.")

  @OptionGroup var time: TimeOption

  @Flag(help: "Resume if the daemon is paused.")
  var toggle = false

  @Flag(help: "Also forget the touches that 'why' shows.")
  var forget = false

  func run() throws {
    try Failure.report {
      if forget { _ = try DaemonStatus.after(.forget) }
      let acting = try DaemonStatus.after(
        toggle ? .togglePause(milliseconds: time.milliseconds) : .pause(milliseconds: time.milliseconds)
      ).acting
      try StandardStream.output.show("\(acting.isPaused ? acting.pauseText : "resumed")\n")
    }
  }
}

struct ResumeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "End a pause.", discussion: "Not an error if the daemon is not paused.")

  func run() throws {
    try Failure.report { _ = try DaemonStatus.after(.resume) }
  }
}

struct ModeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mode",
    abstract: "Set or print the mode of the daemon.",
    usage: "sleight mode [--for <duration>] [<name>]",
    discussion: """
      Without a name, prints the current mode. The mode 'default' is set at the start and after a reload. Exit status 1 \
      if no rule uses the mode.
      """)

  @OptionGroup var time: TimeOption

  @Argument(help: "The mode to set.", completion: .custom(Completion.modes))
  var name: String?

  func validate() throws {
    if name == nil, time.milliseconds != nil { throw ValidationError("--for requires a mode") }
  }

  func run() throws {
    try Failure.report {
      guard let name else {
        let status = try DaemonStatus.after(.status)
        return try StandardStream.output.show("\(status.desktop.mode.legible)\n")
      }
      _ = try DaemonStatus.after(.mode(name, milliseconds: time.milliseconds))
    }
  }
}

/// The option for a limited time.
struct TimeOption: ParsableArguments {
  @Option(
    name: .customLong("for"), help: ArgumentHelp("The duration: 30s, 10m, 2h.", valueName: "duration"),
    completion: .list(["30s", "10m", "1h", "2h"]),
    transform: { text in
      do {
        return try WrittenDuration(text)
      } catch {
        throw ValidationError("\(error)")
      }
    })
  var time: WrittenDuration?

  var milliseconds: Int? { time?.milliseconds }
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
    "paused until \(pauseEndsIn.map { "\(wallClock(inMilliseconds: $0)) or " } ?? "")'sleight resume'"
  }
}
