internal import Gestures

extension ScenePanel {
  /// The signs in it that the key explains.
  var signs: Set<SignKey.Sign> {
    var signs: Set<SignKey.Sign> = [.landing, .lift, .dot]
    if tracks.contains(where: \.isCancelled) { signs.insert(.cancelled) }
    if tracks.contains(where: { $0.kind == .centroid }) { signs.insert(.centroid) }
    if tracks.contains(where: { $0.kind == .pair }) { signs.insert(.pair) }
    if DeviceField(panel: self, box: field).isPart { signs.insert(.map) }
    if !regions.isEmpty { signs.insert(.region) }
    if !missed.isEmpty { signs.insert(.missed) }
    if timeLine.isWaiting { signs.insert(.waiting) }
    for mark in marks {
      signs.insert(.mark)
      if mark.rule != nil { signs.insert(.limit) }
      for step in mark.span.steps { signs.insert(step.value < 0 ? .back : .step) }
      if mark.span.last.phase == .ended { signs.insert(.end) }
      if mark.span.last.phase == .cancelled { signs.insert(.gestureCancelled) }
    }
    return signs
  }
}
