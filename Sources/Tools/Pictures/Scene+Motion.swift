internal import Gestures
internal import Touch

extension Scene {
  /// The motion of the gesture that was recognised; if none was, judged by distance.
  var motion: Gesture.Motion {
    if let kind = spans.first?.first.kind { return kind.motion }
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
