internal import Testing
internal import Time

@testable internal import Actions

@Suite("The pace of keys for uinput")
struct KeyPaceTests {
  /// The times at which keys are written, in milliseconds, if writing is tried every millisecond.
  private func moments(_ count: Int, from start: Int = 0, by pace: inout KeyPace) -> [Int] {
    var moments: [Int] = []
    var now = start
    while moments.count < count {
      if pace.takes(at: Timestamp(microseconds: Int64(now) * 1000)) { moments.append(now) }
      now += 1
    }
    return moments
  }

  @Test("a few chords are written without delay")
  func short() {
    var pace = KeyPace()
    #expect(moments(20, from: 5000, by: &pace) == Array(5000..<5020))
  }

  @Test("keys in any 60 ms fit the kernel's buffer, for compositors that pause that long")
  func long() {
    var pace = KeyPace()
    let moments = moments(1000, by: &pace)
    for start in 0..<moments[999] {
      #expect(moments.count { (start..<start + 60).contains($0) } <= 31)
    }
    // In the steady state it may rest for longer.
    for start in 100..<moments[999] {
      #expect(moments.count { (start..<start + 120).contains($0) } <= 31)
    }
    #expect(moments[999] < 4000)
  }

  @Test("after a pause, keys are as fast as at first")
  func rested() {
    var pace = KeyPace()
    let first = moments(200, by: &pace)
    #expect(moments(20, from: first[199] + 70, by: &pace) == Array(first[199] + 70..<first[199] + 90))
  }
}
