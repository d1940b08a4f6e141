internal import Touch

/// The times at which the user's own command is asked whether the session is locked, and its last answer.
///
/// It is asked when a hand lands, at most once a second: that is early enough to know before the gesture is certain,
/// and costs nothing while nobody touches anything.
///
///     hand       lands ── moves ── is recognised      lands (the answer is less than a second old)
///     command      ├── runs ──┤ exit status 1: not locked
///     its touch    └── waits ─┘ is taken in, in order
///
/// A command that gives no answer changes nothing: its last answer stands, and without any the session is not locked.
/// Users who are not told so could not tell why gestures do nothing.
struct LockProbe: Sendable {
  /// The age up to which an answer is valid. A lock screen takes about as long to appear.
  static let interval = Duration.seconds(1)
  /// The longest time that it may take. `pgrep` takes 10 ms on a small machine, and gestures wait for it.
  static let patience = Duration.milliseconds(500)
  /// The failure of a command that was still running after `patience`.
  static let slow = "took longer than \(patience.wholeMicroseconds / 1000) ms"

  /// The last answer; nil if there was none.
  private(set) var isLocked: Bool?
  /// True while it is running.
  private(set) var isAsked = false
  /// The time it was last started; nil if that answer is not valid any more.
  private var start: Timestamp?
  /// The last failure since the last answer.
  private var failure: String?

  /// The end of its patience; nil while it is not running.
  var deadline: Timestamp? { isAsked ? start.map { $0 + Self.patience } : nil }

  /// True if a hand that lands now requires a new answer.
  func isDue(at now: Timestamp) -> Bool {
    guard !isAsked else { return false }
    guard let start else { return true }
    return start + Self.interval <= now
  }

  /// Notes that the command was started.
  mutating func begin(at now: Timestamp) {
    isAsked = true
    start = now
  }

  /// Takes its answer.
  mutating func answer(isLocked: Bool) {
    isAsked = false
    self.isLocked = isLocked
    failure = nil
  }

  /// Notes that it gave no answer.
  /// - Returns: the failure to report; nil if it is the same as the last one.
  mutating func fail(_ failure: String) -> String? {
    isAsked = false
    defer { self.failure = failure }
    return self.failure == failure ? nil : failure
  }

  /// Discards the last answer: the next hand that lands asks again.
  mutating func invalidate() { if !isAsked { start = nil } }
}
