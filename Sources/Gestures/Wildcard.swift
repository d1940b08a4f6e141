/// A pattern for names: `*` stands for any characters, `?` for one; upper and lower case count as the same.
public struct Wildcard: Hashable, Sendable {
  /// The pattern as it was written.
  public let text: String
  /// Whether it can match one name only.
  public let isLiteral: Bool
  /// In lower case: what makes two patterns the same. A string is compared much faster than its characters.
  private let name: String
  /// The characters of that.
  private let folded: [Character]

  /// A pattern.
  public init(_ text: String) {
    self.text = text
    name = text.lowercased()
    folded = Array(name)
    isLiteral = !folded.contains { $0 == "*" || $0 == "?" }
  }

  /// Whether the whole of `name` matches.
  ///
  /// Matches greedily and goes back to the last `*` where that fails: linear in most cases, never exponential.
  public func matches(_ name: String) -> Bool {
    let name = Array(name.lowercased())
    var at = 0, next = 0
    var star: (pattern: Int, name: Int)?
    while at < name.count {
      if next < folded.count, folded[next] == "*" {
        star = (next, at)
        next += 1
      } else if next < folded.count, folded[next] == "?" || folded[next] == name[at] {
        next += 1
        at += 1
      } else if let last = star {
        star = (last.pattern, last.name + 1)
        next = last.pattern + 1
        at = last.name + 1
      } else {
        return false
      }
    }
    return folded[next...].allSatisfy { $0 == "*" }
  }

  /// The same but for upper and lower case.
  public static func == (left: Wildcard, right: Wildcard) -> Bool { left.name == right.name }

  /// What `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
