internal import Glibc
public import Linux
public import Rules
public import Time

/// The connection to this session's compositor for the lifetime of the daemon: it receives the state of the desktop and
/// sends commands.
///
/// The compositor is found by the variables that compositors set, or by their sockets in XDG_RUNTIME_DIR. The link
/// connects again after the compositor restarted, and to one that starts later.
public final class CompositorLink {
  /// A report of `dispatch`.
  public enum Report: Hashable, Sendable {
    /// A compositor has sent its complete state. The version is nil if it has not sent one; the language is that of
    /// its configuration, if its commands depend on that.
    case connected(DesktopKind, version: String?, language: CompositorRelease.Language?)
    case changed(CompositorState)
    /// A command of the rule at `location`, a source location, has failed.
    case failed(location: String, text: String)
    /// The connection has ended, for this reason. The state is unknown until the next one.
    case lost(DesktopKind, reason: String)
    /// A compositor exists, but does not send its state, for this reason; each reason is reported once.
    case unreachable(DesktopKind, reason: String)
  }

  /// The compositor that has sent its state; nil if none has.
  public private(set) var kind: DesktopKind?
  /// The reports of the compositor; unknown values are nil.
  public private(set) var state = CompositorState()
  /// The connected compositor, which may not have sent its state yet; nil if there is none.
  public var connectedKind: DesktopKind? { peer?.kind }
  /// True if a command is unanswered, or `dispatch` has something to report.
  public var isBusy: Bool { !reports.isEmpty || peer.map { !$0.commands.isIdle } ?? false }

  /// True if a compositor is connected but has not sent its state yet.
  public var isAwaited: Bool { peer.map { !$0.isKnown } ?? false }

  private let sockets: CompositorSockets
  private let descriptors: DescriptorSet
  private let timer: TimerDescriptor
  private let timerToken: UInt64
  /// Nil while there is a connection: a user may have only 128 instances.
  private var watch: CompositorWatch?
  private var watchToken: UInt64?
  private var timerDeadline: Timestamp?

  private var peer: (any CompositorPeer)?
  private var location: CompositorSockets.Location?
  /// The time of the last connection.
  private var connectedAt = Timestamp.zero
  /// Schedules attempts to connect, besides those when a socket is created.
  ///
  ///     refused               ──50 ms──100 ms── ... ──1.6 s──▶ given up until another socket is created: a starting
  ///                                             compositor does nothing else between creating its socket and listening
  ///     busy, or ended early  ──1 s──2 s──4 s── ... ──64 s──64 s──▶
  private var reconnection = Reconnection(
    refused: .init(first: .milliseconds(50), longest: .milliseconds(1600), limit: 6),
    ended: .init(first: .seconds(1), longest: .seconds(64)), stableLifetime: .seconds(64))
  /// A compositor that closes the connection after this lifetime is expected to restart. One that
  /// does so earlier, or violates its protocol, is likely to do so again.
  private static let minLifetime = Duration.seconds(1)
  private var preparedCommands: [DesktopKind: Set<String>] = [:]
  private var reports: [Report] = []
  /// The `unreachable` reports since the last connection, to avoid repetition; at most as many as a person reads.
  private var reportedReasons: Set<Report> = []
  private static let maxReportedReasons = 16
  private var hasReportedSilence = false

  /// Finds the compositor; `dispatch` reports the results.
  /// - Throws: `SystemError` if a descriptor cannot be created, but not if there is no compositor.
  public convenience init() throws(SystemError) { try self.init(CompositorSockets(), at: Timestamp.now) }

  init(_ sockets: CompositorSockets, at now: Timestamp) throws(SystemError) {
    self.sockets = sockets
    descriptors = try DescriptorSet(uid: sockets.uid)
    timer = try TimerDescriptor()
    timerToken = try descriptors.add(timer.number)
    // Without the watch, a compositor that starts later would not be detected, so its failure is an error.
    try startWatching()
    attemptConnection(at: now)
    setTimer(at: now)
  }

  /// The descriptor to wait for; call `dispatch` when it is readable. It does not change.
  public var descriptor: CInt { descriptors.number }

  /// Handles the events since the last call and reports the changes, in order.
  public func dispatch(at now: Timestamp, _ body: (Report) -> Void) {
    for ready in (try? descriptors.ready()) ?? [] {
      switch ready.token {
      case timerToken:
        _ = try? timer.acknowledge()
        timerDeadline = nil
      case watchToken: if watch?.hasChanged(for: sockets) == true { reconnection.socketCreated(at: now) }
      default: withPeer(at: now) { peer throws(CompositorError) in try peer.handle(ready, at: now) }
      }
    }
    expire(at: now)
    if peer == nil, reconnection.isDue(at: now) { attemptConnection(at: now) }
    reportChanges()
    let reports = reports
    self.reports = []
    setTimer(at: now)
    reports.forEach(body)
  }

  /// Prepares the commands of rules, so that no time is lost when they are sent.
  public func prepare(_ commands: [DesktopKind: Set<String>]) {
    preparedCommands = commands
    if let peer { peer.prepare(commands[peer.kind] ?? []) }
  }

  /// Sends a command in the compositor's own language. Commands run in order. `dispatch` reports a command that is
  /// refused or not answered, or that is for a compositor that does not run.
  /// - Parameters:
  ///   - kind: the compositor that the command is for.
  ///   - operation: the operation of the desktop that it performs; nil for a command of the rule itself.
  ///   - location: the source location of the rule, for messages.
  public func send(
    _ command: String, to kind: DesktopKind, for operation: DesktopOperation? = nil, location: String,
    at now: Timestamp
  ) {
    if let peer, peer.kind == kind {
      if let command = peer.commands.append(command, location: location, for: operation, at: now) {
        withPeer(at: now) { peer throws(CompositorError) in try peer.run(command, at: now) }
      }
    } else {
      reports.append(.failed(location: location, text: absence(of: kind)))
    }
    collectFailures()
    setTimer(at: now)
  }

  /// Asks for the window at a place.
  /// - Parameter answered: called by `dispatch` with the window; with nil, at once, if it cannot be known. Not called
  ///   if the connection ends.
  public func findWindow(
    at place: WindowQuestion.Place, at now: Timestamp, answered: @escaping (TouchedWindow?) -> Void
  ) {
    var isAsked = false
    withPeer(at: now) { peer throws(CompositorError) in
      guard peer.isKnown else { return }
      isAsked = try peer.find(WindowQuestion(place: place, answered: answered), at: now)
    }
    if !isAsked { answered(nil) }
    setTimer(at: now)
  }

  /// The reason for which commands to `kind` fail while it is not connected, for people.
  public func absence(of kind: DesktopKind) -> String {
    let other = location.map { "; \($0.kind.name) runs here, at \($0.path)" } ?? ""
    return "no \(kind.name) runs in this session: \(sockets.absence(of: kind))\(other)"
  }

  // MARK: Connecting

  /// Connects to the first compositor that accepts.
  private func attemptConnection(at now: Timestamp) {
    // The watch comes first, so that a socket that is created meanwhile is detected.
    var failure = Reconnection.Failure.missing
    do throws(SystemError) { try startWatching() } catch { failure = .busy }
    for location in sockets.locations() {
      do {
        peer = try location.connect(in: descriptors)
      } catch {
        switch error.code {
        case ENOENT, ENOTDIR: break
        // A socket exists before its compositor listens, and after it was killed.
        case ECONNREFUSED: if failure != .busy { failure = .refused }
        case EAGAIN: failure = .busy
        default: reportUnreachable(location.kind, "\(error)")
        }
        continue
      }
      self.location = location
      peer?.prepare(preparedCommands[location.kind] ?? [])
      connectedAt = now
      stopWatching()
      withPeer(at: now) { peer throws(CompositorError) in try peer.start(at: now) }
      return
    }
    reconnection.attemptFailed(failure, at: now)
  }

  private func startWatching() throws(SystemError) {
    if watch == nil {
      let new = try CompositorWatch()
      watchToken = try descriptors.add(new.number)
      watch = consume new
    }
    watch?.watch(sockets)
  }

  private func stopWatching() {
    if let number = watch?.number { descriptors.remove(number) }
    watch = nil
    watchToken = nil
  }

  // MARK: The connected compositor

  /// Runs `body` with the compositor, and disconnects if it fails.
  private func withPeer(at now: Timestamp, _ body: (any CompositorPeer) throws(CompositorError) -> Void) {
    guard let peer else { return }
    do {
      try body(peer)
    } catch {
      reportChanges()
      peer.commands.abandon("\(error)")
      collectFailures()
      self.peer = nil
      location = nil
      let lifetime = now - connectedAt
      reconnection.connectionEnded(
        after: lifetime, isRestart: error == .closed && lifetime >= Self.minLifetime, at: now)
      if let kind {
        self.kind = nil
        reports.append(.lost(kind, reason: "\(error)"))
      } else {
        reportUnreachable(peer.kind, "\(error)")
      }
    }
  }

  private func expire(at now: Timestamp) {
    guard let peer else { return }
    peer.commands.expire(at: now)
    withPeer(at: now) { peer throws(CompositorError) in try peer.expire(at: now) }
    if let due = answerDeadline, due <= now {
      hasReportedSilence = true
      reportUnreachable(peer.kind, "it has not answered within \(CommandQueue.timeout.components.seconds) s")
    }
  }

  /// The deadline for the compositor's state; nil if it has come, or the deadline is past.
  private var answerDeadline: Timestamp? {
    guard let peer, !peer.isKnown, !hasReportedSilence else { return nil }
    return connectedAt + CommandQueue.timeout
  }

  // MARK: Reporting

  private func reportChanges() {
    collectFailures()
    if let peer, peer.isKnown, kind == nil {
      kind = peer.kind
      reportedReasons = []
      hasReportedSilence = false
      reports.append(.connected(peer.kind, version: peer.version, language: peer.language))
    }
    let new = peer?.state ?? CompositorState()
    guard new != state else { return }
    state = new
    reports.append(.changed(new))
  }

  private func collectFailures() {
    for failure in peer?.commands.takeFailures() ?? [] {
      reports.append(.failed(location: failure.location, text: failure.text))
    }
  }

  private func reportUnreachable(_ kind: DesktopKind, _ reason: String) {
    let report = Report.unreachable(kind, reason: reason)
    if reportedReasons.count < Self.maxReportedReasons, reportedReasons.insert(report).inserted {
      reports.append(report)
    }
  }

  /// Sets the timer, so that `descriptor` becomes readable at the next deadline.
  private func setTimer(at now: Timestamp) {
    let deadlines = [
      reports.isEmpty ? nil : now, peer?.deadline, peer?.commands.deadline, answerDeadline,
      peer == nil ? reconnection.deadline : nil,
    ]
    let deadline = deadlines.compactMap { $0 }.min()
    guard deadline != timerDeadline else { return }
    do {
      if let deadline { try timer.set(to: deadline) } else { try timer.disarm() }
      timerDeadline = deadline
    } catch {
      timerDeadline = nil
    }
  }
}
