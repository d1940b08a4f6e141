import ArgumentParser
import Control
import Diagnostics
internal import Explaining
import Gestures
import JSONLines
import Linux
import Rules
import Surroundings

struct FollowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Print what the daemon does, as it does it: gestures, actions, modes.",
    discussion: """
      Prints each phase of each gesture that rules ask for, with its amounts, the actions of its rule, and changes of \
      the mode, the pause and the session, until SIGINT (Ctrl+C) or the end of the daemon. Includes owned devices. A \
      reader that is too slow misses lines, and is told how many. With --progress, also prints the rule that fingers are \
      near to while they move, and with --misses why it did not act.
      """)

  @Flag(name: .shortAndLong, help: "Print a JSON object per line.")
  var json = false

  @Flag(help: "Print the rule that fingers are near to, and how near.")
  var progress = false

  @Flag(help: "Print why a rule that fingers were near to did not act.")
  var misses = false

  func run() throws {
    try Failure.report {
      try ControlClient.follow(.events(progress: progress || misses)) { line in
        guard let value = try? JSONReader.read(line) else { return }
        if value["ok"]?.bool == false { throw Failure(value["error"]?.string ?? "") }
        if progress || (value["progress"] == nil && value["fullscreen"] == nil) || value["ok"] != nil {
          if json {
            try StandardStream.output.write(String(decoding: line, as: UTF8.self) + "\n")
          } else if let text = Self.text(of: value) {
            try StandardStream.output.show("\(text.legible)\n")
          }
        }
        if misses, value["lifted"] != nil, value["acted"]?.bool == false { try printMiss() }
      }
    }
  }

  /// Explains the last touch as `why` does.
  private func printMiss() throws {
    let reply = try ControlClient.touches()
    guard let touch = reply.touches.first else { return }
    let story = try TouchStory(touch, number: 1, rules: try ConfigOption.load(reply.config).rules)
    try json
      ? StandardStream.output.write("{\"missed\": \(story.jsonLine)}\n")
      : StandardStream.output.show("\(story.verdict.legible)\n")
  }

  /// An event for people; nil for the status at the beginning, and for fingers that are near to nothing any more.
  private static func text(of event: JSONValue) -> String? {
    func word(_ key: String) -> String? { event[key]?.string }
    func rule() -> String? { word("rule").map { Rule.heading($0, word("name")) } }
    if let gesture = word("progress") {
      let amounts = [event["reached"], event["limit"]].map { ($0?.number ?? 0).tenths }.joined(separator: " of ")
      return "\(gesture), \(counted(event["fingers"]?.integer ?? 0, "finger")), \(amounts) \(word("unit") ?? ""): "
        + (rule() ?? "")
    }
    if let gesture = word("gesture") {
      let kind = [gesture, word("direction"), word("stroke")].compactMap { $0 }.joined(separator: " ")
      let rule = rule() ?? "no rule"
      let window = WindowAnswer(event["under"]).text(withTitle: true).map { "; \($0)" } ?? ""
      return "\(kind), \(counted(event["fingers"]?.integer ?? 0, "finger")), \(word("phase") ?? ""): \(rule)\(window)"
    }
    if let action = event["action"] { return "  action \(action.text)" }
    if let lost = event["lost"]?.integer { return "\(counted(lost, "line")) lost: the reader is too slow" }
    if event["ok"] != nil { return nil }
    if let mode = word("mode") { return "mode \(mode)" }
    if let session = word("session") { return "session \(session)" }
    return event["paused"]?.bool.map { $0 ? "paused" : "resumed" }
  }
}
