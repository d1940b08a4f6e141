internal import Touch

/// When a new input device can be used: udev must have looked at it, and the compositor must have opened it.
///
///     created   seen by udev           ready
///     |---------|----------------------|
///                200 ms for who is told of it
///
///     created                                     ready
///     |-------------------------------------------|
///      2 s where udev says nothing
struct DeviceReadiness {
  /// How long after udev's word the compositor has the device. Shorter pauses lose the first events on some.
  static let settling: Duration = .milliseconds(200)
  /// How long udev is waited for where it may not run at all.
  static let patience: Duration = .seconds(2)
  /// Between one look at what udev says and the next.
  static let interval: Duration = .milliseconds(20)

  private enum State {
    case created(Timestamp)
    case settling(until: Timestamp)
    case ready
  }

  private var state: State

  init(created: Timestamp) { state = .created(created) }

  /// When to ask again; nil from when the device can be used on.
  /// - Parameter isSeen: whether udev has looked at it.
  mutating func wait(at now: Timestamp, isSeen: () -> Bool) -> Timestamp? {
    switch state {
    case .created(let created):
      let end = created + Self.patience
      guard now < end else {
        state = .ready
        return nil
      }
      guard isSeen() else { return min(now + Self.interval, end) }
      let settled = now + Self.settling
      state = .settling(until: settled)
      return settled
    case .settling(let end):
      guard now >= end else { return end }
      state = .ready
      return nil
    case .ready:
      return nil
    }
  }
}
