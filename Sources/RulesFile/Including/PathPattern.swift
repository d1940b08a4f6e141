/// A file's name with characters that stand for others, as in glob(7): `*` for any, `?` for one, `[a-c]` for one of these
/// and `[!a-c]` for one that is none of these. A dot at a name's beginning stands for itself only.
struct PathPattern {
  private enum Part {
    case any
    case one
    case letter(Unicode.Scalar)
    case set([ClosedRange<Unicode.Scalar>], isTurnedRound: Bool)

    func matches(_ letter: Unicode.Scalar) -> Bool {
      switch self {
      case .any, .one: true
      case .letter(let own): own == letter
      case .set(let ranges, let isTurnedRound): ranges.contains { $0.contains(letter) } != isTurnedRound
      }
    }
  }

  private var parts: [Part] = []
  private let hidesDots: Bool

  /// Whether characters of `text` stand for others.
  static func isPattern(_ text: String) -> Bool { text.unicodeScalars.contains { "*?[".unicodeScalars.contains($0) } }

  /// The pattern that `text` is. A `[` that is never closed stands for itself.
  init(_ text: String) {
    hidesDots = !text.hasPrefix(".")
    var rest = Array(text.unicodeScalars)[...]
    while let letter = rest.popFirst() {
      switch letter {
      case "*": parts.append(.any)
      case "?": parts.append(.one)
      case "[":
        guard let set = Self.set(&rest) else { fallthrough }
        parts.append(set)
      default: parts.append(.letter(letter))
      }
    }
  }

  /// What stands behind a `[`, up to its `]`; nil where there is none. One that comes first stands for itself.
  private static func set(_ rest: inout ArraySlice<Unicode.Scalar>) -> Part? {
    var inside = rest
    let isTurnedRound = inside.first == "!" || inside.first == "^"
    if isTurnedRound { inside.removeFirst() }
    var ranges: [ClosedRange<Unicode.Scalar>] = []
    while let letter = inside.popFirst() {
      if letter == "]", !ranges.isEmpty {
        rest = inside
        return .set(ranges, isTurnedRound: isTurnedRound)
      }
      let behind = inside.prefix(2)
      if behind.first == "-", let last = behind.last, behind.count == 2, last != "]" {
        inside = inside.dropFirst(2)
        ranges.append(min(letter, last)...max(letter, last))
      } else {
        ranges.append(letter...letter)
      }
    }
    return nil
  }

  /// Whether it stands for `name`. Only the last `*` that was passed is gone back to, which is enough: what was found
  /// behind an earlier one can stay where it is.
  func matches(_ name: String) -> Bool {
    guard !hidesDots || !name.hasPrefix(".") else { return false }
    let letters = Array(name.unicodeScalars)
    var (part, letter) = (0, 0)
    var last: (part: Int, letter: Int)?
    while letter < letters.count {
      if part < parts.count, case .any = parts[part] {
        last = (part, letter)
        part += 1
      } else if part < parts.count, parts[part].matches(letters[letter]) {
        part += 1
        letter += 1
      } else if let (star, start) = last {
        last = (star, start + 1)
        part = star + 1
        letter = start + 1
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { if case .any = $0 { true } else { false } }
  }
}
