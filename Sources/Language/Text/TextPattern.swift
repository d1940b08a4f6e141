internal import Glibc

/// A POSIX extended regular expression, regex(7), also with GNU's `\w`, `\s` and `\b`.
///
/// Patterns are constants of a file: compiling one takes longer than to search many lines. The program sets no locale,
/// so a character is a byte, and classes are those of ASCII; all other bytes match `.` and lists such as `[^a-z]`. Of
/// several matches at one place, the longest counts. `.` also matches a line feed, and nothing here is lazy.
package struct TextPattern: Sendable {
  /// Safe to share: regexec(3) takes its lock, and it is never compiled again, nor freed, since patterns are constants.
  private nonisolated(unsafe) let expression: UnsafeMutablePointer<regex_t>

  /// Compiles an expression. An error in it ends the program: it is a constant, and a test compiles each one.
  package init(_ text: StaticString) { self.init(compiling: "\(text)") }

  fileprivate init(compiling text: String) {
    expression = .allocate(capacity: 1)
    expression.initialize(to: regex_t())
    let error = regcomp(expression, text, REG_EXTENDED)
    guard error == 0 else {
      var reason = [CChar](repeating: 0, count: 100)
      _ = regerror(error, expression, &reason, reason.count)
      fatalError("\(String(decoding: reason.lazy.map(UInt8.init).prefix { $0 != 0 }, as: UTF8.self)): \(text)")
    }
  }

  /// The groups of the first match in `bytes` from `start`, that of the whole first; nil if nothing matches.
  /// - Parameter most: the number of groups; with none, the search is faster.
  fileprivate func groups(in bytes: UnsafeBufferPointer<UInt8>, from start: Int, most: Int? = nil) -> [regmatch_t]? {
    let count = most ?? expression.pointee.re_nsub + 1
    var groups = [regmatch_t](repeating: regmatch_t(), count: max(count, 1))
    groups[0] = regmatch_t(rm_so: regoff_t(start), rm_eo: regoff_t(bytes.count))
    let error = bytes.withMemoryRebound(to: CChar.self) {
      regexec(expression, $0.baseAddress, count, &groups, REG_STARTEND)
    }
    return error == 0 ? groups : nil
  }
}

/// The same, for a whole text. One that does not begin like this is not searched.
package struct WholePattern: Sendable {
  fileprivate let pattern: TextPattern

  /// Compiles an expression, as `TextPattern` does.
  package init(_ text: StaticString) { pattern = TextPattern(compiling: "^(\(text))$") }
}

/// A match of a pattern in a text.
package struct TextMatch {
  private let text: Substring
  private let groups: ArraySlice<regmatch_t>

  fileprivate init(_ text: Substring, _ groups: ArraySlice<regmatch_t>) { (self.text, self.groups) = (text, groups) }

  /// The range of the whole match in the text.
  package var range: Range<String.Index> { range(of: self[at: 0]) }

  /// The text of a group, from 1, or of the whole match, 0; nil if the group matched nothing.
  package subscript(group: Int) -> Substring? {
    self[at: group].rm_so < 0 ? nil : text[range(of: self[at: group])]
  }

  /// The end of the match, in bytes.
  fileprivate var end: Int { Int(self[at: 0].rm_eo) }

  private subscript(at group: Int) -> regmatch_t { groups[groups.startIndex + group] }

  private func range(of group: regmatch_t) -> Range<String.Index> {
    let start = text.utf8.index(text.startIndex, offsetBy: Int(group.rm_so))
    return start..<text.utf8.index(start, offsetBy: Int(group.rm_eo - group.rm_so))
  }
}

extension StringProtocol {
  /// True if a part of the text matches.
  package func contains(_ pattern: TextPattern) -> Bool {
    withBytes { pattern.groups(in: $0, from: 0, most: 0) != nil }
  }

  /// The first match; nil if there is none.
  package func firstMatch(of pattern: TextPattern) -> TextMatch? { firstMatch(of: pattern, from: 0) }

  /// The match of the whole text; nil if it does not match.
  package func wholeMatch(of pattern: WholePattern) -> TextMatch? {
    // The first of its groups is that of the anchors.
    withBytes { pattern.pattern.groups(in: $0, from: 0) }.map { TextMatch(Substring(self), $0.dropFirst()) }
  }

  /// All matches, none of which overlap.
  package func matches(of pattern: TextPattern) -> [TextMatch] {
    var matches: [TextMatch] = []
    var start = 0
    while let match = firstMatch(of: pattern, from: start) {
      matches.append(match)
      start = Swift.max(match.end, start + 1)
      guard start <= utf8.count else { break }
    }
    return matches
  }

  /// The text with every match replaced.
  package func replacing(_ pattern: TextPattern, with replacement: (TextMatch) -> String) -> String {
    var result = ""
    var start = startIndex
    for match in matches(of: pattern) {
      result += self[start..<match.range.lowerBound] + replacement(match)
      start = match.range.upperBound
    }
    return result + self[start...]
  }

  private func firstMatch(of pattern: TextPattern, from start: Int) -> TextMatch? {
    withBytes { pattern.groups(in: $0, from: start) }.map { TextMatch(Substring(self), $0[...]) }
  }
}
