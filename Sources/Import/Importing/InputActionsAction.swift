internal import Foreign
internal import RulesFile
internal import YAML

/// An action of a trigger of InputActions.
struct InputActionsAction {
  /// The point of the gesture at which it is executed.
  enum On: String {
    case begin
    case update
    case tick
    case end
    case cancel
    case endCancel = "end_cancel"
  }

  /// The steps of a gesture in which an update is executed.
  enum Steps: Hashable {
    case forward
    case back
    case both
  }

  var line: Int
  var on: On
  var steps = Steps.both
  /// The amount between two updates; nil to execute at each event.
  var interval: Double?
  /// True if it is executed once in a gesture.
  var isOnce = false
  var conditions: [InputActionsCondition]
  /// The number of the group of which only the first possible action is executed; nil if it is in none.
  var group: Int?
  /// The line of an action before it in the group that is left out; nil if there is none.
  var leftOutBefore: Int?
  /// Its effect; nil for input alone.
  var effect: Effect

  enum Effect {
    case actions([ImportedAction])
    case input(InputScript)
  }

  static let keys = [
    "on", "conditions", "interval", "repeat_interval", "limit", "threshold", "command", "input", "plasma_shortcut",
    "sleep", "one",
    "conflicting", "delay", "wait", "id", "function", "activate_window", "replace_text", "block_other",
  ]
  /// The keys of actions without a counterpart.
  static let otherKeys = ["conflicting", "wait", "id", "block_other"]
}

/// Parses `input` of actions of InputActions.
enum InputActionsInput {
  /// The steps of a list such as `[{keyboard: [leftctrl+t]}, {mouse: [left]}]`; nil if one has no counterpart.
  /// - Parameter delay: the seconds between two steps.
  static func steps(_ node: Node, delay: Double) -> [InputStep]? {
    guard case .sequence(let devices) = node.content else { return nil }
    var steps: [InputStep] = []
    for device in devices {
      for entry in device.lastEntries {
        guard let name = entry.key.text, ["keyboard", "mouse"].contains(name),
          case .sequence(let actions) = entry.value.content
        else { return nil }
        for action in actions {
          guard let more = name == "keyboard" ? keyboard(action) : mouse(action), steps.count < 100 else { return nil }
          if delay > 0, !steps.isEmpty { steps.append(.pause(delay)) }
          steps += more
        }
      }
    }
    return steps
  }

  /// The multiplier of `move_by_delta 1.5`, as it is written; nil if there is none.
  static func motionFactor(_ node: Node) -> String? {
    guard case .sequence(let devices) = node.content else { return nil }
    let words = devices.flatMap(\.lastEntries).flatMap { $0.value.texts }.map { $0.lowercased().words }
    return words.first { $0.count == 2 && $0[0] == "move_by_delta" && Double($0[1]) != 1 }.map { $0[1] }
  }

  private static func keyboard(_ node: Node) -> [InputStep]? {
    if let text = node.lastValue(of: "text")?.text { return [.type(InputActionsCondition.unmarked(text))] }
    guard let text = node.text?.trimmed else { return nil }
    let isPress = text.hasPrefix("+")
    if isPress || text.hasPrefix("-") {
      return EvdevKeys.keysym(name: String(text.dropFirst())).map { [isPress ? .down($0) : .up($0)] }
    }
    return ImportedChord.evdev(text).map { [.chord($0)] }
  }

  /// Buttons by name, with their X11 numbers.
  private static let buttons = [
    "left": 1, "middle": 2, "right": 3, "back": 8, "extra1": 8, "forward": 9, "extra2": 9,
  ]

  private static func mouse(_ node: Node) -> [InputStep]? {
    guard let text = node.text?.trimmed.lowercased() else { return nil }
    let words = text.words
    switch words.first ?? "" {
    case "move_by_delta": return [.move]
    case "wheel": return wheel(words.dropFirst().compactMap(ImportedQuantity.number))
    case "move_by", "move_to": return nil
    default:
      if let first = text.first, first == "+" || first == "-" {
        return buttons[String(text.dropFirst())].map { [first == "+" ? .buttonDown($0) : .buttonUp($0)] }
      }
      let pressed = text.split(separator: "+").map { buttons[$0.trimmed] }
      return pressed.count == 1 ? pressed[0].map { [.click($0, times: 1)] } : nil
    }
  }

  /// The steps of a wheel by (x, y), of which 120 are one (EvdevVirtualMouse.cpp).
  private static func wheel(_ amounts: [Double]) -> [InputStep]? {
    guard amounts.count == 2 else { return nil }
    func steps(_ amount: Double, _ negative: String, _ positive: String) -> [InputStep] {
      amount == 0 ? [] : [.wheel(amount < 0 ? negative : positive, min(max(abs(amount) / 120, 0.001), 100))]
    }
    return steps(amounts[1], "up", "down") + steps(amounts[0], "left", "right")
  }
}
