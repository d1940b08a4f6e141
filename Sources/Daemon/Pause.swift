internal import Touch

/// Whether somebody has told the daemon to do nothing, and until when.
///
/// Time is an argument: who keeps one calls `end` at `deadline`.
struct Pause {
  /// Whether nothing may act.
  private(set) var isOn = false
  /// When that ends by itself; nil where it does not.
  private(set) var deadline: Timestamp?

  /// Begins, or goes on until another moment.
  /// - Parameter time: how long it is on; nil is until it is ended.
  mutating func begin(lasting time: Duration?, at now: Timestamp) {
    isOn = true
    deadline = time.map { now + $0 }
  }

  /// Ends.
  mutating func end() { self = Pause() }
}
