import Testing
import Text

private let number = TextPattern("[0-9]+")
private let pair = TextPattern(#"([a-z]+)\s*=\s*("([^"]*)"|'([^']*)'|(\w+))?"#)
private let word = WholePattern("is|is not|in")
private let rest = WholePattern("name:(.+)")
private let bareWord = TextPattern("[^[:space:][:punct:]]+")
private let start = TextPattern("^a")
private let nothing = TextPattern("x*")
private let wholeNumber = WholePattern("[0-9]+")
private let wholeNothing = WholePattern("x*")

@Suite("Patterns in texts")
struct TextPatternTests {
  @Test("the first match, with its range")
  func first() throws {
    let text = "swipe 3 or 12"
    let match = try #require(text.firstMatch(of: number))
    #expect(match[0] == "3")
    #expect(text[..<match.range.lowerBound] == "swipe ")
    #expect("swipe".firstMatch(of: number) == nil)
    #expect(text.contains(number) && !"swipe".contains(number) && !"".contains(number))
  }

  @Test("the whole text matches, or a part of it")
  func whole() {
    #expect("12".wholeMatch(of: wholeNumber)?[0] == "12")
    #expect("12 ".wholeMatch(of: wholeNumber) == nil)
    #expect(" 12".wholeMatch(of: wholeNumber) == nil)
    #expect("is not".wholeMatch(of: word) != nil)
    #expect("".wholeMatch(of: wholeNothing) != nil)
  }

  @Test("all matches, from left to right")
  func all() {
    #expect("1 22 333".matches(of: number).map { $0[0] } == ["1", "22", "333"])
    #expect("aa".matches(of: start).count == 1)
    #expect("ax".matches(of: nothing).map { $0[0] } == ["", "x", ""])
  }

  @Test("groups by number; nil for one that matched nothing")
  func groups() throws {
    let matches = "a=\"1\" b='' c = d e =".matches(of: pair)
    #expect(matches.map { $0[1] } == ["a", "b", "c", "e"])
    #expect(matches.map { $0[3] } == ["1", nil, nil, nil])
    #expect(matches.map { $0[4] } == [nil, "", nil, nil])
    #expect(matches.map { $0[5] } == [nil, nil, "d", nil])
  }

  @Test("every match is replaced")
  func replacing() {
    #expect("1ä22ö".replacing(number) { "<\($0[0] ?? "")>" } == "<1>ä<22>ö")
    #expect("äö".replacing(number) { _ in "" } == "äö")
  }

  @Test("parts of a text are searched as texts of their own, with all of their bytes")
  func parts() throws {
    let text = "ba\0 7ä"
    #expect(text.dropFirst().contains(start) && !text.contains(start))
    #expect(text.firstMatch(of: number)?[0] == "7")
    let part = text.dropFirst(3)
    let match = try #require(part.firstMatch(of: number))
    #expect(part[match.range.upperBound...] == "ä")
  }

  @Test("text that is not ASCII matches what excludes ASCII, in whole characters")
  func characters() {
    #expect("name:größe 名前".wholeMatch(of: rest)?[1] == "größe 名前")
    #expect("größe, 名前".matches(of: bareWord).map { $0[0] } == ["größe", "名前"])
    #expect("ä = 'ö'".firstMatch(of: pair) == nil)
  }
}
