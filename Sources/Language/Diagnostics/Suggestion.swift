/// Suggestions for misspelt words.
public enum Suggestion {
  /// The candidate that is most similar to `word`; nil if none is similar. Ignores case, and the difference of `_` and
  /// `-`. Among equally similar ones, prefers the same letters in another order, then the same first letter, then the
  /// first in order.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let typed = folded(word)
    let limit = self.maxErrors(length: typed.count)
    var best: (rank: Rank, candidate: String)?
    for candidate in candidates {
      let wanted = folded(candidate)
      let maxDistance = min(limit, best?.rank.distance ?? limit)
      guard abs(wanted.count - typed.count) <= maxDistance else { continue }
      let distance = self.distance(typed, wanted)
      guard distance <= maxDistance else { continue }
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

  /// The maximum number of errors in a word of this length: about a third, so that short words are not confused. Words
  /// longer than any known one are not suggested for.
  private static func maxErrors(length: Int) -> Int {
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

  /// The restricted Damerau-Levenshtein distance: omitted, inserted and replaced letters, and swapped neighbours.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, letter) in left.enumerated() {
      var current = [row + 1]
      current.reserveCapacity(right.count + 1)
      for (column, other) in right.enumerated() {
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (letter == other ? 0 : 1))
        if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
