import Diagnostics
import Testing

@Suite("Did you mean")
struct SuggestionTests {
  private let words = ["swipe", "pinch", "long-press", "fingers", "device", "within", "in", "out", "up", "up-left"]

  @Test(
    "slips of the keyboard find the word",
    arguments: [
      ("swype", "swipe"), ("SWIPE", "swipe"), ("siwpe", "swipe"), ("pinhc", "pinch"), ("longpress", "long-press"),
      ("long_press", "long-press"), ("finger", "fingers"), ("devcie", "device"), ("ni", "in"), ("otu", "out"),
      ("Up_Left", "up-left"),
    ])
  func slips(word: String, meant: String) {
    #expect(Suggestion.nearest(to: word, among: words) == meant)
  }

  @Test(
    "what is like no word finds none",
    arguments: ["", "x", "rotate", "ab", "hold", "完", String(repeating: "s", count: 9_999)])
  func strangers(word: String) {
    #expect(Suggestion.nearest(to: word, among: words) == nil)
  }

  @Test("of two as near the one with swapped letters is meant, then the one with the same first letter")
  func ties() {
    #expect(Suggestion.nearest(to: "trial", among: ["triad", "trail"]) == "trail")
    #expect(Suggestion.nearest(to: "cold", among: ["hold", "colt"]) == "colt")
    #expect(Suggestion.nearest(to: "page_down", among: ["Page_Dowm", "Page_Down"]) == "Page_Down")
  }
}
