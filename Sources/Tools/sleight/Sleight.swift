import ArgumentParser
import Glibc
import Diagnostics
import Doctor
import Libinput
import Linux
internal import RulesFile
import Surroundings
import Text

@main
struct Sleight: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sleight",
    abstract: "Run actions on touchpad and touchscreen gestures.",
    discussion: """
      Without a command, 'sleight' says what is set up, and the next step.
      'sleight init' writes a rules file to start from, and 'sleight run' runs it.
      'sleight monitor' shows your gestures and the rules that act on them.

      The manual pages: sleight(1) for the commands and the list of pages, sleight(5)
      for the rules file, sleight-recipes(7) for rules to copy, which
      'sleight recipes' finds by a word.
      """,
    version: "sleight \(version)",
    // Each has an explicit name: deriving one from its type costs every start half a millisecond.
    subcommands: [
      RunCommand.self, CheckCommand.self, ExplainCommand.self, MonitorCommand.self, LearnCommand.self,
      RecordCommand.self, ReplayCommand.self, DevicesCommand.self, WindowsCommand.self, DoctorCommand.self,
      InitCommand.self, ImportCommand.self, RecipesCommand.self, SchemaCommand.self, StatusCommand.self,
      EditCommand.self, WhyCommand.self, TuneCommand.self, FollowCommand.self, HintCommand.self, UICommand.self,
      ReloadCommand.self,
      PauseCommand.self, ResumeCommand.self, ModeCommand.self, TriggerCommand.self,
      StartCommandsCommand.self, LanguageServerCommand.self,
    ])

  /// The program's version, by semver.org.
  static let version = "0.2.0"

  static func main() {
    // First: what may change the environment comes later.
    let arguments = Environment.arguments
    StandardStream.holdClosed()
    keepInheritedDescriptors()
    ignoreFileSizeSignal()
    ignoreBrokenPipes()
    do {
      // A shell completes words of any bytes.
      if let argument = Environment.invalidArgument, arguments.first != "---completion" {
        throw ValidationError("the argument '\(argument.legible)' is not UTF-8 text")
      }
      do {
        var command = try parseAsRoot(arguments)
        try command.run()
      } catch  where exitCode(for: error) == .success {
        // Help or a completion script: the library would ignore errors of writing.
        var text = fullMessage(for: error)
        // For --version only: loading libinput takes longer than starting.
        if text == configuration.version, let release = LibinputRelease.loaded { text += "\n\(release)" }
        try Failure.report { try StandardStream.output.write(text.isEmpty ? "" : "\(text)\n") }
      }
    } catch let error as ExitCode {
      exit(withError: error)
    } catch {
      // The library's own style of errors is another one.
      var message = fullMessage(for: error)
      if message.hasPrefix("Error: ") { message = String(message.dropFirst("Error: ".count)) }
      message = (message.prefix(1).lowercased() + message.dropFirst()).replacing(
        ". Did you mean", with: "; did you mean")
      try? StandardStream.error.show("sleight: error: \(message)\n".legibleLines)
      Glibc.exit(exitCode(for: error).rawValue)
    }
  }

  /// Prints the state of what gestures need, in a few lines, and the next command.
  func run() throws {
    try Failure.report {
      let findings = try Doctor.findings(
        path: try ConfigOption.defaultPath, isNamed: false, configuration: ConfigOption.directory, gestures: .running)
      let subjects: [Finding.Subject] = [.devices, .rules, .compositor, .input, .daemon]
      var shown = subjects.compactMap { subject in findings.first { $0.subject == subject } }
      // Once all works, what is missing at the next login.
      if shown.allSatisfy({ $0.state == .good }) {
        shown += findings.filter { $0.subject == .unit && $0.state == .note }
      }
      let next = Self.nextCommand(for: findings) ?? Self.nextCommand(for: shown, .note)
      // A command to paste is not wrapped.
      try StandardStream.output.write(
        shown.map(\.heading).joined() + "\nNext:\n    \((next ?? Self.startable("sleight monitor")).legible)\n")
      try StandardStream.output.show("\n'sleight doctor' says more, 'sleight --help' lists the commands.\n")
    }
  }

  /// The command that fixes the first of the findings in a state that a command fixes; nil if there is none.
  static func nextCommand(for findings: [Finding], _ state: Finding.State = .wrong) -> String? {
    // Findings are in the order in which problems should be fixed.
    let remedies = findings.lazy.filter { $0.state == state }.map(\.remedy)
    return remedies.first { !$0.isEmpty }.map { $0.map(startable).joined(separator: " && ") }
  }

  /// The command with this program's path, if PATH requires it.
  private static func startable(_ command: String) -> String {
    command.hasPrefix("sleight ") ? Environment.ownCommand + command.dropFirst("sleight".count) : command
  }

  /// Suggests a command for an unknown one: the library does so for options only.
  func validate() throws {
    var words = Environment.arguments[...]
    if words.first == "help" { words = words.dropFirst() }
    guard let word = words.first else { return }
    let commands = Self.configuration.subcommands.map { $0.configuration }
    let names = commands.compactMap(\.commandName) + ["help"]
    if word.hasPrefix("--") {
      guard let command = words.first(where: names.contains), !["--help", "--version"].contains(word) else { return }
      throw ValidationError("'\(word.legible)' must follow '\(command)'")
    }
    guard !word.hasPrefix("-"), !names.contains(word) else {
      return try Self.suggestOption(for: word, words.dropFirst())
    }
    let shown = commands.filter(\.shouldDisplay).compactMap(\.commandName)
    let meant =
      (Self.answer(to: Array(words)) ?? Self.answer(to: [word])).map { "; \($0)" }
      ?? Suggestion.nearest(to: word, among: shown).map { "; did you mean '\($0)'?" }
      ?? RecipesCommand.hint(for: Array(words))
    throw ValidationError("unknown command '\(word.legible)'\(meant ?? "")")
  }

  /// Suggests the option of `command` that a short form of other programs means: `run -v`, `pause 10s`.
  private static func suggestOption(for command: String, _ arguments: ArraySlice<String>) throws {
    switch command {
    case "run":
      let levels = [
        "-v": "debug", "--verbose": "debug", "-d": "debug", "--debug": "debug", "-q": "warning", "--quiet": "warning",
      ]
      guard let option = arguments.first(where: { levels[$0] != nil }), let level = levels[option] else { return }
      throw ValidationError("unknown option '\(option)'; did you mean '--log-level \(level)'?")
    case "pause", "mode":
      // The first word of 'mode' is its name, and '--for' has a value of its own.
      guard !arguments.contains("--for"),
        let time = arguments.filter({ !$0.hasPrefix("-") }).dropFirst(command == "mode" ? 1 : 0).first,
        (try? WrittenDuration(time)) != nil
      else { return }
      throw ValidationError("unexpected argument '\(time.legible)'; did you mean '--for \(time.legible)'?")
    default: return
    }
  }

  /// The command that does the work of one of another tool; nil for other words.
  static func answer(to words: [String]) -> String? { otherCommands[words.joined(separator: " ").lowercased()] }

  private static let otherCommands: [String: String] = {
    let run = "'sleight run' runs the daemon, 'systemctl --user start sleight' runs it in the background"
    let stop = "'systemctl --user stop sleight' stops it, 'sleight pause' pauses it"
    let check = "did you mean 'check'?"
    let file = "the rules are in ~/.config/sleight/rules.yml; 'sleight init' writes them"
    return [
      "start": run, "daemon": run, "launch": run,
      "enable": "'systemctl --user enable --now sleight' starts it at login",
      "stop": stop, "quit": stop, "kill": stop, "exit": stop,
      "disable": "'systemctl --user disable --now sleight' stops it, also at login",
      "restart": "'systemctl --user restart sleight' restarts it, 'sleight reload' reloads the rules",
      "calibrate": "did you mean 'tune'?", "last": "did you mean 'why'?", "history": "did you mean 'why'?",
      "list": "'sleight explain' lists the rules, 'sleight devices' the devices",
      "rules": "'sleight explain' lists the rules", "gestures": "'sleight monitor' shows gestures",
      "validate": check, "lint": check, "verify": check, "test": "did you mean 'check' or 'replay'?",
      "convert": "did you mean 'import'?", "migrate": "did you mean 'import'?",
      "version": "did you mean '--version'?", "watch": "did you mean 'monitor'?", "debug": "did you mean 'monitor'?",
      "log": "'journalctl --user -u sleight' shows the log", "logs": "'journalctl --user -u sleight' shows the log",
      "config": file, "config file": file, "configuration": file, "rules file": file,
      "setup": "did you mean 'init'?", "install": "'sleight doctor' shows the commands that set it up",
      "teach": "did you mean 'learn'?", "add": "did you mean 'learn'?", "info": "did you mean 'status'?",
      "unpause": "did you mean 'resume'?", "run-rule": "did you mean 'trigger'?", "fire": "did you mean 'trigger'?",
    ]
  }()
}
