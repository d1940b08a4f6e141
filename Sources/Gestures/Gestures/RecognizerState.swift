/// The seven states of a gesture recogniser, as in UIKit.
///
///     discrete     possible ──▶ recognized
///                      └─────▶ failed
///
///     continuous   possible ──▶ began ──▶ changed ⟲ ──▶ ended
///                      │           └──────────┴───────▶ cancelled
///                      └─────▶ failed
public enum RecognizerState: String, Hashable, Sendable, CaseIterable {
  /// Undecided; the initial state.
  case possible
  /// A continuous gesture was recognised.
  case began
  /// A continuous gesture went on.
  case changed
  /// A continuous gesture ended with its fingers.
  case ended
  /// A continuous gesture was cancelled after it had begun.
  case cancelled
  /// The gesture did not come.
  case failed
  /// A discrete gesture was recognised.
  case recognized
}

/// The inputs of a recogniser's state machine.
public enum RecognizerSignal: String, Hashable, Sendable, CaseIterable {
  /// The gesture's conditions are met and no other recogniser has claimed the touch sequence.
  case succeed
  /// The fingers moved.
  case proceed
  /// The fingers lifted.
  case finish
  /// The touch sequence was cancelled.
  case cancel
}

/// The state machine of a recogniser: whatever signals it receives, a continuous gesture that began ends or is
/// cancelled exactly once, and a discrete one never changes.
public struct Lifecycle: Hashable, Sendable {
  /// True for gestures with a beginning and an end.
  public let isContinuous: Bool
  public private(set) var state = RecognizerState.possible

  /// A recogniser in the initial state.
  public init(isContinuous: Bool) { self.isContinuous = isContinuous }

  /// Applies `signal` and returns the new state, or nil if the signal has no meaning in the present state and changed
  /// nothing.
  public mutating func receive(_ signal: RecognizerSignal) -> RecognizerState? {
    guard let next = Self.next(state, signal, isContinuous: isContinuous) else { return nil }
    state = next
    return next
  }

  /// The transition table.
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
