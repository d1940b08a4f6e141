import Diagnostics
import Testing

@Suite("Suggestions")
struct SuggestionTests {
  private let words = ["swipe", "pinch", "long-press", "fingers", "device", "within", "in", "out", "up", "up-left"]

  @Test(
    "find misspelt words",
    arguments: [
      ("swype", "swipe"), ("SWIPE", "swipe"), ("siwpe", "swipe"), ("pinhc", "pinch"), ("longpress", "long-press"),
      ("long_press", "long-press"), ("finger", "fingers"), ("devcie", "device"), ("ni", "in"), ("otu", "out"),
      ("Up_Left", "up-left"),
    ])
  func slips(word: String, meant: String) {
    #expect(Suggestion.nearest(to: word, among: words) == meant)
  }

  @Test(
    "find nothing if no word is similar",
    arguments: ["", "x", "rotate", "ab", "hold", "完", String(repeating: "s", count: 9_999)])
  func strangers(word: String) {
    #expect(Suggestion.nearest(to: word, among: words) == nil)
  }

  @Test("prefer swapped letters, then the same first letter")
  func ties() {
    #expect(Suggestion.nearest(to: "trial", among: ["triad", "trail"]) == "trail")
    #expect(Suggestion.nearest(to: "cold", among: ["hold", "colt"]) == "colt")
    #expect(Suggestion.nearest(to: "page_down", among: ["Page_Dowm", "Page_Down"]) == "Page_Down")
  }
}
