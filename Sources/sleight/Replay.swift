import Actions
import ArgumentParser
import Daemon
import Diagnostics
import Gestures
import Glibc
import Linux
import Rules
import Touch

struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Runs a recording through the rules, at full speed.",
    usage: "sleight replay [--config <file>] [--json] [--act] [<situation>] <file>",
    discussion: """
      Shows the gestures in it and what the rules would do, and does it only with --act. Reads recordings of \
      'sleight record', the text of 'libinput debug-events', and files of 'libinput record --with-libinput'.
      Exit status 1 where something in the file cannot be read; what can be is replayed all the same.
      """)

  @OptionGroup var config: ConfigOption

  @Flag(help: "One JSON object a line for each gesture and each action.")
  var json = false

  @Flag(help: "Do what the rules say.")
  var act = false

  @OptionGroup(title: "The situation") var situation: SituationOptions

  @Argument(help: "The recording. '-' is standard input.", completion: .file())
  var file: String

  func run() throws {
    try Failure.report {
      let rules = try config.rules()
      let source = try RecordingFile(file)
      try source.tellProblems()
      try replay(source.recording.events, rules)
      if !source.recording.problems.isEmpty { throw ExitCode(1) }
    }
  }

  private func replay(_ events: [TouchEvent], _ rules: RuleSet) throws {
    var actor = act ? try RecordedActor(rules) : nil
    var player = RulesPlayer(rules, in: situation.situation, unasked: true)
    var adjustments = DeviceAdjustments(rules.devices)
    var names: [DeviceID: String] = [:]
    var gestures: [Gesture] = []
    func flush() throws {
      for gesture in gestures {
        let outcome = Outcome(
          gesture: gesture, device: names[gesture.device] ?? "device \(gesture.device.number)",
          rule: rules.rule(for: gesture))
        let lines = json ? outcome.jsonLines : outcome.plainLines
        try StandardStream.output.write(lines.map { "\($0)\n" }.joined())
        actor?.perform(outcome)
      }
      gestures.removeAll(keepingCapacity: true)
    }
    for event in events {
      if case .deviceAdded(let device) = event.kind {
        names[event.device] = device.name
        let properties = adjustments.properties(of: device)
        if properties.isIgnored == true { Failure.warn(device.announcement(properties, over: nil)) }
      }
      guard let event = adjustments.adjust(event) else { continue }
      player.handle(event, into: &gestures)
      try flush()
    }
    player.finish(into: &gestures)
    try flush()
    actor?.leave()
  }
}
