@testable import Engine
import Testing
import Touch

@Suite("When a user's own command is asked whether the session is locked")
struct LockProbeTests {
  private func at(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

  /// One that was asked at 0.
  private var asked: LockProbe {
    var probe = LockProbe()
    probe.begin(at: at(0))
    return probe
  }

  @Test("the first hand that lands asks, and one that lands within a second of that does not")
  func rate() {
    #expect(LockProbe().isDue(at: at(0)))
    var probe = asked
    #expect(!probe.isDue(at: at(2000)))
    probe.answer(isLocked: false)
    #expect(!probe.isDue(at: at(999)))
    #expect(probe.isDue(at: at(1000)))
  }

  @Test("exit status 0 is locked and 1 is not")
  func answers() {
    var probe = asked
    #expect(probe.isLocked == nil)
    probe.answer(isLocked: true)
    #expect(probe.isLocked == true)
    probe.begin(at: at(1000))
    // What it said before stands until it answers.
    #expect(probe.isLocked == true)
    probe.answer(isLocked: false)
    #expect(probe.isLocked == false)
  }

  @Test("it has half a second, and no deadline while it is not asked")
  func patience() {
    #expect(LockProbe().deadline == nil)
    var probe = asked
    #expect(probe.deadline == at(500))
    _ = probe.fail(LockProbe.timeoutFailure)
    #expect(probe.deadline == nil)
    #expect(!probe.isRunning)
  }

  @Test("no answer changes nothing, and is told once until there has been an answer")
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

  @Test("after the session was away the next hand asks, however short a time ago the last one did")
  func aged() {
    var probe = asked
    probe.invalidate()
    // It is still being asked.
    #expect(probe.deadline == at(500))
    probe.answer(isLocked: true)
    probe.invalidate()
    #expect(probe.isDue(at: at(10)))
    #expect(probe.isLocked == true)
  }
}
