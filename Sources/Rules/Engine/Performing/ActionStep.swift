internal import Gestures
internal import Rules
internal import Text

/// One action to do for a gesture.
struct ActionStep {
  /// The position of a command under `every` or `back`, and the number of steps to handle.
  struct LaneEntry: Hashable {
    /// The number of commands before it in the list. Commands at the same index under `every` and `back` undo each
    /// other.
    var index: Int
    /// The number of the gesture's steps to handle; negative for steps back.
    var count: Int
  }

  let action: Action
  /// The lane position of a command under `every` or `back`; nil for any other action.
  var laneEntry: LaneEntry?
  /// True if it belongs to the gesture's end, and follows the commands that wait for its steps.
  var isClosing = false

  /// The actions of `reaction` for the current phase of a gesture, in order: each once for every step, except commands
  /// that read SLEIGHT_STEPS, which handle all steps at once.
  static func list(_ reaction: Reaction, for gesture: Gesture) -> [ActionStep] {
    var steps = reaction.opening(of: gesture).map { ActionStep(action: $0) }
    for (number, actions) in reaction.steps(of: gesture).enumerated() {
      var index = 0
      for action in actions {
        guard action.kind == .program else {
          steps.append(ActionStep(action: action))
          continue
        }
        if !readsSteps(action) {
          steps.append(ActionStep(action: action, laneEntry: LaneEntry(index: index, count: gesture.steps.signum())))
        } else if number == 0 {
          steps.append(ActionStep(action: action, laneEntry: LaneEntry(index: index, count: gesture.steps)))
        }
        index += 1
      }
    }
    steps += reaction.closing(of: gesture).map { ActionStep(action: $0, isClosing: true) }
    return steps
  }

  /// True for a command that names SLEIGHT_STEPS, and so handles any number of steps at once.
  private static func readsSteps(_ action: Action) -> Bool {
    if case .shell(let line) = action { return CommandStart.readsSteps(line) }
    if case .run(let arguments) = action { return arguments.contains { CommandStart.readsSteps($0) } }
    return false
  }
}

extension CommandStart {
  /// True if its command handles any number of steps at once.
  var readsSteps: Bool { isShell ? Self.readsSteps(command) : arguments.contains { Self.readsSteps($0) } }

  fileprivate static func readsSteps(_ text: String) -> Bool { text.contains("SLEIGHT_STEPS") }
}
