/// The seven states of a gesture recogniser, as in UIKit.
///
///     discrete     possible ──▶ recognized
///                      └─────▶ failed
///
///     continuous   possible ──▶ began ──▶ changed ⟲ ──▶ ended
///                      │           └──────────┴───────▶ cancelled
///                      └─────▶ failed
public enum RecognizerState: String, Hashable, Sendable, CaseIterable {
  /// Nothing is decided; where every recogniser starts.
  case possible
  /// A continuous gesture is certain.
  case began
  /// It went on.
  case changed
  /// It came to its own end.
  case ended
  /// It was broken off after it had begun.
  case cancelled
  /// What the hand does is something else.
  case failed
  /// A discrete gesture happened.
  case recognized
}

/// What moves a recogniser from one state to another.
public enum RecognizerSignal: String, Hashable, Sendable, CaseIterable {
  /// The gesture's conditions are met and nothing else has claimed the touch sequence.
  case succeed
  /// The fingers moved.
  case proceed
  /// The fingers lifted.
  case finish
  /// The touch sequence was broken off.
  case cancel
}

/// Keeps a recogniser to the table of states: whatever it is told, a continuous gesture that began ends or is
/// cancelled exactly once, and a discrete one never changes.
public struct Lifecycle: Hashable, Sendable {
  /// Whether the gesture happens at one moment or has a length.
  public let isContinuous: Bool
  /// Where it stands.
  public private(set) var state = RecognizerState.possible

  /// A recogniser that is still possible.
  public init(isContinuous: Bool) { self.isContinuous = isContinuous }

  /// Applies `signal` and returns the state it led to, or nil where it has no meaning in the present state and
  /// changed nothing.
  public mutating func receive(_ signal: RecognizerSignal) -> RecognizerState? {
    guard let next = Self.next(state, signal, isContinuous: isContinuous) else { return nil }
    state = next
    return next
  }

  /// The table.
  static func next(_ state: RecognizerState, _ signal: RecognizerSignal, isContinuous: Bool) -> RecognizerState? {
    switch (state, signal) {
    case (.possible, .succeed): isContinuous ? .began : .recognized
    case (.possible, .proceed): nil
    case (.possible, .finish), (.possible, .cancel): .failed

    case (.began, .succeed), (.changed, .succeed): nil
    case (.began, .proceed), (.changed, .proceed): .changed
    case (.began, .finish), (.changed, .finish): .ended
    // A gesture that has begun can no longer fail: it can only be cancelled.
    case (.began, .cancel), (.changed, .cancel): .cancelled

    case (.ended, _), (.cancelled, _), (.failed, _), (.recognized, _): nil
    }
  }
}
