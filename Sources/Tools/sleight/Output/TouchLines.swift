import Engine
import Gestures
import Linux
import Pictures
import Rules
import Time
import Touch

/// The lines of `monitor` and `replay`: gestures with their rules, and touches on which no rule acted.
struct TouchLines {
  private let rules: RuleSet
  private let isJSON: Bool
  private let start: Timestamp
  private var names: [DeviceID: String] = [:]
  /// The devices whose unknown size was mentioned.
  private var unknown: Set<DeviceID> = []

  /// - Parameter start: the time from which the times are counted.
  init(_ rules: RuleSet, json: Bool = false, since start: Timestamp = .zero) {
    self.rules = rules
    isJSON = json
    self.start = start
  }

  /// The lines of a report.
  mutating func lines(of observed: Observed) -> [String] {
    switch observed {
    case .effect(.touch(let event)):
      if case .deviceAdded(let device) = event.kind { names[event.device] = device.name }
      return []
    case .effect(.gesture(var gesture, let rule, let under)):
      gesture.time = Timestamp(microseconds: (gesture.time - start).wholeMicroseconds)
      let outcome = Outcome(
        gesture: gesture, device: name(of: gesture.device), rule: rule.map { rules[$0] }, under: under)
      return isJSON ? outcome.jsonLines : outcome.plainLines
    case .missed(let touch, let rules, let situation):
      let miss = NearMiss(touch, device: name(of: touch.attempt.device.id), by: rules, in: situation, since: start)
      if isJSON { return [miss.jsonLine] }
      let device = touch.attempt.device
      let isNew = device.isSizeAssumed && unknown.insert(device.id).inserted
      return [miss.plainLine(isNew ? "; \(device.unknownSizeText); \(device.statingSizeText)" : "")]
    case .stuck(let change): return [isJSON ? change.jsonLine : change.plainLine]
    case .effect, .handled: return []
    }
  }

  /// Prints the lines of a report.
  mutating func print(_ observed: Observed) throws {
    let lines = lines(of: observed)
    guard !lines.isEmpty else { return }
    let text = lines.map { "\($0)\n" }.joined()
    try isJSON ? StandardStream.output.write(text) : StandardStream.output.show(text)
  }

  private func name(of device: DeviceID) -> String { names[device] ?? "device \(device.number)" }
}
