internal import Gestures
internal import Rules

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
        guard action.startsProgram else {
          steps.append(ActionStep(action: action))
          continue
        }
        if !action.readsSteps {
          steps.append(ActionStep(action: action, laneEntry: LaneEntry(index: index, count: gesture.steps.signum())))
        } else if number == 0 {
          steps.append(ActionStep(action: action, laneEntry: LaneEntry(index: index, count: gesture.steps)))
        }
        index += 1
      }
    }
    return steps + reaction.closing(of: gesture).map { ActionStep(action: $0, isClosing: true) }
  }
}

extension Action {
  /// True if it starts a program.
  fileprivate var startsProgram: Bool {
    switch self {
    case .shell, .run: true
    case .keys, .hold, .type, .click, .scroll, .drag, .pointer, .compositor, .mode, .wait, .none: false
    }
  }

  /// True if it is a command that contains SLEIGHT_STEPS, and so handles any number of steps at once.
  fileprivate var readsSteps: Bool {
    switch self {
    case .shell(let line): line.contains(Self.stepsVariable)
    case .run(let arguments): arguments.contains { $0.contains(Self.stepsVariable) }
    case .keys, .hold, .type, .click, .scroll, .drag, .pointer, .compositor, .mode, .wait, .none: false
    }
  }

  private static let stepsVariable = "SLEIGHT_STEPS"
}

extension CommandStart {
  /// True if the command handles any number of steps at once.
  var readsSteps: Bool { (isShell ? Action.shell(command) : .run(arguments)).readsSteps }
}
