/// A pattern for names: `*` matches any characters, `?` exactly one; case is ignored.
public struct Wildcard: Hashable, Sendable {
  /// The pattern as written.
  public let text: String
  /// True if it matches one name only.
  public let isLiteral: Bool
  /// The pattern in lower case, which is its identity. Strings compare much faster than their characters.
  private let name: String
  /// The characters of `name`.
  private let folded: [Character]

  public init(_ text: String) {
    self.text = text
    name = text.lowercased()
    folded = Array(name)
    isLiteral = !folded.contains { $0 == "*" || $0 == "?" }
  }

  /// True if the pattern matches the whole of `name`.
  ///
  /// Greedy, going back to the last `*` on failure: linear in most cases, never exponential.
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

  /// True if the patterns are equal except for case.
  public static func == (left: Wildcard, right: Wildcard) -> Bool { left.name == right.name }

  /// Hashes the value that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
