import Actions
import ArgumentParser
import Diagnostics
import Engine
import Gestures
import Glibc
import Linux
import Pictures
import Rules
import Surroundings
import Touch

struct ReplayCommand: ParsableCommand {
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
      try source.printProblems()
      if let svg {
        try draw(source, rules, to: svg)
      } else {
        try replay(source.recording.events, rules)
      }
      if !source.recording.problems.isEmpty { throw ExitCode(1) }
    }
  }

  /// Prints the gestures and their actions, and performs the actions if requested.
  private func replay(_ events: [TouchEvent], _ rules: RuleSet) throws {
    var names: [DeviceID: String] = [:]
    func show(_ effect: Effect) throws {
      switch effect {
      case .touch(let event): if case .deviceAdded(let device) = event.kind { names[event.device] = device.name }
      case .gesture(let gesture, let rule):
        let outcome = Outcome(
          gesture: gesture, device: names[gesture.device] ?? "device \(gesture.device.number)",
          rule: rule.map { rules[$0] })
        let lines = json ? outcome.jsonLines : outcome.plainLines
        try StandardStream.output.write(lines.map { "\($0)\n" }.joined())
      default: break
      }
    }
    warnOfIgnored(events, rules)
    guard act else { return try play(events, rules, show) }
    let run = try ActingRun(rules, in: situation.situation)
    for event in events { try run.play(event, show) }
    try run.finish(show)
  }

  /// Writes the recording as a picture.
  private func draw(_ source: RecordingFile, _ rules: RuleSet, to path: String) throws {
    // Only the file name: the recording's directory is private when the picture is shared.
    let name = source.name.split(separator: "/").last.map(String.init) ?? source.name
    var picture = Picture(of: name, rules: rules.rules.map(PicturedRule.init))
    warnOfIgnored(source.recording.events, rules)
    try play(source.recording.events, rules) { effect in
      switch effect {
      case .touch(let event): picture.add(event)
      case .gesture(let gesture, _): picture.add(gesture)
      default: break
      }
    }
    try OutputFile.write(picture.svg, to: path)
  }

  private func play(_ events: [TouchEvent], _ rules: RuleSet, _ body: (Effect) throws -> Void) throws {
    var run = DryRun(rules, in: situation.situation, isObserved: true)
    for event in events { try run.play(event, body) }
    try run.handle(.finish, at: .zero, body)
  }

  private func warnOfIgnored(_ events: [TouchEvent], _ rules: RuleSet) {
    let adjustments = DeviceAdjustments(rules.devices)
    for event in events {
      guard case .deviceAdded(let device) = event.kind else { continue }
      let properties = adjustments.properties(of: device)
      if properties.isIgnored == true { Failure.warn(device.announcement(properties, over: nil)) }
    }
  }
}
