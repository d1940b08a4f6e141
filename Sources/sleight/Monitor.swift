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
    abstract: "Shows gestures as they are made, and the rule that each would set off.",
    discussion: "Acts on nothing. Gestures that no rule asks for are shown too. Ends with SIGINT (Ctrl+C).")

  @OptionGroup var config: ConfigOption

  @Flag(help: "One JSON object a line for each gesture and each action.")
  var json = false

  func run() throws {
    try Failure.report {
      let rules = try config.rules()
      let watch = try LiveTouches()
      let start = monotonicNow()
      var clock = RecognitionClock(Recognition(rules.triggers, unasked: true))
      func show(_ gesture: Gesture) {
        var gesture = gesture
        gesture.time = Timestamp(microseconds: gesture.time.microseconds - start)
        let name = clock.devices.first { $0.id == gesture.device }?.name ?? watch.name(of: gesture.device)
        watch.write(Outcome(gesture: gesture, device: name, rule: rules.rule(for: gesture)), json: json)
      }
      watch.loop.handlers.deadline = { clock.deadline }
      watch.loop.handlers.expire = { clock.expire(at: $0).forEach(show) }
      try watch.run { clock.handle($0).forEach(show) }
    }
  }
}
