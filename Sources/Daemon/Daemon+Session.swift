internal import Actions
internal import Control
internal import Desktop
internal import Gestures
internal import Linux
internal import Logging
internal import Rules
internal import Touch

/// The session around it, which may forbid to act, and its lock.
extension Daemon {
  func listenToSession() {
    session.dispatch { report in
      switch report {
      case .unknown(let reason): log.notice("\(reason)")
      case .changed(let state):
        lock.hear(state, at: Timestamp(microseconds: monotonicNow()))
        // While it was away, or the machine slept, anything may have happened.
        touches.age()
        takeInSession()
      }
    }
  }

  /// Somebody who can see the lock screen says whether it is there; nil where nothing can be seen any more.
  func see(lock isLocked: Bool?, by source: LockSource) {
    if lock.see(isLocked, by: source, at: Timestamp(microseconds: monotonicNow())) {
      session.forgetLockRequest()
      listenToSession()
    }
    takeInSession()
  }

  /// Takes in what a hand does, or has it wait until it is known whether the session is locked.
  func take(_ event: TouchEvent) {
    if touches.isIdle || !keepForProbe(event) {
      recognition.handle(event, into: &gestures)
      if !gestures.isEmpty { act() }
    } else {
      takeInProbe()
    }
  }

  private func keepForProbe(_ event: TouchEvent) -> Bool {
    let mayBegin = { [self] in mayAct && rules.mayBegin(with: event.kind, on: device(event.device)) }
    return touches.keep(event, lands: mayBegin(), at: Timestamp(microseconds: monotonicNow()))
  }

  /// Goes on with what waited for the probe, where that has answered or was given up.
  func takeInProbe() {
    guard !touches.isAsking else { return }
    see(lock: touches.probe.isLocked, by: .probe)
    for event in touches.takeEvents() {
      recognition.handle(event, into: &gestures)
      act()
    }
  }

  /// Nothing may act where something could before, or other rules may.
  private func takeInSession() {
    let new = sessionCondition
    let isOther = (new == .inactive) != (condition == .inactive) || lock.isLocked != current.situation.isLocked
    guard isOther else {
      condition = new
      return
    }
    // What began on one side of a lock ends there, with what its rule does then: fingers that are down do nothing
    // more until they have lifted.
    recognition.cancel(into: &gestures)
    releaseAndAct()
    condition = new
    if current.setLocked(lock.isLocked) { recognition.rank(rules.ranks(in: current.situation)) }
    switch new {
    case .active, .unknown: log.info("the session is active: rules act again")
    case .locked: log.info("the session is locked: only rules that ask for that act")
    case .inactive: log.info("nothing acts: the session is inactive")
    }
  }

  private var sessionCondition: SessionCondition {
    if let state = session.state, !state.isPresent { return .inactive }
    if lock.isLocked { return .locked }
    return session.state == nil && !lock.isKnown ? .unknown : .active
  }
}
