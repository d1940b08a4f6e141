public import Gestures

/// The actions of a rule, by the phase of its gesture.
public struct Reaction: Hashable, Sendable {
  /// The time at which `act` runs.
  public enum Moment: Hashable, Sendable {
    /// As soon as the gesture is recognised.
    case certain
    /// At each step.
    case step
    /// At the lift of the fingers. A cancelled gesture never gets there.
    case lift
  }

  /// The actions at the beginning of a continuous gesture, before all others.
  public var begin: [Action]
  /// The actions of `do`.
  public var act: [Action]
  /// The time at which they run.
  public var moment: Moment
  /// The actions for a step in the opposite direction.
  public var back: [Action]
  /// The actions when the fingers of a continuous gesture lift, after all others.
  public var end: [Action]
  /// The actions when a continuous gesture is cancelled.
  public var cancel: [Action]

  /// A reaction; omitted lists are empty.
  public init(
    _ act: [Action] = [], at moment: Moment = .certain, begin: [Action] = [], back: [Action] = [], end: [Action] = [],
    cancel: [Action] = []
  ) {
    self.begin = begin
    self.act = act
    self.moment = moment
    self.back = back
    self.end = end
    self.cancel = cancel
  }

  /// The actions of all phases.
  public var all: [Action] { begin + act + back + end + cancel }

  /// Replaces each action.
  mutating func replace(_ body: (Action) -> Action) {
    begin = begin.map(body)
    act = act.map(body)
    back = back.map(body)
    end = end.map(body)
    cancel = cancel.map(body)
  }

  /// The actions for an event of a gesture, in order.
  public func actions(for gesture: Gesture) -> [Action] {
    opening(of: gesture) + steps(of: gesture).flatMap { $0 } + closing(of: gesture)
  }

  /// The actions before the steps: those of a beginning.
  public func opening(of gesture: Gesture) -> [Action] {
    switch gesture.phase {
    case .recognized: act
    case .began: begin + (moment == .certain ? act : [])
    case .changed, .ended, .cancelled: []
    }
  }

  /// The actions for each of the gesture's steps, in order.
  public func steps(of gesture: Gesture) -> [[Action]] {
    guard moment == .step else { return [] }
    return Array(repeating: gesture.steps < 0 ? back : act, count: abs(gesture.steps))
  }

  /// The actions after the steps: those of an end.
  public func closing(of gesture: Gesture) -> [Action] {
    switch gesture.phase {
    case .recognized, .began, .changed: []
    case .ended: (moment == .lift ? act : []) + end
    case .cancelled: cancel
    }
  }
}
