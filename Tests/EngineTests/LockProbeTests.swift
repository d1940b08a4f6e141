@testable import Engine
import Testing
import Time

@Suite("The lock probe")
struct LockProbeTests {
  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

  /// A probe that was started at 0.
  private var asked: LockProbe {
    var probe = LockProbe()
    probe.begin(at: at(0))
    return probe
  }

  @Test("the first landing starts the probe, and a landing within a second of it does not")
  func rate() {
    #expect(LockProbe().isDue(at: at(0)))
    var probe = asked
    #expect(!probe.isDue(at: at(2000)))
    probe.answer(isLocked: false)
    #expect(!probe.isDue(at: at(999)))
    #expect(probe.isDue(at: at(1000)))
  }

  @Test("exit status 0 means locked and 1 means unlocked")
  func answers() {
    var probe = asked
    #expect(probe.isLocked == nil)
    probe.answer(isLocked: true)
    #expect(probe.isLocked == true)
    probe.begin(at: at(1000))
    // The previous answer stands until the next one.
    #expect(probe.isLocked == true)
    probe.answer(isLocked: false)
    #expect(probe.isLocked == false)
  }

  @Test("the probe has half a second, and no deadline while it does not run")
  func patience() {
    #expect(LockProbe().deadline == nil)
    var probe = asked
    #expect(probe.deadline == at(500))
    _ = probe.fail(LockProbe.timeoutFailure)
    #expect(probe.deadline == nil)
    #expect(!probe.isRunning)
  }

  @Test("a missing answer changes nothing, and is reported once until the next answer")
  func failures() {
    let failures = [
      "cannot be started (posix_spawn pgrp: No such file or directory)", LockProbe.timeoutFailure, "was killed",
    ]
    for failure in failures {
      for before in [nil, true, false] {
        var probe = LockProbe()
        if let before {
          probe.begin(at: at(0))
          probe.answer(isLocked: before)
        }
        probe.begin(at: at(1000))
        let first = probe.fail(failure)
        #expect(first == failure)
        #expect(probe.isLocked == before)
        probe.begin(at: at(2000))
        let second = probe.fail(failure)
        #expect(second == nil)
        probe.begin(at: at(3000))
        probe.answer(isLocked: false)
        probe.begin(at: at(4000))
        let afterAnAnswer = probe.fail(failure)
        #expect(afterAnAnswer == failure)
      }
    }
  }

  @Test("the next landing after a session switch starts the probe, however recent the last start is")
  func aged() {
    var probe = asked
    probe.invalidate()
    // The probe is still running.
    #expect(probe.deadline == at(500))
    probe.answer(isLocked: true)
    probe.invalidate()
    #expect(probe.isDue(at: at(10)))
    #expect(probe.isLocked == true)
  }
}
