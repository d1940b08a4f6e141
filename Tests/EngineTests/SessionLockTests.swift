@testable import Desktop
@testable import Engine
import Testing
import Time

@Suite("The session's lock, from all sources")
struct SessionLockTests {
  private func at(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

  /// logind's report after these changes.
  private func logind(_ changes: SessionState.Change...) -> SessionReport {
    var state = SessionState()
    for change in changes { state.apply(change) }
    return SessionReport(isPresent: state.isPresent, lock: state.lock.map { $0 == .hinted ? .hinted : .asked })
  }

  /// A lock with its state.
  private final class Lock {
    private var lock = SessionLock()

    var source: LockSource? { lock.source }
    var isLocked: Bool { lock.isLocked }
    var isKnown: Bool { lock.isKnown }

    func hear(_ state: SessionReport?, at now: Timestamp) { lock.update(from: state, at: now) }

    /// Returns true if this ends a request.
    func see(_ isLocked: Bool?, by source: LockSource, at now: Timestamp) -> Bool {
      lock.update(isLocked, from: source, at: now)
    }
  }

  private let hint = SessionState.Change.properties(.array([.structure([.text("LockedHint"), .boolean(true)])]))

  @Test("the session is locked if any source says so, and unlocked if none does")
  func any() {
    let lock = Lock()
    #expect(!lock.isLocked)
    #expect(!lock.isKnown)
    for source in [LockSource.compositor, .probe] {
      #expect(!lock.see(true, by: source, at: at(0)))
      #expect(lock.source == source)
      #expect(lock.isKnown)
      #expect(!lock.see(false, by: source, at: at(1)))
      #expect(!lock.isLocked)
      #expect(lock.isKnown)
      #expect(!lock.see(nil, by: source, at: at(2)))
      #expect(!lock.isKnown)
    }
    lock.hear(logind(hint), at: at(3))
    #expect(lock.source == .lockScreen)
    // A source that does not see the lock screen does not revoke logind's report.
    #expect(!lock.see(false, by: .compositor, at: at(60)))
    #expect(!lock.see(false, by: .probe, at: at(60)))
    #expect(lock.source == .lockScreen)
    lock.hear(logind(), at: at(61))
    #expect(!lock.isLocked)
  }

  @Test("a source that withdraws its report leaves the others' in force")
  func several() {
    let lock = Lock()
    _ = lock.see(true, by: .probe, at: at(0))
    _ = lock.see(true, by: .compositor, at: at(0))
    #expect(lock.source == .compositor)
    _ = lock.see(false, by: .compositor, at: at(1))
    #expect(lock.source == .probe)
    _ = lock.see(nil, by: .probe, at: at(1))
    #expect(!lock.isLocked)
  }

  @Test("a lock request stands until logind's unlock request if no source sees the lock screen")
  func blindRequest() {
    let lock = Lock()
    lock.hear(logind(.lock), at: at(0))
    #expect(lock.source == .request)
    #expect(!lock.see(nil, by: .compositor, at: at(100)))
    #expect(lock.source == .request)
    lock.hear(logind(.lock, .unlock), at: at(200))
    #expect(!lock.isLocked)
  }

  @Test("a request ends when the lock screen was seen and is gone")
  func seenRequest() {
    for source in [LockSource.compositor, .probe] {
      let lock = Lock()
      lock.hear(logind(.lock), at: at(0))
      #expect(!lock.see(true, by: source, at: at(1)))
      #expect(lock.source == source)
      #expect(lock.see(false, by: source, at: at(2)))
      #expect(!lock.isLocked)
    }
  }

  @Test("a request does not end before the lock screen appears")
  func earlyRequest() {
    let lock = Lock()
    lock.hear(logind(.lock), at: at(0))
    #expect(!lock.see(false, by: .probe, at: at(4)))
    #expect(lock.source == .request)
    // A repeated report keeps the time of the first.
    lock.hear(logind(.lock, .prepareForSleep(true)), at: at(4))
    #expect(lock.see(false, by: .probe, at: at(5)))
    #expect(!lock.isLocked)
  }

  @Test("a lock screen that one of two sources still sees is not gone")
  func stillSeen() {
    let lock = Lock()
    lock.hear(logind(.lock), at: at(0))
    _ = lock.see(true, by: .compositor, at: at(1))
    #expect(!lock.see(false, by: .probe, at: at(9)))
    #expect(lock.source == .compositor)
    #expect(lock.see(false, by: .compositor, at: at(10)))
    #expect(!lock.isLocked)
  }

  @Test("the lock that a terminated logind reported counts as a request to the next one")
  func forgotten() {
    let lock = Lock()
    lock.hear(logind(hint), at: at(0))
    lock.hear(logind(hint, .forgotten), at: at(1))
    #expect(lock.source == .request)
    #expect(!lock.see(true, by: .probe, at: at(2)))
    #expect(lock.see(false, by: .probe, at: at(3)))
    #expect(!lock.isLocked)
  }
}
