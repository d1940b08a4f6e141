import Actions
import ArgumentParser
import Daemon
import Diagnostics
import Gestures
import Glibc
import Linux
import Pictures
import Rules
import Touch

struct Replay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Runs a recording through the rules, at full speed.",
    usage: """
      sleight replay [--config <file>] [--json] [--act] [<situation>] <file>
      sleight replay --svg <picture> [--config <file>] [<situation>] <file>
      """,
    discussion: """
      Shows the gestures in it and what the rules would do, and does it only with --act. Reads recordings of \
      'sleight record', the text of 'libinput debug-events', and files of 'libinput record --with-libinput'.
      With --svg it becomes a picture that shows where the fingers went, where each gesture was recognised, and how far \
      it had to go: made for a report of what went wrong. It shows where a screen was touched.
      Exit status 1 where something in the file cannot be read; what can be is replayed all the same.
      """)

  @OptionGroup var config: ConfigOption

  @Flag(help: "One JSON object a line for each gesture and each action.")
  var json = false

  @Flag(help: "Do what the rules say.")
  var act = false

  @Option(
    help: ArgumentHelp(
      "Draw it instead, as a picture in this file; an old one is replaced. '-' is standard output.",
      valueName: "picture"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @OptionGroup(title: "The situation") var situation: SituationOptions

  @Argument(help: "The recording. '-' is standard input.", completion: .file())
  var file: String

  func validate() throws {
    if svg != nil, json || act { throw ValidationError("--svg only draws: it goes with neither --json nor --act") }
  }

  func run() throws {
    try Failure.report {
      let rules = try config.rules()
      let source = try RecordingFile(file)
      try source.tellProblems()
      if let svg {
        try draw(source, rules, to: svg)
      } else {
        try replay(source.recording.events, rules)
      }
      if !source.recording.problems.isEmpty { throw ExitCode(1) }
    }
  }

  /// Tells what comes of the events, and does it where that is wanted.
  private func replay(_ events: [TouchEvent], _ rules: RuleSet) throws {
    let actor = act ? try RecordedActor(rules) : nil
    var names: [DeviceID: String] = [:]
    try play(events, rules) { event in
      if case .deviceAdded(let device) = event.kind { names[event.device] = device.name }
    } gesture: { gesture, situation in
      let outcome = Outcome(
        gesture: gesture, device: names[gesture.device] ?? "device \(gesture.device.number)",
        rule: rules.rule(for: gesture))
      let lines = json ? outcome.jsonLines : outcome.plainLines
      try StandardStream.output.write(lines.map { "\($0)\n" }.joined())
      try actor?.perform(outcome, in: situation)
    }
    actor?.leave()
  }

  /// Writes what comes of the recording as a picture.
  private func draw(_ source: RecordingFile, _ rules: RuleSet, to path: String) throws {
    // Where the file lies is nobody's business whom the picture is sent to.
    let name = source.name.split(separator: "/").last.map(String.init) ?? source.name
    var picture = Picture(of: name, rules: rules.rules.map(PicturedRule.init))
    try play(source.recording.events, rules) {
      picture.take($0)
    } gesture: { gesture, _ in
      picture.take(gesture)
    }
    try OutputFile.write(picture.svg, to: path)
  }

  /// Runs events through the rules. Each is handed over as the rules file says it is to be understood, and then what was
  /// recognised in it, with the situation that it then is.
  private func play(
    _ events: [TouchEvent], _ rules: RuleSet, event take: (TouchEvent) -> Void,
    gesture tell: (Gesture, Situation) throws -> Void
  ) throws {
    var player = RulesPlayer(rules, in: situation.situation, unasked: true)
    var adjustments = DeviceAdjustments(rules.devices)
    var gestures: [Gesture] = []
    func flush() throws {
      for gesture in gestures { try tell(gesture, player.situation) }
      gestures.removeAll(keepingCapacity: true)
    }
    for event in events {
      if case .deviceAdded(let device) = event.kind {
        let properties = adjustments.properties(of: device)
        if properties.isIgnored == true { Failure.warn(device.announcement(properties, over: nil)) }
      }
      guard let event = adjustments.adjust(event) else { continue }
      take(event)
      player.handle(event, into: &gestures)
      try flush()
    }
    player.finish(into: &gestures)
    try flush()
  }
}
