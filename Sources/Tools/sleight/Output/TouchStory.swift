import Control
import Diagnostics
import Engine
internal import Explaining
import Gestures
import JSONLines
import Pictures
import Rules
internal import RulesFile
internal import Time
import Touch

/// A touch that the daemon keeps, replayed with the rules: what was recognised, what acted, and why other rules did
/// not.
struct TouchStory {
  /// The number by which the user names it, from 1.
  let number: Int
  let report: TouchReport
  /// The mistake in it that the user has marked; nil if none is.
  private let mark: Diary.Mark?
  private let rules: RuleSet
  /// The report of `replay`, without the touches on which no rule acted.
  private var gestures: [Observed] = []
  /// The touches in it, and the rules near each that did not act; a double tap has two.
  private var touches: [TouchTracker.Miss] = []
  private var misses: [Explanation.Miss] = []
  /// The reason of the nearest rule, or why there is none.
  private var absence = ""

  /// The rules near it that did not act, the nearest first.
  var nearest: [Rule] { misses.map { rules[$0.rule] } }

  /// Replays a touch.
  init(_ report: TouchReport, number: Int, mark: Diary.Mark? = nil, rules: RuleSet) throws {
    self.number = number
    self.report = report
    self.mark = mark
    self.rules = rules
    guard report.hasPositions, !report.isCut else { return }
    try report.run(rules, reportsAll: true) { observed in
      switch observed {
      case .effect(.gesture): gestures.append(observed)
      case .missed(let touch, _, let situation):
        touches.append(touch)
        if absence.isEmpty {
          absence = Explanation.nearest(to: touch.attempt, by: rules, in: situation).reasons.text
        }
        for miss in Explanation.misses(of: touch.attempt, by: rules, in: situation)
        where !misses.contains(where: { $0.rule == miss.rule }) {
          misses.append(miss)
        }
      case .effect, .stuck, .handled: break
      }
    }
    misses = Array(misses.prefix(Explanation.maxNearMisses))
  }

  // MARK: For people

  var line: String {
    let place = number < 10 ? " \(number)" : "\(number)"
    return "\(place)  \(subject) on the \(report.device.kind.rawValue): \(verdict)\(markText)".legible
  }

  /// The whole explanation.
  var text: String {
    var lines = ["\(subject) on the \(report.device.kind.rawValue) '\(report.device.name)'".legible]
    if let mark { lines.append("marked as \(mark.rawValue)") }
    if report.isOutdated { lines.append("the rules have changed since; the reasons are those of the present rules") }
    for deed in report.deeds {
      lines.append("acted: \(deed.heading) (\(deed.gestureText))".legible)
      if let failure = deed.failure { lines.append("  \(failure)".legible) }
    }
    if report.deeds.isEmpty { lines.append(obstacle ?? "no rule acted") }
    if let device = touches.first?.attempt.device, device.isSizeAssumed {
      lines.append("\(device.unknownSizeText); \(device.statingSizeText)".legible)
    }
    var replay = TouchLines(rules, since: report.start)
    let recognised = gestures.flatMap { replay.lines(of: $0) }
    if !recognised.isEmpty {
      lines += ["", "recognised, by the time since the landing:"] + recognised.map { "  \($0)" }
    }
    if !misses.isEmpty {
      lines += ["", "nearest rules that do not act:"]
      lines += misses.map { "  \(rules[$0.rule].heading): \($0.reasons.text)".legible }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  private var markText: String { mark.map { " (marked as \($0.rawValue))" } ?? "" }

  private var subject: String {
    var parts = ["\(Age(milliseconds: report.ago).text) ago: \(counted(report.fingers, "finger"))"]
    if let deed = report.deeds.first {
      parts.append([deed.gesture, deed.direction].compactMap { $0 }.joined(separator: " "))
    } else if let moved = touches.map(\.attempt.translation).max(by: { $0.length < $1.length }), moved.length >= 1 {
      parts.append("\(moved.length.value.shortText) mm \(moved.mainDirection.rawValue)")
    }
    return parts.joined(separator: ", ")
  }

  /// The rules that acted, or the reason why none did.
  var verdict: String {
    guard report.deeds.isEmpty else {
      let acted = report.deeds.map(\.heading)
      return acted.indices.filter { !acted[..<$0].contains(acted[$0]) }.map { acted[$0] }.joined(separator: ", ")
        + " acted" + (report.deeds.lazy.compactMap(\.failure).first.map { ", but: \($0)" } ?? "")
    }
    if let obstacle { return obstacle }
    guard let miss = misses.first else { return "no rule acted; \(absence)" }
    return "\(rules[miss.rule].heading) did not act: \(miss.reasons.text)"
  }

  /// The reason why nothing can be said about the rules that did not act; nil if something can.
  private var obstacle: String? {
    if report.isHeldBack {
      return "no rule acted: there was input of another device, such as a key, less than 300 ms before ('while-typing')"
    }
    if !report.hasPositions { return "no rule acted; the reason is unknown without positions ('keep-positions')" }
    if report.isCut { return "no rule acted; the touch was too long to be kept whole" }
    return touches.flatMap(\.attempt.acted).first.map { "no rule acted; \(rules[$0].heading) would act now" }
  }

  // MARK: For programs

  var jsonLine: String {
    var line = JSONLine()
    line.add("number", number)
    line.add("time", report.start.microseconds)
    line.add("ago", report.ago)
    line.add("device", report.device.name)
    line.add("kind", report.device.kind.rawValue)
    line.add("fingers", report.fingers)
    line.add("under", report.situation.touched.json)
    line.add("acted", .array(report.deeds.map(\.json)))
    line.add("outdated", report.isOutdated)
    line.add("positions", report.hasPositions)
    line.add("cut", report.isCut)
    line.add("typing", report.isHeldBack)
    line.add("mark", mark.map { .string($0.rawValue) } ?? .null)
    line.add(
      "nearest",
      .array(
        misses.map { miss in
          .object([
            .init("rule", .string(rules[miss.rule].location)),
            .init("name", rules[miss.rule].name.map { .string($0) } ?? .null), .init("reasons", miss.reasons.json),
          ])
        }))
    return line.text
  }

  /// The gestures and actions as the JSON lines of `replay`.
  var gestureLines: [String] {
    var lines = TouchLines(rules, json: true, since: report.start)
    _ = lines.lines(of: .effect(.touch(report.addition)))
    return gestures.flatMap { lines.lines(of: $0) }
  }
}

extension TouchReport {
  /// The time of its first event, which no other touch has.
  var start: Timestamp { events.first?.time ?? .zero }

  /// The event that makes the device known.
  var addition: TouchEvent { TouchEvent(time: start, device: device.id, kind: .deviceAdded(device)) }

  /// Replays it in its situation.
  func run(_ rules: RuleSet, reportsAll: Bool = false, _ body: (Observed) throws -> Void) throws {
    let tracker = TouchTracker(triggers: rules.triggers, reportsAll: reportsAll)
    try withoutActuallyEscaping(body) { body in
      try ObservedRun(rules, in: situation, tracker, observe: body)
        .play([addition] + events, panels: [panel].compactMap { $0 })
    }
  }
}

extension KeptTouch.Deed {
  /// A rule that should have acted.
  init(_ rule: Rule) {
    self.init(rule: rule.location, name: rule.name, gesture: rule.gestureText, direction: nil, fingers: 0)
  }

  var heading: String { Rule.heading(rule, name) }

  /// The gesture, for people.
  fileprivate var gestureText: String {
    [gesture, direction].compactMap { $0 }.joined(separator: " ") + ", \(counted(fingers, "finger"))"
  }
}

extension Vector {
  /// The direction of the longer part.
  fileprivate var mainDirection: Direction {
    abs(dx) > abs(dy) ? (dx < 0 ? .left : .right) : (dy < 0 ? .up : .down)
  }
}
