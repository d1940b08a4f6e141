internal import Gestures
internal import Rules
internal import Time

/// The session, its lock, and the pause.
extension Engine {
  mutating func updateSession(_ report: SessionReport?) {
    lock.update(from: report, at: now)
    // The lock may have changed while another session was active or the machine was asleep.
    gate.invalidate()
    applySession()
  }

  mutating func updateLock(_ isLocked: Bool?, from source: LockSource) {
    if lock.update(isLocked, from: source, at: now) { performer.effects.append(.forgetLockRequest) }
    applySession()
  }

  /// Updates the session's state. Cancels gestures and releases keys if that changes which rules may act.
  mutating func applySession() {
    let new = lock.condition
    let isChanged =
      (new == .inactive) != (sessionCondition == .inactive) || lock.isLocked != current.situation.isLocked
    guard isChanged else {
      sessionCondition = new
      return
    }
    // A gesture does not continue across a lock or unlock: it ends first, with the actions for its end. Fingers that
    // are down are ignored until they have lifted.
    recognition.cancel(into: &gestures)
    let isLeft = lock.isLocked || new == .inactive
    releaseAndAct(isLeft ? .ofSession : .ofRules)
    // At an unlock, only touches that waited for the probe go on.
    if isLeft { forgetCurrentTouches() }
    sessionCondition = new
    if current.setLocked(lock.isLocked) { updateActiveRules() }
    performer.effects.append(.note(.session(new)))
  }

  mutating func beginPause(lasting time: Duration?) {
    // A gesture that began before the pause ends now, with the actions for its end.
    recognition.cancel(into: &gestures)
    releaseAndAct()
    forgetCurrentTouches()
    pause.begin(lasting: time, at: now)
    performer.effects.append(.note(.paused(lasting: time)))
  }

  mutating func endPause() {
    guard pause.isOn else { return }
    // A gesture that began during the pause ends without an action.
    recognition.cancel(into: &gestures)
    releaseAndAct()
    pause.end()
    performer.effects.append(.note(.resumed))
  }
}
