import Engine
import Explaining
import Gestures
import Pictures
import Rules
import RulesFile
import Testing
import Time
import Touch

/// The picture of a recording, drawn with rules given as text.
func picture(of recording: String, rules text: String = "rules: []", name: String = "hand.jsonl") -> String {
  picture(of: Recording.read(Array(recording.utf8)).events, rules: text, name: name)
}

/// The picture of events, drawn with rules given as text.
func picture(
  of events: [TouchEvent], rules text: String = "rules: []", name: String = "hand.jsonl",
  in situation: Situation = Situation()
) -> String {
  let file = RulesFile.check(text: text, name: "rules.yml")
  #expect(file.rules != nil)
  let rules = file.rules ?? RuleSet()
  var picture = Picture(of: name, rules: rules.rules.map(\.pictured))
  var run = DryRun(rules, in: situation, isObserved: true)
  var tracker = TouchTracker(triggers: rules.triggers)
  func draw(_ effect: Effect) {
    switch effect {
    case .touch(let event):
      picture.add(event)
      tracker.add(event)
    case .gesture(let gesture, _, _):
      picture.add(gesture)
      tracker.add(gesture)
    default: break
    }
  }
  func explain(at now: Timestamp) {
    let misses = tracker.update(
      at: now, observations: { run.engine.observation(on: $0) }, isAtRest: { run.engine.isRecognitionAtRest(on: $0) },
      failures: { run.engine.failures(on: $0) })
    for touch in misses where !rules.rules.isEmpty {
      let nearest = Explanation.nearest(to: touch.attempt, by: run.engine.rules, in: run.engine.situation)
      picture.explain(touch, rule: nearest.rule, reason: nearest.reasons.briefText)
    }
  }
  for event in events {
    run.advance(to: event.time, draw)
    explain(at: event.time)
    run.handle(.touch(event), at: event.time, draw)
    explain(at: event.time)
  }
  run.handle(.finish, at: .zero, draw)
  explain(at: .latest)
  return picture.svg
}

/// The text of recordings.
enum RecordingText {
  /// The first line of a recording on a touchscreen of 100 x 50 mm.
  static let screen = header(name: "Screen", kind: "touchscreen", size: #""width": 100, "height": 50"#)
  /// The first line of a recording on a touchpad of 100 x 70 mm.
  static let pad = header(name: "Pad", kind: "touchpad", size: #""width": 100, "height": 70"#)

  /// The first line of a recording on a touchpad of 100 x 70 mm, with its contacts.
  static let contacts = header(
    name: "Pad", kind: "touchpad",
    size: #""width": 100, "height": 70, "builtin": true, "#
      + #""contacts": {"slots": 5, "fingers": 5, "positions": true, "pressure": false, "clickpad": true}"#)

  /// The first line of a recording on the same touchpad with two slots, which counts up to five fingers.
  static let counting = contacts.replacing("\"slots\": 5", with: "\"slots\": 2")

  static func header(name: String, kind: String, size: String) -> String {
    #"{"sleight": 1, "devices": [{"id": 0, "name": "\#(name)", "kind": "\#(kind)", \#(size)}]}"# + "\n"
  }

  /// One line; `time` in ms.
  static func line(_ time: Int, _ event: String, _ rest: String = "") -> String {
    #"{"t": \#(time * 1000), "device": 0, "event": "\#(event)"\#(rest.isEmpty ? "" : ", " + rest)}"# + "\n"
  }

  /// Fingers that land together, move in a straight line by 2 mm every 10 ms, and lift together.
  static func swipe(at time: Int = 0, from start: [(x: Double, y: Double)], by way: (x: Double, y: Double)) -> String {
    let steps = max(Int((way.x * way.x + way.y * way.y).squareRoot() / 2), 1)
    var text = ""
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      for (slot, position) in start.enumerated() {
        let position = #""x": \#(position.x + way.x * share), "y": \#(position.y + way.y * share)"#
        text += line(time + 10 * step, step == 0 ? "touch-down" : "touch-motion", "\"slot\": \(slot), \(position)")
      }
      text += line(time + 10 * step, "touch-frame")
    }
    for slot in start.indices { text += line(time + 10 * steps + 10, "touch-up", "\"slot\": \(slot)") }
    return text + line(time + 10 * steps + 10, "touch-frame")
  }

  /// A finger that taps.
  static func tap(at time: Int, x: Double, y: Double) -> String {
    line(time, "touch-down", "\"slot\": 0, \"x\": \(x), \"y\": \(y)") + line(time, "touch-frame")
      + line(time + 60, "touch-up", "\"slot\": 0") + line(time + 60, "touch-frame")
  }
}
