import RulesFile

/// Changes rules files at random, in the ways of hands, editors and attackers.
struct Mutator {
  private var numbers: SameNumbers
  /// Whole files, whose ends replace each other's.
  private let others: [[UInt8]]

  /// Creates a mutator that always gives the same mutants.
  init(seed: UInt64, others: [[UInt8]]) {
    numbers = SameNumbers(state: seed)
    self.others = others
  }

  /// `bytes` with one to four changes, most often one.
  mutating func mutant(of bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<max(1, Int.random(in: -3...4, using: &numbers)) {
      switch Int.random(in: 0..<10, using: &numbers) {
      case 0: changeBytes(&bytes)
      case 1: moveBytes(&bytes)
      case 2, 3: changeLines(&bytes)
      case 4: indent(&bytes)
      case 5, 6: exchangeWords(&bytes)
      case 7: changeQuantity(&bytes)
      case 8: insert(element(of: Self.pieces), into: &bytes)
      default: splice(&bytes)
      }
    }
    return bytes
  }

  // MARK: Bytes

  private mutating func changeBytes(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let index = Int.random(in: bytes.indices, using: &numbers)
    bytes[index] =
      Bool.random(using: &numbers)
      ? UInt8.random(in: 0...255, using: &numbers) : bytes[index] ^ 1 << UInt8.random(in: 0...7, using: &numbers)
  }

  /// Removes or duplicates some bytes, or cuts the file off.
  private mutating func moveBytes(_ bytes: inout [UInt8]) {
    let range = range(in: bytes)
    switch Int.random(in: 0..<5, using: &numbers) {
    case 0, 1: bytes.removeSubrange(range)
    case 2, 3: bytes.insert(contentsOf: bytes[range], at: Int.random(in: 0...bytes.count, using: &numbers))
    default: bytes.removeSubrange(range.lowerBound...)
    }
  }

  private mutating func range(in bytes: [UInt8]) -> Range<Int> {
    let start = Int.random(in: 0...bytes.count, using: &numbers)
    return start..<min(bytes.count, start + Int.random(in: 1...24, using: &numbers))
  }

  private mutating func insert(_ text: String, into bytes: inout [UInt8]) {
    bytes.insert(contentsOf: text.utf8, at: Int.random(in: 0...bytes.count, using: &numbers))
  }

  // MARK: Lines

  private mutating func changeLines(_ bytes: inout [UInt8]) {
    var lines = Self.lines(of: bytes)
    let one = Int.random(in: lines.indices, using: &numbers)
    let other = Int.random(in: lines.indices, using: &numbers)
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: lines.remove(at: one)
    case 1: lines.insert(lines[one], at: other)
    default: lines.swapAt(one, other)
    }
    bytes = Self.text(of: lines)
  }

  private mutating func indent(_ bytes: inout [UInt8]) {
    var lines = Self.lines(of: bytes)
    let line = Int.random(in: lines.indices, using: &numbers)
    let spaces = lines[line].prefix { $0 == 0x20 }.count
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0: lines[line].insert(0x09, at: lines[line].startIndex)
    case 1: lines[line].removeFirst(min(spaces, Int.random(in: 1...4, using: &numbers)))
    case 2: lines[line].removeFirst(spaces)
    default:
      lines[line].insert(
        contentsOf: [UInt8](repeating: 0x20, count: Int.random(in: 1...4, using: &numbers)), at: lines[line].startIndex)
    }
    bytes = Self.text(of: lines)
  }

  /// The beginning of the file and the end of another one.
  private mutating func splice(_ bytes: inout [UInt8]) {
    let other = element(of: others)
    if Bool.random(using: &numbers) {
      let lines = Self.lines(of: bytes)
      let otherLines = Self.lines(of: other)
      bytes = Self.text(
        of: Array(lines.prefix(Int.random(in: 0...lines.count, using: &numbers)))
          + otherLines.suffix(Int.random(in: 0...otherLines.count, using: &numbers)))
    } else {
      bytes =
        Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &numbers)))
        + other.suffix(Int.random(in: 0...other.count, using: &numbers))
    }
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0x0a, omittingEmptySubsequences: false)
  }

  private static func text(of lines: [ArraySlice<UInt8>]) -> [UInt8] { Array(lines.joined(separator: [0x0a])) }

  // MARK: Words

  /// Replaces a word by one of the language, or exchanges two words.
  private mutating func exchangeWords(_ bytes: inout [UInt8]) {
    let words = Self.words(in: bytes)
    guard !words.isEmpty else { return }
    let one = element(of: words)
    let other = element(of: words)
    if Bool.random(using: &numbers) || one.overlaps(other) {
      bytes.replaceSubrange(one, with: element(of: Self.vocabulary).utf8)
    } else {
      let (first, second) = one.lowerBound < other.lowerBound ? (one, other) : (other, one)
      let (start, end) = (Array(bytes[first]), Array(bytes[second]))
      bytes.replaceSubrange(second, with: start)
      bytes.replaceSubrange(first, with: end)
    }
  }

  /// Changes a unit or a number, or makes the number implausible.
  private mutating func changeQuantity(_ bytes: inout [UInt8]) {
    let quantities = Self.words(in: bytes).filter { (0x30...0x39).contains(bytes[$0.lowerBound]) }
    guard !quantities.isEmpty else { return }
    let range = element(of: quantities)
    let digits = Array(bytes[range].prefix { (0x30...0x39).contains($0) })
    let unit = Array(bytes[range].dropFirst(digits.count))
    bytes.replaceSubrange(
      range,
      with: Bool.random(using: &numbers)
        ? digits + element(of: Self.units).utf8 : Array(element(of: Self.numbers).utf8) + unit)
  }

  /// The ranges of words: letters, digits and the characters that connect them.
  private static func words(in bytes: [UInt8]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      let isLetter =
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x5f, 0x25, 0x80...: true
        default: false
        }
      if isLetter, start == nil { start = index }
      if !isLetter, let first = start {
        words.append(first..<index)
        start = nil
      }
    }
    return words + (start.map { [$0..<bytes.count] } ?? [])
  }

  private mutating func element<Element>(of elements: [Element]) -> Element {
    elements[Int.random(in: elements.indices, using: &numbers)]
  }

  private static let vocabulary =
    Array(Set(Vocabulary.words.map(\.name))).sorted() + ["hold", "command", "yes", "~", "-"]
  private static let units =
    Unit.all.map(\.name) + Unit.all.flatMap(\.otherNames) + ["", "px", "%%", "m", "in", "\u{0}"]
  private static let numbers = [
    "0", "-1", "+3", "1e400", "1e-400", "nan", "inf", "0x10", "3.", ".5", "1,5", "9223372036854775807",
    "9223372036854775808", "-9223372036854775809", String(repeating: "9", count: 400),
    "0." + String(repeating: "0", count: 400) + "1", "0°-360°", "3-", "-", "1-1-1", "٣", "½",
  ]

  /// Tokens that are significant in YAML, to terminals, or to readers of bytes.
  private static let pieces = syntax + nested + long

  private static let syntax = [
    "\u{0}", "\u{1b}[2J", "\u{7f}", "\u{85}", "\u{a0}", "\u{200b}", "\u{200e}", "\u{2028}", "\u{2029}", "\u{202e}",
    "\u{feff}", "\t", "\r", "\r\n", "\n\n", "\"", "'", "`", "|\n", ">\n", "|+2\n", "&a ", "*a", "&a *a", "<<: *a\n",
    "!", "!!str ", "!<x> ", "%", "%YAML 9.9\n", "@", "#", " #", ": ", ":", "- ", "-", "---\n", "...\n", "? ", ", ",
    "{", "}", "[", "]", "[[", "{{", "]]", "}}", "{a: [", "\\", "\"\\x\"", "\"\\ud800\"", "\"\\0\"", "=", "+", "++",
    "é", "👋🏽", "e\u{301}", "\u{1100}", "𝔸", "$(rm -rf /)", "swipe:left", "null", "true", "\u{fffe}",
    "&all {rules: *all}", "*", "&", "strokes: {a: '0,0 50,50 99,0'}\n", "settings: {swipe: {distance: 1mm}}\n",
  ]
  private static let nested: [String] = [16, 63, 64, 65, 200].flatMap { (depth: Int) -> [String] in
    let open = ["[", "{a: ", "- "].map { String(repeating: $0, count: depth) }
    return open + [open[0] + String(repeating: "]", count: depth)]
  }
  private static let long = [
    String(repeating: "x", count: 5_000), String(repeating: "a: ", count: 300), String(repeating: "\n", count: 300),
  ]
}
