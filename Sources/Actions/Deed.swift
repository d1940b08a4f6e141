internal import Gestures
internal import Rules

/// One thing to do for a gesture.
struct Deed {
  /// What a command under `every` or `back` is started for.
  struct Step: Hashable {
    /// How many commands stand before it in the list. Those of `every` and `back` at the same place are forth and back
    /// of the same thing.
    var index: Int
    /// How many steps it stands for; below 0 for steps back.
    var count: Int
  }

  let action: Action
  /// Nil for what is no command under `every` or `back`.
  var step: Step?
  /// Whether it belongs to the gesture's end, and comes after what is left of its steps.
  var isClosing = false

  /// What `reaction` says of this moment of a gesture, in order: everything once for each step, but for commands that
  /// can be told of several steps at once.
  static func list(_ reaction: Reaction, for gesture: Gesture) -> [Deed] {
    var deeds = reaction.opening(of: gesture).map { Deed(action: $0) }
    for (number, actions) in reaction.steps(of: gesture).enumerated() {
      var index = 0
      for action in actions {
        guard action.startsProgram else {
          deeds.append(Deed(action: action))
          continue
        }
        if !action.readsSteps {
          deeds.append(Deed(action: action, step: Step(index: index, count: gesture.steps.signum())))
        } else if number == 0 {
          deeds.append(Deed(action: action, step: Step(index: index, count: gesture.steps)))
        }
        index += 1
      }
    }
    return deeds + reaction.closing(of: gesture).map { Deed(action: $0, isClosing: true) }
  }
}

extension Action {
  /// Whether a program of the user's is started for it.
  fileprivate var startsProgram: Bool {
    switch self {
    case .shell, .run: true
    case .keys, .hold, .type, .click, .scroll, .drag, .pointer, .compositor, .mode, .wait, .none: false
    }
  }

  /// Whether it is a command that names SLEIGHT_STEPS, and so does any number of steps at once.
  fileprivate var readsSteps: Bool {
    switch self {
    case .shell(let line): line.contains(Self.stepsVariable)
    case .run(let arguments): arguments.contains { $0.contains(Self.stepsVariable) }
    case .keys, .hold, .type, .click, .scroll, .drag, .pointer, .compositor, .mode, .wait, .none: false
    }
  }

  private static let stepsVariable = "SLEIGHT_STEPS"
}

extension Effects.Start {
  /// Whether its command does any number of steps at once.
  var readsSteps: Bool { (isShell ? Action.shell(command) : .run(arguments)).readsSteps }
}
