internal import Time
internal import Touch

extension [TouchEvent] {
  /// The times for which the only finger of a device was gone, as far as that may be a fault of the device: longer than
  /// a bounce that makes no second tap anyway, and shorter than nearly all lifts between two taps of a hand.
  var lostTimes: [Duration] {
    var times: [Duration] = []
    var down: Set<Int> = []
    /// True if several fingers were down since the last moment without one.
    var wereSeveral = false
    var gone: (time: Timestamp, wereSeveral: Bool)?
    for event in self {
      switch event.kind {
      case .touchDown(let slot, _):
        if down.isEmpty, let last = gone, !last.wereSeveral, case let time = event.time - last.time,
          time > .milliseconds(30), time < .milliseconds(100)
        {
          times.append(time)
        }
        if down.isEmpty { wereSeveral = false }
        down.insert(slot)
        wereSeveral = wereSeveral || down.count > 1
      case .touchUp(let slot):
        down.remove(slot)
        if down.isEmpty { gone = (event.time, wereSeveral) }
      case .touchCancel(let slot):
        down.remove(slot)
        gone = nil
      default: break
      }
    }
    return times
  }
}
