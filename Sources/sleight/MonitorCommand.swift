import ArgumentParser
import Engine
import Pictures
import Rules
import Time

struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Show gestures live, and the rule that acts on each.",
    usage: "sleight monitor [--config <file>] [--plain | --json] [<situation>]",
    discussion: """
      Performs no actions, and can run beside the daemon. On a terminal, draws the fingers, the state of each \
      recogniser, and the rule that acts, or the nearest rule and the reason why it does not; 'q' quits. Otherwise, and \
      with --plain, prints a line for each gesture, with or without a rule, and for each touch on which no rule acts, \
      until SIGINT (Ctrl+C).
      """)

  @OptionGroup var config: ConfigOption

  @Flag(help: "Print lines of text, also on a terminal.")
  var plain = false

  @Flag(name: .shortAndLong, help: "Print a JSON object per line for each gesture and action.")
  var json = false

  @OptionGroup(title: "Situation") var situation: SituationOptions

  func validate() throws {
    if plain, json { throw ValidationError("--plain and --json exclude each other") }
  }

  func run() throws {
    try Failure.report {
      let rules = try config.rules()
      if !plain, !json, LiveTerminal.canDraw {
        try LiveMonitor(rules, in: situation.situation).run()
      } else {
        try printLines(rules)
      }
    }
  }

  private func printLines(_ rules: RuleSet) throws {
    let watch = try WatchedRun(rules, in: situation.situation)
    var tracker = TouchTracker(triggers: rules.triggers)
    var stuck = StuckContacts(since: watch.start)
    func update(at now: Timestamp) {
      for touch in tracker.update(at: now, from: watch.run.engine) {
        let miss = watch.nearMiss(touch)
        watch.touches.write([json ? miss.jsonLine : miss.plainLine])
      }
      watch.touches.write(watch.update(&stuck, at: now).map { json ? $0.jsonLine : $0.plainLine })
    }
    try watch.run(
      deadline: { [tracker.deadline, stuck.deadline].compactMap { $0 }.min() },
      expire: { now in
        if [tracker.deadline, stuck.deadline].contains(where: { $0.map { $0 <= now } ?? false }) { update(at: now) }
      },
      handled: update
    ) { effect in
      tracker.add(effect)
      if case .gesture(let gesture, let rule) = effect {
        watch.touches.write(watch.outcome(gesture, rule: rule), json: json)
      }
    }
  }
}
