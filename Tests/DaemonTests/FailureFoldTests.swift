import Testing
import Touch

@testable import Daemon

@Suite("Failures that come again and again")
struct FailureFoldTests {
  @Test("are said once in ten seconds, with how many there were in between")
  func folded() {
    var fold = FailureFold()
    func said(_ failure: String, at seconds: Int64) -> String? {
      fold.text(failure, at: Timestamp(microseconds: seconds * 1_000_000))
    }
    #expect(said("r:1: no", at: 0) == "r:1: no")
    #expect(said("r:1: no", at: 3) == nil)
    #expect(said("r:2: no", at: 4) == "r:2: no")
    #expect(said("r:1: no", at: 9) == nil)
    #expect(said("r:1: no", at: 10) == "r:1: no (2 times more in between)")
    #expect(said("r:1: no", at: 19) == nil)
    #expect(said("r:1: no", at: 40) == "r:1: no (once more in between)")
    #expect(said("r:1: no", at: 60) == "r:1: no")
  }
}
