internal import Time

/// The readiness of a new input device: udev must have processed it, and the compositor must have opened it.
///
///     created   processed by udev      ready
///     |---------|----------------------|
///                200 ms for programs that udev notifies
///
///     created                                     ready
///     |-------------------------------------------|
///      2 s if udev does not process it
struct DeviceReadiness {
  /// The time from udev's notification until the compositor has opened the device. With shorter ones, some compositors
  /// lose the first events.
  static let settling: Duration = .milliseconds(200)
  /// The longest wait for udev, which may not be running.
  static let patience: Duration = .seconds(2)
  /// The interval of checking for udev.
  static let interval: Duration = .milliseconds(20)

  private enum State {
    case created(Timestamp)
    case settling(until: Timestamp)
    case ready
  }

  private var state: State

  init(created: Timestamp) { state = .created(created) }

  /// Returns the time to ask again; nil once the device is ready.
  /// - Parameter isSeen: returns true if udev has processed it.
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
