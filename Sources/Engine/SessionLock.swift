internal import Control
internal import Touch

/// The lock of the session, from every source that reports it: it is locked if any of them says so. Unknown counts as
/// not locked.
///
/// A request to lock is addressed to a lock screen that may never report anything: it counts until a source that sees
/// the lock screen reports that it is gone.
struct SessionLock: Sendable {
  /// The time after a request within which the lock screen appears. A source that sees none after that, and has seen
  /// none before, has missed it.
  static let appearance = Duration.seconds(5)

  private struct Request: Sendable {
    var time: Timestamp
    /// True if the lock screen was seen since.
    var isSeen: Bool
  }

  private var isHinted = false
  private var seen: [LockSource: Bool] = [:]
  private var request: Request?

  /// The source that reports the lock, those that see the lock screen first; nil if it is not locked.
  var source: LockSource? {
    if isHinted { return .lockScreen }
    if let source = [LockSource.compositor, .probe].first(where: { seen[$0] == true }) { return source }
    return request == nil ? nil : .request
  }

  /// True if any source reports.
  var isKnown: Bool { isHinted || !seen.isEmpty }

  /// True if it is locked.
  var isLocked: Bool { source != nil }

  /// Takes logind's report; nil if it has none.
  mutating func update(from session: SessionReport?, at now: Timestamp) {
    isHinted = session?.lock == .hinted
    guard session?.lock == .asked else {
      request = nil
      return
    }
    if request == nil { request = Request(time: now, isSeen: seen.values.contains(true)) }
  }

  /// Takes the report of the compositor or the probe; nil if it has none any more.
  /// - Returns: true if a request is over by that: logind's side is to forget it, too.
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
public struct SessionReport: Hashable, Sendable {
  /// The way in which the session is known to be locked.
  public enum Lock: Hashable, Sendable {
    /// The lock screen says so.
    case hinted
    /// It was asked to lock, and has not said since that it did or no longer is.
    case asked
  }

  /// True if the session is in front and stays there.
  public var isPresent: Bool
  /// The lock; nil if it is not locked.
  public var lock: Lock?

  /// A report.
  public init(isPresent: Bool, lock: Lock? = nil) {
    self.isPresent = isPresent
    self.lock = lock
  }
}
