internal import Diagnostics
internal import Gestures
internal import Time
internal import Touch

/// A gesture, from its beginning to its end.
struct GestureSpan: Sendable {
  /// The report in which it was recognised, or began.
  let first: Gesture
  /// The latest report.
  private(set) var last: Gesture
  /// The times at which it made steps, and how many; negative for steps back.
  private(set) var steps: [Timed<Int>] = []
  /// The index of the rule that it fulfils.
  let rule: RuleIndex?

  init(_ gesture: Gesture, rule: RuleIndex?) {
    first = gesture
    last = gesture
    self.rule = rule
    append(gesture)
  }

  /// True if its end was reported.
  var hasEnded: Bool { last.phase == .recognized || last.phase == .ended || last.phase == .cancelled }

  /// True if `gesture` is a later report of this gesture.
  func isContinued(by gesture: Gesture) -> Bool {
    !hasEnded && first.device == gesture.device && first.kind == gesture.kind && first.trigger == gesture.trigger
      && first.rule == gesture.rule
  }

  mutating func append(_ gesture: Gesture) {
    last = gesture
    if gesture.steps != 0 { steps.append(Timed(time: gesture.time, value: gesture.steps)) }
  }

  /// A description on one line.
  var text: String {
    var parts = [first.kind.rawValue]
    if let taps = first.taps {
      if first.kind.isMadeOfTaps {
        let words = ["single", "double", "triple"]
        parts = words.indices.contains(taps - 1) ? [words[taps - 1], "tap"] : ["tap", "\(taps) times"]
      } else if taps > 0 {
        parts.append("after \(counted(taps, "tap"))")
      }
    }
    parts += [first.stroke, first.direction?.rawValue].compactMap { $0 }
    return ([parts.joined(separator: " "), counted(first.fingers, "finger")] + measures).joined(separator: ", ")
  }

  /// Its distance, speed, scale, angle and steps, as far as its kind has them.
  private var measures: [String] {
    var measures: [String] = []
    switch first.kind.measure {
    case .speed:
      measures = ["\(first.translation.length.text) at \(Int(clamping: first.speed))\u{a0}mm/s"]
    case .distance: measures = ["\(last.translation.length.text)"]
    case .scale: measures = last.scale.map { ["to \(Int(clamping: $0 * 100))\u{a0}%"] } ?? []
    case .rotation: measures = last.rotation.map { ["by \(Tenths($0).text)°"] } ?? []
    case nil: break
    }
    let forth = steps.reduce(0) { $0 + max($1.value, 0) }
    let back = steps.reduce(0) { $0 - min($1.value, 0) }
    if forth > 0 { measures.append(counted(forth, "step")) }
    if back > 0 { measures.append("\(back) back") }
    return measures
  }

  /// Its time or time range, relative to `start`.
  func times(from start: Timestamp) -> String {
    let began = (first.time - start).milliseconds
    guard last.time > first.time else { return "after \(began)" + (last.phase == .cancelled ? ", cancelled" : "") }
    switch last.phase {
    case .recognized: return "after \(began)"
    case .began, .changed: return "from \(began) on"
    case .ended: return "from \(began) to \((last.time - start).milliseconds)"
    case .cancelled: return "from \(began), cancelled at \((last.time - start).milliseconds)"
    }
  }
}

extension Int {
  /// `number`, rounded to an integer.
  init(clamping number: Double) { self = number.isNaN ? 0 : Int(Swift.min(Swift.max(number, -1e9), 1e9).rounded()) }
}
