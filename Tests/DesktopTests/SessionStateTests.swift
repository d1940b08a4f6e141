@testable import Desktop
import Testing

@Suite("The session's state determines whether gestures may act")
struct SessionStateTests {
  /// An active session that is not locked.
  private let active = state([.told(["Active": true, "LockedHint": false])])

  @Test("gestures act only in the active session")
  func front() {
    #expect(active.isFree)
    #expect(!state([.told(["Active": false, "LockedHint": false])]).isFree)
    var session = active
    session.apply(.told(["Active": false]))
    #expect(!session.isFree)
    #expect(!session.isLocked)
    session.apply(.told(["Active": true]))
    #expect(session.isFree)
    #expect(session == active)
  }

  @Test("gestures do not act in a session that has ended or is unknown")
  func nothingTold() {
    #expect(!SessionState().isFree)
    #expect(!SessionState().isLocked)
  }

  @Test("no order of two messages lets gestures act against either of them")
  func pairs() {
    // A message of logind; whether the session may act after it alone; the message that reverts it.
    let changes: [(SessionState.Change, mayAct: Bool, back: SessionState.Change)] = [
      (.told(["Active": false]), false, .told(["Active": true])),
      (.told(["LockedHint": true]), false, .told(["LockedHint": false])),
      (.lock, false, .unlock),
      (.prepareForSleep(true), false, .prepareForSleep(false)),
      (.told(["Active": true]), true, .told(["Active": true])),
      (.told(["LockedHint": false]), true, .told(["LockedHint": false])),
      (.unlock, true, .unlock),
      (.prepareForSleep(false), true, .prepareForSleep(false)),
      (.told(["IdleHint": true]), true, .told(["IdleHint": false])),
    ]
    for first in changes {
      for second in changes {
        var session = active
        session.apply(first.0)
        #expect(session.isFree == first.mayAct)
        session.apply(second.0)
        // Each obstacle remains until its own reversal.
        let isFree = first.mayAct || second.0 == first.back
        #expect(session.isFree == (isFree && second.mayAct), "\(first.0), \(second.0)")
        // A repetition has no effect.
        var twice = session
        twice.apply(second.0)
        #expect(twice == session, "\(first.0), \(second.0) twice")
        session.apply(second.back)
        session.apply(first.back)
        #expect(session == active, "\(first.0), \(second.0) taken back")
      }
    }
  }

  @Test("a lock screen that reports a lock is locked until it reports otherwise, despite requests to unlock")
  func hintedLock() {
    var session = active
    session.apply(.lock)
    session.apply(.told(["LockedHint": true]))
    session.apply(.unlock)
    #expect(session.isLocked)
    session.apply(.told(["LockedHint": false]))
    #expect(session.isFree)
    #expect(session == active)
  }

  @Test("a lock screen that never reports is locked from a request to lock to a request to unlock")
  func silentLock() {
    var session = active
    session.apply(.lock)
    #expect(session.isLocked)
    session.apply(.told(["Active": false]))
    session.apply(.told(["Active": true]))
    #expect(session.isLocked)
    // All properties are sent again: an unchanged hint is not a change.
    session.apply(.told(["Active": true, "LockedHint": false]))
    #expect(session.isLocked)
    session.apply(.unlock)
    #expect(session.isFree)
  }

  @Test("a request to lock a locked screen has no effect after it is unlocked")
  func lockedTwice() {
    var session = active
    session.apply(.told(["LockedHint": true]))
    session.apply(.lock)
    session.apply(.told(["LockedHint": false]))
    #expect(session.isFree)
  }

  @Test("a reported lock survives a restart of logind, until a request to unlock")
  func forgottenHint() {
    var session = active
    session.apply(.told(["LockedHint": true]))
    session.apply(.forgotten)
    #expect(session.lock == .asked)
    // The next logind does not know the hint.
    session.apply(.told(["Active": true, "LockedHint": false]))
    #expect(session.isLocked)
    session.apply(.unlock)
    #expect(session.isFree)
    #expect(session == active)
  }

  @Test("a lock screen that reports its lock to the next logind is unlocked when it reports so")
  func repeatedHint() {
    var session = active
    session.apply(.told(["LockedHint": true]))
    session.apply(.forgotten)
    session.apply(.told(["LockedHint": true]))
    #expect(session.lock == .hinted)
    session.apply(.told(["LockedHint": false]))
    #expect(session == active)
  }

  @Test("an unlocked session stays unlocked when logind restarts")
  func nothingForgotten() {
    var session = active
    session.apply(.forgotten)
    #expect(session == active)
  }

  @Test("properties of other names or types are ignored")
  func strangeProperties() {
    var session = active
    session.apply(
      .properties(.array([.structure([.text("Active"), .text("no")]), .structure([.text("LockedHint")])])))
    session.apply(.properties(.boolean(false)))
    session.apply(.properties(.other))
    #expect(session == active)
  }
}

extension SessionState {
  /// True if every rule may act.
  fileprivate var isFree: Bool { isPresent && !isLocked }
}

extension SessionState.Change {
  /// The properties in logind's format.
  fileprivate static func told(_ flags: KeyValuePairs<String, Bool>) -> Self {
    .properties(.array(flags.map { .structure([.text($0.key), .boolean($0.value)]) }))
  }
}

private func state(_ changes: [SessionState.Change]) -> SessionState {
  var state = SessionState()
  changes.forEach { state.apply($0) }
  return state
}
