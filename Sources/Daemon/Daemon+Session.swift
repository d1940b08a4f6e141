internal import Actions
internal import Control
internal import Desktop
internal import Gestures
internal import Logging

/// The session around it, which may forbid to act.
extension Daemon {
  func listenToSession() {
    session.dispatch { report in
      switch report {
      case .unknown(let reason): log.notice("\(reason)")
      case .changed(let state):
        guard state.mayAct != mayAct else { break }
        // What began on one side of a lock ends there, with what its rule does then: fingers that are down do nothing
        // more until they have lifted.
        recognition.cancel(into: &gestures)
        releaseAndAct()
        mayAct = state.mayAct
        log.info(
          mayAct ? "the session is active: rules act again" : "nothing acts: the session is \(state.condition.rawValue)"
        )
      }
    }
  }
}

extension SessionState {
  /// The word for it.
  var condition: SessionCondition {
    if isLocked { return .locked }
    return mayAct ? .active : .inactive
  }
}
