import Actions
import ArgumentParser
import Daemon
import Diagnostics
import Engine
import Explaining
internal import Foreign
import Gestures
import Glibc
import Linux
import Logging
import Pictures
import Rules
import Surroundings
import Time
import Touch

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Run a recording through the rules, at full speed.",
    usage: """
      sleight replay [--config <file>] [--json] [--act] [<situation>] <file>
      sleight replay --svg <picture> [--animate] [--force] [<options>] <file>
      """,
    discussion: """
      Lists each gesture with the actions of its rule, and for each touch on which no rule acts the nearest rule and \
      the reason. Performs the actions only with --act. Reads recordings of 'sleight record', the output of 'libinput \
      debug-events', and files of 'libinput record --with-libinput'; of
      touchscreens, also files of 'libinput record' and 'evemu-record'.
      With --svg, draws the path of the fingers, the point where each gesture was recognised, and the distances that it \
      required, for bug reports. The picture shows where a touchscreen was touched.
      Exit status 1 if part of the file cannot be read; the rest is replayed.
      """)

  @OptionGroup var config: ConfigOption

  @Flag(name: .shortAndLong, help: "Print a JSON object per line for each gesture and action.")
  var json = false

  @Flag(help: "Perform the actions.")
  var act = false

  @Option(
    help: ArgumentHelp(
      "Write a picture in SVG format instead; '-' is standard output.",
      valueName: "picture"),
    completion: .file(extensions: ["svg"]), transform: fileName)
  var svg: String?

  @Flag(help: "Move the fingers in the picture, in slow motion.")
  var animate = false

  @Flag(name: .shortAndLong, help: "Replace an existing picture.")
  var force = false

  @OptionGroup(title: "Situation") var situation: SituationOptions

  @Argument(help: "The recording; '-' is standard input.", completion: .file(), transform: fileName)
  var file: String

  func validate() throws {
    if svg != nil, json || act { throw ValidationError("--svg excludes --json and --act") }
    if svg == nil, force || animate {
      throw ValidationError("\(force ? "--force" : "--animate") requires --svg")
    }
  }

  func run() throws {
    try Failure.report {
      let (rules, paths) = try config.load()
      let picture = try svg.map { try OutputFile($0, isForced: force, inputs: [file] + paths) }
      let source = try RecordingFile(file)
      try source.printProblems()
      if let picture {
        // Nothing to draw, and perhaps a picture to lose.
        if source.recording.events.isEmpty, !source.recording.isWhole { throw ExitCode(1) }
        try draw(source, rules, to: picture)
      } else {
        try replay(source, rules)
      }
      if !source.recording.isWhole { throw ExitCode(1) }
    }
  }

  /// Prints the gestures and their actions, and performs the actions if requested.
  private func replay(_ source: RecordingFile, _ rules: RuleSet) throws {
    let events = source.recording.events
    var lines = TouchLines(rules, json: json)
    warnOfIgnored(events, rules)
    if act {
      let log = Logger(label: "sleight") { _ in ErrorLog(level: .warning) }
      var tracker = TouchTracker(triggers: rules.triggers)
      let run = try RecordedRun(
        rules, in: situation.applied(to: source.situation), panels: source.panels, log: log
      ) { effect in
        tracker.add(effect)
        try lines.print(.effect(effect))
      } handled: { now, engine in
        for observed in tracker.update(at: now, isOfTime: true, from: engine) { try lines.print(observed) }
      }
      try run.play(events)
    } else {
      try play(source, rules) { try lines.print($0) }
    }
  }

  /// Writes the recording as a picture.
  private func draw(_ source: RecordingFile, _ rules: RuleSet, to file: OutputFile) throws {
    // Only the file name: the recording's directory is private when the picture is shared.
    warnOfIgnored(source.recording.events, rules)
    let svg = try Self.picture(named: source.name.lastComponent, rules, isAnimated: animate) {
      try play(source, rules, observe: $0)
    }
    // The picture shows where a touchscreen was touched, on an on-screen keyboard for example.
    try file.write(svg, mode: 0o600)
  }

  /// The picture of a run, as SVG.
  static func picture(
    named name: String, _ rules: RuleSet, remark: String? = nil, isAnimated: Bool = false,
    of run: (@escaping (Observed) throws -> Void) throws -> Void
  ) throws -> String {
    try collected(named: name, rules, remark: remark, isAnimated: isAnimated, of: run).svg
  }

  /// The drawing of an ideal hand that makes the gesture of a rule, as SVG.
  static func drawing(of rule: Rule, in rules: RuleSet) throws -> String {
    let gesture = try ImaginedGesture(of: rule, in: rules)
    // The rule acts here, whatever its condition.
    var rule = rule
    rule.condition = Condition()
    let alone = RuleSet([rule], settling: rules.settling, devices: rules.devices)
    let picture = try collected(named: gesture.text, alone) { observe in
      try ObservedRun(alone, in: Situation(), TouchTracker(triggers: alone.triggers), observe: observe)
        .play(gesture.events, panels: [])
    }
    guard let drawing = picture.drawing else { throw Failure("no device reports the gesture of this rule") }
    return drawing
  }

  private static func collected(
    named name: String, _ rules: RuleSet, remark: String? = nil, isAnimated: Bool = false,
    of run: (@escaping (Observed) throws -> Void) throws -> Void
  ) throws -> Picture {
    var picture = Picture(of: name, rules: rules.rules.map(PicturedRule.init), remark: remark, isAnimated: isAnimated)
    try run { observed in
      switch observed {
      case .effect(.touch(let event)): picture.add(event)
      case .effect(.gesture(let gesture, _, _)): picture.add(gesture)
      case .missed(let touch, let rules, let situation):
        let nearest = Explanation.nearest(to: touch.attempt, by: rules, in: situation)
        picture.explain(touch, rule: nearest.rule, reason: nearest.reasons.briefText)
      case .effect, .stuck, .handled: break
      }
    }
    return picture
  }

  private func play(
    _ source: RecordingFile, _ rules: RuleSet, observe: @escaping (Observed) throws -> Void
  ) throws {
    let situation = situation.applied(to: source.situation)
    try ObservedRun(rules, in: situation, TouchTracker(triggers: rules.triggers), observe: observe)
      .play(source.recording.events, panels: source.panels)
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
