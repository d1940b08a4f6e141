/// A pattern for names: `*` matches any characters, `?` exactly one; case is ignored.
///
/// Takes time proportional to the length of the name for each part between two stars, whatever they contain, and that
/// of the part for one with `?`: `cost` has the limit.
public struct Wildcard: Hashable, Sendable {
  /// The pattern as written.
  public let text: String
  /// True if it matches one name only.
  public let isLiteral: Bool
  /// The pattern in lower case, which is its identity. Strings compare much faster than their characters.
  private let name: String
  /// The beginning of the name: before the first star; without a star, all of it.
  private let start: [UInt64]
  /// The parts between stars, in order; nil without a star.
  private let middle: [Part]?
  /// The end of the name: after the last star.
  private let end: [UInt64]

  /// A name to match, folded once for all patterns.
  public struct Name: Hashable, Sendable {
    /// The number of characters that are compared: no title that a person can see is as long. Any further ones are
    /// ignored.
    public static let limit = 1_024

    fileprivate let codes: [UInt64]

    public init(_ text: String) { codes = Wildcard.codes(of: text.prefix(Self.limit).lowercased()) }

    fileprivate init(codes: [UInt64]) { self.codes = codes }
  }

  /// A part between two stars.
  private struct Part: Hashable, Sendable {
    let codes: [UInt64]
    /// For each length of a beginning of the part: the length of the longest shorter beginning that it ends with, where
    /// the search continues after a mismatch (Knuth, Morris and Pratt). Nil with a '?', which equals characters that
    /// differ.
    let restarts: [Int32]?

    init(_ codes: [UInt64]) {
      self.codes = codes
      guard !codes.contains(Wildcard.anyCode) else {
        restarts = nil
        return
      }
      var restarts: [Int32] = [0]
      var length = 0
      for code in codes.dropFirst() {
        while length > 0, codes[length] != code { length = Int(restarts[length - 1]) }
        if codes[length] == code { length += 1 }
        restarts.append(Int32(length))
      }
      self.restarts = restarts
    }

    /// The end of the first occurrence in `name` within `range`; nil if there is none.
    func end(in name: [UInt64], _ range: Range<Int>) -> Int? {
      guard let restarts else {
        var first = range.lowerBound
        while first + codes.count <= range.upperBound {
          if Wildcard.equal(codes, name, at: first) { return first + codes.count }
          first += 1
        }
        return nil
      }
      var length = 0
      for index in range {
        while length > 0, codes[length] != name[index] { length = Int(restarts[length - 1]) }
        if codes[length] == name[index] { length += 1 }
        if length == codes.count { return index + 1 }
      }
      return nil
    }

    /// The maximum number of comparisons in a name. A search compares each character of it twice at most.
    var cost: Int { 2 * Name.limit * (restarts == nil ? (codes.count + 1) / 2 : 1) }
  }

  public init(_ text: String) {
    self.text = text
    name = text.lowercased()
    let parts = Self.codes(of: name, hasWildcards: true)
      .split(separator: Self.starCode, omittingEmptySubsequences: false).map { Array($0) }
    start = parts[0]
    end = parts.count > 1 ? parts[parts.count - 1] : []
    middle = parts.count > 1 ? parts.dropFirst().dropLast().filter { !$0.isEmpty }.map { Part($0) } : nil
    isLiteral = parts.count == 1 && !start.contains(Self.anyCode)
  }

  /// True if the pattern matches the whole of `name`.
  public func matches(_ name: String) -> Bool { matches(Name(name)) }

  /// True if the pattern matches the whole of `name`.
  public func matches(_ name: Name) -> Bool {
    let name = name.codes
    guard let middle else { return name.count == start.count && Self.equal(start, name, at: 0) }
    let rest = name.count - end.count
    guard rest >= start.count, Self.equal(start, name, at: 0), Self.equal(end, name, at: rest) else { return false }
    // The first occurrence of each part leaves most room for the others.
    var from = start.count
    for part in middle {
      guard let end = part.end(in: name, from..<rest) else { return false }
      from = end
    }
    return true
  }

  /// True if the pattern matches the name that a literal pattern matches.
  public func matches(nameOf other: Wildcard) -> Bool { other.isLiteral && matches(Name(codes: other.start)) }

  /// The maximum number of comparisons of characters that a match takes.
  public var cost: Int { 1 + start.count + end.count + (middle ?? []).reduce(0) { $0 + $1.cost } }

  // MARK: Characters

  /// The code of `*`, which no character has.
  private static let starCode = UInt64.max
  /// The code of `?`, which no character has.
  private static let anyCode = UInt64.max - 1

  /// A number for each character of a text in lower case, which is equal for equal characters.
  private static func codes(of text: String, hasWildcards: Bool = false) -> [UInt64] {
    var text = text
    // A carriage return and a line feed are one character.
    let isPlain = text.withUTF8 { bytes in bytes.allSatisfy { $0 < 0x80 && $0 != 0x0d } }
    func code(_ code: UInt64) -> UInt64 {
      guard hasWildcards else { return code }
      return code == 0x2a ? starCode : code == 0x3f ? anyCode : code
    }
    if isPlain { return text.utf8.map { code(UInt64($0)) } }
    return text.map { character in
      let scalars = character.unicodeScalars
      if scalars.count == 1, let scalar = scalars.first, scalar.isASCII { return code(UInt64(scalar.value)) }
      // Characters of several scalars, and of one that has such an equal: by the hash of their normal form.
      return UInt64(bitPattern: Int64(character.hashValue)) >> 1 | 1 << 62
    }
  }

  /// True if `codes` are those of `name` from `start` on, which has as many.
  private static func equal(_ codes: [UInt64], _ name: [UInt64], at start: Int) -> Bool {
    guard start + codes.count <= name.count else { return false }
    for index in codes.indices where codes[index] != name[start + index] && codes[index] != anyCode { return false }
    return true
  }

  /// True if the patterns are equal except for case.
  public static func == (left: Wildcard, right: Wildcard) -> Bool { left.name == right.name }

  /// Hashes the value that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
