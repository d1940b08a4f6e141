internal import Time

/// The state of the probe: the user's command (`locked-if`) that tells whether the session is locked.
///
/// The command is started when fingers land, at most once a second. That is early enough for an answer before the
/// gesture is recognised, and costs nothing while no device is touched.
///
///     fingers    land ── move ── are recognised      land (the answer is less than a second old)
///     command      ├── runs ──┤ exit status 1: not locked
///     events       └── wait ──┘ are handled, in order
///
/// If the command gives no answer, its last answer stays in force; without one, the session counts as not locked.
/// Failures are reported, because users could not tell otherwise why gestures have no effect.
struct LockProbe: Sendable {
  /// The age up to which an answer is valid. A lock screen takes about as long to appear.
  static let interval = Duration.seconds(1)
  /// The time after which the command is killed. `pgrep` takes 10 ms on a small machine, and gestures wait for it.
  static let timeout = Duration.milliseconds(500)
  /// The failure of a command that is still running after `timeout`.
  static let timeoutFailure = "took longer than \(timeout.wholeMicroseconds / 1000) ms"

  /// The last answer; nil if there was none.
  private(set) var isLocked: Bool?
  /// True while the command is running.
  private(set) var isRunning = false
  /// The time of the last start; nil if its answer is no longer valid.
  private var start: Timestamp?
  /// The last failure; nil if the command has answered since.
  private var failure: String?

  /// The time at which the command is killed; nil while it is not running.
  var deadline: Timestamp? { isRunning ? start.map { $0 + Self.timeout } : nil }

  /// True if fingers that land now require a new answer.
  func isDue(at now: Timestamp) -> Bool {
    guard !isRunning else { return false }
    guard let start else { return true }
    return start + Self.interval <= now
  }

  /// Records the start of the command.
  mutating func begin(at now: Timestamp) {
    isRunning = true
    start = now
  }

  /// Records the command's answer.
  mutating func answer(isLocked: Bool) {
    isRunning = false
    self.isLocked = isLocked
    failure = nil
  }

  /// Records that the command gave no answer.
  /// - Returns: the failure to report; nil if it is the same as the last one.
  mutating func fail(_ failure: String) -> String? {
    isRunning = false
    defer { self.failure = failure }
    return self.failure == failure ? nil : failure
  }

  /// Discards the last answer: the command is started again at the next landing.
  mutating func invalidate() { if !isRunning { start = nil } }
}
