internal import Gestures
internal import Rules

/// One action to do for a gesture.
struct ActionStep {
  /// The position of a command under `every` or `back`, and its count.
  struct LaneEntry: Hashable {
    /// The number of commands before it in the list. Commands of `every` and `back` at the same index undo each other.
    var index: Int
    /// The number of the gesture's steps that it stands for; negative for steps back.
    var count: Int
  }

  let action: Action
  /// Nil unless it is a command under `every` or `back`.
  var laneEntry: LaneEntry?
  /// True if it belongs to the gesture's end, and comes after the commands that wait for its steps.
  var isClosing = false

  /// The actions of `reaction` for this moment of a gesture, in order: each once for every step, except commands that
  /// read SLEIGHT_STEPS, which stand for all steps at once.
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
  /// True if it starts a program of the user's.
  fileprivate var startsProgram: Bool {
    switch self {
    case .shell, .run: true
    case .keys, .hold, .type, .click, .scroll, .drag, .pointer, .compositor, .mode, .wait, .none: false
    }
  }

  /// True if it is a command that names SLEIGHT_STEPS, and so handles any number of steps at once.
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
  /// True if its command handles any number of steps at once.
  var readsSteps: Bool { (isShell ? Action.shell(command) : .run(arguments)).readsSteps }
}
