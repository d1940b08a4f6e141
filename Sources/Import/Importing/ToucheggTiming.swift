internal import Diagnostics
internal import Foreign
internal import Gestures
internal import RulesFile

/// The time in a gesture at which Touchégg performs an action, and its repetition (JoseExposito/touchegg,
/// src/actions/repeated-action.cpp and animated-action.cpp).
struct ToucheggTiming {
  /// The values of `on`; the default is `begin`.
  enum On: String {
    case begin
    case end
    case beginAndEnd = "begin-and-end"
  }

  let on: On
  /// An invalid value of `on`, with which Touchégg does nothing; nil if it is valid.
  let unknownOn: String?
  let repeats: Bool
  /// The percentage of the whole gesture after which `repeat` acts again: 100 divided by `times`, from 2 to 15; default
  /// 10.
  private let step: Double
  /// `action_execute_threshold`, in percent.
  private let threshold: Double
  /// True if Touchégg animates the action while the fingers move.
  private let isAnimated: Bool
  /// The attribute `when` of version 1, whose actions are done at the end by default; nil in version 2.
  private let isAtStart: Bool?

  var isFirstVersion: Bool { isAtStart != nil }

  init(_ element: XMLElement, threshold: Double, isFirstVersion: Bool) {
    // An action with elements is one of version 2, also in a file that has gestures of version 1.
    isAtStart = isFirstVersion && element.children.isEmpty ? element.attributes["when"] == "AT_START" : nil
    let text = element.text(of: "on")
    on = text.flatMap(On.init) ?? .begin
    unknownOn = text.flatMap { On(rawValue: $0) == nil && !$0.isEmpty ? $0 : nil }
    repeats = element.text(of: "repeat") == "true"
    step = element.text(of: "times").flatMap { Int($0.trimmed) }.map { Double(100 / min(max($0, 2), 15)) } ?? 10
    isAnimated = element.text(of: "animate") == "true"
    self.threshold = threshold
  }

  /// The distance in mm of a complete gesture on a touchpad of 105 mm by 65 mm: Touchégg requires 9 % of the width or
  /// height, and 1 % of the smaller of them to begin. It computes them in thousandths of an inch but compares them with
  /// libinput's units (src/gesture-gatherer/libinput-device-handler.cpp).
  private static let wholeWidth = (105 * 0.09 + 65 * 0.01) * 1000 / 25.4 / ImportedQuantity.unitsPerMillimetre
  private static let wholeHeight = (65 * 0.09 + 65 * 0.01) * 1000 / 25.4 / ImportedQuantity.unitsPerMillimetre

  /// Adds `actions` to `rule` in the phases in which they are done.
  /// - Parameter isRepeatable: true if the action can be repeated and is done at the beginning, as keys and commands
  ///   are; others are done when the fingers lift.
  /// - Returns: explanations for the header of the file.
  func add(_ actions: [ImportedAction], to rule: inout ImportedRule, isRepeatable: Bool) -> [String] {
    if rule.gesture == .pan {
      rule.act = []
      if isAtStart ?? false { rule.begin = actions } else { rule.end = actions }
      return []
    }
    rule.act = actions
    guard rule.gesture.measure != nil else { return [] }
    if let isAtStart { return isAtStart ? [] : [ImportKind.touchegg.liftExplanation("acts")] }
    guard isRepeatable else { return explainLift(&rule) }
    if repeats { return setSteps(&rule) }
    if let unknownOn {
      rule.notes.append("'on' was \(Phrase.quote(unknownOn)), which is unknown to Touchégg")
      return []
    }
    switch on {
    case .begin: break
    case .end:
      rule[.at] = "end"
      return setDistance(&rule)
    case .beginAndEnd:
      if rule.gesture == .swipe { rule.gesture = .pan }
      rule.begin = actions
      rule.act = []
      rule.end = actions
    }
    return []
  }

  private func setSteps(_ rule: inout ImportedRule) -> [String] {
    switch rule.gesture.measure {
    case .distance, .speed:
      let whole = ["left", "right"].contains(rule.value) ? Self.wholeWidth : Self.wholeHeight
      rule.gesture = .pan
      rule[.every] = ImportedQuantity.text(whole * step / 100, "mm")
      return [
        "'repeat' becomes 'every', for a touchpad of 105mm by 65mm."
      ]
    case .scale: rule[.every] = ImportedQuantity.text(step, "%")
    case .rotation: rule[.every] = "10°"
    case nil: break
    }
    return []
  }

  /// Explains actions that Touchégg does at the lift. Only animated ones depend on the distance.
  private func explainLift(_ rule: inout ImportedRule) -> [String] {
    [ImportKind.touchegg.liftExplanation()] + (isAnimated ? setDistance(&rule) : [])
  }

  private func setDistance(_ rule: inout ImportedRule) -> [String] {
    let percent = ImportedQuantity.text(threshold, "%")
    if rule.gesture == .pinch {
      rule[.distance] = percent
      return ["'action_execute_threshold' \(percent) is the 'distance' of a pinch."]
    }
    guard rule.gesture == .swipe, threshold != 20 else { return [] }
    // 20 % are 7.5 mm and 4.9 mm, and act at the lift: 12 mm before the lift are as unlikely by accident.
    let length = ImportedQuantity.length(12 * threshold / 20)
    rule[.distance] = length
    return [
      "'action_execute_threshold' \(percent), default 20%, becomes 'distance: \(length)', default 12mm."
    ]
  }
}
