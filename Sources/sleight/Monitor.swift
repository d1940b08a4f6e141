import ArgumentParser
import Daemon
import Gestures
import Glibc
import Libinput
import Linux
import Rules
import Touch

struct Monitor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Shows gestures as they are made, and the rule that each would set off.",
    usage: "sleight monitor [--config <file>] [--plain | --json] [<situation>]",
    discussion: """
      Acts on nothing, and can run beside the daemon. On a terminal it draws the fingers, how far each recogniser has \
      come, and the rule that acts or why none does; 'q' leaves. Elsewhere, and with --plain, it prints a line for each \
      gesture, those that no rule asks for too, until SIGINT (Ctrl+C).
      """)

  @OptionGroup var config: ConfigOption

  @Flag(help: "Lines of text, on a terminal too.")
  var plain = false

  @Flag(help: "One JSON object a line for each gesture and each action.")
  var json = false

  @OptionGroup(title: "The situation") var situation: SituationOptions

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
    let watch = try LiveTouches(devices: rules.devices)
    let start = monotonicNow()
    var player = RulesPlayer(rules, in: situation.situation, unasked: true)
    var gestures: [Gesture] = []
    func show() {
      for var gesture in gestures {
        gesture.time = Timestamp(microseconds: gesture.time.microseconds - start)
        let name = watch.name(of: gesture.device)
        watch.write(Outcome(gesture: gesture, device: name, rule: rules.rule(for: gesture)), json: json)
      }
      gestures.removeAll(keepingCapacity: true)
    }
    watch.loop.handlers.deadline = { player.deadline }
    watch.loop.handlers.expire = {
      player.expire(at: $0, into: &gestures)
      show()
    }
    try watch.run {
      player.handle($0, into: &gestures)
      show()
    }
  }
}
