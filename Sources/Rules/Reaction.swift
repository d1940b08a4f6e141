public import Gestures

/// What a rule does, by the moment of its gesture.
public struct Reaction: Hashable, Sendable {
  /// When `act` is done.
  public enum Moment: Hashable, Sendable {
    /// As soon as the gesture is certain. For a gesture of one moment this is when it happens.
    case certain
    /// At each step.
    case step
    /// When the fingers lift. A gesture that is broken off does not come to it.
    case lift
  }

  /// What is done when a continuous gesture begins, before anything else.
  public var begin: [Action]
  /// What `do` says.
  public var act: [Action]
  /// When that is done.
  public var moment: Moment
  /// What is done for a step the other way.
  public var back: [Action]
  /// What is done when the fingers of a continuous gesture lift, after anything else.
  public var end: [Action]
  /// What is done when a continuous gesture is broken off.
  public var cancel: [Action]

  /// What is done; what is left out is nothing.
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

  /// Everything it ever does.
  public var all: [Action] { begin + act + back + end + cancel }

  /// What is done at this moment of a gesture, in order.
  public func actions(for gesture: Gesture) -> [Action] {
    opening(of: gesture) + steps(of: gesture).flatMap { $0 } + closing(of: gesture)
  }

  /// Whether anything is done at this moment of a gesture.
  public func says(anythingOf gesture: Gesture) -> Bool {
    !opening(of: gesture).isEmpty || !closing(of: gesture).isEmpty || steps(of: gesture).contains { !$0.isEmpty }
  }

  /// What is done before the steps: what belongs to a beginning.
  public func opening(of gesture: Gesture) -> [Action] {
    switch gesture.phase {
    case .recognized: act
    case .began: begin + (moment == .certain ? act : [])
    case .changed, .ended, .cancelled: []
    }
  }

  /// What is done for each of the gesture's steps, in order.
  public func steps(of gesture: Gesture) -> [[Action]] {
    guard moment == .step else { return [] }
    return Array(repeating: gesture.steps < 0 ? back : act, count: abs(gesture.steps))
  }

  /// What is done after the steps: what belongs to an end.
  public func closing(of gesture: Gesture) -> [Action] {
    switch gesture.phase {
    case .recognized, .began, .changed: []
    case .ended: (moment == .lift ? act : []) + end
    case .cancelled: cancel
    }
  }
}
