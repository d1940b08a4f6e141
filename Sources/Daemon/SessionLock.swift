internal import Control
internal import Desktop
internal import Touch

/// Whether the session is locked, by all who can tell: it is where any of them says so. What is not known counts as
/// not locked.
///
/// That it is to be locked is no more than a request, to a lock screen that may never say a word of it: it counts until
/// somebody who can see the lock screen says that it is gone.
struct SessionLock {
  /// How long after a request the lock screen is there. Somebody who sees none after that, and has seen none before,
  /// has missed it.
  static let appearance = Duration.seconds(5)

  private struct Request {
    var time: Timestamp
    /// Whether the lock screen was seen since.
    var isSeen: Bool
  }

  private var isHinted = false
  private var seen: [LockSource: Bool] = [:]
  private var request: Request?

  /// Who says that it is locked, those who see it first; nil where nobody does.
  var source: LockSource? {
    if isHinted { return .lockScreen }
    if let source = [LockSource.compositor, .probe].first(where: { seen[$0] == true }) { return source }
    return request == nil ? nil : .request
  }

  /// Whether anybody tells.
  var isKnown: Bool { isHinted || !seen.isEmpty }

  /// Whether it is locked.
  var isLocked: Bool { source != nil }

  /// What logind tells now; nil is nothing.
  mutating func hear(_ state: SessionState?, at now: Timestamp) {
    isHinted = state?.lock == .hinted
    guard state?.lock == .asked else {
      request = nil
      return
    }
    if request == nil { request = Request(time: now, isSeen: seen.values.contains(true)) }
  }

  /// What the compositor or the probe sees now; nil is nothing.
  /// - Returns: whether a request is over by that, which logind's side is to forget, too.
  mutating func see(_ isLocked: Bool?, by source: LockSource, at now: Timestamp) -> Bool {
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
