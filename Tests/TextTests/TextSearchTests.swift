import Testing
import Text

@Suite("Texts in texts")
struct TextSearchTests {
  @Test(
    "a text is found where its bytes are",
    arguments: [
      ("swipe left", "left", [6]), ("left", "left", [0]), ("aaaa", "aa", [0, 2]), ("aab", "ab", [1]), ("", "a", []),
      ("ab", "abc", []), ("größer größe", "größe", [0, 9]), ("ßß", "ß", [0, 2]), ("a\0b\0", "\0b", [1]),
      ("\r\n\r\n", "\n\r", [1]), ("it's", "'s", [2]),
    ])
  func ranges(text: String, part: String, offsets: [Int]) {
    for text in [text[...], "<\(text)>".dropFirst().dropLast()] {
      let ranges = text.ranges(of: part)
      #expect(ranges.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) } == offsets)
      #expect(ranges.allSatisfy { text[$0].utf8.elementsEqual(part.utf8) })
      #expect(text.firstRange(of: part) == ranges.first)
      #expect(text.contains(part) == !offsets.isEmpty)
    }
  }

  @Test("an empty text is in every text")
  func empty() {
    #expect("a".contains("") && "".contains(""))
    #expect("ab".replacing("", with: "-") == "-ab")
  }

  @Test("a mark or a line feed that belongs to a character does not hide it: shells and YAML read bytes")
  func characters() {
    #expect("a'\u{301}b".replacing("'", with: "''") == "a''\u{301}b")
    #expect("a\r\nb".replacing("\n", with: "\\n") == "a\r\\nb")
    #expect("e\u{301}: 1".contains("\u{301}: "))
  }

  @Test("every occurrence is replaced, or the first")
  func replacing() {
    #expect("a.b.c".replacing(".", with: "::") == "a::b::c")
    #expect("¬$a ¬$b"[...].replacing("¬$", with: "!$") == "!$a !$b")
    #expect("abc".replacing("x", with: "y") == "abc")
    #expect("aaa".replacingFirst("a", with: "ä") == "äaa")
    #expect("abc".replacingFirst("x", with: "y") == nil)
  }

  @Test(
    "parts between separators, except empty ones",
    arguments: [
      ("a , b , c", Int.max, ["a", "b", "c"]), ("a , b , c", 1, ["a", "b , c"]), (" , a ,  , ", Int.max, ["a"]),
      ("abc", Int.max, ["abc"]), ("", Int.max, []), (" , ", Int.max, []), (" , a , b", 1, ["a", "b"]),
    ])
  func split(text: String, maxSplits: Int, parts: [String]) {
    #expect(text.split(separator: " , ", maxSplits: maxSplits).map(String.init) == parts)
  }
}
