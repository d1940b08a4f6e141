internal import Rules

/// A reason to cancel all gestures, and to drop what is pending.
enum Interruption {
  /// A pause, its end, or other rules.
  case ofRules
  /// The session is locked, or another one is active: keys would go there.
  case ofSession

  /// Takes out the actions that it does not leave to the gestures that it cancels.
  func limit(_ steps: inout [ActionStep]) {
    // Pending actions are dropped, and so would these be.
    if let wait = steps.firstIndex(where: { if case .wait = $0.action { true } else { false } }) {
      steps.removeSubrange(wait...)
    }
    if self == .ofSession { steps.removeAll { $0.action.isForUnlockedSession } }
  }
}
