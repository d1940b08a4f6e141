/// Finds the word that was probably meant.
public enum Suggestion {
  /// The one of `candidates` that is most like `word`; nil where none is like it. Upper and lower case count as the
  /// same, and `_` as `-`. Of those equally near, one with two letters swapped comes first, then one that starts with
  /// the same letter, then the first in order.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let typed = folded(word)
    let limit = self.limit(length: typed.count)
    var best: (rank: Rank, candidate: String)?
    for candidate in candidates {
      let wanted = folded(candidate)
      let most = min(limit, best?.rank.distance ?? limit)
      guard abs(wanted.count - typed.count) <= most else { continue }
      let distance = self.distance(typed, wanted)
      guard distance <= most else { continue }
      let rank = Rank(
        distance: distance, isReordered: wanted.count == typed.count && wanted.sorted() == typed.sorted(),
        hasSameStart: wanted.first == typed.first)
      if best.map({ rank < $0.rank }) ?? true { best = (rank, candidate) }
    }
    return best?.candidate
  }

  private struct Rank: Comparable {
    var distance: Int
    var isReordered: Bool
    var hasSameStart: Bool

    static func < (left: Rank, right: Rank) -> Bool {
      (left.distance, left.isReordered ? 0 : 1, left.hasSameStart ? 0 : 1)
        < (right.distance, right.isReordered ? 0 : 1, right.hasSameStart ? 0 : 1)
    }
  }

  /// How many mistakes a word of this length may have: a third of it, so that short words are not taken for each
  /// other. Longer ones than any we know are nothing that was mistyped.
  private static func limit(length: Int) -> Int {
    switch length {
    case 0, 1: 0
    case 2...4: 1
    case 5...7: 2
    case 8...40: 3
    default: 0
    }
  }

  private static func folded(_ word: String) -> [Unicode.Scalar] {
    word.prefix(64).lowercased().unicodeScalars.map { $0 == "_" ? "-" : $0 }
  }

  /// The Damerau-Levenshtein distance in its restricted form: letters left out, put in, exchanged, and neighbours
  /// swapped.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var least = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
