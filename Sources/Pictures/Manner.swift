internal import Gestures
internal import Touch

/// What fingers did, in words.
enum Manner: String, Sendable {
  case move
  case rest
  case turn = "turn or part"

  /// Whether that may have been meant as such a gesture.
  func allows(_ kind: Gesture.Kind) -> Bool {
    switch kind {
    case .tap, .longPress: self == .rest
    case .swipe, .pan, .stroke: self == .move
    case .pinch, .rotate: self == .turn
    }
  }
}

extension Scene {
  /// Fingers that stay within this many mm rest: more than a hand that rests for two seconds drifts.
  private static let slop: Millimetres = 3

  /// What the fingers did, as it was recognised, or else by how far they came.
  var manner: Manner {
    if let kind = acts.first?.first.kind {
      switch kind {
      case .tap, .longPress: return .rest
      case .swipe, .pan, .stroke: return .move
      case .pinch, .rotate: return .turn
      }
    }
    if stays.contains(where: { !$0.turns.isEmpty }) { return .turn }
    if reach > Self.slop || stays.contains(where: { $0.spans.contains { $0.kind == .swipe || $0.kind == .scroll } }) {
      return .move
    }
    let farthest = stays.flatMap(\.contacts).map(\.reach).max() ?? 0
    return farthest > Self.slop ? .turn : .rest
  }

  /// How far the middle of the fingers came from where it began, at most.
  var reach: Millimetres { stays.flatMap(\.ways).reduce(0) { max($0, $1.value.length) } }
}

extension Stay.Contact {
  /// How far it came from where it landed, at most.
  fileprivate var reach: Millimetres { places.reduce(0) { max($0, ($1.value - places[0].value).length) } }
}
