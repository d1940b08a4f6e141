internal import Time

/// The lock of the session, combined from all sources: it is locked if any of them reports so. Unknown counts as not
/// locked.
///
/// A request to lock counts as locked until a source that detects the lock screen reports that it is gone: lock screens
/// need not confirm a request.
struct SessionLock: Sendable {
  /// The time within which the lock screen appears after a request. A source that reports no lock screen later than
  /// this, and reported none before, has missed it.
  static let appearance = Duration.seconds(5)

  private struct Request: Sendable {
    var time: Timestamp
    /// True if a source has reported the lock screen since.
    var isSeen: Bool
  }

  /// False if another session is active; nil if logind does not report.
  private var isPresent: Bool?
  private var isHinted = false
  private var seen: [LockSource: Bool] = [:]
  private var request: Request?

  /// The source that reports the session as locked; nil if it is not locked. Sources that detect the lock screen
  /// precede a request.
  var source: LockSource? {
    if isHinted { return .lockScreen }
    if let source = [LockSource.compositor, .probe].first(where: { seen[$0] == true }) { return source }
    return request == nil ? nil : .request
  }

  /// True if any source reports the lock.
  var isKnown: Bool { isHinted || !seen.isEmpty }

  /// True if the session is locked.
  var isLocked: Bool { source != nil }

  /// The state of the session: another one precedes its lock.
  var condition: SessionCondition {
    if isPresent == false { return .inactive }
    if isLocked { return .locked }
    return isPresent == nil && !isKnown ? .unknown : .active
  }

  /// Applies the report of logind; nil if it has none.
  mutating func update(from session: SessionReport?, at now: Timestamp) {
    isPresent = session?.isPresent
    isHinted = session?.lock == .hinted
    guard session?.lock == .asked else {
      request = nil
      return
    }
    if request == nil { request = Request(time: now, isSeen: seen.values.contains(true)) }
  }

  /// Applies the report of the compositor or the probe; nil if it no longer reports.
  /// - Returns: true if that ends a request to lock, which logind's side must forget, too.
  mutating func update(_ isLocked: Bool?, from source: LockSource, at now: Timestamp) -> Bool {
    seen[source] = isLocked
    switch isLocked {
    case nil: return false
    case true?:
      request?.isSeen = true
      return false
    case false?:
      guard let request, !seen.values.contains(true) else { return false }
      guard request.isSeen || request.time + Self.appearance <= now else { return false }
      self.request = nil
      return true
    }
  }
}

/// The report of logind on the session.
public struct SessionReport: Sendable {
  /// The reason why the session counts as locked.
  public enum Lock: Sendable {
    /// The lock screen reports it (logind's LockedHint).
    case hinted
    /// A lock was requested; the lock screen has reported neither a lock nor an unlock since.
    case asked
  }

  /// True if the session is active and stays so.
  public var isPresent: Bool
  /// The lock; nil if it is not locked.
  public var lock: Lock?

  public init(isPresent: Bool, lock: Lock? = nil) {
    self.isPresent = isPresent
    self.lock = lock
  }
}

/// The state of the session, which determines whether gestures may act.
public enum SessionCondition: String, Hashable, Sendable {
  /// Gestures act.
  case active
  /// The screen is locked: only rules that permit it act.
  case locked
  /// Another session is active, this one has ended, or the machine is about to sleep.
  case inactive
  /// Unknown; gestures act.
  case unknown
}

/// The source of the knowledge that a session is locked.
public enum LockSource: String, Hashable, Sendable, CaseIterable {
  /// The lock screen, through logind.
  case lockScreen = "lock-screen"
  case compositor
  /// The command of `locked-if` in the rules file.
  case probe
  /// A request to logind to lock the session, which has not been reverted. Nothing has observed a lock screen.
  case request
}
