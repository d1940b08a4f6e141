import Actions
import ArgumentParser
import Diagnostics
import Engine
import Explaining
import Gestures
import Glibc
import Linux
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
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @Flag(help: "Move the fingers in the picture, in slow motion.")
  var animate = false

  @Flag(name: .shortAndLong, help: "Replace an existing picture.")
  var force = false

  @OptionGroup(title: "Situation") var situation: SituationOptions

  @Argument(help: "The recording; '-' is standard input.", completion: .file())
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
        try draw(source, rules, to: picture)
      } else {
        try replay(source.recording.events, rules)
      }
      if !source.recording.isWhole { throw ExitCode(1) }
    }
  }

  /// Prints the gestures and their actions, and performs the actions if requested.
  private func replay(_ events: [TouchEvent], _ rules: RuleSet) throws {
    var names: [DeviceID: String] = [:]
    func name(of device: DeviceID) -> String { names[device] ?? "device \(device.number)" }
    func show(_ effect: Effect) throws {
      switch effect {
      case .touch(let event): if case .deviceAdded(let device) = event.kind { names[event.device] = device.name }
      case .gesture(let gesture, let rule):
        let outcome = Outcome(gesture: gesture, device: name(of: gesture.device), rule: rule.map { rules[$0] })
        let lines = json ? outcome.jsonLines : outcome.plainLines
        try StandardStream.output.write(lines.map { "\($0)\n" }.joined())
      default: break
      }
    }
    func show(_ touch: TouchTracker.Miss, _ engine: Engine) throws {
      let miss = NearMiss(touch, device: name(of: touch.attempt.device.id), in: engine)
      try StandardStream.output.write((json ? miss.jsonLine : miss.plainLine) + "\n")
    }
    warnOfIgnored(events, rules)
    guard act else { return try play(events, rules, show, missed: show) }
    let run = try ActingRun(rules, in: situation.situation)
    var tracker = TouchTracker(triggers: rules.triggers)
    func follow(_ effect: Effect) throws {
      tracker.add(effect)
      try show(effect)
    }
    run.handled = { engine, now in
      for touch in tracker.update(at: now, from: engine) { try show(touch, engine) }
    }
    for event in events { try run.play(event, follow) }
    try run.finish(follow)
  }

  /// Writes the recording as a picture.
  private func draw(_ source: RecordingFile, _ rules: RuleSet, to file: OutputFile) throws {
    // Only the file name: the recording's directory is private when the picture is shared.
    let name = source.name.split(separator: "/").last.map(String.init) ?? source.name
    var picture = Picture(of: name, rules: rules.rules.map(PicturedRule.init), isAnimated: animate)
    warnOfIgnored(source.recording.events, rules)
    try play(source.recording.events, rules) { effect in
      switch effect {
      case .touch(let event): picture.add(event)
      case .gesture(let gesture, _): picture.add(gesture)
      default: break
      }
    } missed: { touch, engine in
      let nearest = Explanation.nearest(to: touch.attempt, by: engine.rules, in: engine.situation)
      picture.explain(touch, rule: nearest?.rule, reason: nearest?.reasons.text ?? "")
    }
    // It shows where a touchscreen was touched, on an on-screen keyboard for example.
    try file.write(picture.svg, mode: 0o600)
  }

  /// Runs the recording without performing actions.
  /// - Parameters:
  ///   - body: called with each effect.
  ///   - missed: called with each touch on which no rule acted, and the engine at its end.
  private func play(
    _ events: [TouchEvent], _ rules: RuleSet, _ body: (Effect) throws -> Void,
    missed: (TouchTracker.Miss, Engine) throws -> Void
  ) throws {
    var run = DryRun(rules, in: situation.situation, isObserved: true)
    var tracker = TouchTracker(triggers: rules.triggers)
    // A gesture of a rule may change the mode, and so what is pending on other devices.
    var hasGesture = false
    func follow(_ effect: Effect) throws {
      if case .gesture(_, .some) = effect { hasGesture = true }
      tracker.add(effect)
      try body(effect)
    }
    func update(at now: Timestamp, isOfTime: Bool) throws {
      defer { hasGesture = false }
      for touch in tracker.update(at: now, isOfTime: isOfTime, from: run.engine) { try missed(touch, run.engine) }
    }
    for event in events {
      let isDue = run.engine.deadline.map { $0 <= event.time } ?? false
      try run.advance(to: event.time, follow)
      try update(at: event.time, isOfTime: isDue)
      try run.handle(.touch(event), at: event.time, follow)
      try update(at: event.time, isOfTime: hasGesture)
    }
    try run.handle(.finish, at: .zero, follow)
    try update(at: .latest, isOfTime: true)
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
