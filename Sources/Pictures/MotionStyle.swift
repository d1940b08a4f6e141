internal import Gestures
internal import Touch

/// The movement of fingers, in words.
enum MotionStyle: String, Sendable {
  case move
  case rest
  case turn = "turn or part"

  init(_ motion: Gesture.Motion) {
    switch motion {
    case .rest: self = .rest
    case .move: self = .move
    case .turn: self = .turn
    }
  }

  /// True if such movement may have been meant as a gesture of a kind.
  func allows(_ kind: Gesture.Kind) -> Bool {
    self == MotionStyle(kind.motion)
  }
}

extension Scene {
  /// The style of the gesture that was recognised; if none was, judged by distance.
  var style: MotionStyle {
    if let kind = spans.first?.first.kind { return MotionStyle(kind.motion) }
    if episodes.contains(where: { !$0.pinchStates.isEmpty }) { return .turn }
    let phases = episodes.flatMap(\.phases)
    if reach > Thresholds.slop || phases.contains(where: { $0.kind == .swipe || $0.kind == .scroll }) { return .move }
    let farthest = episodes.flatMap(\.contacts).map(\.reach).max() ?? 0
    return farthest > Thresholds.slop ? .turn : .rest
  }

  /// The largest distance of the centroid from its start.
  var reach: Millimetres { episodes.flatMap(\.translations).reduce(0) { max($0, $1.value.length) } }
}

extension TouchEpisode.Contact {
  /// The largest distance from its landing.
  fileprivate var reach: Millimetres { positions.reduce(0) { max($0, ($1.value - positions[0].value).length) } }
}
