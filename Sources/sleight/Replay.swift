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
    let actor = act ? try RecordedActor(rules) : nil
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
        try actor?.perform(outcome, in: player.situation)
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

/// Does what a recording's gestures set off.
private final class RecordedActor {
  private let commands = Commands()
  private let signals: SignalDescriptor
  private var epoll: Epoll
  private var performer: Performer
  private var pumpAt: Timestamp?
  private var hasUsedInput = false
  private let compositor: SessionCompositor

  init(_ rules: RuleSet) throws {
    let signals = try SignalDescriptor([SIGCHLD])
    let epoll = try Epoll()
    try epoll.add(signals.number, token: 0)
    self.signals = signals
    self.epoll = epoll
    let input = VirtualInput()
    compositor = try SessionCompositor { note in
      switch note {
      case .news: break
      case .trouble(let text): Failure.warn("warning: \(text)")
      case .failure(let text): Failure.warn("error: \(text)")
      }
    }
    performer = Performer(
      .live(commands: commands, input: input, tell: compositor.tell) { Failure.warn("error: \($0)") })
    for problem in input.prepare(for: rules, at: Self.now) { Failure.warn("warning: \(problem)") }
  }

  private static var now: Timestamp { Timestamp(microseconds: monotonicNow()) }

  func perform(_ outcome: Outcome, in situation: Situation) throws(SystemError) {
    let actions = outcome.actions
    guard let rule = outcome.rule, !actions.isEmpty || performer.isConcerned(by: outcome.gesture) else { return }
    pumpAt = performer.perform(
      rule, gesture: outcome.gesture, device: outcome.device, situation: situation, at: Self.now)
    // A recording goes faster than keys can be pressed: in order, one gesture's keys before the next one's.
    if pumpAt != nil { hasUsedInput = true }
    try finish()
  }

  /// Waits until everything is done, and every step's command is started.
  private func finish() throws(SystemError) {
    var ready: [Epoll.Ready] = []
    while let next = pumpAt {
      try epoll.wait(into: &ready, timeout: max(.zero, next - Self.now))
      while try signals.next() != nil {}
      _ = commands.reaped()
      pumpAt = performer.pump(at: Self.now)
    }
  }

  /// Waits until the compositor has answered, and until everybody has read the last event: a device that goes takes
  /// along what nobody has.
  func leave() {
    compositor.finish()
    if hasUsedInput { Self.sleep(until: Self.now + .milliseconds(200)) }
  }

  private static func sleep(until moment: Timestamp) {
    let wait = max(0, moment.microseconds - now.microseconds)
    var time = timespec(tv_sec: Int(wait / 1_000_000), tv_nsec: Int(wait % 1_000_000) * 1000)
    nanosleep(&time, nil)
  }
}
