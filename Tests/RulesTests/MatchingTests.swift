import Gestures
import Rules
import RulesFile
import Testing
import Trials

@Suite("Names and titles are matched in limited time")
struct MatchingTests {
  /// True if `pattern` matches `name`: by trying everything.
  private func matches(_ pattern: Substring, _ name: Substring) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let rest = pattern.dropFirst()
    if first == "*" {
      return matches(rest, name) || !name.isEmpty && matches(pattern, name.dropFirst())
    }
    guard let character = name.first, first == "?" || first == character else { return false }
    return matches(rest, name.dropFirst())
  }

  @Test("patterns match as when everything is tried")
  func truth() {
    var numbers = SameNumbers(state: 1)
    func text(_ letters: String, _ length: Int) -> String {
      String((0..<length).compactMap { _ in letters.randomElement(using: &numbers) })
    }
    var matching = 0
    for _ in 0..<trials(4_000, thorough: 200_000) {
      let pattern = text("aab**?é", .random(in: 0...9, using: &numbers))
      let name = text("aaabé", .random(in: 0...12, using: &numbers))
      let isMatching = matches(pattern[...], name[...])
      if isMatching { matching += 1 }
      #expect(Wildcard(pattern).matches(name) == isMatching, "\(pattern) \(name)")
    }
    #expect(matching > 200)
  }

  @Test(
    "case, forms of a character and emoji are compared as characters",
    arguments: [
      ("*YOUTUBE*", "a YouTube b", true), ("caf\u{e9}", "CAFE\u{301}", true), ("?", "👨‍👩‍👧", true), ("??", "👨‍👩‍👧", false),
      ("a?b", "a\r\nb", true), ("a??b", "a\r\nb", false), ("*—*", "Mozilla — Firefox", true),
      ("straße", "STRASSE", false),
      ("", "", true), ("*", "", true), ("a*a", "a", false), ("*ab*ab*", "abab", true), ("*ab*ab*", "aab", false),
      ("a**b", "ab", true), ("*aab", "aaab", true), ("**", "x", true), ("?*", "", false),
    ])
  func characters(pattern: String, name: String, isMatching: Bool) {
    #expect(Wildcard(pattern).matches(name) == isMatching)
  }

  @Test("characters beyond the limit are ignored")
  func long() {
    let limit = Wildcard.Name.limit
    #expect(Wildcard("*b").matches(String(repeating: "a", count: limit - 1) + "b"))
    #expect(!Wildcard("*b").matches(String(repeating: "a", count: limit) + "b"))
    #expect(Wildcard("*a").matches(String(repeating: "a", count: limit) + "b"))
  }

  private func rules(_ count: Int, _ pattern: (Int) -> String, key: String = "title") -> String {
    "rules:\n"
      + (0..<count).map {
        "  - {swipe: left, fingers: 3, when: {\(key): \"\(pattern($0))\"}, do: foot}\n"
      }.joined()
  }

  @Test("a file whose patterns take too long to match is refused, at the first rule too many")
  func refused() throws {
    func error(_ text: String) -> String? { RulesFile.check(text: text, name: "f.yml").firstError }
    let most = "the names and titles in conditions take too long to compare at each gesture"
    // A thousand times as many as anybody has.
    #expect(error(rules(2_000) { "*Site \($0)*" }) == nil)
    #expect(error(rules(10_000) { "app \($0)" }) == nil)
    #expect(error(rules(10_000) { "*app \($0)" }) == nil)
    #expect(error(rules(2_100) { "*Site \($0)*" }) == "f.yml:2049:31: \(most)")
    #expect(error(rules(1_700) { _ in "*" + String(repeating: "a", count: 500) + "b*" }) == nil)
    // '?' in the midst is compared at each place.
    #expect(error(rules(100) { _ in "*" + String(repeating: "?", count: 500) + "b*" })?.hasSuffix(most) == true)
    // The conditions of a group count for each of its rules, and those inside of others as well.
    let apps = (0..<100).map { "\"*app\($0)*\"" }.joined(separator: ", ")
    let group =
      "rules:\n  - when: {not: {any: [{under: {app: [\(apps)]}}]}}\n    rules:\n"
      + String(repeating: "      - {swipe: left, fingers: 3, do: foot}\n", count: 30)
    #expect(error(group)?.hasSuffix(most) == true)
    #expect(error(group.replacing("*app", with: "app").replacing("*\"", with: "\"")) == nil)
  }

  @Test("the cost of a pattern is that of its match")
  func cost() {
    #expect(Wildcard("firefox").cost == 8)
    #expect(Wildcard("fire*fox").cost == 8)
    #expect(Wildcard("*fire*").cost == 2_049)
    #expect(Wildcard("a*fire*fox*b").cost == 2 * 2_048 + 3)
    #expect(Wildcard("*f?re*").cost >= 4 * 1_024)
  }

  @Test(
    "the slowest files that are accepted are matched in a moment",
    arguments: [
      "*" + String(repeating: "a", count: 400) + "b*", "*" + String(repeating: "ab", count: 200) + "*", "*aab*",
      "*" + String(repeating: "a", count: 500) + "b",
    ])
  func time(pattern: String) throws {
    let text = rules(min(2_000, 950_000 / (pattern.count + 60))) { "\(pattern.dropLast())\($0)\(pattern.last ?? " ")" }
    let file = RulesFile.check(text: text, name: "f.yml")
    let rules = try #require(file.rules)
    let title = String(repeating: "a", count: 1_024)
    let seconds = processorSeconds {
      let situation = Situation(app: "a", title: title)
      #expect(!rules.rules.contains { $0.condition.holds(in: situation) == true })
    }
    // 3 to 5 ms in the optimised program; without optimisation thirty times as much. Before, it took 12 s.
    print("figure: 2,000 titles of \(pattern.count) letters in \(seconds) s of the unoptimised program")
    #expect(seconds < 1.5 * (isSanitized ? 3 : 1))
  }
}
