import Testing
import Time

@testable import Daemon

@Suite("Repeated messages")
struct RepeatedMessagesTests {
  @Test("a repeated message is logged after five seconds with a count; another one at once")
  func folded() {
    var messages = RepeatedMessages()
    func say(_ text: String, _ second: Int64) -> String? {
      messages.wording(of: text, at: Timestamp(microseconds: second * 1_000_000))
    }
    #expect(say("a", 0) == "a")
    #expect(say("b", 1) == "b")
    #expect(say("a", 1) == nil)
    #expect(say("a", 4) == nil)
    #expect(say("a", 5) == "a (repeated 2 times)")
    #expect(say("b", 5) == nil)
    #expect(say("b", 6) == "b (repeated once)")
    #expect(say("a", 60) == "a")
  }

  @Test("the number of remembered messages is limited")
  func bounded() {
    var messages = RepeatedMessages()
    for number in 0..<1000 {
      #expect(messages.wording(of: "\(number)", at: .zero) == "\(number)")
    }
    #expect(messages.wording(of: "999", at: .zero) == nil)
    #expect(messages.wording(of: "0", at: .zero) == "0")
  }
}
