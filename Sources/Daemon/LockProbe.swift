internal import Linux
internal import Touch

/// When a user's own command is asked whether the session is locked, and what its answers mean.
///
/// It is asked when a hand lands, at most once a second: that is early enough to know before the gesture is certain,
/// and costs nothing while nobody touches anything.
///
///     hand       lands ── moves ── is recognised      lands (the answer is less than a second old)
///     command      ├── runs ──┤ exit status 1: not locked
///     its touch    └── waits ─┘ is taken in, in order
///
/// A command that gives no answer changes nothing: what it said last stands, and a session of which it never said
/// anything is not locked. Whoever is not told so could not tell why gestures are dead.
struct LockProbe {
  /// How long an answer is good for. A lock screen takes about as long to appear.
  static let interval = Duration.seconds(1)
  /// How long it may take. `pgrep` takes 10 ms on a small machine, and what a hand does waits for it.
  static let patience = Duration.milliseconds(500)

  /// Why there is no answer.
  enum Failure: Hashable {
    /// There is no such program, or the kernel refuses to start it.
    case notStarted(SystemError)
    /// It ended with another status than 0 or 1.
    case ended(ChildProcess.ExitStatus)
    /// It ended, and nobody can tell how.
    case lost
    /// It was still running after `patience`.
    case slow
  }

  /// What it said last; nil where it never said anything.
  private(set) var isLocked: Bool?
  /// Whether it is running.
  private(set) var isAsked = false
  /// When it was started last, where that answer is good for a while.
  private var start: Timestamp?
  /// What was told last, and no answer has come since.
  private var told: Failure?

  /// When its patience ends; nil while it is not asked.
  var deadline: Timestamp? { isAsked ? start.map { $0 + Self.patience } : nil }

  /// Whether it is to be asked now that a hand lands.
  func isDue(at now: Timestamp) -> Bool {
    guard !isAsked else { return false }
    guard let start else { return true }
    return start + Self.interval <= now
  }

  /// It is being asked.
  mutating func begin(at now: Timestamp) {
    isAsked = true
    start = now
  }

  /// It ended.
  /// - Returns: what is to be told of it.
  mutating func end(_ status: ChildProcess.ExitStatus) -> Failure? {
    switch status {
    case .exited(0), .exited(1):
      isAsked = false
      isLocked = status == .exited(0)
      told = nil
      return nil
    case .exited, .signaled: return fail(.ended(status))
    }
  }

  /// It gives no answer.
  /// - Returns: what is to be told of it: the same is not told again and again.
  mutating func fail(_ failure: Failure) -> Failure? {
    isAsked = false
    defer { told = failure }
    return told == failure ? nil : failure
  }

  /// Whatever it said may be over: the next hand that lands asks anew.
  mutating func age() { if !isAsked { start = nil } }
}

extension LockProbe.Failure: CustomStringConvertible {
  var description: String {
    switch self {
    case .notStarted(let error): "cannot be started (\(error))"
    case .ended(.exited(let status)): "ended with exit status \(status), which is neither 0, locked, nor 1, not locked"
    case .ended(.signaled): "was killed"
    case .lost: "ended, and how is not known"
    case .slow: "took longer than \(LockProbe.patience.wholeMicroseconds / 1000) ms"
    }
  }
}
