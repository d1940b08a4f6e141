internal import Gestures
internal import Touch

/// The movement of fingers, in words.
enum Manner: String, Sendable {
  case move
  case rest
  case turn = "turn or part"

  /// True if such movement may have been meant as a gesture of a kind.
  func allows(_ kind: Gesture.Kind) -> Bool {
    switch kind {
    case .tap, .longPress: self == .rest
    case .swipe, .pan, .stroke: self == .move
    case .pinch, .rotate: self == .turn
    }
  }
}

extension Scene {
  /// Fingers that stay within this distance rest: a hand that rests for two seconds drifts less.
  private static let slop: Millimetres = 3

  /// The style of the gesture that was recognised; if none was, judged by distance.
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

  /// The largest distance of the centroid from its start.
  var reach: Millimetres { stays.flatMap(\.ways).reduce(0) { max($0, $1.value.length) } }
}

extension Stay.Contact {
  /// The largest distance from its landing.
  fileprivate var reach: Millimetres { places.reduce(0) { max($0, ($1.value - places[0].value).length) } }
}
