import Engine
import Explaining
import Gestures
import Pictures
import Rules
import RulesFile
import Testing
import Time
import Touch

/// A recording replayed to a live picture, as in `monitor`.
struct LiveReplay: ~Copyable {
  private(set) var picture: LivePicture
  private var run: DryRun
  private var events: ArraySlice<TouchEvent>

  /// A recording with rules given as text.
  init(_ recording: String, rules text: String = "rules: []") {
    let file = RulesFile.check(text: text, name: "rules.yml")
    #expect(file.rules != nil)
    let rules = file.rules ?? RuleSet()
    run = DryRun(rules, isObserved: true)
    picture = LivePicture(rules: rules.rules.map(\.pictured))
    events = Recording.read(Array(recording.utf8)).events[...]
    #expect(!events.isEmpty)
  }

  /// Advances to a time of the recording, in ms.
  mutating func advance(to milliseconds: Int64) {
    let now = Timestamp(microseconds: milliseconds * 1000)
    while let event = events.first, event.time <= now {
      events.removeFirst()
      step(at: event.time) { $0.advance(to: event.time, $1) }
      step(at: event.time) { $0.play(event, $1) }
    }
    step(at: now) { $0.advance(to: now, $1) }
  }

  private mutating func step(at now: Timestamp, _ body: (inout DryRun, (Effect) -> Void) -> Void) {
    var picture = picture
    body(&run) { effect in
      switch effect {
      case .touch(let event): picture.add(event)
      case .gesture(let gesture, let rule, _):
        picture.add(gesture)
        picture.note("\(gesture.kind.rawValue) \(gesture.phase.rawValue)", isMeant: rule != nil)
      default: break
      }
    }
    self.picture = picture
    let misses = self.picture.update(
      at: now, observations: { run.engine.observation(on: $0) }, isAtRest: { run.engine.isRecognitionAtRest(on: $0) },
      failures: { run.engine.failures(on: $0) })
    for touch in misses {
      let nearest = Explanation.nearest(to: touch.attempt, by: run.engine.rules, in: run.engine.situation)
      self.picture.explain(touch, rule: nearest.rule, reason: nearest.reasons.text)
    }
  }

  /// Shows a warning that holds now; nil if there is none.
  mutating func stand(_ line: String?) { picture.standing = line.map { [$0] } ?? [] }

  /// Adds a warning.
  mutating func warn(_ line: String) { picture.warn(line) }

  /// The lines on the screen at a time of the recording, in ms.
  mutating func lines(
    at milliseconds: Int64, columns: Int = 80, rows: Int = 24, repertoire: Repertoire = .unicode
  ) -> [String] {
    advance(to: milliseconds)
    let now = Timestamp(microseconds: milliseconds * 1000)
    return picture.screen(columns: columns, rows: rows, repertoire: repertoire, at: now).lines
  }

  /// The lines as one text, without the empty ones at its end.
  mutating func text(
    at milliseconds: Int64, columns: Int = 80, rows: Int = 24, repertoire: Repertoire = .unicode
  ) -> String {
    let lines = lines(at: milliseconds, columns: columns, rows: rows, repertoire: repertoire)
    return lines[...(lines.lastIndex { !$0.isEmpty } ?? 0)].joined(separator: "\n")
  }

  /// The next time at which the picture decides something without input, in ms of the recording.
  var deadline: Int64? { picture.deadline.map { $0.microseconds / 1000 } }

  /// The next time at which the picture changes without input, in ms of the recording.
  func nextChange(after milliseconds: Int64) -> Int64? {
    picture.nextChange(after: Timestamp(microseconds: milliseconds * 1000)).map { $0.microseconds / 1000 }
  }
}

extension Rule {
  /// The rule as pictures describe it, with a placeholder for its reaction.
  var pictured: PicturedRule {
    PicturedRule(
      heading: heading, gesture: gestureText, reaction: "what it does", trigger: trigger)
  }
}
